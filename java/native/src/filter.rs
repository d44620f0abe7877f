//! Whole filters: making, opening, changing, saving, asking about.

use jni::objects::{JByteArray, JClass, JLongArray, JObjectArray};
use jni::sys::{jint, jlong};
use jni::{Env, EnvUnowned};
use onebloom::{BitOrder, Code, Engine, Error, Field, Mode, Sharing};

use crate::boundary::{bytes, element, engine, give, guard, path, take, text, Outcome};
use crate::fields;

/// Any thread may add at any time: that is what the Java class promises.
const SHARING: Sharing = Sharing::Shared;

/// The longest array that a JVM makes.
const LONGEST_ARRAY: u64 = i32::MAX as u64 - 8;

/// A native: its arguments, what it returns, and a body that may fail. `engine` arguments are
/// addresses that Java got from `give` and keeps alive during the call.
macro_rules! native {
    ($(#[doc = $doc:literal])* $name:ident($env:ident $(, $arg:ident: $type:ty)*) $(-> $ret:ty)? $body:block) => {
        $(#[doc = $doc])*
        #[no_mangle]
        pub extern "system" fn $name<'l>(env: EnvUnowned<'l>, class: JClass<'l> $(, $arg: $type)*) $(-> $ret)? {
            guard(env, class, |$env| $body)
        }
    };
}

/// The same on one engine.
macro_rules! on_engine {
    ($(#[doc = $doc:literal])* $name:ident($env:ident, $engine:ident $(, $arg:ident: $type:ty)*) $(-> $ret:ty)? $body:block) => {
        native!($(#[doc = $doc])* $name($env, address: jlong $(, $arg: $type)*) $(-> $ret)? {
            // SAFETY: Java passes an address of `give` and keeps it alive.
            let $engine = unsafe { engine(address) };
            $body
        });
    };
}

fn array<'l>(env: &mut Env<'l>, bytes: &[u8]) -> Outcome<JByteArray<'l>> {
    Ok(env.byte_array_from_slice(bytes)?)
}

native!(Java_io_onebloom_Native_create(env, options: JByteArray<'l>) -> jlong {
    Ok(give(Engine::create(&fields::options(&bytes(env, &options)?)?, SHARING)?))
});

native!(Java_io_onebloom_Native_plan(env, options: JByteArray<'l>) -> JByteArray<'l> {
    let plan = onebloom::plan(&fields::options(&bytes(env, &options)?)?)?;
    array(env, &fields::encode(&plan.fields()))
});

native!(Java_io_onebloom_Native_open(env, file: JByteArray<'l>, mode: JByteArray<'l>) -> jlong {
    let mode = Mode::parse(&text(env, &mode)?)?;
    Ok(give(Engine::open(path(env, &file)?, mode, SHARING)?))
});

native!(Java_io_onebloom_Native_load(env, file: JByteArray<'l>) -> jlong {
    Ok(give(Engine::load(path(env, &file)?, SHARING)?))
});

native!(Java_io_onebloom_Native_fromBytes(env, image: JByteArray<'l>) -> jlong {
    Ok(give(Engine::from_bytes(&bytes(env, &image)?, SHARING)?))
});

native!(#[doc = "What a header says: bytes of its section, number of sections."]
Java_io_onebloom_Native_peek(env, header: JByteArray<'l>, first: bool) -> JLongArray<'l> {
    let (bytes, sections) = Engine::peek(&bytes(env, &header)?, first)?;
    let array = JLongArray::new(env, 2)?;
    array.set_region(env, 0, &[bytes as jlong, sections as jlong])?;
    Ok(array)
});

native!(Java_io_onebloom_Native_openParts(env, sections: JObjectArray<'l, JByteArray<'l>>) -> jlong {
    let count = sections.len(env)?;
    let parts = (0..count).map(|i| element(env, &sections, i)).collect::<Outcome<Vec<_>>>()?;
    let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
    Ok(give(Engine::open_parts(&parts, SHARING)?))
});

on_engine!(Java_io_onebloom_Native_copy(_env, engine) -> jlong {
    Ok(give(engine.copy(SHARING)?))
});

on_engine!(Java_io_onebloom_Native_reopened(_env, engine) -> jlong {
    Ok(engine.reopened()?.map_or(0, give))
});

on_engine!(Java_io_onebloom_Native_merge(_env, engine, other: jlong) {
    // SAFETY: as for the first engine.
    Ok(engine.merge(unsafe { crate::boundary::engine(other) })?)
});

on_engine!(Java_io_onebloom_Native_sameContent(_env, engine, other: jlong) -> bool {
    // SAFETY: as for the first engine.
    Ok(engine.same_content(unsafe { crate::boundary::engine(other) })?)
});

on_engine!(Java_io_onebloom_Native_clear(_env, engine) {
    Ok(engine.clear()?)
});

on_engine!(Java_io_onebloom_Native_save(env, engine, file: JByteArray<'l>) {
    Ok(engine.save(path(env, &file)?)?)
});

on_engine!(Java_io_onebloom_Native_replace(env, engine, file: JByteArray<'l>) {
    Ok(engine.replace(path(env, &file)?)?)
});

/// Refuses what no Java array holds before it is made.
fn check_length(what: &str, length: u64) -> Outcome<()> {
    if length > LONGEST_ARRAY {
        let text = format!(
            "the {what} has {length} bytes, a Java array holds at most {LONGEST_ARRAY}; save it to a file instead"
        );
        return Err(Error::new(Code::OutOfRange, text).into());
    }
    Ok(())
}

on_engine!(Java_io_onebloom_Native_toBytes(env, engine) -> JByteArray<'l> {
    check_length("image", engine.image_len()?)?;
    array(env, &engine.to_bytes()?)
});

native!(Java_io_onebloom_Native_fromBits(env, body: JByteArray<'l>, options: JByteArray<'l>) -> jlong {
    let options = fields::options(&bytes(env, &options)?)?;
    Ok(give(Engine::from_bits(&bytes(env, &body)?, &options, SHARING)?))
});

on_engine!(Java_io_onebloom_Native_toBits(env, engine, order: JByteArray<'l>) -> JByteArray<'l> {
    let order = BitOrder::parse(&text(env, &order)?)?;
    check_length("body", engine.bits_len(order)?)?;
    array(env, &engine.to_bits(order)?)
});

on_engine!(Java_io_onebloom_Native_toParts(env, engine) -> JObjectArray<'l, JByteArray<'l>> {
    let parts = engine.to_parts()?;
    let sections = JObjectArray::<JByteArray>::new(env, parts.len(), JByteArray::null())?;
    for (i, part) in parts.iter().enumerate() {
        check_length("section", part.len() as u64)?;
        let bytes = array(env, part)?;
        sections.set_element(env, i, &bytes)?;
        env.delete_local_ref(bytes); // a thousand of them would overflow the frame
    }
    Ok(sections)
});

on_engine!(Java_io_onebloom_Native_sectionOf(env, engine, key: JByteArray<'l>) -> jint {
    Ok(engine.section_of(&bytes(env, &key)?)? as jint) // at most 1024
});

on_engine!(Java_io_onebloom_Native_toClassic(_env, engine) -> jlong {
    Ok(give(engine.to_classic(SHARING)?))
});

on_engine!(Java_io_onebloom_Native_flush(_env, engine) {
    Ok(engine.flush()?)
});

on_engine!(Java_io_onebloom_Native_verify(_env, engine) -> bool {
    Ok(engine.verify()?)
});

on_engine!(Java_io_onebloom_Native_isStale(_env, engine) -> bool {
    Ok(engine.is_stale()?)
});

on_engine!(Java_io_onebloom_Native_setNow(_env, engine, given: bool, unix_ms: jlong) {
    engine.set_now(given.then_some(unix_ms));
    Ok(())
});

on_engine!(Java_io_onebloom_Native_stats(env, engine, exact: bool) -> JByteArray<'l> {
    let stats = engine.stats(exact)?;
    array(env, &fields::encode(&stats.fields()))
});

on_engine!(Java_io_onebloom_Native_positions(env, engine, key: JByteArray<'l>) -> JLongArray<'l> {
    let cells: Vec<jlong> = engine.positions(&bytes(env, &key)?)?.into_iter().map(|p| p as jlong).collect();
    let array = JLongArray::new(env, cells.len())?;
    array.set_region(env, 0, &cells)?;
    Ok(array)
});

on_engine!(Java_io_onebloom_Native_summary(env, engine) -> JByteArray<'l> {
    array(env, engine.summary().as_bytes())
});

on_engine!(Java_io_onebloom_Native_takesReadyHash(_env, engine) -> bool {
    Ok(engine.takes_ready_hash())
});

on_engine!(Java_io_onebloom_Native_seed(_env, engine) -> jlong {
    Ok(engine.seed() as jlong)
});

on_engine!(Java_io_onebloom_Native_hash(env, engine, key: JByteArray<'l>) -> jlong {
    let hash = engine.hash(&bytes(env, &key)?);
    Ok(hash.ok_or_else(|| Error::new(Code::Unsupported, "this scheme has no ready hash"))? as jlong)
});

on_engine!(#[doc = "Bytes of memory that nobody shares: 0 for a map."]
Java_io_onebloom_Native_ownBytes(_env, engine) -> jlong {
    Ok(if engine.is_mapped() { 0 } else { engine.image_len()? as jlong })
});

on_engine!(Java_io_onebloom_Native_vacate(_env, engine) {
    engine.vacate();
    Ok(())
});

native!(Java_io_onebloom_Native_free(_env, address: jlong) {
    // SAFETY: the Cleaner calls this once, when nothing reaches the handle any more.
    drop(unsafe { take(address) });
    Ok(())
});

native!(Java_io_onebloom_Native_version(env) -> JByteArray<'l> {
    array(env, env!("CARGO_PKG_VERSION").as_bytes())
});

native!(#[doc = "The library's list: name and number of every code."]
Java_io_onebloom_Native_errorCodes(env) -> JByteArray<'l> {
    let codes: Vec<_> = Code::ALL.iter().map(|c| (c.name(), Field::U64(c.number() as u64))).collect();
    array(env, &fields::encode(&codes))
});

native!(Java_io_onebloom_Native_refuseKeyType(env, given: JByteArray<'l>) {
    Err(Error::key_type(&text(env, &given)?).into())
});

native!(Java_io_onebloom_Native_refuseKeyEncoding(env, what: JByteArray<'l>) {
    Err(Error::key_encoding(&text(env, &what)?).into())
});

native!(#[doc = "For the test that a panic stays inside."]
Java_io_onebloom_Native_panic(_env) {
    panic!("asked for by a test")
});

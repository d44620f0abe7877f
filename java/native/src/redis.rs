//! Filters in Redis: the tasks of core. Java has the connections.
//!
//! A remote crosses as the address of a boxed [`Remote`], a task as one of a boxed mutex: Java frees either once
//! nothing reaches it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use jni::objects::{JByteArray, JClass};
use jni::sys::jlong;
use jni::{Env, EnvUnowned};
use onebloom::redis::{Keys, Outcome as Found, Remote, Settings, Task, With};
use onebloom::{Field, Sharing};

use crate::boundary::{bytes, give, guard, share, text, Outcome};
use crate::{fields, replies};

/// A native: its arguments, what it returns, and a body that may fail.
macro_rules! native {
    ($(#[doc = $doc:literal])* $name:ident($env:ident $(, $arg:ident: $type:ty)*) $(-> $ret:ty)? $body:block) => {
        $(#[doc = $doc])*
        #[no_mangle]
        pub extern "system" fn $name<'l>(env: EnvUnowned<'l>, class: JClass<'l> $(, $arg: $type)*) $(-> $ret)? {
            guard(env, class, |$env| $body)
        }
    };
}

/// The remote of an address that [`hand`] gave.
///
/// # Safety
/// Java keeps it alive during the call.
unsafe fn remote<'a>(address: jlong) -> &'a Remote {
    // SAFETY: the caller's promise.
    unsafe { &*(address as *const Remote) }
}

/// The task of an address that [`hand`] gave.
///
/// # Safety
/// Java keeps it alive during the call.
unsafe fn task<'a>(address: jlong) -> MutexGuard<'a, Task> {
    // SAFETY: the caller's promise.
    unsafe { &*(address as *const Mutex<Task>) }.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Hands something to Java.
fn hand<T>(it: T) -> jlong {
    Box::into_raw(Box::new(it)) as jlong
}

fn settings(env: &Env<'_>, given: &JByteArray<'_>) -> Outcome<Settings> {
    let mut settings = Settings::new();
    fields::each(&bytes(env, given)?, |name, value| settings.set(name, value).map(drop))?;
    Ok(settings)
}

fn begin(address: jlong, verb: &str, with: With) -> Outcome<jlong> {
    // SAFETY: Java passes an address of `hand` and keeps it alive.
    Ok(hand(Mutex::new(unsafe { remote(address) }.task(verb, with)?)))
}

native!(Java_io_onebloom_RedisNative_remote(env, name: JByteArray<'l>, given: JByteArray<'l>) -> jlong {
    Ok(hand(Remote::new(&bytes(env, &name)?, &settings(env, &given)?)?))
});

native!(Java_io_onebloom_RedisNative_next(env, address: jlong, given: JByteArray<'l>) -> jlong {
    // SAFETY: Java passes an address of `hand` and keeps it alive.
    Ok(hand(unsafe { remote(address) }.next(&settings(env, &given)?)?))
});

native!(Java_io_onebloom_RedisNative_setNow(_env, address: jlong, given: bool, unix_ms: jlong) {
    // SAFETY: as above.
    unsafe { remote(address) }.set_now(given.then_some(unix_ms));
    Ok(())
});

native!(Java_io_onebloom_RedisNative_freeRemote(_env, address: jlong) {
    // SAFETY: the Cleaner calls this once, when nothing reaches the remote any more.
    drop(unsafe { Box::from_raw(address as *mut Remote) });
    Ok(())
});

native!(Java_io_onebloom_RedisNative_begin(env, address: jlong, verb: JByteArray<'l>) -> jlong {
    begin(address, &text(env, &verb)?, With::Nothing)
});

native!(Java_io_onebloom_RedisNative_beginKeys(env, address: jlong, verb: JByteArray<'l>, packed: JByteArray<'l>) -> jlong {
    let (verb, packed) = (text(env, &verb)?, bytes(env, &packed)?);
    let (mut keys, mut rest) = (Keys::new(), &packed[..]);
    while !rest.is_empty() {
        keys.push(replies::counted(&mut rest)?);
    }
    begin(address, &verb, With::Keys(keys))
});

native!(Java_io_onebloom_RedisNative_beginFilter(env, address: jlong, verb: JByteArray<'l>, engine: jlong) -> jlong {
    // SAFETY: Java passes an address of `give` and keeps it alive.
    begin(address, &text(env, &verb)?, With::Engine(unsafe { share(engine) }))
});

native!(#[doc = "The commands to send now; null when the task is done."]
Java_io_onebloom_RedisNative_advance(env, address: jlong) -> JByteArray<'l> {
    // SAFETY: Java passes an address of `hand` and keeps it alive.
    let mut task = unsafe { task(address) };
    if !task.advance()? {
        return Ok(JByteArray::null());
    }
    Ok(env.byte_array_from_slice(&replies::commands(task.commands()))?)
});

native!(Java_io_onebloom_RedisNative_feed(env, address: jlong, found: JByteArray<'l>) {
    let found = replies::replies(&bytes(env, &found)?)?;
    // SAFETY: as above.
    Ok(unsafe { task(address) }.feed(found)?)
});

native!(Java_io_onebloom_RedisNative_lost(env, address: jlong, why: JByteArray<'l>) {
    let why = text(env, &why)?;
    // SAFETY: as above.
    unsafe { task(address) }.lost(&why);
    Ok(())
});

native!(#[doc = "One byte a key: 1 or 0."]
Java_io_onebloom_RedisNative_answers(env, address: jlong) -> JByteArray<'l> {
    // SAFETY: as above.
    let task = unsafe { task(address) };
    let answers: Vec<u8> = task.outcome().answers.iter().map(|a| u8::from(*a)).collect();
    Ok(env.byte_array_from_slice(&answers)?)
});

native!(#[doc = "Fields: record (a list of one), warnings (a list of texts), unavailable."]
Java_io_onebloom_RedisNative_said(env, address: jlong) -> JByteArray<'l> {
    // SAFETY: as above.
    let task = unsafe { task(address) };
    let Found { record, warnings, unavailable, .. } = task.outcome();
    let warnings = warnings.iter().map(|w| vec![("text", Field::Text(w.clone()))]).collect();
    let said = fields::encode(&[
        ("record", Field::List(vec![record.clone()])),
        ("warnings", Field::List(warnings)),
        ("unavailable", unavailable.clone().map_or(Field::Null, Field::Text)),
    ]);
    Ok(env.byte_array_from_slice(&said)?)
});

native!(#[doc = "The filter that was pulled, as any thread may use it; 0 if the task is of another kind."]
Java_io_onebloom_RedisNative_filter(_env, address: jlong) -> jlong {
    // SAFETY: as above.
    let engine = unsafe { task(address) }.take_outcome().engine;
    Ok(engine.map_or(0, |engine| give(engine.with_sharing(Sharing::Shared))))
});

native!(Java_io_onebloom_RedisNative_freeTask(_env, address: jlong) {
    // SAFETY: the Cleaner calls this once, when nothing reaches the task any more.
    drop(unsafe { Box::from_raw(address as *mut Mutex<Task>) });
    Ok(())
});

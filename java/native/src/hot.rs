//! One key: raw functions that neither allocate (but for keys above 1 KiB and errors) nor throw.
//!
//! They answer 1 or 0, or a code as a negative number; Java then asks again through [`again`],
//! which throws and says why. An empty native of this form costs 4.5 ns, one with the machinery
//! of exceptions 54.

use jni::objects::{JByteArray, JClass};
use jni::sys::{jbyteArray, jclass, jint, jlong, JNIEnv};
use jni::EnvUnowned;
use onebloom::{Code, Engine, Error, Result};

use crate::boundary::{bytes, engine, guard, guard_hot, Outcome};

macro_rules! hot {
    ($hash:ident $long:ident $bytes:ident: $on_hash:ident $on_key:ident) => {
        #[no_mangle]
        pub extern "system" fn $hash(_env: *mut JNIEnv, _class: jclass, address: jlong, hash: jlong) -> jint {
            // SAFETY: Java passes an address of `give` and keeps it alive.
            guard_hot(|| unsafe { engine(address) }.$on_hash(hash as u64))
        }

        #[no_mangle]
        pub extern "system" fn $long(_env: *mut JNIEnv, _class: jclass, address: jlong, key: jlong) -> jint {
            // SAFETY: as above.
            guard_hot(|| unsafe { engine(address) }.$on_key(&key))
        }

        #[no_mangle]
        pub extern "system" fn $bytes(env: *mut JNIEnv, _class: jclass, address: jlong, key: jbyteArray) -> jint {
            // SAFETY: as above; `env` and `key` are the JVM's, and Java refuses null.
            guard_hot(|| unsafe { with_key(env, key, |key| engine(address).$on_key(key)) })
        }
    };
}

hot!(Java_io_onebloom_Native_containsHash Java_io_onebloom_Native_containsLong Java_io_onebloom_Native_containsBytes: contains_hash contains);
hot!(Java_io_onebloom_Native_addHash Java_io_onebloom_Native_addLong Java_io_onebloom_Native_addBytes: add_hash add);
hot!(Java_io_onebloom_Native_removeHash Java_io_onebloom_Native_removeLong Java_io_onebloom_Native_removeBytes: remove_hash remove);

/// Keys up to this long are copied to the stack.
const SHORT: usize = 1024;

/// Calls `f` with a copy of the bytes of a Java array.
///
/// # Safety
/// `env` belongs to this thread, `array` is a byte[] and not null.
unsafe fn with_key<R>(env: *mut JNIEnv, array: jbyteArray, f: impl FnOnce(&[u8]) -> Result<R>) -> Result<R> {
    // SAFETY: the caller's promise; both functions are of JNI 1.1.
    let (length, region) = unsafe {
        let table = &**env;
        ((table.v1_1.GetArrayLength)(env, array), table.v1_1.GetByteArrayRegion)
    };
    let n = length as usize;
    let mut short = [0u8; SHORT];
    let mut long;
    let key = if n <= SHORT {
        &mut short[..n]
    } else {
        long = Vec::new();
        if long.try_reserve_exact(n).is_err() {
            return Err(Error::new(Code::OutOfMemory, format!("no memory for a key of {n} bytes")));
        }
        long.resize(n, 0);
        &mut long[..]
    };
    // SAFETY: as above; `key` has room for the `length` bytes of the array, so nothing is thrown.
    unsafe { region(env, array, 0, length, key.as_mut_ptr().cast()) };
    f(key)
}

/// The operations by the numbers that Native.java gives them.
fn op<K: onebloom::Key + ?Sized>(engine: &Engine, op: jint, key: &K) -> Outcome<bool> {
    Ok(match op {
        0 => engine.contains(key)?,
        1 => engine.add(key)?,
        _ => engine.remove(key)?,
    })
}

/// The question of a hot native that failed, once more: throws.
#[no_mangle]
pub extern "system" fn Java_io_onebloom_Native_againLong<'l>(
    env: EnvUnowned<'l>,
    class: JClass<'l>,
    address: jlong,
    number: jint,
    key: jlong,
) -> bool {
    // SAFETY: Java passes an address of `give` and keeps it alive.
    guard(env, class, |_| op(unsafe { engine(address) }, number, &key))
}

/// The question of a hot native that failed, once more: throws.
#[no_mangle]
pub extern "system" fn Java_io_onebloom_Native_againBytes<'l>(
    env: EnvUnowned<'l>,
    class: JClass<'l>,
    address: jlong,
    number: jint,
    key: JByteArray<'l>,
) -> bool {
    // SAFETY: Java passes an address of `give` and keeps it alive.
    guard(env, class, |env| op(unsafe { engine(address) }, number, &bytes(env, &key)?[..]))
}

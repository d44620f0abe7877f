//! One key at a time.

use std::ffi::c_void;

use onebloom::Result;

use crate::boundary::{copy_out, guard, put, slice};
use crate::filter::{engine, Filter};

/// # Safety
/// `key` is NULL or points to `len` bytes.
unsafe fn bytes<'a>(key: *const c_void, len: usize) -> Result<&'a [u8]> {
    // SAFETY: the same contract.
    unsafe { slice(key.cast::<u8>(), len, "key") }
}

/// Adds the `len` bytes at `key`. `added` may be NULL; true says that the key was certainly not in before, false that it
/// maybe was. READ_ONLY for a map opened "r".
#[no_mangle]
pub unsafe extern "C" fn onebloom_add(filter: *mut Filter, key: *const c_void, len: usize, added: *mut bool) -> i32 {
    guard!(status, {
        let (engine, key) = (engine(filter)?, bytes(key, len)?);
        put(added, engine.add(key)?)
    })
}

/// Adds an integer: the same key as its decimal text.
#[no_mangle]
pub unsafe extern "C" fn onebloom_add_i64(filter: *mut Filter, key: i64, added: *mut bool) -> i32 {
    guard!(status, { put(added, engine(filter)?.add(&key)?) })
}

/// The same for an unsigned integer.
#[no_mangle]
pub unsafe extern "C" fn onebloom_add_u64(filter: *mut Filter, key: u64, added: *mut bool) -> i32 {
    guard!(status, { put(added, engine(filter)?.add(&key)?) })
}

/// Adds a key whose hash was computed elsewhere: XXH3-64 or XXH64, as the filter's scheme says, of the key's bytes with
/// the filter's seed. UNSUPPORTED if the scheme has no such hash; see `onebloom_takes_ready_hash`.
#[no_mangle]
pub unsafe extern "C" fn onebloom_add_hash(filter: *mut Filter, hash: u64, added: *mut bool) -> i32 {
    guard!(status, { put(added, engine(filter)?.add_hash(hash)?) })
}

/// 0: the key is certainly not in. 1: it is, or it is a false positive, as likely as the filter's fpp. Negative: the
/// code of an error, negated. So an error that nobody looks at reads as "maybe": `if (onebloom_contains(f, key, len))`
/// errs on the safe side.
#[no_mangle]
pub unsafe extern "C" fn onebloom_contains(filter: *const Filter, key: *const c_void, len: usize) -> i32 {
    guard!(answer, {
        let (engine, key) = (engine(filter)?, bytes(key, len)?);
        engine.contains(key)
    })
}

/// The same for an integer.
#[no_mangle]
pub unsafe extern "C" fn onebloom_contains_i64(filter: *const Filter, key: i64) -> i32 {
    guard!(answer, { engine(filter)?.contains(&key) })
}

/// The same for an unsigned integer.
#[no_mangle]
pub unsafe extern "C" fn onebloom_contains_u64(filter: *const Filter, key: u64) -> i32 {
    guard!(answer, { engine(filter)?.contains(&key) })
}

/// The same for a hash, as `onebloom_add_hash` takes it.
#[no_mangle]
pub unsafe extern "C" fn onebloom_contains_hash(filter: *const Filter, hash: u64) -> i32 {
    guard!(answer, { engine(filter)?.contains_hash(hash) })
}

/// Takes a key out of a counting filter that is single or sharded; UNSUPPORTED for others. `removed` may be NULL; false
/// says that the key was certainly not in, and nothing was changed. Take out only what was put in: removing a key that
/// was never added, but seems to be in, damages others.
#[no_mangle]
pub unsafe extern "C" fn onebloom_remove(
    filter: *mut Filter,
    key: *const c_void,
    len: usize,
    removed: *mut bool,
) -> i32 {
    guard!(status, {
        let (engine, key) = (engine(filter)?, bytes(key, len)?);
        put(removed, engine.remove(key)?)
    })
}

/// The same for an integer.
#[no_mangle]
pub unsafe extern "C" fn onebloom_remove_i64(filter: *mut Filter, key: i64, removed: *mut bool) -> i32 {
    guard!(status, { put(removed, engine(filter)?.remove(&key)?) })
}

/// The same for an unsigned integer.
#[no_mangle]
pub unsafe extern "C" fn onebloom_remove_u64(filter: *mut Filter, key: u64, removed: *mut bool) -> i32 {
    guard!(status, { put(removed, engine(filter)?.remove(&key)?) })
}

/// The same for a hash, as `onebloom_add_hash` takes it.
#[no_mangle]
pub unsafe extern "C" fn onebloom_remove_hash(filter: *mut Filter, hash: u64, removed: *mut bool) -> i32 {
    guard!(status, { put(removed, engine(filter)?.remove_hash(hash)?) })
}

/// The cells that a key is looked up in, in probe order. `cap` and `needed` count numbers, not bytes. Classic: cell p is
/// bit 0x80 >> (p & 7) of byte p >> 3 of the body, the order of Redis.
#[no_mangle]
pub unsafe extern "C" fn onebloom_positions(
    filter: *const Filter,
    key: *const c_void,
    len: usize,
    buf: *mut u64,
    cap: usize,
    needed: *mut usize,
) -> i32 {
    guard!(status, {
        let (engine, key) = (engine(filter)?, bytes(key, len)?);
        copy_out(&engine.positions(key)?, buf, cap, needed)
    })
}

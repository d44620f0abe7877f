//! Versions, the last error of a thread, and the list of all errors.

use std::ffi::{c_char, CStr, CString};
use std::sync::OnceLock;

use onebloom::{Code, Error};

use crate::boundary::{self, guard, put};

/// The version of this header: major << 16 | minor. Compare with `onebloom_abi_version()`.
pub const ONEBLOOM_ABI_VERSION: u32 = 1;

/// The list as C strings, made once and never freed: the pointers stay good.
fn list() -> &'static [(i32, CString)] {
    static LIST: OnceLock<Vec<(i32, CString)>> = OnceLock::new();
    LIST.get_or_init(|| {
        let text = |code: &Code| CString::new(code.name()).unwrap_or_default();
        Code::ALL.iter().map(|code| (code.number(), text(code))).collect()
    })
}

/// The version of the ABI that the loaded library has: major << 16 | minor. A program runs with a library whose major
/// number equals ONEBLOOM_ABI_VERSION's and whose minor number is not smaller. The major number is the one in the
/// shared library's name (libonebloom.so.0).
#[no_mangle]
pub extern "C" fn onebloom_abi_version() -> u32 {
    ONEBLOOM_ABI_VERSION
}

/// The version of the library, "0.1.0". Static; not to be freed.
#[no_mangle]
pub extern "C" fn onebloom_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// What the last failed call in this thread had to say: what was given, what is allowed, what to do. UTF-8, cut at 1023
/// bytes. Never NULL; "" if no call failed yet. It stays as it is until the next call that fails in the same thread:
/// successful calls leave it alone, so ask only after a failure. Not to be freed.
#[no_mangle]
pub extern "C" fn onebloom_last_error() -> *const c_char {
    boundary::last_text()
}

/// The code of the last failed call in this thread, 0 if none failed yet.
#[no_mangle]
pub extern "C" fn onebloom_last_error_code() -> i32 {
    boundary::last_code()
}

/// The operating system's errno behind the last failed call in this thread, 0 if there was none.
#[no_mangle]
pub extern "C" fn onebloom_last_os_error() -> i32 {
    boundary::last_os()
}

/// How many codes there are, OK among them.
#[no_mangle]
pub extern "C" fn onebloom_error_count() -> usize {
    Code::ALL.len()
}

/// The code in place `index` of the list (from 0 to `onebloom_error_count()` - 1) and its name, "OUT_OF_RANGE". The name
/// is static. Both results may be NULL. OUT_OF_RANGE behind the end of the list.
#[no_mangle]
pub unsafe extern "C" fn onebloom_error_at(index: usize, code: *mut i32, name: *mut *const c_char) -> i32 {
    guard!(status, {
        let (number, text) = list().get(index).ok_or_else(|| {
            let last = Code::ALL.len() - 1;
            Error::new(Code::OutOfRange, format!("the list of errors ends at {last}, got {index}"))
        })?;
        put(code, *number)?;
        put(name, text.as_ptr())
    })
}

/// The name of a code, "OUT_OF_RANGE"; "UNKNOWN" if there is no such code. The negative codes of the `contains` functions
/// are taken too. Static; never NULL.
#[no_mangle]
pub extern "C" fn onebloom_error_name(code: i32) -> *const c_char {
    const UNKNOWN: &CStr = c"UNKNOWN";
    let number = code.saturating_abs();
    match std::panic::catch_unwind(|| list().iter().find(|(n, _)| *n == number)) {
        Ok(Some((_, name))) => name.as_ptr(),
        _ => UNKNOWN.as_ptr(),
    }
}

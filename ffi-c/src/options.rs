//! What a new filter is to be, option by option. For programs that do not know the names beforehand: bindings, tools.

use std::ffi::c_char;

use onebloom::{Engine, OptionValue, Result, Sharing};

use crate::boundary::{exclusive, guard, put, required, shared, text};
use crate::filter::Filter;

/// A set of options, by name. Not for use by two threads at once.
pub struct Options {
    pub(crate) inner: onebloom::Options,
}

/// # Safety
/// As for `onebloom_options_set_i64`.
unsafe fn set(options: *mut Options, name: *const c_char, name_len: usize, value: OptionValue) -> Result<()> {
    // SAFETY: the same contract.
    let (options, name) = unsafe { (exclusive(options, "options")?, text(name, name_len, "name")?) };
    options.inner.set(name, value)?;
    Ok(())
}

/// A new set, with the defaults. Free it with `onebloom_options_free`.
#[no_mangle]
pub unsafe extern "C" fn onebloom_options_new(options: *mut *mut Options) -> i32 {
    guard!(status, {
        required(options, "options")?;
        put(options, Box::into_raw(Box::new(Options { inner: onebloom::Options::new() })))
    })
}

/// Frees a set. NULL is fine. Filters made from it do not need it.
#[no_mangle]
pub unsafe extern "C" fn onebloom_options_free(options: *mut Options) {
    guard!(status, {
        if !options.is_null() {
            drop(Box::from_raw(options));
        }
        Ok(())
    });
}

/// Sets an option to an integer. Names: capacity, fpp, kind, scheme, seed, growth, period, keep, shards, m, k, as in
/// `onebloom_params`, and bits, for `onebloom_from_bits`; `name` has `name_len` bytes. INVALID_ARGUMENT for a name that does not exist or does not take an
/// integer, OUT_OF_RANGE for a number that is not allowed.
#[no_mangle]
pub unsafe extern "C" fn onebloom_options_set_i64(
    options: *mut Options,
    name: *const c_char,
    name_len: usize,
    value: i64,
) -> i32 {
    guard!(status, { set(options, name, name_len, OptionValue::Int(value.into())) })
}

/// The same for an unsigned integer (seeds beyond 2^63).
#[no_mangle]
pub unsafe extern "C" fn onebloom_options_set_u64(
    options: *mut Options,
    name: *const c_char,
    name_len: usize,
    value: u64,
) -> i32 {
    guard!(status, { set(options, name, name_len, OptionValue::Int(value.into())) })
}

/// The same for a real number (fpp).
#[no_mangle]
pub unsafe extern "C" fn onebloom_options_set_f64(
    options: *mut Options,
    name: *const c_char,
    name_len: usize,
    value: f64,
) -> i32 {
    guard!(status, { set(options, name, name_len, OptionValue::Float(value)) })
}

/// The same for a text of `value_len` bytes of UTF-8 (kind, scheme, bits).
#[no_mangle]
pub unsafe extern "C" fn onebloom_options_set_text(
    options: *mut Options,
    name: *const c_char,
    name_len: usize,
    value: *const c_char,
    value_len: usize,
) -> i32 {
    guard!(status, { set(options, name, name_len, OptionValue::Text(text(value, value_len, "value")?)) })
}

/// Makes a new, empty filter in memory, as `onebloom_create` does.
#[no_mangle]
pub unsafe extern "C" fn onebloom_create_with(options: *const Options, filter: *mut *mut Filter) -> i32 {
    guard!(status, {
        required(filter, "filter")?;
        let engine = Engine::create(&shared(options, "options")?.inner, Sharing::Exclusive)?;
        put(filter, Filter::give(engine))
    })
}

//! The handle, and what is done with a filter as a whole.

use std::ffi::c_char;

use onebloom::{Engine, Result, Sharing};

use crate::boundary::{copy_text, guard, put, required, shared};

/// A filter. Made by `onebloom_create`, `onebloom_create_with`, `onebloom_copy`, `onebloom_to_classic`,
/// `onebloom_from_bits` and the functions that open; freed by `onebloom_free`.
pub struct Filter {
    pub(crate) engine: Engine,
}

impl Filter {
    /// Hands the engine over to C, until `onebloom_free`.
    pub(crate) fn give(engine: Engine) -> *mut Filter {
        Box::into_raw(Box::new(Filter { engine }))
    }
}

/// The engine behind a handle. Shared even for calls that change the filter: other threads may be asking meanwhile.
///
/// # Safety
/// `filter` is NULL or a live handle.
pub(crate) unsafe fn engine<'a>(filter: *const Filter) -> Result<&'a Engine> {
    // SAFETY: the same contract.
    Ok(&unsafe { shared(filter, "filter")? }.engine)
}

/// Frees a filter: its memory or its map. NULL is fine. Nothing else may use the handle meanwhile or afterwards. Changes
/// to a map that was opened "r+" are kept; changes to a filter in memory are lost unless they were saved.
#[no_mangle]
pub unsafe extern "C" fn onebloom_free(filter: *mut Filter) {
    guard!(status, {
        if !filter.is_null() {
            drop(Box::from_raw(filter));
        }
        Ok(())
    });
}

/// Copies a filter into memory, with everything in it. The copy belongs to the caller and is independent.
#[no_mangle]
pub unsafe extern "C" fn onebloom_copy(filter: *const Filter, copy: *mut *mut Filter) -> i32 {
    guard!(status, {
        required(copy, "copy")?;
        put(copy, Filter::give(engine(filter)?.copy(Sharing::Exclusive)?))
    })
}

/// Takes everything that `other` has into `filter`, in place. INCOMPATIBLE, and no change, if they differ in kind, scheme,
/// seed, arrangement, m or k. A filter merged with itself stays as it is. Capacity and fpp stay those of `filter`.
#[no_mangle]
pub unsafe extern "C" fn onebloom_merge(filter: *mut Filter, other: *const Filter) -> i32 {
    guard!(status, {
        let other = &shared(other, "other")?.engine;
        engine(filter)?.merge(other)
    })
}

/// Takes every key out.
#[no_mangle]
pub unsafe extern "C" fn onebloom_clear(filter: *mut Filter) -> i32 {
    guard!(status, { engine(filter)?.clear() })
}

/// Whether both have the same parameters and the same cells: `equal` then is true. Where they came from, seals and
/// generations do not matter.
#[no_mangle]
pub unsafe extern "C" fn onebloom_equals(filter: *const Filter, other: *const Filter, equal: *mut bool) -> i32 {
    guard!(status, {
        required(equal, "equal")?;
        let other = &shared(other, "other")?.engine;
        put(equal, engine(filter)?.same_content(other)?)
    })
}

/// Rotating filters: the time to use instead of the clock, in milliseconds since 1970-01-01 UTC (tests, replays). With
/// `given` false the clock is used again. No effect on other filters.
#[no_mangle]
pub unsafe extern "C" fn onebloom_set_now(filter: *mut Filter, given: bool, unix_ms: i64) -> i32 {
    guard!(status, {
        engine(filter)?.set_now(given.then_some(unix_ms));
        Ok(())
    })
}

/// One line for logs: "kind=classic capacity=1000 fpp=0.01 m=9728 k=7 items=12".
#[no_mangle]
pub unsafe extern "C" fn onebloom_summary(
    filter: *const Filter,
    buf: *mut c_char,
    cap: usize,
    needed: *mut usize,
) -> i32 {
    guard!(status, { copy_text(&engine(filter)?.summary(), buf, cap, needed) })
}

/// The path that the filter was opened or loaded from; "" if there is none.
#[no_mangle]
pub unsafe extern "C" fn onebloom_path(filter: *const Filter, buf: *mut c_char, cap: usize, needed: *mut usize) -> i32 {
    guard!(status, {
        let path = engine(filter)?.path();
        copy_text(&path.map(|p| p.to_string_lossy()).unwrap_or_default(), buf, cap, needed)
    })
}

/// 1 if the filter's scheme has 64-bit hashes that can be computed elsewhere and given to the `_hash` functions, 0 if
/// not, or a negative code.
#[no_mangle]
pub unsafe extern "C" fn onebloom_takes_ready_hash(filter: *const Filter) -> i32 {
    guard!(answer, { Ok(engine(filter)?.takes_ready_hash()) })
}

/// 1 if the filter is a map of a file, 0 if it is in memory, or a negative code.
#[no_mangle]
pub unsafe extern "C" fn onebloom_is_mapped(filter: *const Filter) -> i32 {
    guard!(answer, { Ok(engine(filter)?.is_mapped()) })
}

/// 1 if the filter cannot be changed, 0 if it can, or a negative code.
#[no_mangle]
pub unsafe extern "C" fn onebloom_is_read_only(filter: *const Filter) -> i32 {
    guard!(answer, { Ok(engine(filter)?.is_read_only()) })
}

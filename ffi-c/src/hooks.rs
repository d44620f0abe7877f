//! For the tests of the boundary: not in a normal build, not in the header.

use crate::boundary::guard;
use crate::filter::{engine, Filter};

/// Panics inside, with a live filter in hand.
///
/// # Safety
/// `filter` is NULL or a live handle.
#[no_mangle]
pub unsafe extern "C" fn onebloom_test_panic(filter: *mut Filter) -> i32 {
    guard!(status, {
        let summary = engine(filter)?.summary();
        panic!("asked to, with {summary}");
    })
}

/// The same where the answer is 1, 0 or a negative code.
///
/// # Safety
/// `filter` is NULL or a live handle.
#[no_mangle]
pub unsafe extern "C" fn onebloom_test_panic_answer(filter: *const Filter) -> i32 {
    guard!(answer, {
        let summary = engine(filter)?.summary();
        panic!("asked to, with {summary}");
    })
}

//! A filter that grows: each section has `growth` times the capacity of the one before and half
//! its false-positive probability, so that the sum stays below the target
//! (Almeida, Baquero, Preguiça, Hutchison 2007, "Scalable Bloom Filters").

use crate::error::{Code, Error};
use crate::header::{Header, MAX_SECTIONS};
use crate::size::{self, MAX_CAPACITY, MIN_SECTION_FPP};

/// The false-positive probability of the first section of a filter with this target.
pub(crate) fn first_fpp(target: f64) -> f64 {
    (target * 0.5).max(MIN_SECTION_FPP)
}

/// The target of a filter whose first section is this.
pub(crate) fn target(first: &Header) -> f64 {
    first.fpp * 2.0
}

/// The header of section `index` behind `first`, or None where growth ends: at the 1025th
/// section, the largest capacity or the most cells of the kind.
pub(crate) fn next(first: &Header, index: usize) -> Option<Header> {
    if index as u64 >= MAX_SECTIONS {
        return None;
    }
    let times = u64::from(first.param).checked_pow(index as u32)?;
    let capacity = first.capacity.checked_mul(times).filter(|c| *c <= MAX_CAPACITY)?;
    let fpp = (first.fpp * libm::exp2(-(index as f64))).max(MIN_SECTION_FPP);
    let (m, k) = match size::cells(first.kind, capacity, fpp) {
        Ok(cells) => cells,
        Err(e) => return none_if_too_large(&e),
    };
    Some(Header { index: index as u16, m, k, capacity, fpp, ..first.clone() })
}

fn none_if_too_large<T>(e: &Error) -> Option<T> {
    debug_assert_eq!(e.code(), Code::OutOfRange);
    None
}

//! The registry of kinds: what a cell is and how many bytes the cells take.
//!
//! A new kind is one file in `kind/`, one variant and one row here.

pub(crate) mod blocked;
pub(crate) mod classic;
pub(crate) mod counting;

use crate::error::{err, Result};

/// What the cells of a filter are. The discriminant is the number in the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
#[repr(u8)]
pub enum Kind {
    /// One bit a cell; the smallest filter for a given rate.
    #[default]
    Classic = 1,
    /// Eight bits in one 32-byte block: one cache line a question, some more bits a key.
    Blocked = 2,
    /// A 4-bit counter a cell, so that keys can be removed; four times the size of classic.
    Counting = 3,
}

pub(crate) struct Limits {
    name: &'static str,
    /// Most cells that a file may claim.
    pub(crate) open_m: u64,
    /// Most cells that a new filter may have.
    pub(crate) create_m: u64,
    /// New filters have a multiple of this many cells.
    pub(crate) granule: u64,
    bits_per_cell: u64,
}

const LIMITS: [(Kind, Limits); 3] = [
    (Kind::Classic, Limits { name: "classic", open_m: 1 << 42, create_m: 1 << 42, granule: 512, bits_per_cell: 1 }),
    (Kind::Blocked, Limits { name: "blocked", open_m: 1 << 40, create_m: 1 << 37, granule: 256, bits_per_cell: 1 }),
    (Kind::Counting, Limits { name: "counting", open_m: 1 << 42, create_m: 1 << 42, granule: 128, bits_per_cell: 4 }),
];

impl Kind {
    pub(crate) fn limits(self) -> &'static Limits {
        &LIMITS[self as usize - 1].1
    }

    /// The name that all languages use.
    pub fn name(self) -> &'static str {
        self.limits().name
    }

    /// The names of all kinds, in the order of their numbers.
    pub fn names() -> impl Iterator<Item = &'static str> {
        LIMITS.iter().map(|r| r.1.name)
    }

    /// The kind of this name.
    ///
    /// # Errors
    /// INVALID_ARGUMENT, listing the names.
    pub fn parse(name: &str) -> Result<Kind> {
        LIMITS.iter().find(|r| r.1.name == name).map(|r| r.0).ok_or_else(|| {
            let all: Vec<_> = Kind::names().collect();
            err!(InvalidArgument, "kind must be one of {}, got {name:?}", all.join(", "))
        })
    }

    pub(crate) fn from_id(id: u8) -> Option<Kind> {
        LIMITS.iter().map(|r| r.0).find(|k| *k as u8 == id)
    }

    /// Bytes of a body with `m` cells: the cells, rounded up to whole 64-byte lines.
    /// `m` must be within [`Limits::open_m`], so nothing here can overflow.
    pub(crate) fn body_len(self, m: u64) -> u64 {
        (m * self.limits().bits_per_cell).div_ceil(8).next_multiple_of(64)
    }
}

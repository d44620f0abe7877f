//! The registry of arrangements: how the sections of a filter belong together.
//!
//! A new arrangement is one file in `arrangement/`, one variant and one row here.

pub(crate) mod rotating;
pub(crate) mod scalable;

use crate::error::{err, Result};
use crate::header::{Header, Line1, MAX_SECTIONS};

/// How sections belong together. The discriminant is the number in the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
#[repr(u8)]
pub enum Arrangement {
    /// One section.
    #[default]
    Single = 0,
    /// Grows by appending sections, each larger and stricter than the one before.
    Scalable = 1,
    /// A ring of sections, one a period; the oldest is cleared for the newest.
    Rotating = 2,
    /// A key belongs to exactly one of many equal sections.
    Sharded = 3,
}

const NAMES: [(Arrangement, &str); 4] = [
    (Arrangement::Single, "single"),
    (Arrangement::Scalable, "scalable"),
    (Arrangement::Rotating, "rotating"),
    (Arrangement::Sharded, "sharded"),
];

impl Arrangement {
    /// The name that all languages use.
    pub fn name(self) -> &'static str {
        NAMES[self as usize].1
    }

    pub(crate) fn from_id(id: u8) -> Option<Arrangement> {
        NAMES.get(id as usize).map(|r| r.0)
    }

    /// True if all sections must have equal m, k, capacity and fpp.
    pub(crate) fn sections_are_equal(self) -> bool {
        matches!(self, Arrangement::Rotating | Arrangement::Sharded)
    }

    /// True if the filter may hold every key in one section only, so that a key can be removed.
    pub(crate) fn one_section_a_key(self) -> bool {
        matches!(self, Arrangement::Single | Arrangement::Sharded)
    }

    /// How many sections there must be, told by the first.
    pub(crate) fn due(self, first: &Header, line1: &Line1) -> u64 {
        match self {
            Arrangement::Single => 1,
            Arrangement::Scalable => u64::from(line1.committed),
            Arrangement::Rotating | Arrangement::Sharded => u64::from(first.sections),
        }
    }

    /// Whether the fields that belong to the arrangement fit it.
    pub(crate) fn check(self, h: &Header, line1: &Line1) -> Result<()> {
        let many = 2..=MAX_SECTIONS as u16;
        let sections = match self {
            Arrangement::Single => h.sections == 1,
            Arrangement::Scalable => h.sections == 0,
            Arrangement::Rotating | Arrangement::Sharded => many.contains(&h.sections),
        };
        let param = match self {
            Arrangement::Single | Arrangement::Sharded => h.param == 0,
            Arrangement::Scalable => (1..=32768).contains(&h.param),
            Arrangement::Rotating => h.param >= 1,
        };
        let committed = match self {
            Arrangement::Scalable if h.index == 0 => (1..=MAX_SECTIONS as u16).contains(&line1.committed),
            _ => line1.committed == 0,
        };
        let opened = match self {
            Arrangement::Rotating if sections && param => rotating::opened_fits(h, line1.opened_at),
            _ => line1.opened_at == 0,
        };
        let wrong = [
            (sections, "sections", u64::from(h.sections)),
            (param, "param", u64::from(h.param)),
            (committed, "committed", u64::from(line1.committed)),
            (opened, "opened_at", line1.opened_at),
        ];
        match wrong.into_iter().find(|w| !w.0) {
            Some((_, field, value)) => {
                Err(err!(CorruptHeader, "{field} {value} does not fit the arrangement {}", self.name()))
            }
            None => Ok(()),
        }
    }
}

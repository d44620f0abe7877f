//! What a filter is and how full it is.

use std::ffi::c_char;

use onebloom::{Code, Error, Stats};

use crate::boundary::{check_struct, copy_text, guard, write_struct};
use crate::filter::{engine, Filter};

/// What a filter is and how full it is. Set `struct_size` before the call.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FilterStats {
    /// sizeof(onebloom_filter_stats).
    pub struct_size: usize,
    /// Keys that the filter is sized for; rotating: in one period.
    pub capacity: u64,
    /// The false-positive probability promised at that number, of the whole filter.
    pub fpp: f64,
    /// Cells of the first section: bits, or 4-bit counters.
    pub m: u64,
    /// Hash seed.
    pub seed: u64,
    /// Bytes of all sections: of the file, map or Redis string.
    pub bytes: u64,
    /// Adds so far of keys that were certainly not in: a hint. Rotating: of the sections that count now.
    pub items: u64,
    /// items / capacity; rotating: of the fullest section that counts now.
    pub load: f64,
    /// Share of cells that are not 0, from 0 to 1.
    pub fill_ratio: f64,
    /// How many different keys the fill tells of.
    pub estimated_items: u64,
    /// The false-positive probability that the fill tells of.
    pub expected_fpp: f64,
    /// How often the file was replaced by `onebloom_replace`.
    pub generation: u32,
    /// Growth of a scalable filter, seconds of a rotating filter's period, else 0.
    pub param: u32,
    /// Probes for each key, of the first section.
    pub k: u32,
    /// Sections; see `onebloom_stats_section`.
    pub section_count: u32,
    /// "classic", "blocked", "counting".
    pub kind: [c_char; 16],
    /// "xxh3", …
    pub scheme: [c_char; 32],
    /// "single", "scalable", "rotating", "sharded".
    pub arrangement: [c_char; 16],
    /// "ok", "warn" (load 0.85 or more), "over" (more keys than capacity), "clock" (a period began in the future).
    pub status: [c_char; 16],
    /// A seal stands in every section.
    pub sealed: bool,
    /// A map of a file.
    pub mapped: bool,
    /// Cannot be changed.
    pub read_only: bool,
}

/// One section of a filter. Set `struct_size` before the call.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct SectionStats {
    /// sizeof(onebloom_section_stats).
    pub struct_size: usize,
    /// Keys that the section is sized for.
    pub capacity: u64,
    /// The false-positive probability promised at that number.
    pub fpp: f64,
    /// Cells: bits, or 4-bit counters.
    pub m: u64,
    /// Adds so far of keys that were certainly not in this section: a hint.
    pub items: u64,
    /// Share of cells that are not 0, from 0 to 1.
    pub fill_ratio: f64,
    /// How many different keys the fill tells of.
    pub estimated_items: u64,
    /// The false-positive probability that the fill tells of.
    pub expected_fpp: f64,
    /// Rotating: Unix time in ms at which its period began; 0 if never used, and in other filters.
    pub opened_at: u64,
    /// Probes for each key.
    pub k: u32,
    /// Whether it counts now; false for a period that is over or was never used.
    pub live: bool,
}

/// A name with NULs behind it; one that is too long is cut.
fn name<const N: usize>(text: &str) -> [c_char; N] {
    let mut out = [0; N];
    for (to, from) in out[..N - 1].iter_mut().zip(text.bytes()) {
        *to = from as c_char;
    }
    out
}

impl FilterStats {
    fn from(s: &Stats) -> Self {
        FilterStats {
            struct_size: size_of::<Self>(),
            capacity: s.capacity,
            fpp: s.fpp,
            m: s.m,
            seed: s.seed,
            bytes: s.bytes,
            items: s.items,
            load: s.load,
            fill_ratio: s.fill_ratio,
            estimated_items: s.estimated_items,
            expected_fpp: s.expected_fpp,
            generation: s.generation,
            param: s.param,
            k: s.k.into(),
            section_count: s.sections.len() as u32, // at most 1024
            kind: name(s.kind),
            scheme: name(s.scheme),
            arrangement: name(s.arrangement),
            status: name(s.status),
            sealed: s.sealed,
            mapped: s.mapped,
            read_only: s.read_only,
        }
    }
}

impl SectionStats {
    fn from(s: &onebloom::SectionStats) -> Self {
        SectionStats {
            struct_size: size_of::<Self>(),
            capacity: s.capacity,
            fpp: s.fpp,
            m: s.m,
            items: s.items,
            fill_ratio: s.fill_ratio,
            estimated_items: s.estimated_items,
            expected_fpp: s.expected_fpp,
            opened_at: s.opened_at,
            k: s.k.into(),
            live: s.live,
        }
    }
}

/// Gives the stats. The fill is counted, or, in sections above 4 MiB, taken from a sample of 64 pages unless `exact`.
#[no_mangle]
pub unsafe extern "C" fn onebloom_stats(filter: *const Filter, exact: bool, stats: *mut FilterStats) -> i32 {
    guard!(status, {
        let engine = engine(filter)?;
        check_struct(stats, "stats")?;
        write_struct(stats, &FilterStats::from(&engine.stats(exact)?));
        Ok(())
    })
}

/// Gives the stats of section `index`, from 0 to section_count - 1; OUT_OF_RANGE behind the last.
#[no_mangle]
pub unsafe extern "C" fn onebloom_stats_section(filter: *const Filter, index: usize, stats: *mut SectionStats) -> i32 {
    guard!(status, {
        let engine = engine(filter)?;
        check_struct(stats, "stats")?;
        let all = engine.stats(false)?.sections;
        let section = all.get(index).ok_or_else(|| {
            Error::new(Code::OutOfRange, format!("index must be between 0 and {}, got {index}", all.len() - 1))
        })?;
        write_struct(stats, &SectionStats::from(section));
        Ok(())
    })
}

/// The same as a JSON object: all of the above, `sections` (a list of objects) and `path` (or null).
#[no_mangle]
pub unsafe extern "C" fn onebloom_stats_json(
    filter: *const Filter,
    exact: bool,
    buf: *mut c_char,
    cap: usize,
    needed: *mut usize,
) -> i32 {
    guard!(status, { copy_text(&engine(filter)?.stats(exact)?.to_json(), buf, cap, needed) })
}

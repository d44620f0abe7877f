//! What a filter says of itself.

use crate::arrangement::{scalable, Arrangement};
use crate::error::Result;
use crate::field::{to_json, Field, Record};
use crate::filter::Engine;
use crate::kind::{blocked, Kind};
use crate::plan::{promised, together};
use crate::section::Section;

/// Bodies up to this many bytes are counted whole.
const COUNT_WHOLE: usize = 4 << 20;
/// Larger ones are sampled: this many pages, evenly spread.
const PAGES: usize = 64;
const PAGE_WORDS: usize = 4096 / 8;
/// From this load on the status is `warn`.
const WARN: f64 = 0.85;

/// What one section says of itself.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SectionStats {
    /// Cells: bits, or counters of kind counting.
    pub m: u64,
    /// Probes a key.
    pub k: u8,
    /// Keys it is sized for.
    pub capacity: u64,
    /// Its promised false-positive probability at capacity.
    pub fpp: f64,
    /// Adds so far of keys that were certainly absent from it: a hint.
    pub items: u64,
    /// The share of cells that are not 0.
    pub fill_ratio: f64,
    /// The number of keys that the fill suggests.
    pub estimated_items: u64,
    /// The false-positive probability that the fill gives.
    pub expected_fpp: f64,
    /// Rotating: when its period began, Unix milliseconds; 0 if never used, and for others.
    pub opened_at: u64,
    /// True if it counts now; false for a period that is over or was never used.
    pub live: bool,
}

/// What a filter says of itself. [`Stats::fields`] gives the same as names and values.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Stats {
    /// Keys it is sized for; rotating: in one period.
    pub capacity: u64,
    /// Promised false-positive probability at capacity, of the whole filter.
    pub fpp: f64,
    /// Name of the kind.
    pub kind: &'static str,
    /// Name of the scheme.
    pub scheme: &'static str,
    /// Name of the arrangement.
    pub arrangement: &'static str,
    /// Cells of the first section.
    pub m: u64,
    /// Probes a key of the first section.
    pub k: u8,
    /// Hash seed.
    pub seed: u64,
    /// Bytes of the image: file, map or Redis string.
    pub bytes: u64,
    /// Adds so far of keys that were certainly absent: a hint. Rotating: of live sections.
    pub items: u64,
    /// items / capacity; rotating: of the fullest live section.
    pub load: f64,
    /// The share of cells that are not 0, in the sections that count.
    pub fill_ratio: f64,
    /// The number of keys that the fill suggests.
    pub estimated_items: u64,
    /// The false-positive probability that the fill gives.
    pub expected_fpp: f64,
    /// `ok`, `warn` (load from 0.85), `over` (more keys than capacity) or `clock` (a rotating
    /// section was opened in the future). A scalable filter warns only when it can grow no more.
    pub status: &'static str,
    /// Every section is sealed: as saved, unchanged since.
    pub sealed: bool,
    /// It is a mapped file.
    pub mapped: bool,
    /// It cannot be changed.
    pub read_only: bool,
    /// The file it was opened or loaded from.
    pub path: Option<String>,
    /// How often the file was replaced by `replace`.
    pub generation: u32,
    /// `growth` (scalable) or `period` in seconds (rotating), else 0.
    pub param: u32,
    /// Each section, in order.
    pub sections: Vec<SectionStats>,
}

impl SectionStats {
    /// Names and values, in order.
    pub fn fields(&self) -> Record {
        vec![
            ("m", self.m.into()),
            ("k", u64::from(self.k).into()),
            ("capacity", self.capacity.into()),
            ("fpp", self.fpp.into()),
            ("items", self.items.into()),
            ("fill_ratio", self.fill_ratio.into()),
            ("estimated_items", self.estimated_items.into()),
            ("expected_fpp", self.expected_fpp.into()),
            ("opened_at", self.opened_at.into()),
            ("live", self.live.into()),
        ]
    }
}

impl Stats {
    /// Names and values, in order; a face turns them into its own record.
    pub fn fields(&self) -> Record {
        vec![
            ("capacity", self.capacity.into()),
            ("fpp", self.fpp.into()),
            ("kind", self.kind.into()),
            ("scheme", self.scheme.into()),
            ("arrangement", self.arrangement.into()),
            ("m", self.m.into()),
            ("k", u64::from(self.k).into()),
            ("seed", self.seed.into()),
            ("section_count", (self.sections.len() as u64).into()),
            ("bytes", self.bytes.into()),
            ("items", self.items.into()),
            ("load", self.load.into()),
            ("fill_ratio", self.fill_ratio.into()),
            ("estimated_items", self.estimated_items.into()),
            ("expected_fpp", self.expected_fpp.into()),
            ("status", self.status.into()),
            ("sealed", self.sealed.into()),
            ("mapped", self.mapped.into()),
            ("read_only", self.read_only.into()),
            ("path", self.path.clone().map_or(Field::Null, Field::Text)),
            ("generation", u64::from(self.generation).into()),
            ("param", u64::from(self.param).into()),
            ("sections", Field::List(self.sections.iter().map(SectionStats::fields).collect())),
        ]
    }

    /// The fields as one JSON object.
    pub fn to_json(&self) -> String {
        to_json(&self.fields())
    }
}

impl Engine {
    /// What the filter says of itself. The fill is counted, above 4 MiB a section sampled from 64
    /// pages unless `exact`; all else costs O(sections).
    ///
    /// # Errors
    /// As [`Engine::contains`].
    pub fn stats(&self, exact: bool) -> Result<Stats> {
        self.count()?; // maps what was added elsewhere
        Ok(self.stats_of_known(exact))
    }

    /// The same of the sections that are mapped here already.
    pub(crate) fn stats_of_known(&self, exact: bool) -> Stats {
        let h = self.header();
        let count = self.count().unwrap_or_else(|_| self.known());
        let rotating = h.arrangement == Arrangement::Rotating;
        let moment = rotating.then(|| self.moment());
        let mut sections = Vec::new();
        let mut sealed = true;
        let mut bytes = 0;
        for s in (0..count).map(|i| self.section(i)) {
            bytes += s.len();
            let opened_at = s.live().opened_at();
            let live = moment.is_none_or(|m| opened_at != 0 && m.is_live(opened_at));
            sealed &= s.live().is_sealed();
            sections.push(section_stats(s, exact, opened_at, live));
        }
        let live: Vec<_> = sections.iter().filter(|s| s.live).collect();
        // Saturating: items is whatever the file says.
        let sum = |f: fn(&SectionStats) -> u64| live.iter().map(|s| f(s)).fold(0, u64::saturating_add);
        let cells = live.iter().map(|s| s.m as f64).sum::<f64>();
        let set = live.iter().map(|s| s.fill_ratio * s.m as f64).sum::<f64>();
        let items = sum(|s| s.items);
        let capacity = if rotating { h.capacity } else { sum(|s| s.capacity) };
        let load = if rotating {
            live.iter().map(|s| s.items as f64 / s.capacity as f64).fold(0.0, f64::max)
        } else {
            items as f64 / capacity as f64
        };
        Stats {
            capacity,
            fpp: promised(h),
            kind: h.kind.name(),
            scheme: h.scheme.name(),
            arrangement: h.arrangement.name(),
            m: h.m,
            k: h.k,
            seed: h.seed,
            bytes,
            items,
            load,
            fill_ratio: if cells > 0.0 { set / cells } else { 0.0 },
            estimated_items: sum(|s| s.estimated_items),
            expected_fpp: together(h.arrangement, live.iter().map(|s| s.expected_fpp)),
            status: self.status(&sections, load, moment),
            sealed,
            mapped: self.is_mapped(),
            read_only: self.is_read_only(),
            path: self.path().map(|p| p.to_string_lossy().into_owned()),
            generation: self.first.live().generation(),
            param: h.param,
            sections,
        }
    }

    fn status(
        &self,
        sections: &[SectionStats],
        load: f64,
        moment: Option<crate::arrangement::rotating::Moment>,
    ) -> &'static str {
        if moment.is_some_and(|m| sections.iter().any(|s| m.is_ahead(s.opened_at))) {
            return "clock";
        }
        if self.arrangement() == Arrangement::Scalable {
            if scalable::next(self.header(), sections.len()).is_some() {
                return "ok";
            }
            let last = sections.last().map_or(0.0, |s| s.items as f64 / s.capacity as f64);
            return of_load(last);
        }
        of_load(load)
    }

    /// One line for people: `kind=classic capacity=1000 fpp=0.01 m=9728 k=7 items=12`.
    pub fn summary(&self) -> String {
        let h = self.header();
        let count = self.count().unwrap_or(1);
        let live = (0..count).map(|i| self.section(i).live().items());
        let arrangement = match h.arrangement {
            Arrangement::Single => String::new(),
            other => format!("arrangement={} sections={count} ", other.name()),
        };
        let scheme =
            if h.scheme == crate::Scheme::Xxh3 { String::new() } else { format!("scheme={} ", h.scheme.name()) };
        format!(
            "kind={} {scheme}{arrangement}capacity={} fpp={} m={} k={} items={}",
            h.kind.name(),
            h.capacity,
            promised(h),
            h.m,
            h.k,
            live.fold(0, u64::saturating_add)
        )
    }
}

pub(crate) fn of_load(load: f64) -> &'static str {
    match load {
        l if l > 1.0 => "over",
        l if l >= WARN => "warn",
        _ => "ok",
    }
}

fn section_stats(s: &Section, exact: bool, opened_at: u64, live: bool) -> SectionStats {
    let h = &s.header;
    let cells = s.cells();
    let (mut set, mut rate, mut words, mut parts) = (0, 0.0, 0, 0.0);
    let mut look = |part: &[std::sync::atomic::AtomicU64]| {
        set += s.count(part);
        if h.kind == Kind::Blocked {
            rate += blocked::rate(part);
        }
        words += part.len();
        parts += 1.0;
    };
    let whole = exact || cells.len() * 8 <= COUNT_WHOLE;
    if whole {
        // Padding behind m is 0 and would dilute the mean over blocks.
        let used = if h.kind == Kind::Blocked { (h.m / 64) as usize } else { cells.len() };
        look(&cells[..used.min(cells.len())]);
    } else {
        let step = (cells.len() - PAGE_WORDS) / (PAGES - 1);
        for i in 0..PAGES {
            let at = i * step / PAGE_WORDS * PAGE_WORDS;
            look(&cells[at..at + PAGE_WORDS]);
        }
    }
    let fill_ratio = if whole {
        set as f64 / h.m as f64
    } else {
        let per_word = if h.kind == Kind::Counting { 16.0 } else { 64.0 };
        (set as f64 / (words as f64 * per_word)).min(1.0)
    };
    SectionStats {
        m: h.m,
        k: h.k,
        capacity: h.capacity,
        fpp: h.fpp,
        items: s.live().items(),
        fill_ratio,
        estimated_items: s.estimate(fill_ratio * h.m as f64),
        expected_fpp: if h.kind == Kind::Blocked { rate / parts } else { libm::pow(fill_ratio, f64::from(h.k)) },
        opened_at,
        live,
    }
}

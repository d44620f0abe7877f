//! What a filter not yet made would be: sizes and expected rates.

use crate::arrangement::{scalable, Arrangement};
use crate::error::Result;
use crate::field::{to_json, Field, Record};
use crate::header::{self, Header};
use crate::options::Options;
use crate::size;

/// What a filter of these options would be.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Plan {
    /// Keys it is sized for; rotating: in one period.
    pub capacity: u64,
    /// Promised false-positive probability at capacity.
    pub fpp: f64,
    /// Cells of the first section.
    pub m: u64,
    /// Probes a key of the first section.
    pub k: u8,
    /// Sections at creation.
    pub section_count: u64,
    /// Bytes of the image at creation.
    pub bytes: u64,
    /// Bits a key, headers included.
    pub bits_per_key: f64,
    /// The expected rate at capacity, and at 1.5, 2 and 3 times the capacity.
    pub rates: [(f64, f64); 4],
    first: Header,
}

/// Sizes a filter without making it.
///
/// # Errors
/// Those of creating it: INVALID_ARGUMENT, OUT_OF_RANGE.
pub fn plan(options: &Options) -> Result<Plan> {
    let h = options.header()?;
    let sections = u64::from(h.sections.max(1));
    let bytes = sections * (h.body_len() + header::LEN as u64);
    let capacity = options.asked_capacity().unwrap_or(h.capacity);
    Ok(Plan {
        capacity,
        fpp: promised(&h),
        m: h.m,
        k: h.k,
        section_count: sections,
        bytes,
        bits_per_key: bytes as f64 * 8.0 / capacity as f64,
        rates: [1.0, 1.5, 2.0, 3.0].map(|x| (x, rate_at(&h, capacity as f64 * x))),
        first: h,
    })
}

/// The expected rate of a filter of this first section after `n` keys (rotating: a period).
fn rate_at(h: &Header, n: f64) -> f64 {
    let of = |h: &Header, n: f64| size::rate(h.kind, n, h.m, h.k);
    match h.arrangement {
        Arrangement::Single => of(h, n),
        Arrangement::Sharded => of(h, n / f64::from(h.sections)),
        Arrangement::Rotating => together(h.arrangement, std::iter::repeat_n(of(h, n), usize::from(h.sections))),
        Arrangement::Scalable => {
            let (mut left, mut rates, mut section) = (n, Vec::new(), h.clone());
            while let Some(next) = scalable::next(h, rates.len() + 1).filter(|_| left > section.capacity as f64) {
                left -= section.capacity as f64;
                rates.push(of(&section, section.capacity as f64));
                section = next;
            }
            rates.push(of(&section, left));
            together(h.arrangement, rates.iter().copied())
        }
    }
}

impl Plan {
    /// The expected rate once `times` the capacity is in; a scalable filter has grown by then.
    pub fn rate_at(&self, times: f64) -> f64 {
        rate_at(&self.first, self.capacity as f64 * times)
    }

    /// Names and values, in order; `rates` is a list of records `times`, `rate`.
    pub fn fields(&self) -> Record {
        let rates = self.rates.iter().map(|(x, r)| vec![("times", (*x).into()), ("rate", (*r).into())]).collect();
        vec![
            ("capacity", self.capacity.into()),
            ("fpp", self.fpp.into()),
            ("m", self.m.into()),
            ("k", u64::from(self.k).into()),
            ("section_count", self.section_count.into()),
            ("bytes", self.bytes.into()),
            ("bits_per_key", self.bits_per_key.into()),
            ("rates", Field::List(rates)),
        ]
    }

    /// The fields as one JSON object.
    pub fn to_json(&self) -> String {
        to_json(&self.fields())
    }
}

/// The promise of a filter whose first section is this.
pub(crate) fn promised(h: &Header) -> f64 {
    match h.arrangement {
        Arrangement::Single | Arrangement::Sharded => h.fpp,
        Arrangement::Scalable => scalable::target(h),
        Arrangement::Rotating => h.fpp * f64::from(h.sections),
    }
}

/// The rate of a filter whose sections have these rates.
pub(crate) fn together(arrangement: Arrangement, rates: impl Iterator<Item = f64> + Clone) -> f64 {
    match arrangement {
        Arrangement::Sharded => {
            let n = rates.clone().count().max(1);
            rates.sum::<f64>() / n as f64
        }
        _ => -libm::expm1(rates.map(|r| libm::log1p(-r)).sum()),
    }
}

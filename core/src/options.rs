//! What a new filter is asked to be: names and numbers in, the header of its first section out.
//!
//! The faces pass names and numbers through; every default, limit and message is here.

use crate::arrangement::{scalable, Arrangement};
use crate::error::{err, Result};
use crate::foreign::BitOrder;
use crate::header::{Header, MAX_SECTIONS};
use crate::kind::Kind;
use crate::scheme::Scheme;
use crate::size::{self, MAX_CAPACITY};

/// The false-positive probability of a filter that is not asked for one.
pub const DEFAULT_FPP: f64 = 0.01;
const MIN_FPP: f64 = 1e-9;
const MAX_FPP: f64 = 0.5;
const MIN_BLOCKED_FPP: f64 = 1e-5;

/// A value of an option, as any language gives it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OptionValue<'a> {
    /// A whole number of any size that a language passes on.
    Int(i128),
    /// A floating-point number.
    Float(f64),
    /// Text.
    Text(&'a str),
}

macro_rules! from_int {
    ($($t:ty)+) => {$(
        impl From<$t> for OptionValue<'_> {
            fn from(v: $t) -> Self { OptionValue::Int(v.into()) }
        }
    )+};
}
from_int!(i32 u8 u16 u32 i64 u64 i128);
impl From<f64> for OptionValue<'_> {
    fn from(v: f64) -> Self {
        OptionValue::Float(v)
    }
}
impl<'a> From<&'a str> for OptionValue<'a> {
    fn from(v: &'a str) -> Self {
        OptionValue::Text(v)
    }
}

/// The options of a new filter. Names:
///
/// | name | value | default |
/// |---|---|---|
/// | `capacity` | keys, 1 to 2^48 (rotating: of one period) | must be given, unless `m` and `k` are |
/// | `fpp` | false-positive probability at capacity, 1e-9 (blocked 1e-5) to 0.5 | 0.01 |
/// | `kind` | `classic`, `blocked`, `counting` | `classic` |
/// | `scheme` | `xxh3`, `xxh64` or one of docs/schemes.md | `xxh3` |
/// | `seed` | 0 to 2^64 - 1 | 0 |
/// | `growth` | 2 to 16: makes it scalable | |
/// | `period` | seconds, from 1; with `keep`: makes it rotating | |
/// | `keep` | sections of a rotating filter, 2 to 1024 | |
/// | `shards` | 2 to 1024: makes it sharded | |
/// | `m`, `k` | cells and probes instead of sizing, for filters that others ask | |
/// | `bits` | order of a foreign body, for [`from_bits`](crate::Engine::from_bits): `msb`, `lsb`, `bytes` | |
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    capacity: Option<u64>,
    fpp: Option<f64>,
    kind: Kind,
    scheme: Scheme,
    seed: u64,
    growth: Option<u32>,
    period: Option<u32>,
    keep: Option<u16>,
    shards: Option<u16>,
    m: Option<u64>,
    k: Option<u8>,
    pub(crate) bits: Option<BitOrder>,
}

impl Options {
    /// The names that [`Options::set`] takes.
    pub const NAMES: &'static [&'static str] =
        &["capacity", "fpp", "kind", "scheme", "seed", "growth", "period", "keep", "shards", "m", "k", "bits"];

    /// No option given yet.
    pub fn new() -> Options {
        Options::default()
    }

    /// Sets one option by its name.
    ///
    /// # Errors
    /// INVALID_ARGUMENT for an unknown name or a value of the wrong type, OUT_OF_RANGE for a
    /// number outside its range; the message names both.
    pub fn set<'a>(&mut self, name: &str, value: impl Into<OptionValue<'a>>) -> Result<&mut Options> {
        let value = value.into();
        match name {
            "capacity" => self.capacity = Some(int(name, value, 1, MAX_CAPACITY)?),
            "fpp" => self.fpp = Some(float(name, value)?),
            "kind" => self.kind = Kind::parse(text(name, value)?)?,
            "scheme" => self.scheme = Scheme::parse(text(name, value)?)?,
            "seed" => self.seed = int(name, value, 0, u64::MAX)?,
            "growth" => self.growth = Some(int(name, value, 2, 16)? as u32),
            "period" => self.period = Some(int(name, value, 1, u64::from(u32::MAX))? as u32),
            "keep" => self.keep = Some(int(name, value, 2, MAX_SECTIONS)? as u16),
            "shards" => self.shards = Some(int(name, value, 2, MAX_SECTIONS)? as u16),
            "m" => self.m = Some(int(name, value, 1, 1 << 42)?),
            "k" => self.k = Some(int(name, value, 1, 64)? as u8),
            "bits" => self.bits = Some(BitOrder::parse(text(name, value)?)?),
            _ => {
                return Err(err!(InvalidArgument, "unknown option {name:?}; options are {}", Options::NAMES.join(", ")))
            }
        }
        Ok(self)
    }

    pub(crate) fn has_size(&self) -> bool {
        self.m.is_some() && self.k.is_some()
    }

    /// The capacity that was asked, before shards share it.
    pub(crate) fn asked_capacity(&self) -> Option<u64> {
        self.capacity
    }

    fn arrangement(&self) -> Result<Arrangement> {
        match (self.growth, self.period, self.keep, self.shards) {
            (None, None, None, None) => Ok(Arrangement::Single),
            (Some(_), None, None, None) => Ok(Arrangement::Scalable),
            (None, Some(_), Some(_), None) => Ok(Arrangement::Rotating),
            (None, None, None, Some(_)) => Ok(Arrangement::Sharded),
            (None, Some(_), None, None) => {
                Err(err!(InvalidArgument, "period needs keep: how many periods are remembered"))
            }
            (None, None, Some(_), None) => Err(err!(InvalidArgument, "keep needs period: the seconds of one")),
            _ => Err(err!(InvalidArgument, "growth, period with keep, and shards exclude each other; give one")),
        }
    }

    /// The header of the first section of such a filter.
    ///
    /// # Errors
    /// INVALID_ARGUMENT for options that exclude each other, OUT_OF_RANGE for sizes.
    pub(crate) fn header(&self) -> Result<Header> {
        let arrangement = self.arrangement()?;
        self.check_scheme(arrangement)?;
        if self.m.is_some() || self.k.is_some() {
            return self.header_with_size(arrangement);
        }
        let capacity = self
            .capacity
            .ok_or_else(|| err!(InvalidArgument, "capacity is missing: how many keys the filter is for"))?;
        let target = self.fpp.unwrap_or(DEFAULT_FPP);
        self.check_fpp(target, capacity)?;
        let (capacity, fpp, sections, param) = match arrangement {
            Arrangement::Single => (capacity, target, 1, 0),
            Arrangement::Scalable => (capacity, scalable::first_fpp(target), 0, self.growth.unwrap_or(2)),
            Arrangement::Rotating => {
                let keep = self.keep.unwrap_or(2);
                (capacity, target / f64::from(keep), keep, self.period.unwrap_or(1))
            }
            Arrangement::Sharded => {
                let shards = self.shards.unwrap_or(2);
                (size::shard_capacity(capacity, shards), target, shards, 0)
            }
        };
        let (m, k) = size::cells(self.kind, capacity, fpp)?;
        Ok(Header { m, k, capacity, fpp, ..self.blank(arrangement, sections, param) })
    }

    fn blank(&self, arrangement: Arrangement, sections: u16, param: u32) -> Header {
        Header {
            kind: self.kind,
            scheme: self.scheme,
            arrangement,
            k: 1,
            index: 0,
            m: 1,
            capacity: 1,
            fpp: MAX_FPP,
            seed: self.seed,
            ro_compat: 0,
            sections,
            param,
        }
    }

    fn header_with_size(&self, arrangement: Arrangement) -> Result<Header> {
        let (Some(m), Some(k)) = (self.m, self.k) else {
            return Err(err!(InvalidArgument, "m and k go together: the cells and the probes a key"));
        };
        if arrangement != Arrangement::Single {
            return Err(err!(InvalidArgument, "m and k are for single filters, not for {}", arrangement.name()));
        }
        let most = self.kind.limits().create_m;
        if m > most {
            return Err(err!(OutOfRange, "m must be between 1 and {most} for kind {}, got {m}", self.kind.name()));
        }
        if self.kind == Kind::Blocked && (m % 256 != 0 || k != size::BLOCKED_K) {
            return Err(err!(OutOfRange, "kind blocked takes m in multiples of 256 and k = 8, got m {m} and k {k}"));
        }
        let fpp = self.fpp.unwrap_or(MAX_FPP);
        if !(fpp > 0.0 && fpp < 1.0) {
            return Err(err!(OutOfRange, "fpp must be between 0 and 1, got {fpp:?}"));
        }
        let (capacity, rate) = size::imported(m, k);
        Ok(Header {
            m,
            k,
            capacity: self.capacity.unwrap_or(capacity),
            fpp: self.fpp.unwrap_or(rate),
            ..self.blank(arrangement, 1, 0)
        })
    }

    fn check_scheme(&self, arrangement: Arrangement) -> Result<()> {
        if self.scheme.takes_ready_hash() {
            return Ok(());
        }
        let name = self.scheme.name();
        if self.seed != 0 {
            return Err(err!(InvalidArgument, "scheme {name} takes no seed, got {}", self.seed));
        }
        if self.kind == Kind::Blocked || arrangement == Arrangement::Sharded {
            return Err(err!(
                InvalidArgument,
                "scheme {name} is for kinds classic and counting, not for blocked or shards; use xxh3 or xxh64"
            ));
        }
        Ok(())
    }

    fn check_fpp(&self, fpp: f64, capacity: u64) -> Result<()> {
        if self.kind == Kind::Blocked && (MIN_FPP..MIN_BLOCKED_FPP).contains(&fpp) {
            return Err(err!(OutOfRange, "fpp must be between {MIN_BLOCKED_FPP:?} and {MAX_FPP} for kind blocked, got {fpp:?}; below, it costs twice the bits of kind classic: use that"));
        }
        // All probes follow from one 64-bit hash: two keys of n share it with n/2^64.
        let least = MIN_FPP.max(capacity as f64 * libm::exp2(-60.0));
        if !(least..=MAX_FPP).contains(&fpp) {
            let why = if least > MIN_FPP { format!(" at capacity {capacity}") } else { String::new() };
            return Err(err!(OutOfRange, "fpp must be between {least:?} and {MAX_FPP}{why}, got {fpp:?}"));
        }
        Ok(())
    }
}

fn int(name: &str, value: OptionValue<'_>, least: u64, most: u64) -> Result<u64> {
    match value {
        OptionValue::Int(v) if (i128::from(least)..=i128::from(most)).contains(&v) => Ok(v as u64),
        OptionValue::Int(v) => Err(err!(OutOfRange, "{name} must be between {least} and {most}, got {v}")),
        OptionValue::Float(v) => {
            Err(err!(InvalidArgument, "{name} must be a whole number between {least} and {most}, got the float {v}"))
        }
        OptionValue::Text(v) => {
            Err(err!(InvalidArgument, "{name} must be a whole number between {least} and {most}, got the text {v:?}"))
        }
    }
}

fn float(name: &str, value: OptionValue<'_>) -> Result<f64> {
    match value {
        OptionValue::Float(v) => Ok(v),
        OptionValue::Int(v) => Ok(v as f64),
        OptionValue::Text(v) => Err(err!(InvalidArgument, "{name} must be a number, got the text {v:?}")),
    }
}

fn text<'a>(name: &str, value: OptionValue<'a>) -> Result<&'a str> {
    match value {
        OptionValue::Text(v) => Ok(v),
        OptionValue::Int(v) => Err(err!(InvalidArgument, "{name} must be text, got {v}")),
        OptionValue::Float(v) => Err(err!(InvalidArgument, "{name} must be text, got {v}")),
    }
}

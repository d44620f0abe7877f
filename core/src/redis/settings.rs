//! How a filter in Redis is reached and treated: names and numbers, checked here for all languages.

use super::name::Layout;
use crate::error::{err, Result};
use crate::options::{OptionValue, Options, DEFAULT_FPP};

/// What is behind a name in Redis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Backend {
    /// A filter of this library: header and cells in one string a section.
    #[default]
    Onebloom,
    /// A string of bits without a header, as widely copied recipes make them.
    Bitmap,
    /// RedisBloom's BF.* commands.
    RedisBloom,
    /// One filter a period, with a time to live, behind one name.
    Days,
}

/// Settings of a [`Remote`](super::Remote). Names, besides all of [`Options`], which say what
/// `create` makes (and for a bitmap, what is there):
///
/// | name | value | default |
/// |---|---|---|
/// | `backend` | `onebloom`, `bitmap`, `days` (with `period` and `keep`), `redisbloom` | `onebloom` |
/// | `on_unavailable` | `error`, or `maybe`: contains then answers true | `error` |
/// | `keys_per_command` | 1 to 1000 | 100 |
/// | `operations_per_flush` | 64 to 100000: cells read or written between two waits | 2000 |
/// | `chunk` | bytes a command when filters are moved, 4096 to 4194304, a multiple of 4096 | 262144 |
/// | `ttl` | seconds until a filter that is created or pushed expires, 0: never | 0 |
/// | `layout` | `single`, `tag` (`{NAME}:i`), `spread` (`NAME:{i}`); `create` without `shards` takes as many as make keys of at most `max_key_bytes` | found out |
/// | `max_key_bytes` | for that number of shards, 65536 to 536870912 | 8388608 |
/// | `sizing` | a bitmap's m and k from capacity and fpp: `truncated`, `ceiling`, `rounded` | as this library sizes |
/// | `expansion` | RedisBloom's, 0 (does not scale) to 32768 | the server's |
#[derive(Clone, Debug)]
pub struct Settings {
    pub(super) options: Options,
    pub(super) backend: Backend,
    pub(super) maybe: bool,
    pub(super) keys_per_command: usize,
    pub(super) operations_per_flush: usize,
    pub(super) chunk: usize,
    pub(super) ttl: u64,
    pub(super) layout: Option<Layout>,
    pub(super) max_key_bytes: u64,
    pub(super) sizing: Option<Sizing>,
    pub(super) expansion: Option<u32>,
    /// Seconds that a filter under construction outlives its builder.
    pub(super) lease: u64,
    pub(super) capacity: Option<u64>,
    pub(super) fpp: f64,
    pub(super) shards_given: bool,
}

/// How the recipes round m = -n·ln p / ln²2 and k = m/n·ln 2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Sizing {
    Truncated,
    Ceiling,
    Rounded,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            options: Options::new(),
            backend: Backend::Onebloom,
            maybe: false,
            keys_per_command: 100,
            operations_per_flush: 2000,
            chunk: 256 << 10,
            ttl: 0,
            layout: None,
            max_key_bytes: 8 << 20,
            sizing: None,
            expansion: None,
            lease: 0,
            capacity: None,
            fpp: DEFAULT_FPP,
            shards_given: false,
        }
    }
}

impl Settings {
    /// The names that [`Settings::set`] takes besides [`Options::NAMES`].
    pub const NAMES: &'static [&'static str] = &[
        "backend",
        "on_unavailable",
        "keys_per_command",
        "operations_per_flush",
        "chunk",
        "ttl",
        "layout",
        "max_key_bytes",
        "sizing",
        "expansion",
    ];

    /// The defaults.
    pub fn new() -> Settings {
        Settings::default()
    }

    /// Sets one by its name.
    ///
    /// # Errors
    /// INVALID_ARGUMENT for an unknown name or a value of the wrong type, OUT_OF_RANGE for a
    /// number outside its range.
    pub fn set<'a>(&mut self, name: &str, value: impl Into<OptionValue<'a>>) -> Result<&mut Settings> {
        let value = value.into();
        match name {
            "backend" => {
                self.backend = match text(name, value)? {
                    "onebloom" => Backend::Onebloom,
                    "bitmap" => Backend::Bitmap,
                    "redisbloom" => Backend::RedisBloom,
                    "days" => Backend::Days,
                    other => {
                        return Err(err!(
                            InvalidArgument,
                            "backend must be one of onebloom, bitmap, days, redisbloom, got {other:?}"
                        ))
                    }
                }
            }
            "on_unavailable" => {
                self.maybe = match text(name, value)? {
                    "error" => false,
                    "maybe" => true,
                    other => {
                        return Err(err!(
                            InvalidArgument,
                            "on_unavailable must be \"error\" or \"maybe\", got {other:?}"
                        ))
                    }
                }
            }
            "keys_per_command" => self.keys_per_command = int(name, value, 1, 1000)? as usize,
            "operations_per_flush" => self.operations_per_flush = int(name, value, 64, 100_000)? as usize,
            "chunk" => {
                self.chunk = int(name, value, 4096, 4 << 20)? as usize;
                if self.chunk % 4096 != 0 {
                    return Err(err!(OutOfRange, "chunk must be a multiple of 4096, got {}", self.chunk));
                }
            }
            "ttl" => self.ttl = int(name, value, 0, 1 << 40)?,
            "layout" => self.layout = Some(Layout::parse(text(name, value)?)?),
            "max_key_bytes" => self.max_key_bytes = int(name, value, 65536, 512 << 20)?,
            "expansion" => self.expansion = Some(int(name, value, 0, 32768)? as u32),
            "sizing" => {
                self.sizing = Some(match text(name, value)? {
                    "truncated" => Sizing::Truncated,
                    "ceiling" => Sizing::Ceiling,
                    "rounded" => Sizing::Rounded,
                    other => {
                        return Err(err!(
                            InvalidArgument,
                            "sizing must be one of truncated, ceiling, rounded, got {other:?}"
                        ))
                    }
                })
            }
            _ => {
                if !Options::NAMES.contains(&name) {
                    let all = [Settings::NAMES, Options::NAMES].concat().join(", ");
                    return Err(err!(InvalidArgument, "unknown option {name:?}; options are {all}"));
                }
                self.options.set(name, value)?;
                match (name, value) {
                    ("capacity", OptionValue::Int(n)) => self.capacity = u64::try_from(n).ok(),
                    ("fpp", OptionValue::Float(p)) => self.fpp = p,
                    ("shards", _) => self.shards_given = true,
                    _ => {}
                }
            }
        }
        Ok(self)
    }

    /// The options of a bitmap: m and k as given, or by the recipe's own arithmetic.
    pub(super) fn bitmap_options(&self) -> Result<Options> {
        let mut options = self.options.clone();
        let Some(sizing) = self.sizing else { return Ok(options) };
        let (Some(n), p) = (self.capacity, self.fpp) else {
            return Err(err!(
                InvalidArgument,
                "sizing needs capacity and fpp, as the program that made the bitmap had them"
            ));
        };
        if !(p > 0.0 && p < 1.0) {
            return Err(err!(OutOfRange, "fpp must be between 0 and 1, got {p}"));
        }
        let round = match sizing {
            Sizing::Truncated => libm::trunc,
            Sizing::Ceiling => libm::ceil,
            Sizing::Rounded => libm::round,
        };
        let ln2 = libm::log(2.0);
        let m = round(-(n as f64) * libm::log(p) / (ln2 * ln2));
        let k = round(m / n as f64 * ln2).max(1.0);
        options.set("m", m as u64)?.set("k", k as u64)?;
        Ok(options)
    }
}

fn int(name: &str, value: OptionValue<'_>, least: u64, most: u64) -> Result<u64> {
    match value {
        OptionValue::Int(v) if (i128::from(least)..=i128::from(most)).contains(&v) => Ok(v as u64),
        OptionValue::Int(v) => Err(err!(OutOfRange, "{name} must be between {least} and {most}, got {v}")),
        _ => Err(err!(InvalidArgument, "{name} must be a whole number between {least} and {most}")),
    }
}

fn text<'a>(name: &str, value: OptionValue<'a>) -> Result<&'a str> {
    match value {
        OptionValue::Text(v) => Ok(v),
        _ => Err(err!(InvalidArgument, "{name} must be text")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_limits() {
        let mut s = Settings::new();
        for (name, value) in [("keys_per_command", 0), ("operations_per_flush", 63), ("chunk", 4097), ("ttl", -1)] {
            assert_eq!(s.set(name, value).unwrap_err().code(), crate::Code::OutOfRange, "{name}");
        }
        for name in Settings::NAMES {
            let known = s.set(name, 1.5).unwrap_err();
            assert!(!known.message().contains("unknown"), "{name}");
        }
        assert!(s.set("colour", 1).unwrap_err().message().contains("on_unavailable"));
        assert_eq!(s.set("capacity", 0).unwrap_err().code(), crate::Code::OutOfRange);
    }

    #[test]
    fn recipes() {
        let mut s = Settings::new();
        s.set("capacity", 1_000_000).unwrap().set("fpp", 0.01).unwrap().set("scheme", "murmur3-double").unwrap();
        for (sizing, m, k) in [("truncated", 9_585_058u64, 6), ("ceiling", 9_585_059, 7)] {
            let header = s.set("sizing", sizing).unwrap().bitmap_options().unwrap().header().unwrap();
            assert_eq!((header.m, header.k), (m, k));
        }
    }
}

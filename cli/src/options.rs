//! The creation options as flags: one `--NAME` for each name that the library knows, so that a new
//! option of the library is a new flag here without a change. Values go through unjudged.

use clap::{Arg, ArgMatches, Command};
use onebloom::{OptionValue, Options};

use crate::failure::Failure;

/// What the user gave, in the library's order of names.
pub struct Creation {
    given: Vec<(&'static str, String)>,
}

impl Creation {
    /// True if the user gave this option.
    pub fn has(&self, name: &str) -> bool {
        self.given.iter().any(|(given, _)| *given == name)
    }

    /// The library's options; `capacity` fills in when the user gave none.
    pub fn to_options(&self, capacity: Option<u64>) -> Result<Options, Failure> {
        let mut options = Options::new();
        if let (Some(capacity), false) = (capacity, self.has("capacity")) {
            options.set("capacity", OptionValue::from(capacity))?;
        }
        for (name, text) in &self.given {
            options.set(name, value(text))?;
        }
        Ok(options)
    }
}

/// A whole number where the text is one (`1000000`, `1_000_000`, `1e6`), else a number, else text.
pub fn value(text: &str) -> OptionValue<'_> {
    if let Ok(whole) = text.replace('_', "").parse::<i128>() {
        return OptionValue::Int(whole);
    }
    if let Some(whole) = power_of_ten(text) {
        return OptionValue::Int(whole);
    }
    match text.parse::<f64>() {
        Ok(number) => OptionValue::Float(number),
        Err(_) => OptionValue::Text(text),
    }
}

/// `5e6` is a whole number; exactly, not by way of a float.
fn power_of_ten(text: &str) -> Option<i128> {
    let (digits, exponent) = text.split_once(['e', 'E'])?;
    let digits: i128 = digits.parse().ok()?;
    let exponent: u32 = exponent.strip_prefix('+').unwrap_or(exponent).parse().ok()?;
    digits.checked_mul(10i128.checked_pow(exponent)?)
}

/// Short flag, value name and help of the options known today; any other name gets a plain flag.
fn describe(name: &'static str) -> (Option<char>, &'static str, &'static str) {
    match name {
        "capacity" => (Some('n'), "KEYS", "How many keys it is made for"),
        "fpp" => (Some('p'), "RATE", "Share of absent keys that may be answered maybe, at capacity [default: 0.01]"),
        "kind" => {
            (None, "NAME", "classic, blocked (faster, a little larger) or counting (can remove) [default: classic]")
        }
        "scheme" => (None, "NAME", "How keys are hashed [default: xxh3]; the others open what other programs built"),
        "seed" => (None, "N", "Hash seed [default: 0]"),
        "growth" => (None, "2-16", "Scalable: when full, append a section this many times larger"),
        "period" => (None, "SECONDS", "Rotating: length of one period; needs --keep"),
        "keep" => (None, "N", "Rotating: how many periods are kept"),
        "shards" => (None, "N", "Sharded: spread the keys over N sections"),
        "m" => (Some('m'), "CELLS", "Number of cells, with --k, instead of sizing by capacity and fpp"),
        "k" => (Some('k'), "PROBES", "Probes a key, with --m"),
        "bits" => (None, "ORDER", "Of a body to import: msb (Redis), lsb (BitSet, RedisBloom, Parquet) or bytes"),
        _ => (None, "VALUE", "An option of the library"),
    }
}

impl clap::FromArgMatches for Creation {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given =
            Options::NAMES.iter().filter_map(|name| Some((*name, matches.get_one::<String>(name)?.clone()))).collect();
        Ok(Creation { given })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for Creation {
    fn augment_args(command: Command) -> Command {
        Options::NAMES.iter().fold(command, |command, name| {
            let (short, value_name, help) = describe(name);
            let mut arg = Arg::new(*name)
                .long(*name)
                .value_name(value_name)
                .help(help)
                .help_heading("The filter")
                .allow_hyphen_values(true);
            if let Some(short) = short {
                arg = arg.short(short);
            }
            command.arg(arg)
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_from_words() {
        assert!(matches!(value("1_000"), OptionValue::Int(1000)));
        assert!(matches!(value("5e6"), OptionValue::Int(5_000_000)));
        assert!(matches!(value("-1"), OptionValue::Int(-1)));
        assert!(matches!(value("18446744073709551616"), OptionValue::Int(18_446_744_073_709_551_616)));
        assert!(matches!(value("1e-3"), OptionValue::Float(x) if x == 0.001));
        assert!(matches!(value("0.01"), OptionValue::Float(x) if x == 0.01));
        assert!(matches!(value("blocked"), OptionValue::Text("blocked")));
        assert!(matches!(value("1e99"), OptionValue::Float(_)));
    }
}

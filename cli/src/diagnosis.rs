//! One sentence on the state of a filter, from its statistics alone.

use onebloom::Stats;

use crate::text;

/// What the sentence is made from.
pub struct Sight {
    pub capacity: u64,
    pub fpp: f64,
    pub items: u64,
    pub estimated: u64,
    pub fill: f64,
    pub expected_fpp: f64,
    pub clock: bool,
    pub counting: bool,
}

impl From<&Stats> for Sight {
    fn from(stats: &Stats) -> Self {
        Sight {
            capacity: stats.capacity,
            fpp: stats.fpp,
            items: stats.items,
            estimated: stats.estimated_items,
            fill: stats.fill_ratio,
            expected_fpp: stats.expected_fpp,
            clock: stats.status.to_string() == "clock",
            counting: stats.kind.to_string() == "counting",
        }
    }
}

/// Above this the estimate from the fill says little: nearly every cell is set.
const FILL_TELLS_NOTHING: f64 = 0.95;
/// How far items and fill may lie apart: a tenth, and what chance does to few keys.
const TOLERANCE: f64 = 0.1;

/// The most pressing thing first; "In order" only when nothing else is to be said.
pub fn sentence(sight: &Sight) -> String {
    let Sight { capacity, fpp, items, estimated, .. } = *sight;
    let slack = TOLERANCE * items as f64 + 6.0 * (items as f64).sqrt() + 8.0;
    let apart = estimated as f64 - items as f64;
    if sight.clock {
        return "A section was begun in the future: the clock of this machine, or of the one that wrote it, is wrong; keys may be kept too long.".into();
    }
    if sight.fill == 0.0 && items == 0 {
        return "Empty: every key is certainly absent.".into();
    }
    if sight.fill >= FILL_TELLS_NOTHING {
        return format!(
            "Nearly every cell is set ({:.1} %): it answers maybe to almost anything and is of no use; build it again for more keys than {}.",
            sight.fill * 100.0,
            text::thousands(items.max(capacity))
        );
    }
    if apart > slack {
        return format!(
            "The fill is too high for its items: it looks like {}, not {}; adds that were not counted (live in Redis, bits copied in) or damaged bytes, so its rate is {} and not what the items suggest.",
            text::keys(estimated),
            text::thousands(items),
            text::rate(sight.expected_fpp)
        );
    }
    if -apart > slack {
        let cause = if sight.counting {
            "keys removed that were never added, or cells lost"
        } else {
            "cells were lost (a torn copy, a cleared part) or counted twice"
        };
        return format!(
            "The fill is too low for its items: it looks like {}, not {}; {cause}, so keys that were added may be answered absent: build it again.",
            text::keys(estimated),
            text::thousands(items)
        );
    }
    let most = items.max(estimated.min(items + slack as u64));
    if items > capacity {
        return format!(
            "More keys than capacity ({:.1} times): about {} of absent keys are answered maybe, {:.1} times the promise; build it again for at least {}, or make it scalable (--growth).",
            items as f64 / capacity as f64,
            text::one_in(sight.expected_fpp),
            sight.expected_fpp / fpp,
            text::keys(most.saturating_mul(2))
        );
    }
    if items as f64 >= 0.85 * capacity as f64 {
        return format!(
            "Nearly full: {} more and the rate passes {}; plan the next one.",
            text::keys(capacity - items),
            text::rate(fpp)
        );
    }
    format!("In order: room for {} more at {}.", text::keys(capacity - items), text::rate(fpp))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sight(items: u64, estimated: u64, fill: f64) -> Sight {
        Sight { capacity: 1000, fpp: 0.01, items, estimated, fill, expected_fpp: 0.01, clock: false, counting: false }
    }

    #[test]
    fn each_state_has_its_sentence() {
        let starts = |sight: &Sight, with: &str| {
            let said = sentence(sight);
            assert!(said.starts_with(with), "{said}");
        };
        starts(&sight(0, 0, 0.0), "Empty");
        starts(&sight(500, 503, 0.3), "In order: room for 500 keys more");
        starts(&sight(900, 880, 0.45), "Nearly full: 100 keys");
        starts(&sight(1000, 1003, 0.5), "Nearly full: 0 keys");
        starts(&sight(2000, 2020, 0.75), "More keys than capacity (2.0 times)");
        starts(&sight(500, 900, 0.45), "The fill is too high");
        starts(&sight(900, 300, 0.2), "The fill is too low");
        starts(&sight(0, 500, 0.3), "The fill is too high");
        starts(&sight(5000, 4000, 0.99), "Nearly every cell");
        starts(&Sight { clock: true, ..sight(500, 500, 0.3) }, "A section was begun in the future");
    }
}

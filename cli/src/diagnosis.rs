//! One sentence on the state of a filter, from its statistics alone.

use onebloom::Stats;

use crate::text;

/// What the sentence is made from.
#[derive(Clone)]
pub struct Sight<'a> {
    capacity: u64,
    fpp: f64,
    items: u64,
    /// items / capacity; rotating: of the fullest period.
    load: f64,
    estimated: u64,
    fill: f64,
    expected_fpp: f64,
    status: &'a str,
    kind: &'a str,
    arrangement: &'a str,
}

impl<'a> From<&'a Stats> for Sight<'a> {
    fn from(stats: &'a Stats) -> Self {
        Sight {
            capacity: stats.capacity,
            fpp: stats.fpp,
            items: stats.items,
            load: stats.load,
            estimated: stats.estimated_items,
            fill: stats.fill_ratio,
            expected_fpp: stats.expected_fpp,
            status: stats.status,
            kind: stats.kind,
            arrangement: stats.arrangement,
        }
    }
}

/// Above this the estimate from the fill says little: nearly every cell is set.
const FILL_TELLS_NOTHING: f64 = 0.95;

/// The most pressing thing first; "In order" only when nothing else is to be said.
pub fn sentence(sight: &Sight) -> String {
    let Sight { items, estimated, .. } = *sight;
    // A tenth, and what chance does to few keys.
    let slack = 0.1 * items as f64 + 6.0 * (items as f64).sqrt() + 8.0;
    let apart = estimated as f64 - items as f64;
    if sight.status == "clock" {
        return "A section was begun in the future: the clock here, or where it was written, is wrong; keys may be kept too long."
            .into();
    }
    if sight.fill == 0.0 && items == 0 {
        return "Empty: every key is certainly absent.".into();
    }
    if sight.fill >= FILL_TELLS_NOTHING {
        return format!(
            "Nearly every cell is set ({:.1} %): it answers maybe to almost anything and is of no use; build it again for more keys than {}.",
            sight.fill * 100.0,
            text::thousands(items.max(sight.capacity))
        );
    }
    if apart > slack {
        return format!(
            "The fill is too high for its items: it looks like {}, not {}; adds that were not counted (live in Redis, bits copied in) or damage, so trust the rate of the fill, {}.",
            text::keys(estimated),
            text::thousands(items),
            text::rate(sight.expected_fpp)
        );
    }
    if -apart > slack {
        let cause = if sight.kind == "counting" {
            "keys were removed that were never added, or cells were lost"
        } else {
            "cells were lost (a torn copy, a cleared part)"
        };
        return format!(
            "The fill is too low for its items: it looks like {}, not {}; {cause}, so keys that were added may be answered absent: build it again.",
            text::keys(estimated),
            text::thousands(items)
        );
    }
    of_load(sight)
}

/// Items and fill agree: what matters is how full it is.
fn of_load(sight: &Sight) -> String {
    let Sight { capacity, fpp, items, load, .. } = *sight;
    let of_what = if sight.arrangement == "rotating" { " in one period" } else { "" };
    let room = (capacity as f64 * (1.0 - load)).round().max(0.0) as u64;
    match (sight.status, sight.arrangement) {
        ("over", _) => format!(
            "More keys than capacity{of_what} ({load:.1} times): {} absent keys is answered maybe, {:.1} times the promise; build it again for {}, or make it scalable (--growth).",
            text::one_in(sight.expected_fpp),
            sight.expected_fpp / fpp,
            text::keys((capacity as f64 * load * 2.0) as u64)
        ),
        ("warn", _) => {
            format!("Nearly full{of_what}: {} more and the rate passes {}; plan a larger one if more will come.", text::keys(room), text::rate(fpp))
        }
        (_, "scalable") => format!("In order: {}, and it grows when it must.", text::keys(items)),
        _ => format!("In order: room for {} more{of_what} at {}.", text::keys(room), text::rate(fpp)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sight(items: u64, estimated: u64, fill: f64) -> Sight<'static> {
        let load = items as f64 / 1000.0;
        let status = if load > 1.0 {
            "over"
        } else if load >= 0.85 {
            "warn"
        } else {
            "ok"
        };
        Sight {
            capacity: 1000,
            fpp: 0.01,
            items,
            load,
            estimated,
            fill,
            expected_fpp: 0.01,
            status,
            kind: "classic",
            arrangement: "single",
        }
    }

    #[test]
    fn each_state_has_its_sentence() {
        let starts = |sight: &Sight, with: &str| {
            let said = sentence(sight);
            assert!(said.starts_with(with), "{said}");
        };
        starts(&sight(0, 0, 0.0), "Empty");
        starts(&sight(500, 503, 0.3), "In order: room for 500 keys more at");
        starts(&sight(900, 880, 0.45), "Nearly full: 100 keys");
        starts(&sight(1000, 1003, 0.5), "Nearly full: 0 keys");
        starts(&sight(2000, 2020, 0.75), "More keys than capacity (2.0 times)");
        starts(&sight(500, 900, 0.45), "The fill is too high");
        starts(&sight(900, 300, 0.2), "The fill is too low");
        starts(&sight(0, 500, 0.3), "The fill is too high");
        starts(&sight(5000, 4000, 0.99), "Nearly every cell");
        starts(&Sight { status: "clock", ..sight(500, 500, 0.3) }, "A section was begun in the future");
        starts(
            &Sight { arrangement: "rotating", ..sight(500, 500, 0.3) },
            "In order: room for 500 keys more in one period",
        );
        starts(
            &Sight { arrangement: "scalable", status: "ok", ..sight(5000, 5000, 0.3) },
            "In order: 5,000 keys, and it grows",
        );
    }
}

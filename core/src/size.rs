//! Sizing: capacity and false-positive probability to cells and probes, and back from the fill.
//!
//! All functions come from one pinned libm, so that every machine makes the same filter
//! (docs/sizing.md has the formulas and their sources).

use crate::error::{err, Result};
use crate::kind::Kind;

/// The largest capacity of a section.
pub(crate) const MAX_CAPACITY: u64 = 1 << 48;
/// The smallest false-positive probability that a derived section may have.
pub(crate) const MIN_SECTION_FPP: f64 = 1.0 / (1u64 << 60) as f64;
/// The probes of a blocked filter.
pub(crate) const BLOCKED_K: u8 = 8;

/// Cells and probes for `n` keys at `fpp`.
///
/// # Errors
/// OUT_OF_RANGE if the kind cannot be that large.
pub(crate) fn cells(kind: Kind, n: u64, fpp: f64) -> Result<(u64, u8)> {
    let limits = kind.limits();
    let too_large = || {
        err!(OutOfRange, "capacity {n} at fpp {fpp:?} needs more than the {} cells a {} section may have; lower the capacity, raise fpp, or use shards",
            limits.create_m, kind.name())
    };
    let (m, k) = match kind {
        Kind::Blocked => (blocked_cells(n, fpp, limits.create_m).ok_or_else(too_large)?, BLOCKED_K),
        Kind::Classic | Kind::Counting => {
            let (m, k) = classic_cells(n as f64, fpp);
            if m > limits.create_m as f64 {
                return Err(too_large());
            }
            ((m as u64).next_multiple_of(limits.granule), k)
        }
    };
    if m > limits.create_m {
        return Err(too_large());
    }
    Ok((m, k))
}

/// The least m over k = 1…64 such that the expected rate at `n` keys is at most `fpp`:
/// solve `fpp = (1 - e^(-k·n/m))^k` for m (Bloom 1970; Broder & Mitzenmacher 2004).
fn classic_cells(n: f64, fpp: f64) -> (f64, u8) {
    let mut best = (f64::INFINITY, 1);
    for k in 1..=64u8 {
        let kf = f64::from(k);
        let r = libm::exp(libm::log(fpp) / kf);
        let m = libm::ceil(-kf * n / libm::log1p(-r));
        if m < best.0 {
            best = (m, k);
        }
    }
    best
}

/// The least number of blocks whose expected rate is at most `fpp`, in bits; None above `most`.
fn blocked_cells(n: u64, fpp: f64, most: u64) -> Option<u64> {
    let good = |z: u64| blocked_rate(n as f64 / z as f64) <= fpp;
    let most = most / 256;
    let mut high = n.div_ceil(16).clamp(1, most);
    while !good(high) {
        if high == most {
            return None;
        }
        high = high.saturating_mul(2).min(most);
    }
    let mut low = 0; // not good: no block at all
    while high - low > 1 {
        let z = low + (high - low) / 2;
        if good(z) {
            high = z;
        } else {
            low = z;
        }
    }
    Some(high * 256)
}

/// The rate of a split-block filter with `load` keys a block on average: keys per block are
/// Poisson, and after j keys a bit of each of 8 lanes is set with probability `1 - (31/32)^j`
/// (Putze, Sanders, Singler 2007, section 3.1).
fn blocked_rate(load: f64) -> f64 {
    if load.is_nan() || load <= 0.0 {
        return 0.0; // an empty filter, and nothing that the sum below would end for
    }
    if load > 600.0 {
        return 1.0; // e^-load would vanish; every lane is full long before
    }
    let mut term = libm::exp(-load);
    let (mut unset, mut sum, mut j) = (1.0f64, 0.0f64, 0.0f64);
    loop {
        let set = 1.0 - unset;
        let p2 = set * set;
        let p4 = p2 * p2;
        let add = term * p4 * p4;
        sum += add;
        j += 1.0;
        term *= load / j;
        unset *= 31.0 / 32.0;
        if j > load && term <= 1e-30 * sum {
            return sum;
        }
    }
}

/// The expected rate of a section of this size after `n` keys.
pub(crate) fn rate(kind: Kind, n: f64, m: u64, k: u8) -> f64 {
    match kind {
        Kind::Blocked => blocked_rate(n / (m as f64 / 256.0)),
        Kind::Classic | Kind::Counting => {
            let kf = f64::from(k);
            libm::pow(-libm::expm1(-kf * n / m as f64), kf)
        }
    }
}

/// The number of keys that the fill suggests: `-m/k · ln(1 - X/m)` with `set` non-zero cells
/// (Swamidass & Baldi 2007).
pub(crate) fn estimate(m: u64, k: u8, set: f64) -> u64 {
    let mf = m as f64;
    let x = if set >= mf { mf - 1.0 } else { set };
    if x <= 0.0 {
        return 0;
    }
    libm::round(-mf / f64::from(k) * libm::log1p(-x / mf)) as u64
}

/// Capacity and fpp of a section that somebody made with given cells and probes only.
pub(crate) fn imported(m: u64, k: u8) -> (u64, f64) {
    let n = libm::floor(m as f64 * core::f64::consts::LN_2 / f64::from(k));
    ((n as u64).clamp(1, MAX_CAPACITY), libm::exp2(-f64::from(k)))
}

/// The capacity of each of `shards` sections that share `n` keys: the mean and one deviation.
pub(crate) fn shard_capacity(n: u64, shards: u16) -> u64 {
    let mean = n as f64 / f64::from(shards);
    libm::ceil(mean + libm::sqrt(mean)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors() {
        for line in include_str!("../../tests/vectors/sizing.tsv").lines().filter(|l| !l.starts_with('#')) {
            let f: Vec<&str> = line.split('\t').collect();
            let kind = Kind::parse(f[0].trim_start_matches("section ")).unwrap_or(Kind::Classic);
            let (n, fpp): (u64, f64) = (f[1].parse().unwrap(), f[2].parse().unwrap());
            let (m, k): (u64, u8) = (f[3].parse().unwrap(), f[4].parse().unwrap());
            let got = cells(kind, n, fpp).unwrap();
            if kind == Kind::Blocked {
                assert!(got.0.abs_diff(m) <= 256 && got.1 == k, "{line}: {got:?}");
            } else {
                assert_eq!(got, (m, k), "{line}");
            }
        }
    }

    #[test]
    fn rates_at_the_ends_of_the_range() {
        for kind in [Kind::Classic, Kind::Blocked, Kind::Counting] {
            assert_eq!(rate(kind, 0.0, 768, 8), 0.0);
            assert_eq!(rate(kind, 1e18, 768, 8), 1.0);
            let mut last = 0.0;
            for n in [1e-300, 1e-9, 1.0, 10.0, 100.0, 1000.0, 1799.0, 1801.0, 1e6] {
                let now = rate(kind, n, 768, 8);
                assert!((last..=1.0).contains(&now), "{kind:?} {n}: {now}");
                last = now;
            }
        }
    }

    #[test]
    fn more_keys_never_take_fewer_cells() {
        let mut last = 0;
        for e in 0..400 {
            let n = libm::exp2(f64::from(e) / 10.0) as u64;
            let m = cells(Kind::Classic, n, 0.001).map_or(u64::MAX, |c| c.0);
            assert!(m >= last);
            last = m;
        }
    }
}

//! A 4-bit counter a cell, in the order of Redis `BITFIELD … u4 #p`: even cells in the high nibble.
//! A counter that has reached 15 stays there: lowering it could take other keys away.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::probe::MAX_K;
use crate::storage::Sharing;

const MOST: u64 = 15;

/// Word and shift of counter `p`. In a little-endian word the nibbles of each byte are swapped.
#[inline(always)]
fn place(p: u64) -> (usize, u32) {
    ((p >> 4) as usize, ((p as u32 & 15) * 4) ^ 4)
}

#[inline(always)]
fn get(cells: &[AtomicU64], p: u64) -> u64 {
    let (word, shift) = place(p);
    u64::from_le(cells[word].load(Relaxed)) >> shift & MOST
}

/// True if the key may be in: no counter is 0.
#[inline(always)]
pub(crate) fn contains(cells: &[AtomicU64], mut probes: impl Iterator<Item = u64>) -> bool {
    probes.all(|p| get(cells, p) != 0)
}

/// Each cell among the probes once.
fn distinct(probes: impl Iterator<Item = u64>) -> ([u64; MAX_K], usize) {
    let (mut all, mut n) = ([0; MAX_K], 0);
    for p in probes {
        if !all[..n].contains(&p) {
            all[n] = p;
            n += 1;
        }
    }
    (all, n)
}

/// Replaces counter `p` by `change` of it; gives the old value. `change` returns None to leave it.
#[inline]
fn update(cells: &[AtomicU64], p: u64, sharing: Sharing, change: impl Fn(u64) -> Option<u64>) -> u64 {
    let (word, shift) = place(p);
    let cell = &cells[word];
    let mut old = cell.load(Relaxed);
    loop {
        let value = u64::from_le(old) >> shift & MOST;
        let Some(next) = change(value) else { return value };
        let new = (u64::from_le(old) & !(MOST << shift) | next << shift).to_le();
        if sharing == Sharing::Exclusive {
            cell.store(new, Relaxed);
            return value;
        }
        match cell.compare_exchange_weak(old, new, Relaxed, Relaxed) {
            Ok(_) => return value,
            Err(now) => old = now,
        }
    }
}

/// Raises each distinct cell by one, to 15 at most; true if at least one was 0.
pub(crate) fn add(cells: &[AtomicU64], probes: impl Iterator<Item = u64>, sharing: Sharing) -> bool {
    let (all, n) = distinct(probes);
    let mut absent = false;
    for p in &all[..n] {
        absent |= update(cells, *p, sharing, |v| (v < MOST).then_some(v + 1)) == 0;
    }
    absent
}

/// What removing a key did.
pub(crate) enum Removed {
    /// The key was certainly absent; nothing changed.
    Absent,
    /// Its cells are lowered; `gone` if the key is certainly absent now.
    Lowered { gone: bool },
}

/// Lowers each distinct cell by one if none is 0; a saturated one stays.
pub(crate) fn remove(cells: &[AtomicU64], probes: impl Iterator<Item = u64>, sharing: Sharing) -> Removed {
    let (all, n) = distinct(probes);
    if all[..n].iter().any(|p| get(cells, *p) == 0) {
        return Removed::Absent;
    }
    let mut gone = false;
    for p in &all[..n] {
        // 0 here means that another thread was faster: never below 0.
        gone |= update(cells, *p, sharing, |v| (1..MOST).contains(&v).then(|| v - 1)) <= 1;
    }
    Removed::Lowered { gone }
}

/// Adds each counter of `other` to its fellow, to 15 at most.
pub(crate) fn merge(cells: &[AtomicU64], other: &[AtomicU64], sharing: Sharing) {
    for (cell, add) in cells.iter().zip(other) {
        let add = add.load(Relaxed);
        if add == 0 {
            continue;
        }
        let mut old = cell.load(Relaxed);
        loop {
            let new = saturating_sum(old, add);
            if sharing == Sharing::Exclusive {
                cell.store(new, Relaxed);
                break;
            }
            match cell.compare_exchange_weak(old, new, Relaxed, Relaxed) {
                Ok(_) => break,
                Err(now) => old = now,
            }
        }
    }
}

/// Sixteen nibbles at once; the order of bytes does not matter.
fn saturating_sum(a: u64, b: u64) -> u64 {
    const LOW: u64 = 0x0F0F_0F0F_0F0F_0F0F;
    let half = |a: u64, b: u64| {
        let sum = a + b; // each byte holds 0..=30
        let over = (sum >> 4) & 0x0101_0101_0101_0101;
        (sum | (over * 15)) & LOW
    };
    half(a & LOW, b & LOW) | half(a >> 4 & LOW, b >> 4 & LOW) << 4
}

/// How many of `cells` are not 0.
pub(crate) fn count(cells: &[AtomicU64]) -> u64 {
    cells
        .iter()
        .map(|w| {
            let w = w.load(Relaxed);
            let any = w | w >> 1 | w >> 2 | w >> 3;
            u64::from((any & 0x1111_1111_1111_1111).count_ones())
        })
        .sum()
}

/// Asks the processor for the cells' cache lines ahead of use.
#[inline(always)]
pub(crate) fn prefetch(cells: &[AtomicU64], probes: impl Iterator<Item = u64>) {
    for p in probes {
        crate::storage::prefetch(cells, place(p).0);
    }
}

/// The classic body with the same cells: a counter that is not 0 becomes a set bit.
pub(crate) fn to_bits(cells: &[AtomicU64], bits: &[AtomicU64]) {
    for (i, w) in cells.iter().enumerate() {
        // Bytes in file order; each holds two counters, the high nibble first.
        let mut out = 0u16;
        for byte in w.load(Relaxed).to_ne_bytes() {
            out = out << 2 | u16::from(byte >> 4 != 0) << 1 | u16::from(byte & 15 != 0);
        }
        let [a, b] = out.to_be_bytes();
        let mut word = bits[i / 4].load(Relaxed).to_ne_bytes();
        word[i % 4 * 2] = a;
        word[i % 4 * 2 + 1] = b;
        bits[i / 4].store(u64::from_ne_bytes(word), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_saturate_in_every_nibble() {
        for a in 0..16u64 {
            for b in 0..16u64 {
                let all = 0x1111_1111_1111_1111;
                assert_eq!(saturating_sum(a * all, b * all), (a + b).min(15) * all);
            }
        }
    }
}

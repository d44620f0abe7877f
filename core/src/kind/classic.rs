//! One bit a cell, in the order of Redis SETBIT: cell p is bit `0x80 >> (p & 7)` of byte `p >> 3`.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::storage::Sharing;

/// Word and mask of cell `p`. In a little-endian word the bits of each byte run backwards.
#[inline(always)]
fn place(p: u64) -> (usize, u64) {
    ((p >> 6) as usize, (1u64 << ((p & 63) ^ 7)).to_le())
}

/// True if the key may be in: every cell is set.
#[inline(always)]
pub(crate) fn contains(cells: &[AtomicU64], mut probes: impl Iterator<Item = u64>) -> bool {
    probes.all(|p| {
        let (word, mask) = place(p);
        cells[word].load(Relaxed) & mask != 0
    })
}

/// Sets the cells; true if at least one was not set.
#[inline(always)]
pub(crate) fn add(cells: &[AtomicU64], probes: impl Iterator<Item = u64> + Clone, sharing: Sharing) -> bool {
    if sharing == Sharing::Exclusive {
        let mut absent = 0;
        for p in probes {
            let (word, mask) = place(p);
            let old = cells[word].load(Relaxed);
            absent |= !old & mask;
            cells[word].store(old | mask, Relaxed);
        }
        return absent != 0;
    }
    // Test first: a key that is in costs no write, and no cache line changes hands.
    if contains(cells, probes.clone()) {
        return false;
    }
    let mut absent = 0;
    for p in probes {
        let (word, mask) = place(p);
        absent |= !cells[word].fetch_or(mask, Relaxed) & mask;
    }
    absent != 0
}

/// Asks the processor for the cells' cache lines ahead of use.
#[inline(always)]
pub(crate) fn prefetch(cells: &[AtomicU64], probes: impl Iterator<Item = u64>) {
    for p in probes {
        crate::storage::prefetch(cells, place(p).0);
    }
}

/// How many of `cells` are set.
pub(crate) fn count(cells: &[AtomicU64]) -> u64 {
    cells.iter().map(|w| u64::from(w.load(Relaxed).count_ones())).sum()
}

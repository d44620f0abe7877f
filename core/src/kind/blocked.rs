//! Apache Parquet's split-block Bloom filter: eight bits in one 32-byte block of eight 32-bit lanes.
//! <https://github.com/apache/parquet-format/blob/master/BloomFilter.md>

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::probe::{block, lane_masks};
use crate::storage::Sharing;

/// The four words of the block of hash `h`.
#[inline(always)]
fn words(cells: &[AtomicU64], h: u64, m: u64) -> (&[AtomicU64], u32) {
    let (block, key32) = block(h, m);
    let first = block as usize * 4;
    (&cells[first..first + 4], key32)
}

/// The key's bits as four little-endian words.
#[inline(always)]
fn masks(key32: u32) -> [u64; 4] {
    let lanes = lane_masks(key32);
    let mut out = [0; 4];
    for (i, word) in out.iter_mut().enumerate() {
        *word = (u64::from(lanes[2 * i]) | u64::from(lanes[2 * i + 1]) << 32).to_le();
    }
    out
}

/// True if the key may be in: its eight bits are set.
#[inline(always)]
pub(crate) fn contains(cells: &[AtomicU64], h: u64, m: u64) -> bool {
    let (block, key32) = words(cells, h, m);
    let masks = masks(key32);
    let missing = |i: usize| !block[i].load(Relaxed) & masks[i];
    missing(0) | missing(1) | missing(2) | missing(3) == 0
}

/// Sets the key's bits; true if at least one was not set.
#[inline(always)]
pub(crate) fn add(cells: &[AtomicU64], h: u64, m: u64, sharing: Sharing) -> bool {
    let (block, key32) = words(cells, h, m);
    let masks = masks(key32);
    let mut absent = 0;
    for (word, mask) in block.iter().zip(masks) {
        let old = word.load(Relaxed);
        if sharing == Sharing::Exclusive {
            absent |= !old & mask;
            word.store(old | mask, Relaxed);
        } else if !old & mask != 0 {
            absent |= !word.fetch_or(mask, Relaxed) & mask;
        }
    }
    absent != 0
}

/// Asks the processor for the key's block ahead of use.
#[inline(always)]
pub(crate) fn prefetch(cells: &[AtomicU64], h: u64, m: u64) {
    crate::storage::prefetch(cells, block(h, m).0 as usize * 4);
}

/// The rate that these blocks have: the mean over blocks of the product of the lanes' fill.
pub(crate) fn rate(cells: &[AtomicU64]) -> f64 {
    let blocks = cells.chunks_exact(4);
    let n = blocks.len().max(1) as f64;
    let sum: f64 = blocks
        .map(|block| {
            block.iter().map(|w| w.load(Relaxed)).fold(1.0, |p, w| {
                p * f64::from((w as u32).count_ones()) / 32.0 * f64::from((w >> 32).count_ones()) / 32.0
            })
        })
        .sum();
    sum / n
}

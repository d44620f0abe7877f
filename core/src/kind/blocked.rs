//! Apache Parquet's split-block Bloom filter: eight bits in one 32-byte block of eight 32-bit lanes.
//! <https://github.com/apache/parquet-format/blob/master/BloomFilter.md>

#[cfg(target_arch = "x86_64")]
mod x86;

use std::sync::atomic::{AtomicU64, AtomicU8, Ordering::Relaxed};

use crate::probe::{block, lane_masks};
use crate::storage::Sharing;

/// The instruction set that computes the masks of a key. All give the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Isa {
    Portable = 1,
    #[cfg(target_arch = "x86_64")]
    Sse41 = 2,
    #[cfg(target_arch = "x86_64")]
    Avx2 = 3,
}

/// 0 until the processor was asked.
static ISA: AtomicU8 = AtomicU8::new(0);

impl Isa {
    /// The best that this processor has.
    #[inline(always)]
    pub(crate) fn best() -> Isa {
        match ISA.load(Relaxed) {
            1 => Isa::Portable,
            #[cfg(target_arch = "x86_64")]
            2 => Isa::Sse41,
            #[cfg(target_arch = "x86_64")]
            3 => Isa::Avx2,
            _ => Isa::detect(),
        }
    }

    #[cold]
    fn detect() -> Isa {
        let best = Isa::available().last().copied().unwrap_or(Isa::Portable);
        ISA.store(best as u8, Relaxed);
        best
    }

    /// All that this processor has, the best last.
    pub(crate) fn available() -> Vec<Isa> {
        #[allow(unused_mut)]
        let mut all = vec![Isa::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("sse4.1") {
                all.push(Isa::Sse41);
            }
            if is_x86_feature_detected!("avx2") {
                all.push(Isa::Avx2);
            }
        }
        all
    }
}

/// Runs `$body` with `$masks` as the function from 32 hash bits to the key's four words.
macro_rules! dispatch {
    ($isa:expr, $name:ident ( $($arg:expr),* )) => {
        match $isa {
            Isa::Portable => $name(portable, $($arg),*),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: only chosen where the processor has it (Isa::available).
            Isa::Sse41 => unsafe { x86::sse41::$name($($arg),*) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Isa::Avx2 => unsafe { x86::avx2::$name($($arg),*) },
        }
    };
}

/// The key's bits as four little-endian words.
#[inline(always)]
fn portable(key32: u32) -> [u64; 4] {
    let lanes = lane_masks(key32);
    let mut out = [0; 4];
    for (i, word) in out.iter_mut().enumerate() {
        *word = (u64::from(lanes[2 * i]) | u64::from(lanes[2 * i + 1]) << 32).to_le();
    }
    out
}

/// The four words of the block of hash `h`, and the bits that choose within it.
#[inline(always)]
fn words(cells: &[AtomicU64], h: u64, m: u64) -> (&[AtomicU64], u32) {
    let (block, key32) = block(h, m);
    let first = block as usize * 4;
    (&cells[first..first + 4], key32)
}

#[inline(always)]
fn contains_one(masks: impl Fn(u32) -> [u64; 4], cells: &[AtomicU64], h: u64, m: u64) -> bool {
    let (block, key32) = words(cells, h, m);
    let masks = masks(key32);
    let missing = |i: usize| !block[i].load(Relaxed) & masks[i];
    missing(0) | missing(1) | missing(2) | missing(3) == 0
}

#[inline(always)]
fn contains_each(masks: impl Fn(u32) -> [u64; 4], cells: &[AtomicU64], hashes: &[u64], m: u64, out: &mut [bool]) {
    for (to, h) in out.iter_mut().zip(hashes) {
        *to = contains_one(&masks, cells, *h, m);
    }
}

#[inline(always)]
fn add_one(masks: impl Fn(u32) -> [u64; 4], cells: &[AtomicU64], h: u64, m: u64, sharing: Sharing) -> bool {
    let (block, key32) = words(cells, h, m);
    let mut absent = 0;
    for (word, mask) in block.iter().zip(masks(key32)) {
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

/// True if the key may be in: its eight bits are set.
#[inline(always)]
pub(crate) fn contains(isa: Isa, cells: &[AtomicU64], h: u64, m: u64) -> bool {
    dispatch!(isa, contains_one(cells, h, m))
}

/// [`contains`] for many hashes; the instruction set is chosen once.
pub(crate) fn contains_many(isa: Isa, cells: &[AtomicU64], hashes: &[u64], m: u64, out: &mut [bool]) {
    dispatch!(isa, contains_each(cells, hashes, m, out))
}

/// Sets the key's bits; true if at least one was not set.
#[inline(always)]
pub(crate) fn add(isa: Isa, cells: &[AtomicU64], h: u64, m: u64, sharing: Sharing) -> bool {
    dispatch!(isa, add_one(cells, h, m, sharing))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_instruction_set_sets_and_finds_the_same_bits() {
        let m = 256 * 1000;
        let hashes: Vec<u64> = (0..20_000u64).map(|i| xxhash_rust::xxh3::xxh3_64(&i.to_le_bytes())).collect();
        let mut bodies: Vec<(Isa, Vec<u64>)> = Vec::new();
        for isa in Isa::available() {
            for sharing in [Sharing::Exclusive, Sharing::Shared] {
                let cells: Vec<AtomicU64> = (0..m / 64).map(|_| AtomicU64::new(0)).collect();
                for h in &hashes[..10_000] {
                    add(isa, &cells, *h, m, sharing);
                }
                let mut out = vec![false; hashes.len()];
                contains_many(isa, &cells, &hashes, m, &mut out);
                assert!(out[..10_000].iter().all(|b| *b));
                assert!(hashes.iter().zip(&out).all(|(h, b)| contains(Isa::Portable, &cells, *h, m) == *b));
                bodies.push((isa, cells.into_iter().map(AtomicU64::into_inner).collect()));
            }
        }
        assert!(bodies.iter().all(|b| b.1 == bodies[0].1));
        for key32 in [0, 1, 0x8000_0000, u32::MAX] {
            let alone = |isa| {
                let cells: Vec<AtomicU64> = (0..4).map(|_| AtomicU64::new(0)).collect();
                add(isa, &cells, u64::from(key32), 256, Sharing::Exclusive);
                cells.into_iter().map(AtomicU64::into_inner).collect::<Vec<_>>()
            };
            for isa in Isa::available() {
                assert_eq!(alone(isa), alone(Isa::Portable), "{isa:?} {key32:x}");
            }
        }
    }
}

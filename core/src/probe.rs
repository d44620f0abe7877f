//! From a 64-bit hash to probe positions. Pure arithmetic: no storage, no key.

/// The most probes a key may have.
pub(crate) const MAX_K: usize = 64;

/// The upper 64 bits of the 128-bit product.
#[inline(always)]
pub(crate) fn hi(a: u64, b: u64) -> u64 {
    ((u128::from(a) * u128::from(b)) >> 64) as u64
}

/// MurmurHash3's 64-bit finaliser.
#[inline(always)]
fn fmix64(mut h: u64) -> u64 {
    h ^= h >> 33;
    h = h.wrapping_mul(0xff51_afd7_ed55_8ccd);
    h ^= h >> 33;
    h = h.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    h ^ h >> 33
}

/// The section of a sharded filter that holds the keys with hash `h`.
#[inline]
pub(crate) fn shard(h: u64, sections: u64) -> usize {
    hi(fmix64(h), sections) as usize
}

/// The positions of a key among `m` cells of a classic or counting section: Knuth's MMIX linear
/// congruential generator started at the hash, each state scaled to `m` by multiply-shift
/// (D. E. Knuth, TAOCP vol. 2, 3.3.4; D. Lemire, "Fast random integer generation in an interval").
#[derive(Clone)]
pub(crate) struct Lcg {
    x: u64,
    m: u64,
    left: u8,
}

impl Lcg {
    #[inline(always)]
    pub(crate) fn new(h: u64, m: u64, k: u8) -> Lcg {
        Lcg { x: h, m, left: k }
    }
}

impl Iterator for Lcg {
    type Item = u64;

    #[inline(always)]
    fn next(&mut self) -> Option<u64> {
        self.left = self.left.checked_sub(1)?;
        let p = hi(self.x, self.m);
        self.x = self.x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Some(p)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

/// The eight odd multipliers of the split-block filter (Apache Parquet, BloomFilter.md).
pub(crate) const SALT: [u32; 8] =
    [0x47b6_137b, 0x4497_4d91, 0x8824_ad5b, 0xa2b7_289d, 0x7054_95c7, 0x2df1_424b, 0x9efc_4947, 0x5c6b_fb31];

/// The block of a blocked section with `m` bits, and the 32 bits that choose a bit in each lane.
#[inline(always)]
pub(crate) fn block(h: u64, m: u64) -> (u64, u32) {
    (((h >> 32).wrapping_mul(m >> 8)) >> 32, h as u32)
}

/// The eight 32-bit lane masks of a key in its block.
#[inline(always)]
pub(crate) fn lane_masks(key32: u32) -> [u32; 8] {
    let mut masks = [0; 8];
    for (mask, salt) in masks.iter_mut().zip(SALT) {
        *mask = 1 << (key32.wrapping_mul(salt) >> 27);
    }
    masks
}

//! Scheme 3: Guava's `BloomFilterStrategies.MURMUR128_MITZ_64`.

/// `c = h1`; each position is `(c mod 2^63) mod m`, then `c += h2`.
pub(super) fn positions(key: &[u8], m: u64, out: &mut [u64]) {
    let hash = super::murmur3_double::x64_128(key);
    let (mut c, h2) = (hash as u64, (hash >> 64) as u64);
    for p in out {
        *p = (c & (u64::MAX >> 1)) % m;
        c = c.wrapping_add(h2);
    }
}

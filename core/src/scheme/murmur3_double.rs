//! Scheme 5: two signed murmur3_x86_32 (seeds 0 and 1), double hashing in exact integers.

/// Positions `floor_mod(h1 + i·h2, m)` with signed 32-bit `h1` and `h2`.
pub(super) fn positions(key: &[u8], m: u64, out: &mut [u64]) {
    let (h1, h2) = (i128::from(x86_32(key, 0)), i128::from(x86_32(key, 1)));
    for (i, p) in out.iter_mut().enumerate() {
        *p = (h1 + i as i128 * h2).rem_euclid(i128::from(m)) as u64;
    }
}

/// murmur3_x86_32 as the signed number that Python's mmh3 gives.
pub(super) fn x86_32(mut key: &[u8], seed: u32) -> i32 {
    // cannot fail: reading from a slice never does.
    murmur3::murmur3_32(&mut key, seed).unwrap_or_default() as i32
}

/// murmur3_x64_128 with seed 0: h1 in the low half, h2 in the high one.
pub(super) fn x64_128(mut key: &[u8]) -> u128 {
    // cannot fail: reading from a slice never does.
    murmur3::murmur3_x64_128(&mut key, 0).unwrap_or_default()
}

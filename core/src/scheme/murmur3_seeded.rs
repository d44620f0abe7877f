//! Scheme 6: one signed murmur3_x86_32 a probe, seeded with the probe's number.

/// Positions `floor_mod(murmur3_x86_32(key, i), m)`.
pub(super) fn positions(key: &[u8], m: u64, out: &mut [u64]) {
    for (i, p) in out.iter_mut().enumerate() {
        let h = super::murmur3_double::x86_32(key, i as u32);
        *p = i128::from(h).rem_euclid(i128::from(m)) as u64;
    }
}

//! Scheme 8: two CRC-32 (IEEE) of the key with ":31" and ":131" behind it, masked to 31 bits.

/// Positions `(h1 + i·h2) mod m`.
pub(super) fn positions(key: &[u8], m: u64, out: &mut [u64]) {
    let mut prefix = crc32fast::Hasher::new();
    prefix.update(key);
    let masked = |suffix: &[u8]| {
        let mut h = prefix.clone();
        h.update(suffix);
        u64::from(h.finalize() & 0x7FFF_FFFF)
    };
    let (h1, h2) = (masked(b":31"), masked(b":131"));
    for (i, p) in out.iter_mut().enumerate() {
        *p = (h1 + i as u64 * h2) % m;
    }
}

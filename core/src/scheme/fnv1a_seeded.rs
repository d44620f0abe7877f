//! Scheme 7: FNV-1a-64 over the probe's decimal number, a dash and the key.
//! Constants: <http://www.isthe.com/chongo/tech/comp/fnv/>.

/// Positions `FNV-1a-64(decimal(i) ‖ "-" ‖ key) mod m`, unsigned.
pub(super) fn positions(key: &[u8], m: u64, out: &mut [u64]) {
    for (i, p) in out.iter_mut().enumerate() {
        let h = fnv1a(0xcbf2_9ce4_8422_2325, itoa::Buffer::new().format(i).as_bytes());
        *p = fnv1a(fnv1a(h, b"-"), key) % m;
    }
}

fn fnv1a(start: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(start, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0000_0100_0000_01b3))
}

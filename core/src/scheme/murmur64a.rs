//! Scheme 4: RedisBloom's 64-bit positions from Austin Appleby's MurmurHash64A (public domain).

const SEED: u64 = 0xc6a4_a793_5bd1_e995;

/// `a = MurmurHash64A(key, SEED)`, `b = MurmurHash64A(key, a)`; positions `(a + i·b mod 2^64) mod m`.
pub(super) fn positions(key: &[u8], m: u64, out: &mut [u64]) {
    let mut x = murmur_hash_64a(key, SEED);
    let b = murmur_hash_64a(key, x);
    for p in out {
        *p = x % m;
        x = x.wrapping_add(b);
    }
}

fn murmur_hash_64a(key: &[u8], seed: u64) -> u64 {
    const M: u64 = 0xc6a4_a793_5bd1_e995;
    let mut h = seed ^ (key.len() as u64).wrapping_mul(M);
    let mut words = key.chunks_exact(8);
    for word in &mut words {
        let mut k = word.iter().rev().fold(0u64, |k, b| k << 8 | u64::from(*b)).wrapping_mul(M);
        k = (k ^ k >> 47).wrapping_mul(M);
        h = (h ^ k).wrapping_mul(M);
    }
    let tail = words.remainder();
    if !tail.is_empty() {
        h = (h ^ tail.iter().rev().fold(0u64, |k, b| k << 8 | u64::from(*b))).wrapping_mul(M);
    }
    h = (h ^ h >> 47).wrapping_mul(M);
    h ^ h >> 47
}

//! The masks of a key by vector instructions. Cells are still loaded and stored as 64-bit atomics.

/// The verbs of `blocked.rs` compiled for one instruction set.
macro_rules! verbs {
    ($feature:literal) => {
        /// # Safety
        /// The processor has the instruction set.
        #[target_feature(enable = $feature)]
        pub(crate) unsafe fn contains_one(cells: &[AtomicU64], h: u64, m: u64) -> bool {
            super::super::contains_one(|key| masks(key), cells, h, m)
        }
        /// # Safety
        /// The processor has the instruction set.
        #[target_feature(enable = $feature)]
        pub(crate) unsafe fn contains_each(cells: &[AtomicU64], hashes: &[u64], m: u64, out: &mut [bool]) {
            super::super::contains_each(|key| masks(key), cells, hashes, m, out);
        }
        /// # Safety
        /// The processor has the instruction set.
        #[target_feature(enable = $feature)]
        pub(crate) unsafe fn add_one(cells: &[AtomicU64], h: u64, m: u64, sharing: Sharing) -> bool {
            super::super::add_one(|key| masks(key), cells, h, m, sharing)
        }
    };
}

pub(crate) mod avx2 {
    use crate::probe::SALT;
    use crate::storage::Sharing;
    use std::arch::x86_64::*;
    use std::sync::atomic::AtomicU64;

    #[inline]
    #[target_feature(enable = "avx2")]
    fn masks(key32: u32) -> [u64; 4] {
        let salt = _mm256_setr_epi32(
            SALT[0] as i32,
            SALT[1] as i32,
            SALT[2] as i32,
            SALT[3] as i32,
            SALT[4] as i32,
            SALT[5] as i32,
            SALT[6] as i32,
            SALT[7] as i32,
        );
        let bit = _mm256_srli_epi32::<27>(_mm256_mullo_epi32(_mm256_set1_epi32(key32 as i32), salt));
        let lanes = _mm256_sllv_epi32(_mm256_set1_epi32(1), bit);
        // SAFETY: both are 32 plain bytes.
        unsafe { std::mem::transmute::<__m256i, [u64; 4]>(lanes) }
    }

    verbs!("avx2");
}

pub(crate) mod sse41 {
    use crate::probe::SALT;
    use crate::storage::Sharing;
    use std::arch::x86_64::*;
    use std::sync::atomic::AtomicU64;

    #[inline]
    #[target_feature(enable = "sse4.1")]
    fn half(key: __m128i, salt: &[u32]) -> [u64; 2] {
        let salt = _mm_setr_epi32(salt[0] as i32, salt[1] as i32, salt[2] as i32, salt[3] as i32);
        let bit = _mm_srli_epi32::<27>(_mm_mullo_epi32(key, salt));
        // No shift by lane here: 2^bit as a float, made by its exponent, and back. 2^31 does not fit
        // a signed integer; the conversion then gives 0x80000000, which is just that bit.
        let float = _mm_add_epi32(_mm_slli_epi32::<23>(bit), _mm_set1_epi32(127 << 23));
        let lanes = _mm_cvttps_epi32(_mm_castsi128_ps(float));
        // SAFETY: both are 16 plain bytes.
        unsafe { std::mem::transmute::<__m128i, [u64; 2]>(lanes) }
    }

    #[inline]
    #[target_feature(enable = "sse4.1")]
    fn masks(key32: u32) -> [u64; 4] {
        let key = _mm_set1_epi32(key32 as i32);
        let ([a, b], [c, d]) = (half(key, &SALT[..4]), half(key, &SALT[4..]));
        [a, b, c, d]
    }

    verbs!("sse4.1");
}

//! The registry of schemes: how a key becomes probe positions (docs/schemes.md).
//!
//! A new scheme is one file in `scheme/`, one variant and one registry row here.

mod crc32_double;
mod fnv1a_seeded;
mod murmur3_double;
mod murmur3_guava64;
mod murmur3_seeded;
mod murmur64a;

use crate::error::{err, Result};
use crate::probe::MAX_K;

/// How a key becomes probe positions. The discriminant is the number in the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
#[repr(u8)]
pub enum Scheme {
    /// XXH3-64, the default.
    #[default]
    Xxh3 = 1,
    /// XXH64; with kind blocked and seed 0 exactly Parquet's filter.
    Xxh64 = 2,
    /// Guava's MURMUR128_MITZ_64.
    Murmur3Guava64 = 3,
    /// RedisBloom's 64-bit double hashing.
    Murmur64aRedisbloom = 4,
    /// Two signed murmur3_x86_32, double hashing (Python articles on Redis bitmaps).
    Murmur3Double = 5,
    /// One signed murmur3_x86_32 a probe, seeded with its number.
    Murmur3Seeded = 6,
    /// FNV-1a-64 of the probe's number, a dash and the key (Go articles).
    Fnv1aSeeded = 7,
    /// Two masked CRC-32, double hashing (PHP articles).
    Crc32Double = 8,
}

/// Fills `out` with the probe positions of `key` among `m` cells, one per place in `out`.
type Positions = fn(key: &[u8], m: u64, out: &mut [u64]);

struct Row {
    scheme: Scheme,
    name: &'static str,
    /// None: positions follow from one 64-bit hash (probe.rs), which takes a seed.
    positions: Option<Positions>,
}

const REGISTRY: [Row; 8] = [
    Row { scheme: Scheme::Xxh3, name: "xxh3", positions: None },
    Row { scheme: Scheme::Xxh64, name: "xxh64", positions: None },
    Row { scheme: Scheme::Murmur3Guava64, name: "murmur3-guava64", positions: Some(murmur3_guava64::positions) },
    Row { scheme: Scheme::Murmur64aRedisbloom, name: "murmur64a-redisbloom", positions: Some(murmur64a::positions) },
    Row { scheme: Scheme::Murmur3Double, name: "murmur3-double", positions: Some(murmur3_double::positions) },
    Row { scheme: Scheme::Murmur3Seeded, name: "murmur3-seeded", positions: Some(murmur3_seeded::positions) },
    Row { scheme: Scheme::Fnv1aSeeded, name: "fnv1a-seeded", positions: Some(fnv1a_seeded::positions) },
    Row { scheme: Scheme::Crc32Double, name: "crc32-double", positions: Some(crc32_double::positions) },
];

impl Scheme {
    fn row(self) -> &'static Row {
        &REGISTRY[self as usize - 1]
    }

    /// The name that all languages use.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The names of all schemes, in the order of their numbers.
    pub fn names() -> impl Iterator<Item = &'static str> {
        REGISTRY.iter().map(|r| r.name)
    }

    /// The scheme of this name.
    ///
    /// # Errors
    /// INVALID_ARGUMENT, listing the names.
    pub fn parse(name: &str) -> Result<Scheme> {
        REGISTRY.iter().find(|r| r.name == name).map(|r| r.scheme).ok_or_else(|| {
            let all: Vec<_> = Scheme::names().collect();
            err!(InvalidArgument, "scheme must be one of {}, got {name:?}", all.join(", "))
        })
    }

    pub(crate) fn from_id(id: u8) -> Option<Scheme> {
        REGISTRY.iter().map(|r| r.scheme).find(|s| *s as u8 == id)
    }

    /// True if probe positions follow from one 64-bit hash that a caller may compute itself.
    /// Exactly these schemes take a seed, and are allowed with kind blocked and arrangement sharded.
    #[inline]
    pub fn takes_ready_hash(self) -> bool {
        (self as u8) <= 2
    }

    /// The 64-bit hash of a key; only for schemes that [take one](Scheme::takes_ready_hash).
    #[inline]
    pub(crate) fn hash(self, key: &[u8], seed: u64) -> u64 {
        match self {
            Scheme::Xxh64 => xxhash_rust::xxh64::xxh64(key, seed),
            _ if seed == 0 => xxhash_rust::xxh3::xxh3_64(key),
            _ => xxhash_rust::xxh3::xxh3_64_with_seed(key, seed),
        }
    }

    /// Probe positions of a scheme that has its own rule; `out` has one place a probe.
    pub(crate) fn own_positions(self, key: &[u8], m: u64, k: u8) -> OwnPositions {
        let mut cells = [0; MAX_K];
        if let Some(fill) = self.row().positions {
            fill(key, m, &mut cells[..k as usize]);
        }
        OwnPositions { cells, k: k as usize }
    }
}

/// The positions that a scheme with its own rule gave.
pub(crate) struct OwnPositions {
    cells: [u64; MAX_K],
    k: usize,
}

impl OwnPositions {
    pub(crate) fn iter(&self) -> impl Iterator<Item = u64> + Clone + '_ {
        self.cells[..self.k].iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_registry_is_in_the_order_of_the_numbers() {
        for (i, row) in REGISTRY.iter().enumerate() {
            assert_eq!(row.scheme as usize, i + 1);
            assert_eq!(Scheme::parse(row.name).unwrap(), row.scheme);
            assert_eq!(Scheme::from_id(i as u8 + 1), Some(row.scheme));
            assert_eq!(row.positions.is_none(), row.scheme.takes_ready_hash());
        }
        assert_eq!(Scheme::from_id(0), None);
        assert_eq!(Scheme::from_id(9), None);
        assert!(Scheme::parse("md5").unwrap_err().message().contains("xxh3"));
    }
}

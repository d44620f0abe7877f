//! The 128 bytes in front of every section: fields, checks and their order (docs/format.md).
//!
//! Only this module knows byte offsets. Line 0 (bytes 0–63) never changes after creation;
//! line 1 (64–127) lives with the filter and is reached through [`Live`].

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use xxhash_rust::xxh3::{xxh3_64, Xxh3};

use crate::arrangement::Arrangement;
use crate::error::{err, Result};
use crate::kind::Kind;
use crate::scheme::Scheme;
use crate::size::{BLOCKED_K, MAX_CAPACITY};

pub(crate) const LEN: usize = 128;
/// Where line 1 begins.
pub(crate) const LINE: usize = 64;
/// Where header_sum begins.
pub(crate) const SUM: usize = 56;
/// Where generation begins.
pub(crate) const GENERATION: usize = 92;
const MAGIC: [u8; 8] = *b"\x89BLOOM\r\n";
const VERSION: u16 = 1;
pub(crate) const MAX_SECTIONS: u64 = 1024;
const SEALED: u64 = 1;

/// Line 0 of a section.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Header {
    pub(crate) kind: Kind,
    pub(crate) scheme: Scheme,
    pub(crate) arrangement: Arrangement,
    pub(crate) k: u8,
    pub(crate) index: u16,
    pub(crate) m: u64,
    pub(crate) capacity: u64,
    pub(crate) fpp: f64,
    pub(crate) seed: u64,
    pub(crate) ro_compat: u8,
    pub(crate) sections: u16,
    pub(crate) param: u32,
}

fn u16_at(b: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([b[at], b[at + 1]])
}
fn u32_at(b: &[u8], at: usize) -> u32 {
    u32::from(u16_at(b, at)) | u32::from(u16_at(b, at + 2)) << 16
}
fn u64_at(b: &[u8], at: usize) -> u64 {
    u64::from(u32_at(b, at)) | u64::from(u32_at(b, at + 4)) << 32
}

impl Header {
    pub(crate) fn body_len(&self) -> u64 {
        self.kind.body_len(self.m)
    }

    /// Line 0 as bytes, with its sum.
    pub(crate) fn encode(&self) -> [u8; LINE] {
        let mut b = [0; LINE];
        b[..8].copy_from_slice(&MAGIC);
        b[8..10].copy_from_slice(&VERSION.to_le_bytes());
        b[10] = self.kind as u8;
        b[11] = self.scheme as u8;
        b[12] = self.arrangement as u8;
        b[13] = self.k;
        b[14..16].copy_from_slice(&self.index.to_le_bytes());
        b[16..24].copy_from_slice(&self.m.to_le_bytes());
        b[24..32].copy_from_slice(&self.capacity.to_le_bytes());
        b[32..40].copy_from_slice(&self.fpp.to_le_bytes());
        b[40..48].copy_from_slice(&self.seed.to_le_bytes());
        b[49] = self.ro_compat;
        b[50..52].copy_from_slice(&self.sections.to_le_bytes());
        b[52..56].copy_from_slice(&self.param.to_le_bytes());
        let sum = xxh3_64(&b[..56]);
        b[56..].copy_from_slice(&sum.to_le_bytes());
        b
    }

    /// Steps 1 to 5 of the checks on one section; `first` if nothing precedes it.
    pub(crate) fn parse(b: &[u8], first: bool) -> Result<Header> {
        if b.len() < MAGIC.len() && first {
            return Err(err!(NotAFilter, "not a onebloom filter: {} bytes, a filter has at least {LEN}", b.len()));
        }
        if !first && b.len() < LEN {
            return Err(err!(Truncated, "{} bytes where a section of at least {LEN} is due", b.len()));
        }
        if b[..8] != MAGIC {
            return Err(if first {
                err!(NotAFilter, "not a onebloom filter: it begins with {:02x?}, not with {MAGIC:02x?}", &b[..8])
            } else {
                err!(TrailingBytes, "no section where one is due: {:02x?}", &b[..8])
            });
        }
        if b.len() < LEN {
            return Err(err!(Truncated, "{} bytes, a header has {LEN}", b.len()));
        }
        let version = u16_at(b, 8);
        if version != VERSION {
            return Err(err!(VersionUnsupported, "format version {version}, this library knows {VERSION}; update it"));
        }
        let (sum, right) = (u64_at(b, 56), xxh3_64(&b[..56]));
        if sum != right {
            return Err(err!(CorruptHeader, "header_sum is {sum:016x}, the header sums to {right:016x}"));
        }
        if b[48] != 0 {
            return Err(err!(FeatureUnsupported, "feature bits {:#04x} are unknown; update the library", b[48]));
        }
        let unknown =
            |what: &str, id: u8| err!(FeatureUnsupported, "{what} number {id} is unknown; update the library");
        let header = Header {
            kind: Kind::from_id(b[10]).ok_or_else(|| unknown("kind", b[10]))?,
            scheme: Scheme::from_id(b[11]).ok_or_else(|| unknown("scheme", b[11]))?,
            arrangement: Arrangement::from_id(b[12]).ok_or_else(|| unknown("arrangement", b[12]))?,
            k: b[13],
            index: u16_at(b, 14),
            m: u64_at(b, 16),
            capacity: u64_at(b, 24),
            fpp: f64::from_bits(u64_at(b, 32)),
            seed: u64_at(b, 40),
            ro_compat: b[49],
            sections: u16_at(b, 50),
            param: u32_at(b, 52),
        };
        let line1 = Line1::parse(&b[LINE..LEN]);
        if header.ro_compat == 0 {
            if let Some(at) = (98..LEN).find(|at| b[*at] != 0) {
                return Err(err!(ReservedNotZero, "reserved byte {at} is {:#04x}, must be 0", b[at]));
            }
            if line1.state & !(SEALED as u32) != 0 {
                return Err(err!(ReservedNotZero, "state is {:#x}, only bit 0 may be set", line1.state));
            }
        }
        header.check_fields(&line1)?;
        Ok(header)
    }

    /// Step 5: each field in range and fitting the others.
    fn check_fields(&self, line1: &Line1) -> Result<()> {
        let bad = |what: String| Err(err!(CorruptHeader, "{what}"));
        let limits = self.kind.limits();
        let kind = self.kind.name();
        if self.kind == Kind::Blocked && self.k != BLOCKED_K {
            return bad(format!("k is {}, a blocked section has {BLOCKED_K}", self.k));
        }
        if !(1..=crate::probe::MAX_K as u8).contains(&self.k) {
            return bad(format!("k is {}, must be 1 to {}", self.k, crate::probe::MAX_K));
        }
        if !(1..=limits.open_m).contains(&self.m) {
            return bad(format!("m is {}, a {kind} section has 1 to {}", self.m, limits.open_m));
        }
        if self.kind == Kind::Blocked && self.m % 256 != 0 {
            return bad(format!("m is {}, a blocked section has a multiple of 256", self.m));
        }
        if !(1..=MAX_CAPACITY).contains(&self.capacity) {
            return bad(format!("capacity is {}, must be 1 to {MAX_CAPACITY}", self.capacity));
        }
        if !(self.fpp > 0.0 && self.fpp < 1.0) {
            return bad(format!("fpp is {}, must be between 0 and 1", self.fpp));
        }
        if !self.scheme.takes_ready_hash()
            && (self.seed != 0 || self.kind == Kind::Blocked || self.arrangement == Arrangement::Sharded)
        {
            return bad(format!(
                "scheme {} takes no seed, no kind blocked and no arrangement sharded",
                self.scheme.name()
            ));
        }
        self.arrangement.check(self, line1)
    }

    /// Step 7: a later section against the first.
    pub(crate) fn check_beside(&self, first: &Header, index: usize) -> Result<()> {
        let same = self.kind == first.kind
            && self.scheme == first.scheme
            && self.arrangement == first.arrangement
            && self.sections == first.sections
            && self.param == first.param
            && self.seed == first.seed;
        let equal = (self.m, self.k, self.capacity) == (first.m, first.k, first.capacity)
            && self.fpp.to_bits() == first.fpp.to_bits();
        if usize::from(self.index) != index {
            return Err(err!(CorruptHeader, "section {index} says it is section {}", self.index));
        }
        if !same || first.arrangement.sections_are_equal() && !equal {
            return Err(err!(CorruptHeader, "section {index} has other parameters than section 0"));
        }
        Ok(())
    }
}

/// Line 1 of a section as it was at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Line1 {
    pub(crate) items: u64,
    pub(crate) opened_at: u64,
    pub(crate) seal: u64,
    pub(crate) state: u32,
    pub(crate) generation: u32,
    pub(crate) committed: u16,
    /// Bytes 98–127: zero, but for files of a later version that are read all the same.
    pub(crate) rest: [u8; 30],
}

impl Line1 {
    /// From the 64 bytes of the line.
    pub(crate) fn parse(b: &[u8]) -> Line1 {
        let mut rest = [0; 30];
        rest.copy_from_slice(&b[34..64]);
        Line1 {
            items: u64_at(b, 0),
            opened_at: u64_at(b, 8),
            seal: u64_at(b, 16),
            state: u32_at(b, 24),
            generation: u32_at(b, 28),
            committed: u16_at(b, 32),
            rest,
        }
    }

    pub(crate) fn encode(&self) -> [u8; LINE] {
        let mut b = [0; LINE];
        b[..8].copy_from_slice(&self.items.to_le_bytes());
        b[8..16].copy_from_slice(&self.opened_at.to_le_bytes());
        b[16..24].copy_from_slice(&self.seal.to_le_bytes());
        b[24..28].copy_from_slice(&self.state.to_le_bytes());
        b[28..32].copy_from_slice(&self.generation.to_le_bytes());
        b[32..34].copy_from_slice(&self.committed.to_le_bytes());
        b[34..].copy_from_slice(&self.rest);
        b
    }

    pub(crate) fn is_sealed(&self) -> bool {
        u64::from(self.state) & SEALED != 0
    }

    /// The line without a seal.
    pub(crate) fn unsealed(self) -> Line1 {
        Line1 { seal: 0, state: 0, ..self }
    }

    /// The line of an image that will be sealed with `seal`.
    pub(crate) fn sealed(&self, seal: u64) -> Line1 {
        Line1 { seal, state: SEALED as u32, ..self.clone() }
    }

    /// The start of the sum that `seal` holds: bytes 64–79 and 92–127; the body follows.
    pub(crate) fn seal_prefix(&self) -> Xxh3 {
        let b = self.encode();
        let mut sum = Xxh3::new();
        sum.update(&b[..16]);
        sum.update(&b[28..]);
        sum
    }
}

/// Line 1 in live memory, as eight atomic words.
#[derive(Clone, Copy)]
pub(crate) struct Live<'a>(pub(crate) &'a [AtomicU64]);

impl Live<'_> {
    fn get(self, word: usize) -> u64 {
        u64::from_le(self.0[word].load(Relaxed))
    }
    fn set(self, word: usize, value: u64) {
        self.0[word].store(value.to_le(), Relaxed);
    }

    pub(crate) fn snapshot(self) -> Line1 {
        let mut b = [0; LINE];
        for (chunk, word) in b.chunks_exact_mut(8).zip(self.0) {
            chunk.copy_from_slice(&word.load(Relaxed).to_ne_bytes());
        }
        Line1::parse(&b)
    }

    #[inline]
    pub(crate) fn items(self) -> u64 {
        self.get(0)
    }
    pub(crate) fn set_items(self, items: u64) {
        self.set(0, items);
    }
    /// One more key; `shared` if others may count at the same time.
    #[inline]
    pub(crate) fn count_one(self, shared: bool) {
        if shared && cfg!(target_endian = "little") {
            self.0[0].fetch_add(1, Relaxed);
        } else {
            self.set_items(self.items().wrapping_add(1));
        }
    }
    /// One key less, not below 0.
    pub(crate) fn uncount_one(self) {
        let less = |old: u64| u64::from_le(old).checked_sub(1).map(u64::to_le);
        // An error here only says that the count is 0 already.
        let _ = self.0[0].fetch_update(Relaxed, Relaxed, less);
    }

    #[inline]
    pub(crate) fn opened_at(self) -> u64 {
        self.get(1)
    }
    pub(crate) fn set_opened_at(self, ms: u64) {
        self.set(1, ms);
    }

    #[inline]
    pub(crate) fn is_sealed(self) -> bool {
        self.get(3) & SEALED != 0
    }
    /// Clears SEALED and `seal`: the body is about to differ from its sum.
    pub(crate) fn unseal(self) {
        self.0[3].fetch_and((!SEALED).to_le(), Relaxed);
        self.set(2, 0);
    }

    pub(crate) fn generation(self) -> u32 {
        (self.get(3) >> 32) as u32
    }
    /// Sections that count (scalable, section 0). Acquire: what it commits is visible.
    #[inline]
    pub(crate) fn committed(self) -> u16 {
        u64::from_le(self.0[4].load(std::sync::atomic::Ordering::Acquire)) as u16
    }
    pub(crate) fn set_committed(self, committed: u16) {
        let word = self.get(4) & !0xFFFF | u64::from(committed);
        self.0[4].store(word.to_le(), std::sync::atomic::Ordering::Release);
    }
}

/// A section found by [`walk`].
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) at: u64,
    pub(crate) header: Header,
}

/// Finds and checks all sections of `len` bytes that `read` gives, reading headers only.
pub(crate) fn walk(len: u64, mut read: impl FnMut(u64, &mut [u8]) -> Result<()>) -> Result<Vec<Found>> {
    let mut found: Vec<Found> = Vec::new();
    let mut at = 0;
    let mut due = 1;
    while (found.len() as u64) < due {
        let left = len - at;
        let first = found.is_empty();
        if left == 0 && !first {
            return Err(err!(Incomplete, "{} sections, there should be {due}", found.len()));
        }
        let mut bytes = [0; LEN];
        let bytes = &mut bytes[..left.min(LEN as u64) as usize];
        read(at, bytes)?;
        let header = Header::parse(bytes, first)?;
        let whole = header.body_len() + LEN as u64; // at most 2^41 + 128
        if whole > left {
            return Err(err!(Truncated, "section {} needs {whole} bytes, {left} are left", found.len()));
        }
        header.check_beside(found.first().map_or(&header, |f| &f.header), found.len())?;
        if first {
            due = header.arrangement.due(&header, &Line1::parse(&bytes[LINE..]));
        }
        found.push(Found { at, header });
        at += whole;
    }
    if at < len && found[0].header.arrangement != Arrangement::Scalable {
        return Err(err!(TrailingBytes, "{} bytes behind the last section", len - at));
    }
    if usize::try_from(at).is_err() {
        return Err(err!(OutOfMemory, "{at} bytes are more than this machine can address"));
    }
    Ok(found)
}

//! A header and its body: the unit that all arrangements are made of.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::Arc;

use crate::error::{err, Result};
use crate::header::{self, Header, Line1, Live};
use crate::kind::blocked::Isa;
use crate::kind::{blocked, classic, counting, Kind};
use crate::probe::Lcg;
use crate::scheme::OwnPositions;
use crate::size;
use crate::storage::{Region, Sharing};

/// How many bytes are copied or summed at a time.
const CHUNK: usize = 1 << 20;

/// What is known of a key: its hash, or its bytes for schemes with their own positions.
#[derive(Clone, Copy)]
pub(crate) enum Hashed<'a> {
    Ready(u64),
    Bytes(&'a [u8]),
}

pub(crate) struct Section {
    pub(crate) header: Header,
    region: Arc<Region>,
    at: usize,
    cells: *const AtomicU64,
    cells_len: usize,
    line1: *const AtomicU64,
}

// SAFETY: `cells` and `line1` point into `region`, which the section keeps alive; access is atomic.
unsafe impl Send for Section {}
// SAFETY: as above.
unsafe impl Sync for Section {}

/// Runs `$body` with `$probes` as the key's positions, whichever way they come.
macro_rules! with_probes {
    ($section:expr, $key:expr, $probes:ident => $body:expr) => {
        match $key {
            Hashed::Ready(h) => {
                let $probes = Lcg::new(h, $section.header.m, $section.header.k);
                $body
            }
            Hashed::Bytes(bytes) => {
                let own = $section.own(bytes);
                let $probes = own.iter();
                $body
            }
        }
    };
}

impl Section {
    /// The section with this header at `at` in `region`.
    pub(crate) fn new(header: Header, region: Arc<Region>, at: usize) -> Section {
        let words = region.words(at + header::LEN, header.body_len() as usize);
        let (cells, cells_len) = (words.as_ptr(), words.len());
        let line1 = region.words(at + header::LINE, header::LINE).as_ptr();
        Section { header, region, at, cells, cells_len, line1 }
    }

    /// A new empty section in memory of its own.
    pub(crate) fn create(header: Header) -> Result<Section> {
        let region = Arc::new(Region::zeroed(header.body_len() + header::LEN as u64)?);
        store(region.words(0, header::LINE), &header.encode());
        Ok(Section::new(header, region, 0))
    }

    /// A copy in memory of its own, line 1 included.
    pub(crate) fn copy(&self) -> Result<Section> {
        let copy = Section::create(self.header.clone())?;
        // Not sealed: cells may change while they are copied.
        let line = self.live().snapshot().unsealed();
        store(copy.region.words(header::LINE, header::LINE), &line.encode());
        for (to, from) in copy.cells().iter().zip(self.cells()) {
            // Pages that hold zeros stay unallocated.
            let word = from.load(Relaxed);
            if word != 0 {
                to.store(word, Relaxed);
            }
        }
        Ok(copy)
    }

    #[inline(always)]
    pub(crate) fn cells(&self) -> &[AtomicU64] {
        // SAFETY: made in `new` from a slice of `region`, which lives as long as self.
        unsafe { std::slice::from_raw_parts(self.cells, self.cells_len) }
    }

    #[inline]
    pub(crate) fn live(&self) -> Live<'_> {
        // SAFETY: as `cells`.
        Live(unsafe { std::slice::from_raw_parts(self.line1, header::LINE / 8) })
    }

    pub(crate) fn len(&self) -> u64 {
        self.header.body_len() + header::LEN as u64
    }

    #[cold]
    fn own(&self, key: &[u8]) -> OwnPositions {
        self.header.scheme.own_positions(key, self.header.m, self.header.k)
    }

    #[inline]
    pub(crate) fn contains(&self, key: Hashed<'_>) -> bool {
        let cells = self.cells();
        match (self.header.kind, key) {
            (Kind::Blocked, Hashed::Ready(h)) => blocked::contains(Isa::best(), cells, h, self.header.m),
            (Kind::Counting, _) => with_probes!(self, key, p => counting::contains(cells, p)),
            _ => with_probes!(self, key, p => classic::contains(cells, p)),
        }
    }

    /// Asks for many ready hashes; `out` is as long as `hashes`.
    pub(crate) fn contains_many(&self, hashes: &[u64], out: &mut [bool]) {
        if self.header.kind == Kind::Blocked {
            return blocked::contains_many(Isa::best(), self.cells(), hashes, self.header.m, out);
        }
        for (to, h) in out.iter_mut().zip(hashes) {
            *to = self.contains(Hashed::Ready(*h));
        }
    }

    /// Adds the key to the cells and counts it if it was absent from them.
    #[inline]
    pub(crate) fn add(&self, key: Hashed<'_>, sharing: Sharing) -> bool {
        let cells = self.cells();
        let absent = match (self.header.kind, key) {
            (Kind::Blocked, Hashed::Ready(h)) => blocked::add(Isa::best(), cells, h, self.header.m, sharing),
            (Kind::Counting, _) => with_probes!(self, key, p => counting::add(cells, p, sharing)),
            _ => with_probes!(self, key, p => classic::add(cells, p, sharing)),
        };
        if absent {
            self.live().count_one(sharing == Sharing::Shared);
        }
        absent
    }

    /// Counting only: takes the key away; false and no change if it is certainly absent.
    pub(crate) fn remove(&self, key: Hashed<'_>, sharing: Sharing) -> bool {
        let removed = with_probes!(self, key, p => counting::remove(self.cells(), p, sharing));
        match removed {
            counting::Removed::Absent => false,
            counting::Removed::Lowered { gone } => {
                if gone {
                    self.live().uncount_one();
                }
                true
            }
        }
    }

    #[inline]
    pub(crate) fn prefetch(&self, key: Hashed<'_>) {
        let (cells, h) = (self.cells(), &self.header);
        match (h.kind, key) {
            (Kind::Blocked, Hashed::Ready(hash)) => blocked::prefetch(cells, hash, h.m),
            (Kind::Counting, Hashed::Ready(hash)) => counting::prefetch(cells, Lcg::new(hash, h.m, h.k)),
            (Kind::Classic, Hashed::Ready(hash)) => classic::prefetch(cells, Lcg::new(hash, h.m, h.k)),
            (_, Hashed::Bytes(_)) => {}
        }
    }

    /// The key's cells in probe order; for blocked the eight bit numbers in lane order.
    pub(crate) fn positions(&self, key: Hashed<'_>) -> Vec<u64> {
        positions(&self.header, key)
    }

    /// Copies bytes of the body, from `at` on, whose length is a multiple of 8 as is `at`.
    pub(crate) fn copy_body(&self, at: usize, len: usize, buf: &mut Vec<u8>) {
        bytes_of(&self.cells()[at / 8..(at + len) / 8], buf);
    }

    /// Stores bytes into the body; `at` and their length are multiples of 8.
    pub(crate) fn store_body(&self, at: usize, bytes: &[u8]) {
        store(&self.cells()[at / 8..(at + bytes.len()) / 8], bytes);
    }

    /// Stores line 1.
    pub(crate) fn store_line1(&self, line: &Line1) {
        store(self.region.words(self.at + header::LINE, header::LINE), &line.encode());
    }

    /// Before the first change to a sealed section: clears the seal, and in a file syncs that page.
    #[inline]
    pub(crate) fn unseal(&self) -> Result<()> {
        if self.live().is_sealed() {
            self.unseal_now()?;
        }
        Ok(())
    }

    #[cold]
    fn unseal_now(&self) -> Result<()> {
        self.live().unseal();
        self.region.flush(self.at, header::LEN).map_err(|e| err!(Io, "cannot write the cleared seal to the file: {e}"))
    }

    /// Empties the cells; items 0.
    pub(crate) fn clear(&self) {
        for word in self.cells() {
            // Pages that hold zeros already stay untouched.
            if word.load(Relaxed) != 0 {
                word.store(0, Relaxed);
            }
        }
        self.live().set_items(0);
    }

    /// Unites `other`, of equal parameters, into this section.
    pub(crate) fn merge(&self, other: &Section, sharing: Sharing) {
        let (a, b) = (self.live().items(), other.live().items());
        match self.header.kind {
            Kind::Counting => counting::merge(self.cells(), other.cells(), sharing),
            Kind::Classic | Kind::Blocked => {
                for (to, from) in self.cells().iter().zip(other.cells()) {
                    let add = from.load(Relaxed);
                    let old = to.load(Relaxed);
                    if add & !old == 0 {
                        continue;
                    }
                    if sharing == Sharing::Exclusive {
                        to.store(old | add, Relaxed);
                    } else {
                        to.fetch_or(add, Relaxed);
                    }
                }
            }
        }
        let most = a.saturating_add(b);
        self.live().set_items(self.estimate(self.set_cells()).clamp(a.max(b), most));
    }

    /// Cells that are not 0, counted over the whole body.
    pub(crate) fn set_cells(&self) -> f64 {
        self.count(self.cells()) as f64
    }

    pub(crate) fn count(&self, cells: &[AtomicU64]) -> u64 {
        match self.header.kind {
            Kind::Counting => counting::count(cells),
            Kind::Classic | Kind::Blocked => classic::count(cells),
        }
    }

    pub(crate) fn estimate(&self, set: f64) -> u64 {
        size::estimate(self.header.m, self.header.k, set)
    }

    /// The sum that `seal` would hold now.
    pub(crate) fn seal(&self, line1: &Line1) -> u64 {
        let mut sum = line1.seal_prefix();
        let mut buf = Vec::new();
        for chunk in self.cells().chunks(CHUNK / 8) {
            bytes_of(chunk, &mut buf);
            sum.update(&buf);
        }
        sum.digest()
    }

    /// True if sealed and right, false if not sealed. State is read before and after summing: a
    /// writer that clears the seal meanwhile makes it "not sealed", not damaged.
    pub(crate) fn verify(&self) -> Result<bool> {
        let line1 = self.live().snapshot();
        if !line1.is_sealed() {
            return Ok(false);
        }
        let right = self.seal(&line1);
        if right == line1.seal {
            return Ok(true);
        }
        if !self.live().is_sealed() {
            return Ok(false);
        }
        Err(err!(
            ChecksumMismatch,
            "section {} is damaged: its seal is {:016x}, its bytes sum to {right:016x}",
            self.header.index,
            line1.seal
        ))
    }

    /// Writes the section as a sealed image: line 0, the body in chunks, and last (by position,
    /// through `back`) line 1, which holds the sum of what was really written.
    pub(crate) fn write_sealed(&self, line1: &Line1, out: &mut dyn FnMut(u64, &[u8]) -> Result<()>) -> Result<()> {
        let mut sum = line1.seal_prefix();
        let mut at = header::LEN as u64;
        let mut buf = Vec::new();
        out(0, &self.header.encode())?;
        out(header::LINE as u64, &[0; header::LINE])?;
        for chunk in self.cells().chunks(CHUNK / 8) {
            bytes_of(chunk, &mut buf);
            sum.update(&buf);
            out(at, &buf)?;
            at += buf.len() as u64;
        }
        out(header::LINE as u64, &line1.sealed(sum.digest()).encode())
    }

    /// Fills line 1 and the body, chunk by chunk, from anything that can be read at a place.
    pub(crate) fn fill_from(&self, mut read: impl FnMut(u64, &mut [u8]) -> Result<()>) -> Result<()> {
        let mut line = [0; header::LINE];
        read(header::LINE as u64, &mut line)?;
        store(self.region.words(self.at + header::LINE, header::LINE), &line);
        let mut buf = vec![0; CHUNK.min(self.cells_len * 8)];
        for (i, chunk) in self.cells().chunks(CHUNK / 8).enumerate() {
            let buf = &mut buf[..chunk.len() * 8];
            read((header::LEN + i * CHUNK) as u64, buf)?;
            store(chunk, buf);
        }
        // A first change while we read makes the copy unsealed, not damaged.
        read(header::LINE as u64, &mut line)?;
        if self.live().is_sealed() && !Line1::parse(&line).is_sealed() {
            self.live().unseal();
        }
        Ok(())
    }

    /// Makes the section new in memory that may hold anything: header, line 1 and body.
    pub(crate) fn begin(&self) {
        store(self.region.words(self.at, header::LINE), &self.header.encode());
        store(self.region.words(self.at + header::LINE, header::LINE), &[0; header::LINE]);
        self.clear();
    }

    /// Fills a new section from a body in its own order, which may be shorter: the rest is 0. Items
    /// become what the fill suggests.
    pub(crate) fn import(&self, body: &[u8]) {
        let mut padded = body.to_vec();
        padded.resize(self.cells_len * 8, 0);
        store(self.cells(), &padded);
        self.live().set_items(self.estimate(self.set_cells()));
    }

    /// The classic section with the same cells as this counting one.
    pub(crate) fn to_classic(&self) -> Result<Section> {
        let classic = Section::create(Header { kind: Kind::Classic, ..self.header.clone() })?;
        let line = self.live().snapshot().unsealed();
        store(classic.region.words(header::LINE, header::LINE), &line.encode());
        counting::to_bits(self.cells(), classic.cells());
        Ok(classic)
    }

    pub(crate) fn flush_header(&self) -> std::io::Result<()> {
        self.region.flush(self.at, header::LEN)
    }

    pub(crate) fn flush(&self) -> std::io::Result<()> {
        self.region.flush(self.at, self.len() as usize)
    }

    pub(crate) fn vacate(&self) {
        self.region.vacate();
    }

    /// True if both have equal cells.
    pub(crate) fn same_cells(&self, other: &Section) -> bool {
        self.cells().iter().zip(other.cells()).all(|(a, b)| a.load(Relaxed) == b.load(Relaxed))
    }
}

/// The cells of a key in a section with this header, in probe order; for blocked the eight bit
/// numbers in lane order.
pub(crate) fn positions(header: &Header, key: Hashed<'_>) -> Vec<u64> {
    match (header.kind, key) {
        (Kind::Blocked, Hashed::Ready(h)) => {
            let (block, key32) = crate::probe::block(h, header.m);
            let bit = |(lane, mask): (usize, u32)| block * 256 + lane as u64 * 32 + u64::from(mask.trailing_zeros());
            crate::probe::lane_masks(key32).into_iter().enumerate().map(bit).collect()
        }
        (_, Hashed::Ready(h)) => Lcg::new(h, header.m, header.k).collect(),
        (_, Hashed::Bytes(bytes)) => header.scheme.own_positions(bytes, header.m, header.k).iter().collect(),
    }
}

/// Stores bytes into words; `bytes` has 8 a word. Zeros are not stored over zeros.
fn store(words: &[AtomicU64], bytes: &[u8]) {
    for (word, b) in words.iter().zip(bytes.chunks_exact(8)) {
        let value = b.try_into().map_or(0, u64::from_ne_bytes);
        if word.load(Relaxed) != value {
            word.store(value, Relaxed);
        }
    }
}

/// The bytes of words, in file order.
pub(crate) fn bytes_of(words: &[AtomicU64], buf: &mut Vec<u8>) {
    buf.resize(words.len() * 8, 0);
    for (to, word) in buf.chunks_exact_mut(8).zip(words) {
        to.copy_from_slice(&word.load(Relaxed).to_ne_bytes());
    }
}

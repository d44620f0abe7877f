//! Many keys at once: hashed ahead, their cache lines asked for, then done.

use crate::arrangement::Arrangement;
use crate::error::{err, Result};
use crate::filter::Engine;
use crate::key::Key;
use crate::scheme::Scheme;
use crate::section::Hashed;

/// Hashes whose cache lines are asked for before the first is used.
const AHEAD: usize = 32;
/// Bodies up to this size are in a near cache anyhow.
const NEAR: u64 = 256 << 10;

/// Keys waiting to be added or asked, made by [`Engine::batch`] for filters of one scheme and
/// seed. It borrows nothing: a face fills it while it may touch the host's objects, and acts after.
#[derive(Clone, Debug)]
pub struct Batch {
    scheme: Scheme,
    seed: u64,
    hashes: Vec<u64>,
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Batch {
    /// Appends a key.
    #[inline]
    pub fn push<K: Key + ?Sized>(&mut self, key: &K) {
        key.with_bytes(|b| {
            if self.scheme.takes_ready_hash() {
                self.hashes.push(self.scheme.hash(b, self.seed));
            } else {
                self.bytes.extend_from_slice(b);
                self.ends.push(self.bytes.len());
            }
        });
    }

    /// Appends a key by its ready hash.
    ///
    /// # Errors
    /// UNSUPPORTED if the scheme takes no ready hash.
    #[inline]
    pub fn push_hash(&mut self, hash: u64) -> Result<()> {
        if !self.scheme.takes_ready_hash() {
            return Err(err!(Unsupported, "scheme {} takes keys, not ready hashes", self.scheme.name()));
        }
        self.hashes.push(hash);
        Ok(())
    }

    /// How many keys wait.
    #[inline]
    pub fn len(&self) -> usize {
        self.hashes.len() + self.ends.len()
    }

    /// True if no key waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets the keys and keeps the memory.
    pub fn clear(&mut self) {
        self.hashes.clear();
        self.bytes.clear();
        self.ends.clear();
    }

    fn own_keys(&self) -> impl Iterator<Item = Hashed<'_>> {
        let mut from = 0;
        self.ends.iter().map(move |end| {
            let key = &self.bytes[from..*end];
            from = *end;
            Hashed::Bytes(key)
        })
    }
}

impl Engine {
    /// An empty batch for this filter.
    pub fn batch(&self) -> Batch {
        let h = self.header();
        Batch { scheme: h.scheme, seed: h.seed, hashes: Vec::new(), bytes: Vec::new(), ends: Vec::new() }
    }

    fn check_batch(&self, batch: &Batch) -> Result<()> {
        let h = self.header();
        if (batch.scheme, batch.seed) != (h.scheme, h.seed) {
            return Err(err!(Incompatible, "the batch was made for a filter of another scheme or seed"));
        }
        Ok(())
    }

    /// Adds the batch's keys in order; how many were certainly absent before.
    ///
    /// # Errors
    /// Those of [`Engine::add`]; the keys before the failing one are in.
    pub fn add_batch(&self, batch: &Batch) -> Result<u64> {
        self.check_batch(batch)?;
        self.writable()?;
        let mut new = 0;
        for chunk in batch.hashes.chunks(AHEAD) {
            self.look_ahead(chunk);
            for h in chunk {
                new += u64::from(self.put(Hashed::Ready(*h))?);
            }
        }
        for key in batch.own_keys() {
            new += u64::from(self.put(key)?);
        }
        Ok(new)
    }

    /// Asks for the batch's keys in order; `out` has one place a key.
    ///
    /// # Errors
    /// INVALID_ARGUMENT if the lengths differ, else those of [`Engine::contains`].
    pub fn contains_batch(&self, batch: &Batch, out: &mut [bool]) -> Result<()> {
        self.check_batch(batch)?;
        if out.len() != batch.len() {
            return Err(err!(InvalidArgument, "{} places for {} answers", out.len(), batch.len()));
        }
        if batch.hashes.is_empty() {
            for (to, key) in out.iter_mut().zip(batch.own_keys()) {
                *to = self.ask(key)?;
            }
            return Ok(());
        }
        self.contains_hashes(&batch.hashes, out)
    }

    /// Asks for many ready hashes; `out` is as long as `hashes`.
    ///
    /// # Errors
    /// UNSUPPORTED if the scheme takes no ready hash, INVALID_ARGUMENT if the lengths differ.
    pub fn contains_hashes(&self, hashes: &[u64], out: &mut [bool]) -> Result<()> {
        if !self.takes_ready_hash() {
            return Err(err!(Unsupported, "scheme {} takes keys, not ready hashes", self.header().scheme.name()));
        }
        if out.len() != hashes.len() {
            return Err(err!(InvalidArgument, "{} places for {} answers", out.len(), hashes.len()));
        }
        for (chunk, out) in hashes.chunks(AHEAD).zip(out.chunks_mut(AHEAD)) {
            self.look_ahead(chunk);
            if self.arrangement() == Arrangement::Single {
                self.first.contains_many(chunk, out);
            } else {
                for (to, h) in out.iter_mut().zip(chunk) {
                    *to = self.ask(Hashed::Ready(*h))?;
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn look_ahead(&self, hashes: &[u64]) {
        let single = self.arrangement() == Arrangement::Single;
        if !single && self.arrangement() != Arrangement::Sharded || self.first.len() < NEAR && single {
            return;
        }
        for h in hashes {
            let key = Hashed::Ready(*h);
            let section = if single { &self.first } else { self.section(self.shard(key)) };
            section.prefetch(key);
        }
    }
}

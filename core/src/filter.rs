//! A filter: its sections and the verbs that ask and add. Changes of structure are in
//! `change.rs` and `grow.rs`, files and images in `image.rs`, figures in `stats.rs`.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::arrangement::rotating::Moment;
use crate::arrangement::Arrangement;
use crate::error::{err, Result};
use crate::file::Identity;
use crate::header::Header;
use crate::key::Key;
use crate::kind::Kind;
use crate::section::{Hashed, Section};
use crate::storage::{Mode, Sharing};

/// Where a filter came from.
pub(crate) struct Source {
    pub(crate) path: Option<PathBuf>,
    pub(crate) identity: Option<Identity>,
    /// How the file is mapped; None for private memory.
    pub(crate) mapped: Option<Mode>,
    /// Kept open while mapped: holds the mark of r+ and is what grows.
    pub(crate) file: Mutex<Option<File>>,
}

impl Source {
    pub(crate) fn memory() -> Source {
        Source { path: None, identity: None, mapped: None, file: Mutex::new(None) }
    }

    /// Whether both are maps of one file, however it was opened.
    pub(crate) fn maps_the_same(&self, other: &Source) -> bool {
        let both = self.identity.zip(other.identity);
        self.mapped.is_some() && other.mapped.is_some() && both.is_some_and(|(a, b)| a.same_file(&b))
    }
}

/// The clock's time, in Unix milliseconds.
pub(crate) fn clock_ms() -> i64 {
    let clock = std::time::SystemTime::now();
    match clock.duration_since(std::time::UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_millis()).unwrap_or(i64::MAX),
        Err(before) => -i64::try_from(before.duration().as_millis()).unwrap_or(i64::MAX),
    }
}

/// `set_now` is not in force.
const NO_TIME: i64 = i64::MIN;

/// The filter under every face: all verbs take `&self`, any thread may call any of them.
///
/// With [`Sharing::Exclusive`] the caller guarantees that one thread at a time changes the filter
/// (else bits of racing adds may be lost, nothing worse); any number may ask meanwhile. With
/// [`Sharing::Shared`], and for every file mapped r+, any number may change it too. Rust programs
/// use [`BloomFilter`](crate::BloomFilter) and [`SharedFilter`](crate::SharedFilter) instead,
/// whose types keep that guarantee.
pub struct Engine {
    pub(crate) first: Section,
    /// Sections 1 and on. Scalable filters may have more here than count.
    pub(crate) rest: boxcar::Vec<Section>,
    pub(crate) sharing: Sharing,
    pub(crate) read_only: bool,
    pub(crate) source: Source,
    /// One change of structure at a time: append, turn, clear, adopt.
    pub(crate) structure: Mutex<()>,
    /// Growth has ended: the last section takes all further keys.
    pub(crate) full_grown: AtomicBool,
    pub(crate) now: AtomicI64,
}

impl Engine {
    pub(crate) fn assemble(mut sections: Vec<Section>, sharing: Sharing, source: Source) -> Result<Engine> {
        if sections.is_empty() {
            return Err(err!(Incomplete, "no section"));
        }
        let first = sections.remove(0);
        let unknown = first.header.ro_compat != 0 || sections.iter().any(|s| s.header.ro_compat != 0);
        Ok(Engine {
            read_only: unknown || source.mapped == Some(Mode::Read),
            sharing: if source.mapped == Some(Mode::ReadWrite) { Sharing::Shared } else { sharing },
            first,
            rest: sections.into_iter().collect(),
            source,
            structure: Mutex::new(()),
            full_grown: AtomicBool::new(false),
            now: AtomicI64::new(NO_TIME),
        })
    }

    #[inline]
    pub(crate) fn header(&self) -> &Header {
        &self.first.header
    }

    #[inline]
    pub(crate) fn arrangement(&self) -> Arrangement {
        self.first.header.arrangement
    }

    /// Section `i`; the caller knows that it is there.
    #[inline]
    pub(crate) fn section(&self, i: usize) -> &Section {
        match i.checked_sub(1) {
            None => &self.first,
            Some(i) => &self.rest[i],
        }
    }

    /// Sections in memory here, counting or not.
    pub(crate) fn known(&self) -> usize {
        1 + self.rest.count()
    }

    /// How many sections count now. A scalable file may have grown in another process: what was
    /// added is mapped first.
    #[inline]
    pub(crate) fn count(&self) -> Result<usize> {
        match self.arrangement() {
            Arrangement::Single => Ok(1),
            Arrangement::Scalable => {
                let committed = usize::from(self.first.live().committed());
                if committed > self.known() {
                    self.adopt(committed)?;
                }
                Ok(committed.max(1))
            }
            Arrangement::Rotating | Arrangement::Sharded => Ok(self.known()),
        }
    }

    pub(crate) fn sections(&self) -> Result<impl DoubleEndedIterator<Item = &Section> + Clone> {
        let count = self.count()?;
        Ok((0..count).map(|i| self.section(i)))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, ()> {
        self.structure.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The open file of a map.
    pub(crate) fn with_file<T>(&self, f: impl FnOnce(&File, &Path) -> Result<T>) -> Result<T> {
        let guard = self.source.file.lock().unwrap_or_else(PoisonError::into_inner);
        match (&*guard, &self.source.path) {
            (Some(file), Some(path)) => f(file, path),
            _ => Err(crate::Error::closed()),
        }
    }

    /// READ_ONLY unless the filter may change.
    #[inline]
    pub(crate) fn writable(&self) -> Result<()> {
        if self.read_only {
            return Err(self.read_only_error());
        }
        Ok(())
    }

    #[cold]
    fn read_only_error(&self) -> crate::Error {
        if self.source.mapped == Some(Mode::Read) {
            err!(ReadOnly, "the file is open read-only; open it with mode \"r+\", or load it for a private copy")
        } else {
            err!(ReadOnly, "the filter has features of a later version that this library can only read; update it")
        }
    }

    /// The time to use, in Unix milliseconds.
    pub(crate) fn now_ms(&self) -> i64 {
        let set = self.now.load(Relaxed);
        if set != NO_TIME {
            return set;
        }
        clock_ms()
    }

    pub(crate) fn moment(&self) -> Moment {
        Moment::new(self.header(), self.now_ms())
    }

    /// The time that a rotating filter uses, in Unix milliseconds: for tests, replays and a
    /// midnight other than UTC's. None goes back to the clock. Other arrangements ignore it.
    pub fn set_now(&self, unix_ms: Option<i64>) {
        self.now.store(unix_ms.unwrap_or(NO_TIME), Relaxed);
    }

    /// True if probe positions follow from one 64-bit hash that the caller may compute itself
    /// (schemes xxh3 and xxh64).
    #[inline]
    pub fn takes_ready_hash(&self) -> bool {
        self.header().scheme.takes_ready_hash()
    }

    /// The hash seed.
    pub fn seed(&self) -> u64 {
        self.header().seed
    }

    /// The 64-bit hash of a key, or None if the scheme has no such hash.
    pub fn hash<K: Key + ?Sized>(&self, key: &K) -> Option<u64> {
        let h = self.header();
        self.takes_ready_hash().then(|| key.with_bytes(|b| h.scheme.hash(b, h.seed)))
    }

    #[inline]
    fn hashed<'a>(&self, bytes: &'a [u8]) -> Hashed<'a> {
        let h = self.header();
        if h.scheme.takes_ready_hash() {
            Hashed::Ready(h.scheme.hash(bytes, h.seed))
        } else {
            Hashed::Bytes(bytes)
        }
    }

    fn ready(&self, hash: u64) -> Result<Hashed<'static>> {
        if self.takes_ready_hash() {
            return Ok(Hashed::Ready(hash));
        }
        Err(err!(
            Unsupported,
            "scheme {} takes keys, not ready hashes; schemes xxh3 and xxh64 take both",
            self.header().scheme.name()
        ))
    }

    /// False is certain: the key was never added. True means *maybe*: the key was added, or this
    /// is a false positive, at the filter's fpp.
    ///
    /// # Errors
    /// Only a scalable file that grew in another process and cannot be mapped (IO, OUT_OF_MEMORY,
    /// or a format code); treat an error as "maybe".
    #[inline]
    pub fn contains<K: Key + ?Sized>(&self, key: &K) -> Result<bool> {
        key.with_bytes(|b| self.ask(self.hashed(b)))
    }

    /// [`Engine::contains`] for a key whose [hash](Engine::hash) is known.
    ///
    /// # Errors
    /// UNSUPPORTED if the scheme takes no ready hash.
    #[inline]
    pub fn contains_hash(&self, hash: u64) -> Result<bool> {
        self.ask(self.ready(hash)?)
    }

    #[inline]
    pub(crate) fn ask(&self, key: Hashed<'_>) -> Result<bool> {
        match self.arrangement() {
            Arrangement::Single => Ok(self.first.contains(key)),
            Arrangement::Sharded => Ok(self.section(self.shard(key)).contains(key)),
            // The last section of a grown filter has the most keys: ask it first.
            Arrangement::Scalable => Ok(self.sections()?.rev().any(|s| s.contains(key))),
            Arrangement::Rotating => Ok(self.in_live_section(self.moment(), key)),
        }
    }

    fn in_live_section(&self, moment: Moment, key: Hashed<'_>) -> bool {
        let sections = (0..self.known()).map(|i| self.section(i));
        sections.into_iter().any(|s| moment.is_live(s.live().opened_at()) && s.contains(key))
    }

    /// The section of a key. Sharded filters have ready-hash schemes only (checked on open and create).
    #[inline]
    pub(crate) fn shard(&self, key: Hashed<'_>) -> usize {
        match key {
            Hashed::Ready(h) => crate::probe::shard(h, u64::from(self.header().sections)),
            Hashed::Bytes(_) => 0,
        }
    }

    /// Adds a key. True: it was certainly absent before. False: it may have been in.
    ///
    /// # Errors
    /// READ_ONLY; for a scalable filter that must grow, OUT_OF_MEMORY or IO, and the key is not in.
    #[inline]
    pub fn add<K: Key + ?Sized>(&self, key: &K) -> Result<bool> {
        key.with_bytes(|b| self.put(self.hashed(b)))
    }

    /// [`Engine::add`] for a key whose [hash](Engine::hash) is known.
    ///
    /// # Errors
    /// Those of `add`, and UNSUPPORTED if the scheme takes no ready hash.
    #[inline]
    pub fn add_hash(&self, hash: u64) -> Result<bool> {
        self.put(self.ready(hash)?)
    }

    #[inline]
    pub(crate) fn put(&self, key: Hashed<'_>) -> Result<bool> {
        self.writable()?;
        let section = match self.arrangement() {
            Arrangement::Single => &self.first,
            Arrangement::Sharded => self.section(self.shard(key)),
            Arrangement::Scalable => {
                if self.ask(key)? {
                    return Ok(false);
                }
                self.growing_section()?
            }
            Arrangement::Rotating => {
                let moment = self.moment();
                let section = self.turned_section(moment)?;
                let known = self.in_live_section(moment, key);
                section.unseal()?;
                section.add(key, self.sharing);
                return Ok(!known);
            }
        };
        section.unseal()?;
        Ok(section.add(key, self.sharing))
    }

    /// Takes a key away (kind counting, arrangements single and sharded). False and no change if
    /// it is certainly absent. Removing a key that was never added but seems to be in takes away
    /// parts of other keys, which may then be missed: remove only what was added.
    ///
    /// # Errors
    /// UNSUPPORTED for other kinds and arrangements, READ_ONLY.
    pub fn remove<K: Key + ?Sized>(&self, key: &K) -> Result<bool> {
        key.with_bytes(|b| self.take(self.hashed(b)))
    }

    /// [`Engine::remove`] for a key whose [hash](Engine::hash) is known.
    ///
    /// # Errors
    /// Those of `remove`; UNSUPPORTED also if the scheme takes no ready hash.
    pub fn remove_hash(&self, hash: u64) -> Result<bool> {
        self.take(self.ready(hash)?)
    }

    fn take(&self, key: Hashed<'_>) -> Result<bool> {
        let h = self.header();
        if h.kind != Kind::Counting || !h.arrangement.one_section_a_key() {
            return Err(err!(
                Unsupported,
                "remove needs kind counting and arrangement single or sharded; this filter is {} and {}",
                h.kind.name(),
                h.arrangement.name()
            ));
        }
        self.writable()?;
        let section = if h.arrangement == Arrangement::Sharded { self.section(self.shard(key)) } else { &self.first };
        section.unseal()?;
        Ok(section.remove(key, self.sharing))
    }

    /// The key's cell numbers in probe order, in the section that an add would write to now
    /// (blocked: bit numbers, lane by lane, least significant bit first).
    ///
    /// # Errors
    /// As [`Engine::contains`].
    pub fn positions<K: Key + ?Sized>(&self, key: &K) -> Result<Vec<u64>> {
        key.with_bytes(|b| {
            let key = self.hashed(b);
            let at = match self.arrangement() {
                Arrangement::Single => 0,
                Arrangement::Sharded => self.shard(key),
                Arrangement::Scalable => self.count()? - 1,
                Arrangement::Rotating => self.moment().current(),
            };
            Ok(self.section(at).positions(key))
        })
    }

    /// The number of the section that an add of this key would write to now, from 0.
    ///
    /// # Errors
    /// As [`Engine::contains`].
    pub fn section_of<K: Key + ?Sized>(&self, key: &K) -> Result<usize> {
        key.with_bytes(|b| match self.arrangement() {
            Arrangement::Single => Ok(0),
            Arrangement::Sharded => Ok(self.shard(self.hashed(b))),
            Arrangement::Scalable => Ok(self.count()? - 1),
            Arrangement::Rotating => Ok(self.moment().current()),
        })
    }

    /// True if the filter cannot be changed.
    pub fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// True if the filter is a mapped file.
    pub fn is_mapped(&self) -> bool {
        self.source.mapped.is_some()
    }

    /// The file it was opened or loaded from.
    pub fn path(&self) -> Option<&Path> {
        self.source.path.as_deref()
    }
}

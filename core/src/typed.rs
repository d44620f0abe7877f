//! The filters of Rust programs: the engine with its one-writer rule kept by the type system.

use std::path::Path;

use crate::builder::Builder;
use crate::error::Result;
use crate::filter::Engine;
use crate::foreign::BitOrder;
use crate::key::Key;
use crate::options::Options;
use crate::stats::Stats;
use crate::storage::{Mode, Sharing};

/// A Bloom filter in private memory or a read-only map: `&mut` to change, `&` to ask.
///
/// ```
/// use onebloom::BloomFilter;
/// let mut seen = BloomFilter::new(1_000, 0.01)?;
/// assert!(seen.add("user:1")?); // certainly new
/// assert!(seen.contains("user:1")); // maybe in: here, yes
/// assert!(!seen.contains(&2)); // certainly not
/// # Ok::<(), onebloom::Error>(())
/// ```
pub struct BloomFilter(Engine);

/// A Bloom filter that any number of threads (and, for a file opened r+, processes) may change
/// and ask at the same time, through `&`.
///
/// ```
/// use onebloom::BloomFilter;
/// let seen = BloomFilter::new(1_000, 0.01)?.into_shared();
/// std::thread::scope(|s| {
///     for t in 0..4 {
///         let seen = &seen;
///         s.spawn(move || (0..100).try_for_each(|i| seen.add(&(t * 100 + i)).map(|_| ())));
///     }
/// });
/// assert!((0..400).all(|i| seen.contains(&i)));
/// # Ok::<(), onebloom::Error>(())
/// ```
pub struct SharedFilter(Engine);

impl BloomFilter {
    /// An empty classic filter for `capacity` keys at false-positive probability `fpp`.
    ///
    /// # Errors
    /// OUT_OF_RANGE, OUT_OF_MEMORY.
    pub fn new(capacity: u64, fpp: f64) -> Result<BloomFilter> {
        BloomFilter::builder(capacity, fpp).build()
    }

    /// A builder for all other options.
    pub fn builder(capacity: u64, fpp: f64) -> Builder {
        let mut options = Options::new();
        let set = options.set("capacity", capacity).and_then(|o| o.set("fpp", fpp)).map(|_| ());
        Builder(set.map(|()| options))
    }

    /// An empty filter of these options.
    ///
    /// # Errors
    /// INVALID_ARGUMENT, OUT_OF_RANGE, OUT_OF_MEMORY.
    pub fn create(options: &Options) -> Result<BloomFilter> {
        Engine::create(options, Sharing::Exclusive).map(BloomFilter)
    }

    /// A filter from a body that another program made; see [`Engine::from_bits`].
    ///
    /// ```
    /// use onebloom::{BitOrder, BloomFilter, Options};
    /// let mut redis = Options::new(); // SETBIT of cells 1, 8 and 15
    /// redis.set("m", 16)?.set("k", 3)?.set("scheme", "murmur3-seeded")?.set("bits", "msb")?;
    /// let f = BloomFilter::from_bits(&[0x40, 0x81], &redis)?;
    /// assert_eq!(f.to_bits(BitOrder::Lsb)?, [0x02, 0x81]);
    /// # Ok::<(), onebloom::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Engine::from_bits`].
    pub fn from_bits(body: &[u8], options: &Options) -> Result<BloomFilter> {
        Engine::from_bits(body, options, Sharing::Exclusive).map(BloomFilter)
    }

    /// Maps a file read-only; see [`Engine::open`].
    ///
    /// # Errors
    /// Those of [`Engine::open`].
    pub fn open(path: impl AsRef<Path>) -> Result<BloomFilter> {
        Engine::open(path, Mode::Read, Sharing::Exclusive).map(BloomFilter)
    }

    /// Reads a file into private memory; sealed sections are verified.
    ///
    /// # Errors
    /// Those of [`Engine::load`].
    pub fn load(path: impl AsRef<Path>) -> Result<BloomFilter> {
        Engine::load(path, Sharing::Exclusive).map(BloomFilter)
    }

    /// A private copy of an image.
    ///
    /// # Errors
    /// Those of [`Engine::from_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<BloomFilter> {
        Engine::from_bytes(bytes, Sharing::Exclusive).map(BloomFilter)
    }

    /// A private copy of a filter whose sections come one by one.
    ///
    /// # Errors
    /// Those of [`Engine::open_parts`].
    pub fn open_parts(parts: &[&[u8]]) -> Result<BloomFilter> {
        Engine::open_parts(parts, Sharing::Exclusive).map(BloomFilter)
    }

    /// Adds a key. True: it was certainly absent before.
    ///
    /// # Errors
    /// Those of [`Engine::add`].
    #[inline]
    pub fn add<K: Key + ?Sized>(&mut self, key: &K) -> Result<bool> {
        self.0.add(key)
    }

    /// [`BloomFilter::add`] for a ready 64-bit hash.
    ///
    /// # Errors
    /// Those of [`Engine::add_hash`].
    #[inline]
    pub fn add_hash(&mut self, hash: u64) -> Result<bool> {
        self.0.add_hash(hash)
    }

    /// Adds many keys; how many were certainly absent before.
    ///
    /// # Errors
    /// Those of [`Engine::add`]; the keys before the failing one are in.
    pub fn add_many<K: Key>(&mut self, keys: impl IntoIterator<Item = K>) -> Result<u64> {
        add_many(&self.0, keys)
    }

    /// Takes a key away (kind counting); see [`Engine::remove`].
    ///
    /// # Errors
    /// Those of [`Engine::remove`].
    pub fn remove<K: Key + ?Sized>(&mut self, key: &K) -> Result<bool> {
        self.0.remove(key)
    }

    /// Unites `other` into this filter.
    ///
    /// # Errors
    /// Those of [`Engine::merge`].
    pub fn merge(&mut self, other: &BloomFilter) -> Result<()> {
        self.0.merge(&other.0)
    }

    /// Empties the filter.
    ///
    /// # Errors
    /// Those of [`Engine::clear`].
    pub fn clear(&mut self) -> Result<()> {
        self.0.clear()
    }

    /// Opens or loads the file again if it was replaced; true if it was.
    ///
    /// # Errors
    /// Those of [`Engine::reopened`]; the filter is unchanged then.
    pub fn reload(&mut self) -> Result<bool> {
        let new = self.0.reopened()?;
        let replaced = new.is_some();
        if let Some(new) = new {
            self.0 = new;
        }
        Ok(replaced)
    }

    /// The same filter for many threads at once.
    pub fn into_shared(self) -> SharedFilter {
        let mut engine = self.0;
        engine.sharing = Sharing::Shared;
        SharedFilter(engine)
    }

    /// An independent private copy.
    ///
    /// # Errors
    /// OUT_OF_MEMORY.
    pub fn copy(&self) -> Result<BloomFilter> {
        self.0.copy(Sharing::Exclusive).map(BloomFilter)
    }

    /// The classic filter with the same cells; see [`Engine::to_classic`].
    ///
    /// # Errors
    /// Those of [`Engine::to_classic`].
    pub fn to_classic(&self) -> Result<BloomFilter> {
        self.0.to_classic(Sharing::Exclusive).map(BloomFilter)
    }
}

impl SharedFilter {
    /// Maps a file for reading and writing, shared with all who do the same.
    ///
    /// # Errors
    /// Those of [`Engine::open`].
    pub fn open(path: impl AsRef<Path>) -> Result<SharedFilter> {
        Engine::open(path, Mode::ReadWrite, Sharing::Shared).map(SharedFilter)
    }

    /// Adds a key. True: it was certainly absent before; threads that race with one key may each
    /// be told so.
    ///
    /// # Errors
    /// Those of [`Engine::add`].
    #[inline]
    pub fn add<K: Key + ?Sized>(&self, key: &K) -> Result<bool> {
        self.0.add(key)
    }

    /// Adds many keys; how many were certainly absent before.
    ///
    /// # Errors
    /// Those of [`Engine::add`]; the keys before the failing one are in.
    pub fn add_many<K: Key>(&self, keys: impl IntoIterator<Item = K>) -> Result<u64> {
        add_many(&self.0, keys)
    }

    /// Takes a key away (kind counting).
    ///
    /// # Errors
    /// Those of [`Engine::remove`].
    pub fn remove<K: Key + ?Sized>(&self, key: &K) -> Result<bool> {
        self.0.remove(key)
    }

    /// Unites `other` into this filter.
    ///
    /// # Errors
    /// Those of [`Engine::merge`].
    pub fn merge(&self, other: &SharedFilter) -> Result<()> {
        self.0.merge(&other.0)
    }

    /// Empties the filter; adds that race with it may or may not stay.
    ///
    /// # Errors
    /// Those of [`Engine::clear`].
    pub fn clear(&self) -> Result<()> {
        self.0.clear()
    }

    /// Writes what changed to the disk.
    ///
    /// # Errors
    /// IO.
    pub fn flush(&self) -> Result<()> {
        self.0.flush()
    }

    /// A private copy for one writer.
    ///
    /// # Errors
    /// OUT_OF_MEMORY.
    pub fn copy(&self) -> Result<BloomFilter> {
        self.0.copy(Sharing::Exclusive).map(BloomFilter)
    }
}

fn add_many<K: Key>(engine: &Engine, keys: impl IntoIterator<Item = K>) -> Result<u64> {
    let (mut batch, mut new, mut keys) = (engine.batch(), 0, keys.into_iter());
    loop {
        batch.clear();
        keys.by_ref().take(256).for_each(|key| batch.push(&key));
        if batch.is_empty() {
            return Ok(new);
        }
        new += engine.add_batch(&batch)?;
    }
}

/// The verbs that only ask, alike for both filters.
macro_rules! asking {
    ($($t:ty)+) => {$(
        impl $t {
            /// False is certain: the key was never added. True means *maybe*, at the filter's fpp.
            ///
            /// A scalable map that grew elsewhere and cannot be followed answers true, the safe
            /// direction; [`Engine::contains`] gives the error.
            #[inline]
            pub fn contains<K: Key + ?Sized>(&self, key: &K) -> bool {
                self.0.contains(key).unwrap_or(true)
            }

            /// Asks for many keys; the answers are in their order.
            pub fn contains_many<K: Key>(&self, keys: impl IntoIterator<Item = K>) -> Vec<bool> {
                let (mut batch, mut answers, mut keys) = (self.0.batch(), Vec::new(), keys.into_iter());
                loop {
                    batch.clear();
                    keys.by_ref().take(256).for_each(|key| batch.push(&key));
                    if batch.is_empty() {
                        return answers;
                    }
                    let from = answers.len();
                    answers.resize(from + batch.len(), true);
                    // An error leaves "maybe", the safe direction.
                    let _ = self.0.contains_batch(&batch, &mut answers[from..]);
                }
            }

            /// Saves a sealed image over `path`; see [`Engine::save`].
            ///
            /// # Errors
            /// Those of [`Engine::save`].
            pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
                self.0.save(path)
            }

            /// [`save`](Engine::save) with the old file's generation plus one.
            ///
            /// # Errors
            /// Those of [`Engine::replace`].
            pub fn replace(&self, path: impl AsRef<Path>) -> Result<()> {
                self.0.replace(path)
            }

            /// The sealed image.
            ///
            /// # Errors
            /// OUT_OF_MEMORY.
            pub fn to_bytes(&self) -> Result<Vec<u8>> {
                self.0.to_bytes()
            }

            /// The sealed image, section by section, as `open_parts` takes it.
            ///
            /// # Errors
            /// OUT_OF_MEMORY.
            pub fn to_parts(&self) -> Result<Vec<Vec<u8>>> {
                self.0.to_parts()
            }

            /// The cells without a header, for other programs; see [`Engine::to_bits`].
            ///
            /// # Errors
            /// Those of [`Engine::to_bits`].
            pub fn to_bits(&self, order: BitOrder) -> Result<Vec<u8>> {
                self.0.to_bits(order)
            }

            /// True if sealed and right, false if not sealed.
            ///
            /// # Errors
            /// CHECKSUM_MISMATCH.
            pub fn verify(&self) -> Result<bool> {
                self.0.verify()
            }

            /// True if the file was replaced.
            ///
            /// # Errors
            /// Those of [`Engine::is_stale`].
            pub fn is_stale(&self) -> Result<bool> {
                self.0.is_stale()
            }

            /// What the filter says of itself; see [`Engine::stats`]. A scalable map that cannot
            /// be followed tells of the sections it has.
            pub fn stats(&self, exact: bool) -> Stats {
                self.0.stats_of_known(exact)
            }

            /// The time that a rotating filter uses, Unix milliseconds; None: the clock.
            pub fn set_now(&self, unix_ms: Option<i64>) {
                self.0.set_now(unix_ms);
            }

            /// The key's cell numbers; see [`Engine::positions`].
            ///
            /// # Errors
            /// Those of [`Engine::positions`].
            pub fn positions<K: Key + ?Sized>(&self, key: &K) -> Result<Vec<u64>> {
                self.0.positions(key)
            }

            /// The number of the section that an add of this key would write to now, from 0.
            ///
            /// # Errors
            /// Those of [`Engine::section_of`].
            pub fn section_of<K: Key + ?Sized>(&self, key: &K) -> Result<usize> {
                self.0.section_of(key)
            }

            /// The engine, for all else.
            pub fn engine(&self) -> &Engine {
                &self.0
            }
        }

        impl std::fmt::Debug for $t {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}({})", stringify!($t), self.0.summary())
            }
        }

        impl PartialEq for $t {
            /// Equal parameters and cells.
            fn eq(&self, other: &Self) -> bool {
                self.0.same_content(&other.0).unwrap_or(false)
            }
        }
    )+};
}
asking!(BloomFilter SharedFilter);

//! The handle: a name in Redis, how to treat it, and what is known of it at the moment.

use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use super::days::{self, Days};
use super::keys::Keys;
use super::live::{self, Found, Live};
use super::name::Layout;
use super::outcome::Outcome;
use super::settings::{Backend, Settings};
use super::wire::{Task, Wire};
use super::{advise, ask, build, change, figures, module, pull, unite};
use crate::arrangement::Arrangement;
use crate::error::{err, Error, Result};
use crate::filter::Engine;
use crate::header::Header;
use crate::Code;

/// A filter in Redis. It holds no connection: every verb gives a [`Task`], whose commands the
/// caller sends. Cheap to clone; clones share what is known of the filter. Any thread may call
/// any method, and tasks of one `Remote` may run at the same time.
#[derive(Clone)]
pub struct Remote(pub(super) Arc<Inner>);

pub(super) struct Inner {
    pub(super) name: Vec<u8>,
    pub(super) settings: Settings,
    /// The filter that is being built to take this one's place.
    pub(super) is_next: bool,
    known: Mutex<Option<Arc<Live>>>,
    known_next: Mutex<Option<Arc<Live>>>,
    known_days: Mutex<Option<Days>>,
    now: AtomicI64,
}

/// `set_now` is not in force.
const NO_TIME: i64 = i64::MIN;

/// Headers that do not belong together are read again this often: somebody is replacing them.
const READ_AGAIN: usize = 4;
/// Sections whose headers are read in one flush.
const AT_ONCE: usize = 64;

impl Remote {
    /// A filter under this name; nothing is sent.
    ///
    /// # Errors
    /// INVALID_ARGUMENT for the empty name and for settings that do not go together.
    pub fn new(name: &[u8], settings: &Settings) -> Result<Remote> {
        if name.is_empty() {
            return Err(err!(InvalidArgument, "the name of a filter in Redis must not be empty"));
        }
        let known = match settings.backend {
            Backend::Bitmap => {
                let header = settings.bitmap_options()?.header()?;
                if header.arrangement != Arrangement::Single || header.kind != crate::Kind::Classic {
                    return Err(err!(
                        InvalidArgument,
                        "a bitmap is kind classic in one key; give scheme, m and k only"
                    ));
                }
                live::check_size(&header, header.capacity)?;
                Some(Arc::new(Live::bare(name, header)))
            }
            Backend::Onebloom | Backend::RedisBloom | Backend::Days => None,
        };
        Ok(Remote(Arc::new(Inner::of(name.to_vec(), settings.clone(), false, known))))
    }

    /// Backend days: the time to use, in Unix milliseconds (tests, replays, another midnight than
    /// UTC's); None: the clock's.
    pub fn set_now(&self, unix_ms: Option<i64>) {
        self.0.now.store(unix_ms.unwrap_or(NO_TIME), Relaxed);
    }

    /// The name.
    pub fn name(&self) -> &[u8] {
        &self.0.name
    }

    /// Looks for the filter. Record: kind, scheme, arrangement, m, k, capacity, fpp, seed,
    /// section_count, bytes, generation, layout, key_bytes.
    ///
    /// Fails with UNAVAILABLE if nothing is there, or a format code if something else is.
    pub fn open(&self) -> Task {
        let me = self.0.clone();
        Task::new(|wire| async move {
            match me.settings.backend {
                Backend::RedisBloom => module::open(&me, &wire).await,
                Backend::Days => days::open(&me, &wire).await,
                Backend::Bitmap => {
                    ask::bitmap_is_there(&me, &wire).await?;
                    Ok(Outcome::of_record(figures::known(&*me.live(&wire).await?)))
                }
                Backend::Onebloom => Ok(Outcome::of_record(figures::known(&*me.look(&wire).await?))),
            }
        })
    }

    /// Makes an empty filter as the settings say (capacity …). It becomes visible whole, at once,
    /// and never over something: ALREADY_EXISTS.
    pub fn create(&self) -> Task {
        let me = self.0.clone();
        Task::new(|wire| async move {
            match me.settings.backend {
                Backend::RedisBloom => module::create(&me, &wire).await,
                Backend::Days => days::create(&me, &wire).await,
                _ => build::create(&me, &wire).await,
            }
        })
    }

    /// Answers: false is certain, true means *maybe*. UNAVAILABLE (or all true, if the settings
    /// say "maybe") when the filter is gone or cannot be reached: never "absent".
    pub fn contains(&self, keys: Keys) -> Task {
        let me = self.0.clone();
        Task::new(|wire| async move {
            let all = keys.len();
            let asked = match me.settings.backend {
                Backend::RedisBloom => module::contains(&me, &wire, &keys).await,
                Backend::Days => days::contains(&me, &wire, &keys).await,
                _ => ask::contains(&me, &wire, &keys).await,
            };
            match asked {
                Err(e) if e.code() == Code::Unavailable && me.settings.maybe => {
                    Ok(Outcome { unavailable: Some(e.message().to_string()), ..Outcome::of_answers(vec![true; all]) })
                }
                other => other.map(Outcome::of_answers),
            }
        })
    }

    /// Adds keys. Answers: true if the key was certainly absent before; among any number of
    /// clients exactly one gets true. Creates nothing: UNAVAILABLE if the filter is gone.
    pub fn add(&self, keys: Keys) -> Task {
        let me = self.0.clone();
        Task::new(|wire| async move {
            let added = match me.settings.backend {
                Backend::RedisBloom => module::add(&me, &wire, &keys).await,
                Backend::Days => days::add(&me, &wire, &keys).await,
                _ => change::change(&me, &wire, &keys, change::Verb::Add).await,
            };
            added.map(Outcome::of_answers)
        })
    }

    /// Takes keys away (kind counting). Answers: false, and no change, if certainly absent.
    pub fn remove(&self, keys: Keys) -> Task {
        let me = self.0.clone();
        Task::new(|wire| async move {
            if me.settings.backend != Backend::Onebloom {
                return Err(err!(Unsupported, "only filters of kind counting can remove keys"));
            }
            change::change(&me, &wire, &keys, change::Verb::Remove).await.map(Outcome::of_answers)
        })
    }

    /// Puts a filter (single or sharded) into Redis in place of what is there: under temporary
    /// names, read back and compared, then renamed, with the generation of the old one plus 1.
    /// A sealed filter is verified first. Only over a filter or nothing: else ALREADY_EXISTS.
    pub fn push(&self, engine: Arc<Engine>) -> Task {
        let me = self.0.clone();
        Task::new(|wire| async move {
            me.only_onebloom("push")?;
            build::push(&me, &wire, &engine).await
        })
    }

    /// Takes the filter out of Redis: outcome `engine`. Adds that run meanwhile may be in or not.
    /// A bitmap comes as a filter of its scheme, m and k.
    pub fn pull(&self) -> Task {
        let me = self.0.clone();
        Task::new(|wire| async move {
            let why = match me.settings.backend {
                Backend::RedisBloom => "RedisBloom's own filters; import a dump of them (BF.SCANDUMP)",
                Backend::Days => "a window of periods; each is a filter under a name of its own",
                Backend::Onebloom | Backend::Bitmap => "",
            };
            if !why.is_empty() {
                return Err(err!(Unsupported, "pull is not for {why}"));
            }
            let engine = pull::pull(&me, &wire).await?;
            Ok(Outcome { engine: Some(Box::new(engine)), ..Outcome::default() })
        })
    }

    /// Adds all that `engine` has, chunk by chunk, while others may go on adding. INCOMPATIBLE if
    /// kind, scheme, seed, arrangement, m or k differ.
    pub fn merge(&self, engine: Arc<Engine>) -> Task {
        let me = self.0.clone();
        Task::new(|wire| async move {
            if !matches!(me.settings.backend, Backend::Onebloom | Backend::Bitmap) {
                return Err(err!(Unsupported, "only single and sharded filters can be merged in Redis"));
            }
            unite::merge(&me, &wire, &engine).await
        })
    }

    /// What the filter says of itself: the names of [`Stats`](crate::Stats) and layout, keys,
    /// ttl_ms. The fill is counted by BITCOUNT, above 4 MiB a key in 64 samples unless `exact`.
    pub fn stats(&self, exact: bool) -> Task {
        let me = self.0.clone();
        Task::new(move |wire| async move {
            match me.settings.backend {
                Backend::RedisBloom => module::stats(&me, &wire).await,
                Backend::Days => days::stats(&me, &wire, exact).await,
                _ => figures::stats(&me, &wire, exact).await,
            }
        })
    }

    /// Record: header_sum and generation, to see whether the filter was replaced.
    pub fn version(&self) -> Task {
        let me = self.0.clone();
        Task::new(|wire| async move { figures::version(&me, &wire).await })
    }

    /// Warnings: a policy that evicts any key, a time to live, a large string. Commands that the
    /// server does not permit are passed over.
    pub fn advise(&self) -> Task {
        let me = self.0.clone();
        Task::new(|wire| async move { advise::advise(&me, &wire).await })
    }

    /// Deletes the filter's keys. Record: deleted, how many there were.
    pub fn delete(&self) -> Task {
        let me = self.0.clone();
        Task::new(|wire| async move { build::delete(&me, &wire).await })
    }

    /// The filter that is to take this one's place: `create` it, fill it, [`commit`](Remote::commit)
    /// it. From its creation on, adds by any client go to both. It vanishes after an
    /// hour in which its builder did nothing.
    ///
    /// # Errors
    /// UNSUPPORTED for bitmaps and RedisBloom.
    pub fn next(&self, settings: &Settings) -> Result<Remote> {
        self.0.only_onebloom("rebuild")?;
        let settings = Settings { lease: 3600, backend: Backend::Onebloom, ..settings.clone() };
        Ok(Remote(Arc::new(Inner::of(self.0.name.clone(), settings, true, None))))
    }

    /// For a filter made by [`next`](Remote::next): puts it in place, with generation + 1.
    pub fn commit(&self) -> Task {
        let me = self.0.clone();
        Task::new(|wire| async move { build::commit_next(&me, &wire).await })
    }
}

impl Inner {
    pub(super) fn of(name: Vec<u8>, settings: Settings, is_next: bool, known: Option<Arc<Live>>) -> Inner {
        Inner {
            name,
            settings,
            is_next,
            known: Mutex::new(known),
            known_next: Mutex::new(None),
            known_days: Mutex::new(None),
            now: AtomicI64::new(NO_TIME),
        }
    }

    pub(super) fn days(&self) -> Option<Days> {
        self.known_days.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn set_days(&self, days: Days) {
        *self.known_days.lock().unwrap_or_else(PoisonError::into_inner) = Some(days);
    }

    pub(super) fn now_ms(&self) -> i64 {
        match self.now.load(Relaxed) {
            NO_TIME => crate::filter::clock_ms(),
            set => set,
        }
    }

    pub(super) fn only_onebloom(&self, verb: &str) -> Result<()> {
        if self.settings.backend != Backend::Onebloom {
            return Err(err!(Unsupported, "{verb} is for this library's own filters only"));
        }
        Ok(())
    }

    /// What is known; looked for if nothing is.
    pub(super) async fn live(&self, wire: &Wire) -> Result<Arc<Live>> {
        match self.known() {
            Some(live) => Ok(live),
            None => self.look(wire).await,
        }
    }

    fn known(&self) -> Option<Arc<Live>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What is there now.
    pub(super) async fn look(&self, wire: &Wire) -> Result<Arc<Live>> {
        if self.settings.backend == Backend::Bitmap {
            return self.known().ok_or_else(|| self.gone()); // cannot fail: made by `new`
        }
        let live = Arc::new(self.search(wire, self.is_next).await?);
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = Some(live.clone());
        Ok(live)
    }

    /// The filter being built to take this one's place, if there is one. `again`: what is known
    /// of it has proved wrong.
    pub(super) async fn look_next(&self, wire: &Wire, again: bool) -> Result<Option<Arc<Live>>> {
        let known = self.known_next.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if known.is_some() && !again {
            return Ok(known);
        }
        let live = match self.search(wire, true).await {
            Ok(live) => Some(Arc::new(live)),
            Err(e) if e.code() == Code::Unavailable => None,
            Err(e) => return Err(e),
        };
        *self.known_next.lock().unwrap_or_else(PoisonError::into_inner) = live.clone();
        Ok(live)
    }

    pub(super) fn gone(&self) -> Error {
        let name = String::from_utf8_lossy(&self.name);
        err!(Unavailable, "Redis has no filter {name:?}: never created, evicted, expired or deleted; create or push it")
    }

    async fn search(&self, wire: &Wire, next: bool) -> Result<Live> {
        let layouts = match self.settings.layout {
            Some(layout) => vec![layout],
            None => vec![Layout::Single, Layout::Tag, Layout::Spread],
        };
        let mut last = self.gone();
        for _ in 0..READ_AGAIN {
            let firsts: Vec<_> = layouts.iter().flat_map(|l| live::keys_of(&self.name, *l, next, 1)).collect();
            let found = read_headers(wire, &firsts).await?;
            last = self.gone();
            for (layout, found) in layouts.iter().zip(found) {
                match found {
                    Found::Nothing => {}
                    Found::Other(e) if last.code() == Code::Unavailable => last = e,
                    Found::Other(_) => {}
                    Found::Section(header, line) => {
                        check_layout(&header, *layout, &self.name)?;
                        match self.rest(wire, *layout, next, *header, line.generation).await {
                            Ok(live) => return Ok(live),
                            Err(e) => last = e,
                        }
                    }
                }
            }
            if last.code() == Code::Unavailable {
                break;
            }
        }
        Err(last)
    }

    /// The other sections of the filter whose first is this.
    async fn rest(&self, wire: &Wire, layout: Layout, next: bool, first: Header, generation: u32) -> Result<Live> {
        let keys = live::keys_of(&self.name, layout, next, usize::from(first.sections));
        let mut headers = vec![first];
        for (i, chunk) in keys[1..].chunks(AT_ONCE).enumerate() {
            for (j, found) in read_headers(wire, chunk).await?.into_iter().enumerate() {
                let index = 1 + i * AT_ONCE + j;
                let key = String::from_utf8_lossy(&keys[index]);
                match found {
                    Found::Nothing => {
                        return Err(err!(
                            Unavailable,
                            "Redis has no key {key:?}, section {index} of a filter: evicted, expired or deleted"
                        ))
                    }
                    Found::Other(e) => return Err(e),
                    Found::Section(header, _) => {
                        header
                            .check_beside(&headers[0], index)
                            .map_err(|e| e.context(&format!("Redis key {key:?}")))?;
                        headers.push(*header);
                    }
                }
            }
        }
        Ok(Live::new(layout, keys, &headers, generation))
    }
}

async fn read_headers(wire: &Wire, keys: &[Vec<u8>]) -> Result<Vec<Found>> {
    let replies = wire.send(keys.iter().flat_map(|k| live::look(k)).collect()).await?;
    keys.iter().zip(replies.chunks(2)).map(|(k, r)| live::found(k, r)).collect()
}

fn check_layout(header: &Header, layout: Layout, name: &[u8]) -> Result<()> {
    let name = String::from_utf8_lossy(name);
    let fits = match header.arrangement {
        Arrangement::Single => layout == Layout::Single,
        Arrangement::Sharded => layout != Layout::Single,
        Arrangement::Scalable | Arrangement::Rotating => false,
    };
    if fits {
        return Ok(());
    }
    let is = header.arrangement.name();
    Err(err!(Unsupported, "Redis filter {name:?} is {is} in layout {}; only single filters (in NAME) and sharded ones (in {{NAME}}:i or NAME:{{i}}) can be used in Redis", layout.name()))
}

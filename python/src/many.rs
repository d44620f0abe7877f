//! A batch of keys out of any Python object: walked, or read where it lies in memory.
//!
//! Keys go to core 256 at a time. Lists and iterators are walked attached: first the keys are
//! taken (Python code may run), then core acts on them (none runs). Integers and Arrow arrays lie
//! in memory, so that a long batch of them leaves the interpreter.

use onebloom::{Batch, Engine};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyIterator, PyList, PyString, PyTuple};

use crate::arrow;
use crate::errors::{self, OrRaise, Raised};
use crate::filter::BloomFilter;
use crate::gate::Gate;
use crate::key::{with_key, Key};
use crate::numbers;

/// Keys a go.
const CHUNK: usize = 256;
/// From this many keys in memory on, the batch leaves the interpreter.
const DETACH_FROM: usize = 4096;
/// Keys in memory between two looks at signals (Ctrl-C).
const SLICE: usize = 1 << 20;
/// Chunks of walked keys between two looks at signals and at other threads.
const BREATH: usize = 256;

/// What is done with the keys.
pub trait Act: Send {
    /// It changes the filter.
    const WRITES: bool;
    /// Does it with a chunk.
    fn act(&mut self, engine: &Engine, batch: &Batch) -> onebloom::Result<()>;
}

/// Adds, and counts the keys that were certainly absent.
#[derive(Default)]
pub struct Add {
    pub added: u64,
}

impl Act for Add {
    const WRITES: bool = true;
    fn act(&mut self, engine: &Engine, batch: &Batch) -> onebloom::Result<()> {
        self.added += engine.add_batch(batch)?;
        Ok(())
    }
}

/// Asks, and keeps the answers in the order of the keys.
#[derive(Default)]
pub struct Ask {
    pub answers: Vec<bool>,
}

impl Act for Ask {
    const WRITES: bool = false;
    fn act(&mut self, engine: &Engine, batch: &Batch) -> onebloom::Result<()> {
        let from = self.answers.len();
        self.answers.resize(from + batch.len(), false);
        engine.contains_batch(batch, &mut self.answers[from..])
    }
}

/// Keys that lie in memory and are read without Python.
pub trait Memory: Sync {
    /// How many keys.
    fn len(&self) -> usize;
    /// Puts keys `from..to` into the batch. `Ok(false)`: the key behind the last one put is null.
    fn push(&self, from: usize, to: usize, batch: &mut Batch) -> onebloom::Result<bool>;
}

/// Why a batch stopped, and how many keys were done before (none: it did not begin).
pub struct Stop {
    error: PyErr,
    done: Option<usize>,
}

impl From<Raised> for Stop {
    fn from(raised: Raised) -> Stop {
        PyErr::from(raised).into()
    }
}

impl From<PyErr> for Stop {
    fn from(error: PyErr) -> Stop {
        Stop { error, done: None }
    }
}

impl Stop {
    /// The exception, which says how far the batch came (`added`: of an adding one).
    pub fn raise(self, py: Python<'_>, added: Option<u64>) -> PyErr {
        let Some(done) = self.done else { return self.error };
        let tell = || {
            let tell = py.import("onebloom.errors")?.getattr("_in_batch")?;
            tell.call1((self.error.value(py), done, added)).map(drop)
        };
        match tell() {
            Ok(()) => self.error,
            Err(failure) => failure,
        }
    }
}

/// Carries `act` out with every key of `keys`, in order, until one is bad.
pub fn run<A: Act>(gate: &Gate, keys: &Bound<'_, PyAny>, act: &mut A) -> Result<(), Stop> {
    let py = keys.py();
    // A closed filter says so even to an empty batch.
    gate.read(py, |_| ())?;
    if let Ok(list) = keys.cast_exact::<PyList>() {
        return walk(gate, py, Source::List(list.clone(), 0), act);
    }
    if let Ok(tuple) = keys.cast_exact::<PyTuple>() {
        return walk(gate, py, Source::Tuple(tuple.clone(), 0), act);
    }
    refuse_one_key(keys)?;
    if let Some(array) = arrow::of(keys)? {
        return native(gate, py, &array, act);
    }
    if let Some((ints, _view)) = numbers::of(keys) {
        return native(gate, py, &ints, act);
    }
    walk(gate, py, Source::Iter(keys.try_iter()?), act)
}

/// One text would be taken for its characters, and bytes for numbers: never what is meant.
fn refuse_one_key(keys: &Bound<'_, PyAny>) -> PyResult<()> {
    let hint = if keys.is_instance_of::<PyString>()
        || keys.is_instance_of::<PyBytes>()
        || keys.is_instance_of::<PyByteArray>()
    {
        "for a single key use add or contains, or put it into a list"
    } else if keys.is_instance_of::<BloomFilter>() {
        "use merge for another filter"
    } else {
        return Ok(());
    };
    let given = crate::key::type_name(keys);
    let text = format!("a batch must be an iterable of keys, got one {given}; {hint}");
    Err(errors::raise(keys.py(), onebloom::Error::new(onebloom::Code::InvalidArgument, text)))
}

enum Source<'py> {
    List(Bound<'py, PyList>, usize),
    Tuple(Bound<'py, PyTuple>, usize),
    Iter(Bound<'py, PyIterator>),
}

impl<'py> Source<'py> {
    #[inline]
    fn next(&mut self) -> Option<PyResult<Bound<'py, PyAny>>> {
        match self {
            // The length anew each time: Python code of a key may change the list.
            Source::List(list, at) if *at < list.len() => {
                *at += 1;
                Some(list.get_item(*at - 1))
            }
            Source::Tuple(tuple, at) if *at < tuple.len() => {
                *at += 1;
                Some(tuple.get_item(*at - 1))
            }
            Source::List(..) | Source::Tuple(..) => None,
            Source::Iter(iterator) => iterator.next(),
        }
    }

    /// Moves plain keys, up to a chunk, from a list or tuple into the batch, where they lie next
    /// to each other. Runs no Python code, so nothing has to be kept alive meanwhile.
    #[cfg(not(Py_GIL_DISABLED))]
    fn plain(&mut self, batch: &mut Batch) {
        let (sequence, at, len, item): (_, _, _, unsafe extern "C" fn(_, _) -> _) = match self {
            Source::List(list, at) => {
                let len = list.len();
                (list.as_any(), at, len, ffi::PyList_GetItem)
            }
            Source::Tuple(tuple, at) => {
                let len = tuple.len();
                (tuple.as_any(), at, len, ffi::PyTuple_GetItem)
            }
            Source::Iter(_) => return,
        };
        let end = len.min(*at + CHUNK);
        while *at < end {
            // SAFETY: the index is below the length, so this is a borrowed item, alive while the
            // GIL is held and no Python code runs.
            let item = unsafe {
                let item = item(sequence.as_ptr(), *at as ffi::Py_ssize_t);
                Borrowed::from_ptr(sequence.py(), item)
            };
            let Some(key) = Key::plain(&item) else { return };
            with_key!(&key, k => batch.push(k));
            *at += 1;
        }
    }

    /// Without a GIL another thread may change the list: every key is held.
    #[cfg(Py_GIL_DISABLED)]
    fn plain(&mut self, _batch: &mut Batch) {}

    /// Takes up to a chunk of keys of any form; Python code may run. Says how it ended, unless by
    /// a full chunk.
    fn take(&mut self, held: &mut Vec<Held<'py>>) -> Option<Result<(), Raised>> {
        let most = match self {
            // One that is not plain: the next ones may be.
            Source::List(..) | Source::Tuple(..) if cfg!(not(Py_GIL_DISABLED)) => 1,
            _ => CHUNK,
        };
        while held.len() < most {
            let Some(next) = self.next() else { return Some(Ok(())) };
            match next.map_err(Raised::from).and_then(Held::of) {
                Ok(key) => held.push(key),
                Err(error) => return Some(Err(error)),
            }
        }
        None
    }
}

/// A key and the object that it borrows from.
struct Held<'py> {
    key: Key<'static>,
    _owner: Bound<'py, PyAny>,
}

impl<'py> Held<'py> {
    #[inline]
    fn of(owner: Bound<'py, PyAny>) -> Result<Held<'py>, Raised> {
        let key = Key::of(&owner)?;
        // SAFETY: the key borrows from the object itself (immutable str or bytes), not from the
        // `Bound`, and `_owner` keeps the object alive as long as the key.
        let key = unsafe { std::mem::transmute::<Key<'_>, Key<'static>>(key) };
        Ok(Held { key, _owner: owner })
    }
}

fn walk<'py, A: Act>(gate: &Gate, py: Python<'py>, mut source: Source<'py>, act: &mut A) -> Result<(), Stop> {
    let mut held: Vec<Held<'py>> = Vec::new();
    let mut done = 0;
    let mut end: Option<Result<(), Raised>> = None;
    for chunk in 1.. {
        // Act, on what was taken and what can be taken without Python code.
        let acted = with_engine(gate, py, act, |engine, act| {
            let mut batch = engine.batch();
            for key in &held {
                with_key!(&key.key, k => batch.push(k));
            }
            if end.is_none() {
                source.plain(&mut batch);
            }
            act.act(engine, &batch).map(|()| batch.len())
        });
        let acted = acted.map_err(PyErr::from).and_then(|acted| acted.or_raise(py));
        done += acted.map_err(|error| Stop { error, done: Some(done) })?;
        held.clear();
        if let Some(end) = end {
            return end.map_err(|error| Stop { error: error.into(), done: Some(done) });
        }
        if chunk % BREATH == 0 {
            py.detach(|| ());
            py.check_signals().map_err(|error| Stop { error, done: Some(done) })?;
        }
        // Take: Python code may run, so nothing of the filter is borrowed.
        end = source.take(&mut held);
    }
    Ok(())
}

#[inline]
fn with_engine<A: Act, R>(
    gate: &Gate,
    py: Python<'_>,
    act: &mut A,
    f: impl FnOnce(&Engine, &mut A) -> R,
) -> Result<R, Raised> {
    if A::WRITES {
        gate.write(py, |engine| f(engine, act))
    } else {
        gate.read(py, |engine| f(engine, act))
    }
}

/// How far a slice of keys in memory came.
enum Reached {
    End,
    Null(usize),
    Failed(usize, onebloom::Error),
}

fn native<A: Act>(gate: &Gate, py: Python<'_>, keys: &impl Memory, act: &mut A) -> Result<(), Stop> {
    let mut from = 0;
    while from < keys.len() {
        let to = keys.len().min(from + SLICE);
        let job = |engine: &Engine, act: &mut A| slice(engine, keys, from, to, act);
        let reached = if to - from < DETACH_FROM {
            with_engine(gate, py, act, job)
        } else if A::WRITES {
            gate.alone(py, |engine| job(engine, act))
        } else {
            gate.aside(py, |engine| job(engine, act))
        };
        match reached.map_err(|error| Stop { error: error.into(), done: Some(from) })? {
            Reached::End => from = to,
            Reached::Null(done) => {
                let error = errors::raise(py, onebloom::Error::key_type("null"));
                return Err(Stop { error, done: Some(done) });
            }
            Reached::Failed(done, error) => {
                return Err(Stop { error: errors::raise(py, error), done: Some(done) });
            }
        }
        // Between slices nothing is held, so a signal handler may do as it likes.
        py.check_signals().map_err(|error| Stop { error, done: Some(from) })?;
    }
    Ok(())
}

fn slice<A: Act>(engine: &Engine, keys: &impl Memory, mut from: usize, to: usize, act: &mut A) -> Reached {
    let mut batch = engine.batch();
    while from < to {
        batch.clear();
        let end = to.min(from + CHUNK);
        let whole = match keys.push(from, end, &mut batch) {
            Ok(whole) => whole,
            Err(error) => return Reached::Failed(from, error),
        };
        if let Err(error) = act.act(engine, &batch) {
            return Reached::Failed(from, error);
        }
        if !whole {
            return Reached::Null(from + batch.len());
        }
        from = end;
    }
    Reached::End
}

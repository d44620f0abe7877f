//! The class: every verb of the surface, thin.

use std::ffi::c_int;

use onebloom::{BitOrder, Engine, Mode};
use pyo3::basic::CompareOp;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyType};

use crate::buffer::{with_bytes, View};
use crate::errors::{raise, OrRaise, Raised};
use crate::gate::{Gate, SHARING};
use crate::key::{with_key, Key};
use crate::many::{self, Add, Ask};
use crate::options::{options, FsPath};
use crate::stats;

/// A Bloom filter: remembers keys in a few bits each.
///
/// `BloomFilter(capacity, fpp=0.01, **options)` makes a new one in memory for `capacity` keys, of
/// which at most the share `fpp` of absent keys will be answered "maybe". Options: `kind`
/// ("classic", "blocked", "counting"), `scheme` ("xxh3", ...), `seed`; `growth` makes it scalable,
/// `period` (seconds) with `keep` rotating, `shards` sharded; `m` and `k` size it by hand.
///
/// A key is text (`str`), bytes (`bytes`, `bytearray`, `memoryview`) or an integer (`int` of any
/// size, or an object with `__index__`, such as numpy's); 42, "42" and b"42" are one key. Anything
/// else, `bool`, `float` and `None` included, raises `KeyTypeError`.
///
/// Every method may be called from any thread at any time.
#[pyclass(frozen, name = "BloomFilter", module = "onebloom")]
pub struct BloomFilter {
    gate: Gate,
}

impl BloomFilter {
    fn of(py: Python<'_>, engine: onebloom::Result<Engine>) -> PyResult<BloomFilter> {
        Ok(BloomFilter { gate: Gate::new(engine.or_raise(py)?) })
    }

    /// A filter that core made.
    pub fn from_engine(engine: Engine) -> BloomFilter {
        BloomFilter { gate: Gate::new(engine) }
    }

    /// The engine, for work that outlives a call.
    pub fn engine(&self, py: Python<'_>) -> PyResult<std::sync::Arc<Engine>> {
        self.gate.engine(py).ok_or_else(|| crate::errors::closed(py).into())
    }

    /// `add`.
    #[inline]
    pub fn add_key(&self, key: &Bound<'_, PyAny>) -> Result<bool, Raised> {
        let py = key.py();
        let key = Key::of(key)?;
        let added = self.gate.write(py, |engine| with_key!(&key, k => engine.add(k)))?;
        added.map_err(|error| raise(py, error).into())
    }

    /// `contains`.
    #[inline]
    pub fn contains_key(&self, key: &Bound<'_, PyAny>) -> Result<bool, Raised> {
        let py = key.py();
        let key = Key::of(key)?;
        let found = self.gate.read(py, |engine| with_key!(&key, k => engine.contains(k)))?;
        found.map_err(|error| raise(py, error).into())
    }
}

#[pymethods]
impl BloomFilter {
    #[new]
    #[pyo3(signature = (capacity=None, fpp=None, **options))]
    fn new(
        py: Python<'_>,
        capacity: Option<&Bound<'_, PyAny>>,
        fpp: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<BloomFilter> {
        let options = self::options(py, capacity, fpp, options)?;
        BloomFilter::of(py, py.detach(|| Engine::create(&options, SHARING)))
    }

    /// Map a file: "r" shared and read-only (the default), "r+" shared with other writers.
    ///
    /// Reads the headers only, never the body. Raises NotFoundError, AccessError, FormatError ...
    #[staticmethod]
    #[pyo3(signature = (path, mode="r"))]
    fn open(py: Python<'_>, path: FsPath, mode: &str) -> PyResult<BloomFilter> {
        let mode = Mode::parse(mode).or_raise(py)?;
        BloomFilter::of(py, py.detach(|| Engine::open(&path.0, mode, SHARING)))
    }

    /// A private copy of a file in memory. Sealed sections are verified (FormatError).
    #[staticmethod]
    fn load(py: Python<'_>, path: FsPath) -> PyResult<BloomFilter> {
        BloomFilter::of(py, py.detach(|| Engine::load(&path.0, SHARING)))
    }

    /// A private copy out of the bytes of a file: any C-contiguous buffer, aligned or not.
    ///
    /// Sealed sections are verified (FormatError). Do not change the buffer meanwhile.
    #[staticmethod]
    fn from_bytes(data: &Bound<'_, PyAny>) -> PyResult<BloomFilter> {
        let engine = with_bytes(data, |bytes| Engine::from_bytes(bytes, SHARING))?;
        BloomFilter::of(data.py(), engine)
    }

    /// A private copy put together from the sections of a filter, one buffer each, in order.
    #[staticmethod]
    fn open_parts(py: Python<'_>, parts: &Bound<'_, PyAny>) -> PyResult<BloomFilter> {
        let mut views = Vec::new();
        for part in parts.try_iter()? {
            views.push(View::bytes_of(&part?)?);
        }
        let parts: Vec<&[u8]> = views.iter().map(View::as_slice).collect();
        BloomFilter::of(py, Engine::open_parts(&parts, SHARING))
    }

    /// A private filter out of the bare cells that another program made.
    ///
    /// `m`, `k` and `scheme` as that program has them; `bits` is the order of its cells: "msb"
    /// (Redis SETBIT), "lsb" (Java's BitSet, RedisBloom; a Parquet column with kind "blocked" and
    /// scheme "xxh64"), "bytes" (a byte a cell). A body may be shorter than m: the rest is 0.
    #[staticmethod]
    #[pyo3(signature = (data, **options))]
    fn from_bits(data: &Bound<'_, PyAny>, options: Option<&Bound<'_, PyDict>>) -> PyResult<BloomFilter> {
        let options = self::options(data.py(), None, None, options)?;
        let engine = with_bytes(data, |body| Engine::from_bits(body, &options, SHARING))?;
        BloomFilter::of(data.py(), engine)
    }

    /// What a filter of these options will be: a dict with m, k, bytes, bits a key, and the rate
    /// that such a filter has at 1.5, 2 and 3 times its capacity. Takes what `BloomFilter` takes.
    #[staticmethod]
    #[pyo3(signature = (capacity=None, fpp=None, **options))]
    fn plan<'py>(
        py: Python<'py>,
        capacity: Option<&Bound<'_, PyAny>>,
        fpp: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let options = self::options(py, capacity, fpp, options)?;
        stats::record(py, onebloom::plan(&options).or_raise(py)?.fields())
    }

    /// Add every key of an iterable; returns how many were certainly absent before.
    ///
    /// A bad key stops it: the keys before it are in, and the exception says how many (`index`,
    /// and `added`, how many of them were new). Arrays of integers (numpy, array.array) and Arrow
    /// arrays of text, bytes or integers are read in place; long ones leave the GIL. An iterator
    /// is asked for at most 256 keys ahead, and nothing is locked while it runs.
    fn add_many(&self, keys: &Bound<'_, PyAny>) -> PyResult<u64> {
        let mut act = Add::default();
        let done = many::run(&self.gate, keys, &mut act);
        done.map(|()| act.added).map_err(|stop| stop.raise(keys.py(), Some(act.added)))
    }

    /// `add_many`, under the name that sets have for it.
    fn update(&self, keys: &Bound<'_, PyAny>) -> PyResult<u64> {
        self.add_many(keys)
    }

    /// Ask for every key of an iterable: a list of bool in the order of the keys.
    ///
    /// False is certain, True means maybe. Takes what `add_many` takes; a bad key stops it.
    fn contains_many<'py>(&self, keys: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let py = keys.py();
        let mut act = Ask::default();
        many::run(&self.gate, keys, &mut act).map_err(|stop| stop.raise(py, None))?;
        PyList::new(py, act.answers)
    }

    fn __contains__(&self, key: &Bound<'_, PyAny>) -> Result<bool, Raised> {
        self.contains_key(key)
    }

    /// Remove a key (kind counting, single and sharded only): False, and no change, if it was
    /// certainly absent. Removing a key that was never added can remove others.
    #[pyo3(signature = (key, /))]
    fn remove(&self, key: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = key.py();
        let key = Key::of(key)?;
        self.gate.write(py, |engine| with_key!(&key, k => engine.remove(k)))?.or_raise(py)
    }

    /// Add all that another filter of equal make has (`|=`). With itself: no change.
    #[pyo3(signature = (other, /))]
    fn merge(&self, py: Python<'_>, other: &BloomFilter) -> PyResult<()> {
        if std::ptr::eq(self, other) {
            return Ok(self.gate.read(py, |_| ())?);
        }
        Gate::alone_both(&self.gate, &other.gate, py, |a, b| a.merge(b))?.or_raise(py)
    }

    fn __ior__(&self, py: Python<'_>, other: &BloomFilter) -> PyResult<()> {
        self.merge(py, other)
    }

    fn __or__(&self, py: Python<'_>, other: &BloomFilter) -> PyResult<BloomFilter> {
        let united = self.copy(py)?;
        united.merge(py, other)?;
        Ok(united)
    }

    /// `==`: equal parameters and equal cells. Other comparisons have no meaning.
    fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, op: CompareOp) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let (CompareOp::Eq | CompareOp::Ne, Ok(other)) = (op, other.cast::<BloomFilter>()) else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        let other = other.get();
        let same = if std::ptr::eq(self, other) {
            self.gate.read(py, |_| true)?
        } else {
            Gate::alone_both(&self.gate, &other.gate, py, |a, b| a.same_content(b))?.or_raise(py)?
        };
        Ok((same == matches!(op, CompareOp::Eq)).into_pyobject(py)?.to_owned().into_any())
    }

    /// Forget all keys.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.gate.alone(py, Engine::clear)?.or_raise(py)
    }

    /// A private copy in memory, of a mapped filter too.
    fn copy(&self, py: Python<'_>) -> PyResult<BloomFilter> {
        BloomFilter::of(py, self.gate.alone(py, |engine| engine.copy(SHARING))?)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<BloomFilter> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<BloomFilter> {
        self.copy(py)
    }

    /// Pickles the content (`to_bytes`): what comes back is a private filter in memory.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let rebuild = PyType::new::<BloomFilter>(py).getattr("from_bytes")?;
        Ok((rebuild, (self.to_bytes(py)?,)))
    }

    /// Write a sealed file: a temporary file in the same folder, synced, then renamed over `path`.
    ///
    /// Readers see the old file or the new one, whole. LockedError if somebody has `path` open
    /// "r+". The file's generation stays what the filter's is; see `replace`.
    fn save(&self, py: Python<'_>, path: FsPath) -> PyResult<()> {
        self.gate.alone(py, |engine| engine.save(&path.0))?.or_raise(py)
    }

    /// `save` over an existing file with its generation raised by one.
    fn replace(&self, py: Python<'_>, path: FsPath) -> PyResult<()> {
        self.gate.alone(py, |engine| engine.replace(&path.0))?.or_raise(py)
    }

    /// The sealed bytes that `save` would write.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.gate.alone(py, Engine::to_bytes)?.or_raise(py)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The sections of the sealed bytes, one by one: what `open_parts` takes.
    fn to_parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let parts = self.gate.alone(py, Engine::to_parts)?.or_raise(py)?;
        PyList::new(py, parts.iter().map(|part| PyBytes::new(py, part)))
    }

    /// The bare cells of a single filter, in an order that `from_bits` knows.
    fn to_bits<'py>(&self, py: Python<'py>, order: &str) -> PyResult<Bound<'py, PyBytes>> {
        let order = BitOrder::parse(order).or_raise(py)?;
        let body = self.gate.alone(py, |engine| engine.to_bits(order))?.or_raise(py)?;
        Ok(PyBytes::new(py, &body))
    }

    /// The classic filter that answers as this counting one, in a quarter of the space. It cannot
    /// remove.
    fn to_classic(&self, py: Python<'_>) -> PyResult<BloomFilter> {
        BloomFilter::of(py, self.gate.alone(py, |engine| engine.to_classic(SHARING))?)
    }

    /// The buffer protocol (`memoryview(f)`, `bytes(f)`, `file.write(f)`): a read-only snapshot,
    /// the same bytes as `to_bytes`. It does not follow later changes.
    unsafe fn __getbuffer__(&self, py: Python<'_>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        let bytes = self.to_bytes(py)?;
        // SAFETY: CPython gives a valid view; the bytes object becomes its owner and refuses
        // PyBUF_WRITABLE by itself.
        match unsafe { ffi::PyObject_GetBuffer(bytes.as_ptr(), view, flags) } {
            0 => Ok(()),
            _ => Err(PyErr::fetch(py)),
        }
    }

    /// Write what a file opened "r+" has changed to the disk. Otherwise nothing to do.
    fn flush(&self, py: Python<'_>) -> PyResult<()> {
        self.gate.alone(py, Engine::flush)?.or_raise(py)
    }

    /// Give memory and file back. Twice is fine; every other method then raises StateError.
    fn close(&self, py: Python<'_>) {
        self.gate.close(py);
    }

    /// Whether `close` was called.
    #[getter]
    fn closed(&self, py: Python<'_>) -> bool {
        self.gate.engine(py).is_none()
    }

    fn __enter__(slf: Bound<'_, Self>) -> PyResult<Bound<'_, Self>> {
        slf.get().gate.read(slf.py(), |_| ())?;
        Ok(slf)
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyAny>) {
        self.close(py);
    }

    /// True: sealed and right. False: not sealed, nothing to compare. Else FormatError.
    fn verify(&self, py: Python<'_>) -> PyResult<bool> {
        self.gate.alone(py, Engine::verify)?.or_raise(py)
    }

    /// Open the file anew if it was replaced; says whether it was.
    fn reload(&self, py: Python<'_>) -> PyResult<bool> {
        self.gate.swap(py, Engine::reopened)
    }

    /// Whether the file was replaced since it was opened.
    fn is_stale(&self, py: Python<'_>) -> PyResult<bool> {
        self.gate.aside(py, Engine::is_stale)?.or_raise(py)
    }

    /// The time that a rotating filter takes for now, in Unix milliseconds; None: the clock's.
    #[pyo3(signature = (unix_ms))]
    fn set_now(&self, py: Python<'_>, unix_ms: Option<i64>) -> PyResult<()> {
        self.gate.write(py, |engine| engine.set_now(unix_ms))?;
        Ok(())
    }

    /// Figures of the filter as a dict (`onebloom.Stats`). The fill is sampled above 4 MiB unless
    /// `exact`.
    #[pyo3(signature = (exact=false))]
    fn stats<'py>(&self, py: Python<'py>, exact: bool) -> PyResult<Bound<'py, PyDict>> {
        let figures = self.gate.aside(py, |engine| engine.stats(exact))?.or_raise(py)?;
        stats::record(py, figures.fields())
    }

    /// The cell numbers of a key, in probe order.
    #[pyo3(signature = (key, /))]
    fn positions(&self, key: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
        let py = key.py();
        let key = Key::of(key)?;
        self.gate.read(py, |engine| with_key!(&key, k => engine.positions(k)))?.or_raise(py)
    }

    /// The number of the section, from 0, that an add of this key would write to now: the part of
    /// a sharded filter that has to be asked for it.
    #[pyo3(signature = (key, /))]
    fn section_of(&self, key: &Bound<'_, PyAny>) -> PyResult<usize> {
        let py = key.py();
        let key = Key::of(key)?;
        self.gate.read(py, |engine| with_key!(&key, k => engine.section_of(k)))?.or_raise(py)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        match self.gate.engine(py) {
            Some(engine) => format!("<BloomFilter {}>", engine.summary()),
            None => "<BloomFilter closed>".to_owned(),
        }
    }
}

//! Filters in Redis: the tasks of core, for `onebloom/redis`, which has the connections.

use std::sync::{Mutex, MutexGuard, PoisonError};

use onebloom::redis::{self as core, Keys, Reply, Settings, With};
use pyo3::exceptions::{PyBaseException, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use crate::errors::OrRaise;
use crate::filter::BloomFilter;
use crate::key::{type_name, with_key, Key};
use crate::options::with_value;
use crate::stats;

/// A filter in Redis: a name, settings, and what is known of it. Private: see `onebloom.redis`.
#[pyclass(frozen, name = "_Remote", module = "onebloom._onebloom")]
pub struct Remote {
    inner: core::Remote,
}

fn settings(py: Python<'_>, given: Option<&Bound<'_, PyDict>>) -> PyResult<Settings> {
    let mut settings = Settings::new();
    for (name, value) in given.into_iter().flatten() {
        if !value.is_none() {
            let name = name.cast::<PyString>()?.to_str()?.to_owned();
            with_value(&name, &value, |value| settings.set(&name, value).map(drop))?;
        }
    }
    let _ = py;
    Ok(settings)
}

#[pymethods]
impl Remote {
    #[new]
    #[pyo3(signature = (name, settings=None))]
    fn new(py: Python<'_>, name: &[u8], settings: Option<&Bound<'_, PyDict>>) -> PyResult<Remote> {
        let settings = self::settings(py, settings)?;
        Ok(Remote { inner: core::Remote::new(name, &settings).or_raise(py)? })
    }

    /// The name.
    #[getter]
    fn name<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.inner.name())
    }

    /// Backend days: the time to use, in Unix milliseconds; None: the clock's.
    fn set_now(&self, unix_ms: Option<i64>) {
        self.inner.set_now(unix_ms);
    }

    /// The filter that is to take this one's place.
    #[pyo3(signature = (settings=None))]
    fn next(&self, py: Python<'_>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Remote> {
        let settings = self::settings(py, settings)?;
        Ok(Remote { inner: self.inner.next(&settings).or_raise(py)? })
    }

    /// The task of a verb that needs nothing.
    fn task(&self, py: Python<'_>, verb: &str) -> PyResult<Task> {
        Task::of(self.inner.task(verb, With::Nothing).or_raise(py)?)
    }

    /// The task of a verb with one key.
    fn task_key(&self, verb: &str, key: &Bound<'_, PyAny>) -> PyResult<Task> {
        let mut keys = Keys::new();
        with_key!(&Key::of(key)?, k => keys.push(k));
        Task::of(self.inner.task(verb, With::Keys(keys)).or_raise(key.py())?)
    }

    /// The task of a verb with an iterable of keys.
    fn task_keys(&self, verb: &str, keys: &Bound<'_, PyAny>) -> PyResult<Task> {
        let py = keys.py();
        if keys.is_instance_of::<PyString>() || keys.is_instance_of::<PyBytes>() {
            let text = format!(
                "a batch must be an iterable of keys, got one {}; for a single key use add or contains",
                type_name(keys)
            );
            let error = onebloom::Error::new(onebloom::Code::InvalidArgument, text);
            return Err(crate::errors::raise(py, error));
        }
        let mut all = Keys::new();
        for key in keys.try_iter()? {
            let key = key?;
            with_key!(&Key::of(&key)?, k => all.push(k));
        }
        Task::of(self.inner.task(verb, With::Keys(all)).or_raise(py)?)
    }

    /// The task of a verb with a filter of this process.
    fn task_filter(&self, py: Python<'_>, verb: &str, filter: &BloomFilter) -> PyResult<Task> {
        let engine = filter.engine(py)?;
        Task::of(self.inner.task(verb, With::Engine(engine)).or_raise(py)?)
    }
}

/// A verb under way. Private: see `onebloom.redis`.
#[pyclass(frozen, name = "_Task", module = "onebloom._onebloom")]
pub struct Task {
    inner: Mutex<core::Task>,
}

impl Task {
    fn of(inner: core::Task) -> PyResult<Task> {
        Ok(Task { inner: Mutex::new(inner) })
    }

    fn lock(&self) -> MutexGuard<'_, core::Task> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Task {
    /// Whether there are commands to send; raises what the task failed with.
    fn advance(&self, py: Python<'_>) -> PyResult<bool> {
        let more = py.detach(|| self.lock().advance());
        more.or_raise(py)
    }

    /// The commands of this flush, each a list of bytes.
    fn commands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let all: Vec<Vec<Vec<u8>>> = {
            let task = self.lock();
            task.commands().iter().map(|c| c.args().map(<[u8]>::to_vec).collect()).collect()
        };
        let list = PyList::empty(py);
        for command in all {
            list.append(PyList::new(py, command.iter().map(|a| PyBytes::new(py, a)))?)?;
        }
        Ok(list)
    }

    /// For each command, whether its reply is binary.
    fn binary(&self) -> Vec<bool> {
        self.lock().commands().iter().map(core::Command::is_binary).collect()
    }

    /// Whether a command of this flush changes something.
    fn writes(&self) -> bool {
        self.lock().commands().iter().any(core::Command::is_write)
    }

    /// The flush as the bytes that a connection sends.
    fn packed<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes = self.lock().packed();
        PyBytes::new(py, &bytes)
    }

    /// The replies, one a command; an error of the server as a tuple with its text.
    fn feed(&self, py: Python<'_>, replies: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut all = Vec::new();
        for one in replies.try_iter()? {
            all.push(reply(&one?)?);
        }
        let fed = self.lock().feed(all);
        fed.or_raise(py)
    }

    /// The connection broke.
    fn lost(&self, why: &str) {
        self.lock().lost(why);
    }

    /// One answer a key.
    fn answers(&self) -> Vec<bool> {
        self.lock().outcome().answers.clone()
    }

    /// How many answers are true.
    fn count(&self) -> u64 {
        self.lock().outcome().count()
    }

    /// What the verb says of the filter.
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let record = self.lock().outcome().record.clone();
        stats::record(py, record)
    }

    /// Warnings.
    fn warnings(&self) -> Vec<String> {
        self.lock().outcome().warnings.clone()
    }

    /// Why the answers are "maybe" without having been asked.
    fn unavailable(&self) -> Option<String> {
        self.lock().outcome().unavailable.clone()
    }

    /// The filter that was pulled.
    fn filter(&self) -> PyResult<BloomFilter> {
        let engine = self.lock().take_outcome().engine;
        match engine {
            Some(engine) => Ok(BloomFilter::from_engine(*engine)),
            None => Err(PyTypeError::new_err("the task has brought no filter")),
        }
    }
}

/// What a client makes of a reply, as core takes it.
fn reply(value: &Bound<'_, PyAny>) -> PyResult<Reply> {
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Ok(Reply::Bytes(bytes.as_bytes().to_vec()));
    }
    if value.is_instance_of::<PyInt>() {
        return Ok(Reply::Int(value.extract()?));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Reply::Bytes(text.to_string_lossy().as_bytes().to_vec()));
    }
    if value.is_none() {
        return Ok(Reply::Nil);
    }
    if let Ok(list) = value.cast::<PyList>() {
        return Ok(Reply::List(list.iter().map(|r| reply(&r)).collect::<PyResult<_>>()?));
    }
    if let Ok(error) = value.cast::<PyTuple>() {
        return Ok(Reply::Error(error.get_item(0)?.extract()?));
    }
    if let Ok(map) = value.cast::<PyDict>() {
        let mut all = Vec::new();
        for (name, value) in map {
            all.push(reply(&name)?);
            all.push(reply(&value)?);
        }
        return Ok(Reply::List(all));
    }
    if value.is_instance_of::<PyBaseException>() {
        return Ok(Reply::Error(value.str()?.to_string_lossy().into_owned()));
    }
    if value.is_instance_of::<PyFloat>() {
        return Ok(Reply::Bytes(value.str()?.to_string_lossy().as_bytes().to_vec()));
    }
    Err(PyTypeError::new_err(format!("a Redis reply of type {}", type_name(value))))
}

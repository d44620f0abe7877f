//! Core errors become the exceptions of `onebloom/errors.py`, which holds the table.

use onebloom::Error;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

static MAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// The Python exception for a core error.
///
/// The class is looked up by the code's name in `onebloom.errors`; should even that fail, the
/// failure itself is what is raised. Runs Python code: call it with nothing borrowed.
#[cold]
pub fn raise(py: Python<'_>, error: Error) -> PyErr {
    make(py, &error).unwrap_or_else(|failure| failure)
}

fn make(py: Python<'_>, error: &Error) -> PyResult<PyErr> {
    let make = MAKE.get_or_try_init(py, || py.import("onebloom.errors")?.getattr("_from_core").map(Bound::unbind))?;
    let code = error.code();
    let path = error.path().map(|p| p.as_os_str());
    let made = make.bind(py).call1((code.number(), code.name(), error.message(), error.os_error(), path))?;
    Ok(PyErr::from_value(made))
}

/// A Python exception, one pointer wide. A `PyErr` is 64 bytes, and a `Result` of that size
/// travels through memory at some 20 ns a call.
pub struct Raised(Box<PyErr>);

impl From<PyErr> for Raised {
    #[cold]
    fn from(error: PyErr) -> Raised {
        Raised(Box::new(error))
    }
}

impl From<Raised> for PyErr {
    #[cold]
    fn from(raised: Raised) -> PyErr {
        *raised.0
    }
}

/// The exception for an operation on a closed filter.
#[cold]
pub fn closed(py: Python<'_>) -> Raised {
    raise(py, Error::closed()).into()
}

/// Turns a core result into a Python one.
pub trait OrRaise<T> {
    /// The value, or the exception for the error. Runs Python code if it is one.
    fn or_raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T> OrRaise<T> for onebloom::Result<T> {
    #[inline]
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| raise(py, error))
    }
}

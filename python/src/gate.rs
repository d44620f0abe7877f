//! Who may touch a filter's engine, and when.
//!
//! The rules, equal for both locks below:
//! - A private engine has one writer at a time. Asking needs no permission: cells are atomics.
//! - `read` and `write` are for short work while attached to the interpreter; no Python code may
//!   run inside them.
//! - `alone` leaves the interpreter for long work as the only writer; whoever wants to write
//!   meanwhile waits, also outside the interpreter. `aside` leaves it for long reading.
//! - Nothing is held while Python code runs. Two filters are locked in address order.
//! - `close` takes the engine away at once; long work that has begun keeps its own reference, so
//!   memory is freed when the last one ends and nobody reads freed memory.
//!
//! With a GIL the lock is a flag that is tested under the GIL (`gate/flag.rs`): a plain add costs
//! one load. Free-threaded builds use a real lock (`gate/lock.rs`).

use onebloom::{Engine, Sharing};
use pyo3::prelude::*;

use crate::errors::{self, Raised};

#[cfg(not(any(Py_GIL_DISABLED, feature = "real-lock")))]
mod flag;
#[cfg(not(any(Py_GIL_DISABLED, feature = "real-lock")))]
pub use flag::Gate;

#[cfg(any(Py_GIL_DISABLED, feature = "real-lock"))]
mod lock;
#[cfg(any(Py_GIL_DISABLED, feature = "real-lock"))]
pub use lock::Gate;

/// What the gate promises the core: one writer at a time.
pub const SHARING: Sharing = Sharing::Exclusive;

impl Gate {
    /// Long reading outside the interpreter, while others may write.
    pub fn aside<R: Send>(&self, py: Python<'_>, f: impl FnOnce(&Engine) -> R + Send) -> Result<R, Raised> {
        let engine = self.engine(py).ok_or_else(|| errors::closed(py))?;
        Ok(py.detach(move || f(&engine)))
    }

    /// Long work outside the interpreter as the only writer.
    pub fn alone<R: Send>(&self, py: Python<'_>, f: impl FnOnce(&Engine) -> R + Send) -> Result<R, Raised> {
        let sole = self.hold(py, true)?;
        let result = self.engine(py).map(|engine| py.detach(move || f(&engine)));
        // Before the exception is made: that runs Python code.
        drop(sole);
        result.ok_or_else(|| errors::closed(py))
    }

    /// Long work on two filters as the only writer of both. `a` and `b` must be different.
    pub fn alone_both<R: Send>(
        a: &Gate,
        b: &Gate,
        py: Python<'_>,
        f: impl FnOnce(&Engine, &Engine) -> R + Send,
    ) -> Result<R, Raised> {
        let a_first = std::ptr::from_ref(a) < std::ptr::from_ref(b);
        let (first, second) = if a_first { (a, b) } else { (b, a) };
        let outer = first.hold(py, true)?;
        // Signal handlers are Python code: none may run while the first is held.
        let inner = second.hold(py, false)?;
        let result = match (a.engine(py), b.engine(py)) {
            (Some(left), Some(right)) => Some(py.detach(move || f(&left, &right))),
            _ => None,
        };
        drop(inner);
        drop(outer);
        result.ok_or_else(|| errors::closed(py))
    }

    /// Swaps in the engine that `f` returns, if it returns one; says whether it did.
    pub fn swap(
        &self,
        py: Python<'_>,
        f: impl FnOnce(&Engine) -> onebloom::Result<Option<Engine>> + Send,
    ) -> PyResult<bool> {
        let sole = self.hold(py, true)?;
        let found = self.engine(py).map(|engine| py.detach(move || f(&engine)));
        let swapped = match found {
            // Closed before or meanwhile: it stays closed.
            None => Err(None),
            Some(Err(error)) => Err(Some(error)),
            Some(Ok(None)) => Ok(None),
            Some(Ok(Some(new))) => self.replace(py, new).map(Some).ok_or(None),
        };
        drop(sole);
        match swapped {
            Ok(old) => {
                let swapped = old.is_some();
                py.detach(move || drop(old));
                Ok(swapped)
            }
            Err(Some(error)) => Err(errors::raise(py, error)),
            Err(None) => Err(errors::closed(py).into()),
        }
    }

    /// Closes: every later call finds no engine. Waits for nobody; twice is fine.
    pub fn close(&self, py: Python<'_>) {
        let old = self.take(py);
        // Unmapping and freeing can take a while.
        py.detach(move || drop(old));
    }
}

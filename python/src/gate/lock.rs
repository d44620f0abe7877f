//! The gate of free-threaded builds: a mutex for writers, a lock around the engine's place.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use onebloom::Engine;
use pyo3::prelude::*;
use pyo3::sync::{MutexExt, RwLockExt};

use crate::errors::{self, Raised};

/// A filter's engine and who may write to it. See the module above for the rules.
pub struct Gate {
    slot: RwLock<Option<Arc<Engine>>>,
    writer: Mutex<()>,
}

/// Holding it is being the only writer.
pub struct Sole<'g>(#[allow(dead_code)] MutexGuard<'g, ()>);

impl Gate {
    /// A gate before this engine.
    pub fn new(engine: Engine) -> Gate {
        Gate { slot: RwLock::new(Some(Arc::new(engine))), writer: Mutex::new(()) }
    }

    /// Short reading. `f` must not run Python code.
    #[inline]
    pub fn read<R>(&self, py: Python<'_>, f: impl FnOnce(&Engine) -> R) -> Result<R, Raised> {
        let slot = self.slot.read_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        match &*slot {
            Some(engine) => Ok(f(engine)),
            None => {
                drop(slot);
                Err(errors::closed(py))
            }
        }
    }

    /// Short writing as the only writer. `f` must not run Python code.
    #[inline]
    pub fn write<R>(&self, py: Python<'_>, f: impl FnOnce(&Engine) -> R) -> Result<R, Raised> {
        let sole = self.hold(py, true)?;
        let result = self.engine(py).map(|engine| f(&engine));
        drop(sole);
        result.ok_or_else(|| errors::closed(py))
    }

    /// A reference that outlives a close; none if closed.
    pub fn engine(&self, py: Python<'_>) -> Option<Arc<Engine>> {
        self.slot.read_py_attached(py).unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Puts an engine in the place of the one that is there, which it returns; none if closed.
    pub fn replace(&self, py: Python<'_>, new: Engine) -> Option<Arc<Engine>> {
        let mut slot = self.slot.write_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        slot.as_mut().map(|engine| std::mem::replace(engine, Arc::new(new)))
    }

    /// Takes the engine away.
    pub fn take(&self, py: Python<'_>) -> Option<Arc<Engine>> {
        self.slot.write_py_attached(py).unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Becomes the only writer, waiting (detached) for the one before.
    pub fn hold(&self, py: Python<'_>, _signals: bool) -> PyResult<Sole<'_>> {
        Ok(Sole(self.writer.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)))
    }
}

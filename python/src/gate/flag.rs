//! The gate of builds with a GIL: the GIL is the lock, a flag covers what runs outside it.

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;
use std::time::Duration;

use onebloom::Engine;
use pyo3::prelude::*;

use crate::errors::{self, Raised};

/// A filter's engine and who may write to it. See the module above for the rules.
pub struct Gate {
    /// Touched only under the GIL.
    slot: UnsafeCell<Option<Arc<Engine>>>,
    /// 0, or the process that writes outside the GIL. A process id and not a bool: after a fork in
    /// the middle of a batch the child has no such thread and must not wait for it.
    writer: AtomicU32,
}

// SAFETY: `slot` is only touched by methods that take a `Python` token, which proves that the GIL
// is held, and no Python code (which could switch threads) runs while a borrow of it lives;
// everything else is an atomic. `Engine` is Send + Sync.
unsafe impl Sync for Gate {}

/// Holding it is being the only writer. Drop it under the GIL.
pub struct Sole<'g>(&'g Gate);

impl Drop for Sole<'_> {
    fn drop(&mut self) {
        self.0.writer.store(0, Ordering::Release);
    }
}

impl Gate {
    /// A gate before this engine.
    pub fn new(engine: Engine) -> Gate {
        Gate { slot: UnsafeCell::new(Some(Arc::new(engine))), writer: AtomicU32::new(0) }
    }

    /// Short reading. `f` must not run Python code.
    #[inline]
    pub fn read<R>(&self, py: Python<'_>, f: impl FnOnce(&Engine) -> R) -> Result<R, Raised> {
        // SAFETY: under the GIL (see `Sync` above); `f` runs no Python code, so nobody replaces
        // the engine while it is borrowed.
        match unsafe { &*self.slot.get() } {
            Some(engine) => Ok(f(engine)),
            None => Err(errors::closed(py)),
        }
    }

    /// Short writing, once no writer is outside the GIL. `f` must not run Python code.
    #[inline]
    pub fn write<R>(&self, py: Python<'_>, f: impl FnOnce(&Engine) -> R) -> Result<R, Raised> {
        if self.writer.load(Ordering::Acquire) != 0 {
            self.wait(py, true)?;
        }
        self.read(py, f)
    }

    /// A reference that outlives a close; none if closed.
    pub fn engine(&self, _py: Python<'_>) -> Option<Arc<Engine>> {
        // SAFETY: as in `read`; cloning an Arc runs no Python code.
        unsafe { &*self.slot.get() }.clone()
    }

    /// Puts an engine in the place of the one that is there, which it returns; none if closed.
    pub fn replace(&self, _py: Python<'_>, new: Engine) -> Option<Arc<Engine>> {
        // SAFETY: as in `read`; no borrow of the slot lives across Python code, so none lives now.
        let slot = unsafe { &mut *self.slot.get() };
        slot.as_mut().map(|engine| std::mem::replace(engine, Arc::new(new)))
    }

    /// Takes the engine away.
    pub fn take(&self, _py: Python<'_>) -> Option<Arc<Engine>> {
        // SAFETY: as in `replace`.
        unsafe { &mut *self.slot.get() }.take()
    }

    /// Becomes the only writer, waiting for the one before. `signals`: let Ctrl-C end the wait;
    /// only if nothing is held, for a signal handler is Python code.
    pub fn hold(&self, py: Python<'_>, signals: bool) -> PyResult<Sole<'_>> {
        self.wait(py, signals)?;
        self.writer.store(std::process::id(), Ordering::Release);
        Ok(Sole(self))
    }

    /// Waits outside the GIL until no writer is there; on return the GIL was held since the test.
    #[cold]
    fn wait(&self, py: Python<'_>, signals: bool) -> PyResult<()> {
        let mut nap = Duration::from_micros(20);
        loop {
            let writer = self.writer.load(Ordering::Acquire);
            if writer == 0 || writer != std::process::id() {
                return Ok(());
            }
            // Sleeping, not a condition variable: nothing here can be left locked by a fork.
            py.detach(|| std::thread::sleep(nap));
            nap = (nap * 2).min(Duration::from_millis(1));
            if signals {
                py.check_signals()?;
            }
        }
    }
}

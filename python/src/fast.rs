//! `add` and `contains` as plain C functions of one argument: the two calls that people make by
//! the million. A `#[pymethods]` function costs some 8 ns more, for arguments it parses.

use std::any::Any;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr;

use pyo3::ffi;
use pyo3::prelude::*;

use crate::errors::{self, Raised};
use crate::filter::BloomFilter;

/// Puts the two into the class.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let class = py.get_type::<BloomFilter>();
    for method in [&ADD, &CONTAINS] {
        let method = method.0.get();
        // SAFETY: the definition is static, as CPython demands, and of the flags' signature; the
        // descriptor checks that `self` is of this class before it calls.
        let (descriptor, name) = unsafe {
            let made = ffi::PyDescr_NewMethod(class.as_type_ptr(), method);
            (Bound::from_owned_ptr_or_err(py, made)?, std::ffi::CStr::from_ptr((*method).ml_name))
        };
        class.setattr(name.to_string_lossy().as_ref(), descriptor)?;
    }
    Ok(())
}

struct Definition(std::cell::UnsafeCell<ffi::PyMethodDef>);

// SAFETY: never written; CPython only wants a pointer that is not const.
unsafe impl Sync for Definition {}

impl Definition {
    const fn new(
        name: &'static std::ffi::CStr,
        function: ffi::PyCFunction,
        doc: &'static std::ffi::CStr,
    ) -> Definition {
        Definition(std::cell::UnsafeCell::new(ffi::PyMethodDef {
            ml_name: name.as_ptr(),
            ml_meth: ffi::PyMethodDefPointer { PyCFunction: function },
            ml_flags: ffi::METH_O,
            ml_doc: doc.as_ptr(),
        }))
    }
}

static ADD: Definition = Definition::new(
    c"add",
    add,
    c"add($self, key, /)\n--\n\n\
Add a key: str, bytes-like or an integer. 42, \"42\" and b\"42\" are one key.\n\n\
Returns True if the key was certainly absent before, False if it may have been there.\n\
Raises KeyTypeError, KeyEncodingError (a lone surrogate) and, for a filter opened \"r\" or\n\
closed, StateError; the filter is then unchanged.",
);

static CONTAINS: Definition = Definition::new(
    c"contains",
    contains,
    c"contains($self, key, /)\n--\n\n\
False is certain: the key was never added. True means maybe, with the filter's fpp.\n\n\
The same as `key in filter`. Raises KeyTypeError, KeyEncodingError and StateError.",
);

unsafe extern "C" fn add(slf: *mut ffi::PyObject, key: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: called by CPython through the descriptor made in `install`.
    unsafe { call(slf, key, BloomFilter::add_key) }
}

unsafe extern "C" fn contains(slf: *mut ffi::PyObject, key: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: as in `add`.
    unsafe { call(slf, key, BloomFilter::contains_key) }
}

/// # Safety
/// The thread is attached, `slf` is a `BloomFilter` and `key` an object, both alive.
#[inline]
unsafe fn call(
    slf: *mut ffi::PyObject,
    key: *mut ffi::PyObject,
    verb: impl Fn(&BloomFilter, &Bound<'_, PyAny>) -> Result<bool, Raised>,
) -> *mut ffi::PyObject {
    // SAFETY: the caller vouches for all three; the references are borrowed for this call.
    let (py, slf, key) = unsafe {
        let py = Python::assume_attached();
        (py, Borrowed::from_ptr(py, slf), Borrowed::from_ptr(py, key))
    };
    // SAFETY: `slf` is a `BloomFilter`.
    let slf = unsafe { slf.cast_unchecked::<BloomFilter>() };
    match catch_unwind(AssertUnwindSafe(|| verb(slf.get(), &key))) {
        Ok(Ok(answer)) => {
            // SAFETY: attached; the two are always there.
            unsafe { ffi::Py_NewRef(if answer { ffi::Py_True() } else { ffi::Py_False() }) }
        }
        Ok(Err(error)) => {
            PyErr::from(error).restore(py);
            ptr::null_mut()
        }
        Err(panic) => {
            panicked(py, &*panic).restore(py);
            ptr::null_mut()
        }
    }
}

#[cold]
fn panicked(py: Python<'_>, panic: &(dyn Any + Send)) -> PyErr {
    let what = match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text.as_str(),
        _ => "unknown",
    };
    errors::raise(py, onebloom::Error::panic(what))
}

//! One Python object becomes one key: text, bytes or an integer.

use num_bigint::BigInt;
use onebloom::Error;
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyInt, PyMemoryView, PyString};

use crate::errors;

/// A key in a form that core takes. Borrows from the object: `str` and `bytes` do not change.
pub enum Key<'a> {
    /// The UTF-8 of text, or bytes.
    Bytes(&'a [u8]),
    Int(i64),
    Uint(u64),
    /// The decimal text of a larger integer, or a copy of bytes that may change.
    Owned(Vec<u8>),
}

/// Runs `$body` with `$k` being the key in each of its forms.
macro_rules! with_key {
    ($key:expr, $k:ident => $body:expr) => {
        match $key {
            $crate::key::Key::Bytes($k) => $body,
            $crate::key::Key::Int($k) => {
                let $k = &*$k;
                $body
            }
            $crate::key::Key::Uint($k) => {
                let $k = &*$k;
                $body
            }
            $crate::key::Key::Owned($k) => {
                let $k = $k.as_slice();
                $body
            }
        }
    };
}
pub(crate) use with_key;

impl<'a> Key<'a> {
    /// The key that `obj` is, else `KeyTypeError` or `KeyEncodingError`.
    ///
    /// Runs Python code for an object with `__index__`: call it with nothing borrowed.
    #[inline]
    pub fn of(obj: &'a Bound<'_, PyAny>) -> PyResult<Key<'a>> {
        // Exact types first, by pointer: in the stable ABI every other test is a call.
        let ptr = obj.as_ptr();
        // SAFETY: `obj` is alive, so it has a type.
        let ty = unsafe { ffi::Py_TYPE(ptr) };
        if ty == &raw mut ffi::PyUnicode_Type {
            // SAFETY: its type is str.
            text(unsafe { obj.cast_unchecked() })
        } else if ty == &raw mut ffi::PyBytes_Type {
            // SAFETY: its type is bytes.
            let bytes: &Bound<'_, PyBytes> = unsafe { obj.cast_unchecked() };
            Ok(Key::Bytes(bytes.as_bytes()))
        } else if ty == &raw mut ffi::PyLong_Type {
            // SAFETY: its type is int.
            integer(unsafe { obj.cast_unchecked() })
        } else {
            other(obj)
        }
    }
}

#[inline]
fn text<'a>(text: &'a Bound<'_, PyString>) -> PyResult<Key<'a>> {
    let mut len = 0;
    // SAFETY: `text` is a str.
    let data = unsafe { ffi::PyUnicode_AsUTF8AndSize(text.as_ptr(), &mut len) };
    if data.is_null() {
        return Err(ill_formed(text.py()));
    }
    // SAFETY: on success `data` is `len` bytes that live, unchanged, as long as the str.
    Ok(Key::Bytes(unsafe { std::slice::from_raw_parts(data.cast(), len as usize) }))
}

/// `KeyEncodingError` out of the pending `UnicodeEncodeError` (any other error goes on).
#[cold]
fn ill_formed(py: Python<'_>) -> PyErr {
    let cause = PyErr::fetch(py);
    let value = cause.value(py);
    let place = value.getattr("start").and_then(|s| s.extract::<usize>());
    let Ok(place) = place else { return cause };
    let error = errors::raise(py, Error::key_encoding(&format!("a lone surrogate at index {place}")));
    error.set_cause(py, Some(cause));
    error
}

#[inline]
fn integer<'a>(int: &Bound<'_, PyInt>) -> PyResult<Key<'a>> {
    let mut overflow = 0;
    // SAFETY: `int` is an int, so no error can be set.
    let value = unsafe { ffi::PyLong_AsLongLongAndOverflow(int.as_ptr(), &mut overflow) };
    if overflow == 0 {
        return Ok(Key::Int(value));
    }
    large(int, overflow)
}

/// Integers beyond 64 bits signed. Python's own int → str is limited to 4300 digits by default
/// (sys.set_int_max_str_digits), so the digits are made here.
#[cold]
fn large<'a>(int: &Bound<'_, PyInt>, overflow: std::ffi::c_int) -> PyResult<Key<'a>> {
    if overflow > 0 {
        if let Ok(value) = int.extract::<u64>() {
            return Ok(Key::Uint(value));
        }
    }
    Ok(Key::Owned(int.extract::<BigInt>()?.to_string().into_bytes()))
}

/// Subclasses, mutable bytes, objects with `__index__`, and what is no key.
#[cold]
fn other<'a>(obj: &'a Bound<'_, PyAny>) -> PyResult<Key<'a>> {
    if let Ok(subclass) = obj.cast::<PyString>() {
        return text(subclass);
    }
    if let Ok(subclass) = obj.cast::<PyBytes>() {
        return Ok(Key::Bytes(subclass.as_bytes()));
    }
    if obj.is_instance_of::<pyo3::types::PyBool>() {
        return Err(wrong_type(obj));
    }
    if let Ok(subclass) = obj.cast::<PyInt>() {
        return integer(subclass);
    }
    if obj.is_instance_of::<PyByteArray>() || obj.is_instance_of::<PyMemoryView>() {
        // SAFETY: `obj` is alive; the result is a new bytes object or NULL with an error set.
        // Copies, so a strided view is fine and nobody can change the key under our hands.
        let copy = unsafe {
            Bound::from_owned_ptr_or_err(obj.py(), ffi::PyBytes_FromObject(obj.as_ptr()))?
        };
        return Ok(Key::Owned(copy.cast::<PyBytes>()?.as_bytes().to_vec()));
    }
    // SAFETY: `obj` is alive.
    if unsafe { ffi::PyIndex_Check(obj.as_ptr()) } == 0 {
        return Err(wrong_type(obj));
    }
    // SAFETY: `obj` is alive; the result is a new int or NULL with an error set.
    let index = unsafe {
        Bound::from_owned_ptr_or_err(obj.py(), ffi::PyNumber_Index(obj.as_ptr()))
    };
    match index {
        Ok(index) => integer(index.cast::<PyInt>()?),
        // numpy's arrays and bool have the slot but refuse.
        Err(refused) if refused.is_instance_of::<PyTypeError>(obj.py()) => {
            let error = wrong_type(obj);
            error.set_cause(obj.py(), Some(refused));
            Err(error)
        }
        Err(error) => Err(error),
    }
}

#[cold]
fn wrong_type(obj: &Bound<'_, PyAny>) -> PyErr {
    errors::raise(obj.py(), Error::key_type(&type_name(obj)))
}

/// The name of an object's type, with its module unless built in.
pub fn type_name(obj: &Bound<'_, PyAny>) -> String {
    match obj.get_type().fully_qualified_name() {
        Ok(name) => name.to_string(),
        Err(_) => "an object without a type name".to_owned(),
    }
}

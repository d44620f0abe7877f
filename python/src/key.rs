//! One Python object becomes one key: text, bytes or an integer.

use num_bigint::BigInt;
use onebloom::Error;
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyInt, PyMemoryView, PyString};

use crate::errors::{self, Raised};

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
    #[inline(always)]
    pub fn of(obj: &'a Bound<'_, PyAny>) -> Result<Key<'a>, Raised> {
        match Key::plain(obj) {
            Some(key) => Ok(key),
            None => Ok(other(obj)?),
        }
    }

    /// The key that `obj` is, if it is a plain one: exactly a str that has UTF-8, bytes, or an int
    /// of 64 bits. Runs no Python code.
    #[inline(always)]
    pub fn plain(obj: &'a Bound<'_, PyAny>) -> Option<Key<'a>> {
        // Exact types, by pointer: in the stable ABI every other test is a call.
        let ptr = obj.as_ptr();
        // SAFETY: `obj` is alive, so it has a type.
        let ty = unsafe { ffi::Py_TYPE(ptr) };
        if ty == &raw mut ffi::PyUnicode_Type {
            // SAFETY: its type is str.
            let utf8 = utf8(unsafe { obj.cast_unchecked() });
            if utf8.is_none() {
                // SAFETY: attached. `other` makes the error again.
                unsafe { ffi::PyErr_Clear() };
            }
            utf8.map(Key::Bytes)
        } else if ty == &raw mut ffi::PyBytes_Type {
            // SAFETY: its type is bytes.
            let bytes: &Bound<'_, PyBytes> = unsafe { obj.cast_unchecked() };
            Some(Key::Bytes(bytes.as_bytes()))
        } else if ty == &raw mut ffi::PyLong_Type {
            // SAFETY: its type is int.
            small(unsafe { obj.cast_unchecked() })
        } else {
            None
        }
    }
}

/// The UTF-8 of a str; none, with an error set, if it has a lone surrogate.
#[inline(always)]
fn utf8<'a>(text: &'a Bound<'_, PyString>) -> Option<&'a [u8]> {
    let mut len = 0;
    // SAFETY: `text` is a str.
    let data = unsafe { ffi::PyUnicode_AsUTF8AndSize(text.as_ptr(), &mut len) };
    if data.is_null() {
        return None;
    }
    // SAFETY: on success `data` is `len` bytes that live, unchanged, as long as the str.
    Some(unsafe { std::slice::from_raw_parts(data.cast(), len as usize) })
}

/// An int that fits 64 bits, signed.
#[inline(always)]
fn small<'a>(int: &Bound<'_, PyInt>) -> Option<Key<'a>> {
    let mut overflow = 0;
    // SAFETY: `int` is an int, so no error can be set.
    let value = unsafe { ffi::PyLong_AsLongLongAndOverflow(int.as_ptr(), &mut overflow) };
    (overflow == 0).then_some(Key::Int(value))
}

fn text<'a>(text: &'a Bound<'_, PyString>) -> PyResult<Key<'a>> {
    utf8(text).map(Key::Bytes).ok_or_else(|| ill_formed(text.py()))
}

/// Integers of any size. Python's own int → str is limited to 4300 digits by default
/// (sys.set_int_max_str_digits), so the digits of larger ones are made here.
fn integer<'a>(int: &Bound<'_, PyInt>) -> PyResult<Key<'a>> {
    if let Some(key) = small(int) {
        return Ok(key);
    }
    if let Ok(value) = int.extract::<u64>() {
        return Ok(Key::Uint(value));
    }
    Ok(Key::Owned(int.extract::<BigInt>()?.to_string().into_bytes()))
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

/// What is no plain key: ill-formed text, large integers, subclasses, mutable bytes, objects with
/// `__index__`; and what is no key at all.
#[cold]
fn other<'a>(obj: &'a Bound<'_, PyAny>) -> PyResult<Key<'a>> {
    if let Ok(string) = obj.cast::<PyString>() {
        return text(string);
    }
    if let Ok(bytes) = obj.cast::<PyBytes>() {
        return Ok(Key::Bytes(bytes.as_bytes()));
    }
    if obj.is_instance_of::<pyo3::types::PyBool>() {
        return Err(wrong_type(obj));
    }
    if let Ok(int) = obj.cast::<PyInt>() {
        return integer(int);
    }
    if obj.is_instance_of::<PyByteArray>() || obj.is_instance_of::<PyMemoryView>() {
        // SAFETY: `obj` is alive; the result is a new bytes object or NULL with an error set.
        // Copies, so a strided view is fine and nobody can change the key under our hands.
        let copy = unsafe { Bound::from_owned_ptr_or_err(obj.py(), ffi::PyBytes_FromObject(obj.as_ptr()))? };
        return Ok(Key::Owned(copy.cast::<PyBytes>()?.as_bytes().to_vec()));
    }
    // SAFETY: `obj` is alive.
    if unsafe { ffi::PyIndex_Check(obj.as_ptr()) } == 0 {
        return Err(wrong_type(obj));
    }
    // SAFETY: `obj` is alive; the result is a new int or NULL with an error set.
    let index = unsafe { Bound::from_owned_ptr_or_err(obj.py(), ffi::PyNumber_Index(obj.as_ptr())) };
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

//! Views of Python objects as plain memory (the buffer protocol).

use std::ffi::CStr;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A buffer that an object has lent, given back on drop.
pub struct View<'py> {
    raw: Box<ffi::Py_buffer>,
    _py: Python<'py>,
}

impl<'py> View<'py> {
    fn with_flags(obj: &Bound<'py, PyAny>, flags: std::ffi::c_int) -> PyResult<View<'py>> {
        let mut raw = Box::new(ffi::Py_buffer::new());
        // SAFETY: `obj` is alive and attached; `raw` is boxed, for an exporter may point into it.
        if unsafe { ffi::PyObject_GetBuffer(obj.as_ptr(), &mut *raw, flags) } != 0 {
            return Err(PyErr::fetch(obj.py()));
        }
        Ok(View { raw, _py: obj.py() })
    }

    /// The bytes of any object that lends them in one C-contiguous piece, whatever their item type.
    pub fn bytes_of(obj: &Bound<'py, PyAny>) -> PyResult<View<'py>> {
        View::with_flags(obj, ffi::PyBUF_SIMPLE)
    }

    /// A view with item format, shape and strides.
    pub fn array_of(obj: &Bound<'py, PyAny>) -> PyResult<View<'py>> {
        View::with_flags(obj, ffi::PyBUF_FORMAT | ffi::PyBUF_STRIDES)
    }

    /// The bytes of a `bytes_of` view. Stay attached while using them: the lender may be mutable.
    pub fn as_slice(&self) -> &[u8] {
        if self.raw.len <= 0 || self.raw.buf.is_null() {
            return &[];
        }
        // SAFETY: a PyBUF_SIMPLE view is `len` readable bytes at `buf` until it is released.
        unsafe { std::slice::from_raw_parts(self.raw.buf.cast(), self.raw.len as usize) }
    }

    /// Item format, first item, number of items and distance between them in bytes, if the view
    /// has exactly one dimension.
    pub fn items(&self) -> Option<(&CStr, *const u8, usize, isize)> {
        if self.raw.ndim != 1 || self.raw.shape.is_null() || self.raw.strides.is_null() {
            return None;
        }
        // SAFETY: an array view (FORMAT | STRIDES) with ndim 1 has one shape and one stride, and
        // its format is NULL ("B") or a C string that lives as long as the view.
        let (format, count, stride) = unsafe {
            let format = match self.raw.format {
                f if f.is_null() => c"B",
                f => CStr::from_ptr(f),
            };
            (format, *self.raw.shape, *self.raw.strides)
        };
        Some((format, self.raw.buf.cast(), usize::try_from(count).ok()?, stride))
    }

    /// The size of one item in bytes.
    pub fn item_size(&self) -> usize {
        usize::try_from(self.raw.itemsize).unwrap_or(0)
    }
}

impl Drop for View<'_> {
    fn drop(&mut self) {
        // SAFETY: filled by PyObject_GetBuffer and released once, attached (`_py`).
        unsafe { ffi::PyBuffer_Release(&mut *self.raw) }
    }
}

/// Calls `f` with the bytes of `obj`: outside the interpreter if they cannot change.
pub fn with_bytes<R: Send>(obj: &Bound<'_, PyAny>, f: impl FnOnce(&[u8]) -> R + Send) -> PyResult<R> {
    if let Ok(bytes) = obj.cast::<PyBytes>() {
        let bytes = bytes.as_bytes();
        return Ok(obj.py().detach(|| f(bytes)));
    }
    let view = View::bytes_of(obj)?;
    Ok(f(view.as_slice()))
}

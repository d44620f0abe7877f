//! Python arguments become core options, passed through by name: core knows and checks them.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

use num_bigint::BigInt;
use onebloom::{Code, Error, OptionValue, Options};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyString};

use crate::errors::{self, OrRaise};
use crate::key::type_name;

/// The options of `BloomFilter(...)` and `plan(...)`. `None` is "not given".
pub fn options(
    py: Python<'_>,
    capacity: Option<&Bound<'_, PyAny>>,
    fpp: Option<&Bound<'_, PyAny>>,
    others: Option<&Bound<'_, PyDict>>,
) -> PyResult<Options> {
    let mut options = Options::new();
    for (name, value) in [("capacity", capacity), ("fpp", fpp)] {
        if let Some(value) = value {
            set(&mut options, name, value)?;
        }
    }
    for (name, value) in others.into_iter().flatten() {
        if !value.is_none() {
            set(&mut options, name.cast::<PyString>()?.to_str()?, &value)?;
        }
    }
    let _ = py;
    Ok(options)
}

fn set(options: &mut Options, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    with_value(name, value, |value| options.set(name, value).map(drop))
}

/// Hands a Python value over as core takes it.
pub fn with_value(
    name: &str,
    value: &Bound<'_, PyAny>,
    set: impl FnOnce(OptionValue<'_>) -> onebloom::Result<()>,
) -> PyResult<()> {
    let py = value.py();
    let wrong = || {
        let given = type_name(value);
        let text = format!("{name} must be a number or text, got {given}");
        errors::raise(py, Error::new(Code::InvalidArgument, text))
    };
    if let Ok(text) = value.cast::<PyString>() {
        let text = text.to_str()?;
        return set(OptionValue::Text(text)).or_raise(py);
    }
    if value.is_instance_of::<PyBool>() {
        return Err(wrong());
    }
    // SAFETY: `value` is alive.
    if unsafe { ffi::PyIndex_Check(value.as_ptr()) } != 0 {
        let int: BigInt = value.extract()?;
        // Beyond even 128 bits core has no form for it.
        let int = i128::try_from(&int).map_err(|_| {
            let bits = int.bits();
            let text = format!("{name} is far out of range: an integer of {bits} bits");
            errors::raise(py, Error::new(Code::OutOfRange, text))
        })?;
        return set(OptionValue::Int(int)).or_raise(py);
    }
    let number = value.extract::<f64>().map_err(|_| wrong())?;
    set(OptionValue::Float(number)).or_raise(py)
}

/// A path given as `str`, `bytes` or `os.PathLike`; anything else is `TypeError`.
pub struct FsPath(pub PathBuf);

impl<'py> FromPyObject<'_, 'py> for FsPath {
    type Error = PyErr;

    fn extract(obj: Borrowed<'_, 'py, PyAny>) -> PyResult<FsPath> {
        // SAFETY: `obj` is alive; the result is a new str or bytes, or NULL with an error set.
        let path = unsafe { Bound::from_owned_ptr_or_err(obj.py(), ffi::PyOS_FSPath(obj.as_ptr()))? };
        if let Ok(bytes) = path.cast::<PyBytes>() {
            return Ok(FsPath(OsString::from_vec(bytes.as_bytes().to_vec()).into()));
        }
        Ok(FsPath(path.extract::<OsString>()?.into()))
    }
}

//! The Python face of onebloom: converts types, maps errors and manages lifetime, nothing else.
//!
//! One room per noun: `filter` (the class), `fast` (its two hottest calls), `gate` (who may touch
//! the engine when), `key` (one Python object → one key), `many` (a batch of them), `buffer`,
//! `numbers` and `arrow` (keys that lie in memory), `options`, `stats`, `errors`.

mod arrow;
mod buffer;
mod errors;
mod fast;
mod filter;
mod gate;
mod key;
mod many;
mod numbers;
mod options;
mod redis;
mod stats;

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The compiled part of the package; import `onebloom` instead.
///
/// `gil_used = false`: on a free-threaded interpreter `gate` uses a real lock.
#[pymodule(gil_used = false)]
fn _onebloom(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<filter::BloomFilter>()?;
    module.add_class::<redis::Remote>()?;
    module.add_class::<redis::Task>()?;
    fast::install(module.py())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(error_codes, module)?)
}

/// The stable numbers of all error codes by their names.
#[pyfunction]
fn error_codes(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let codes = PyDict::new(py);
    for code in onebloom::Code::ALL {
        codes.set_item(code.name(), code.number())?;
    }
    Ok(codes)
}

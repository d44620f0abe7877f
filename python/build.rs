//! Hands PyO3's configuration (`Py_GIL_DISABLED`) to this crate's own `cfg`s.

fn main() {
    pyo3_build_config::use_pyo3_cfgs();
}

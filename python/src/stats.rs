//! Records of core (stats, plan) become dicts, field by field: a new field costs nothing here.

use onebloom::{Field, Record};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// A dict of these fields, in their order.
pub fn record(py: Python<'_>, fields: Record) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for (name, field) in fields {
        dict.set_item(name, value(py, field)?)?;
    }
    Ok(dict)
}

fn value(py: Python<'_>, field: Field) -> PyResult<Bound<'_, PyAny>> {
    Ok(match field {
        Field::U64(number) => number.into_pyobject(py)?.into_any(),
        Field::F64(number) => number.into_pyobject(py)?.into_any(),
        Field::Bool(truth) => truth.into_pyobject(py)?.to_owned().into_any(),
        Field::Text(text) => text.into_pyobject(py)?.into_any(),
        Field::List(records) => {
            let list = PyList::empty(py);
            for fields in records {
                list.append(record(py, fields)?)?;
            }
            list.into_any()
        }
        // Null, and what a later core may add.
        _ => py.None().into_bound(py),
    })
}

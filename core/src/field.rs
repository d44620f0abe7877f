//! Names and values, so that a face turns records into its own without knowing the fields.

use std::fmt::Write;

/// A value of a record.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Field {
    /// A count or a number of bits.
    U64(u64),
    /// A ratio or probability.
    F64(f64),
    /// Yes or no.
    Bool(bool),
    /// Text.
    Text(String),
    /// Not known, or not there.
    Null,
    /// Records of one form.
    List(Vec<Record>),
}

/// Names and values in a fixed order.
pub type Record = Vec<(&'static str, Field)>;

impl From<u64> for Field {
    fn from(v: u64) -> Field {
        Field::U64(v)
    }
}
impl From<f64> for Field {
    fn from(v: f64) -> Field {
        Field::F64(v)
    }
}
impl From<bool> for Field {
    fn from(v: bool) -> Field {
        Field::Bool(v)
    }
}
impl From<&str> for Field {
    fn from(v: &str) -> Field {
        Field::Text(v.to_string())
    }
}

/// A record as a JSON object (RFC 8259). Whole numbers are written in full, up to 2^64 - 1.
pub fn to_json(record: &Record) -> String {
    let mut out = String::new();
    object(&mut out, record);
    out
}

fn object(out: &mut String, record: &Record) {
    out.push('{');
    for (i, (name, value)) in record.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        string(out, name);
        out.push(':');
        field(out, value);
    }
    out.push('}');
}

fn field(out: &mut String, value: &Field) {
    // Writing to a String cannot fail.
    let _ = match value {
        Field::U64(v) => write!(out, "{v}"),
        Field::F64(v) if v.is_finite() => write!(out, "{v:?}"),
        Field::F64(_) | Field::Null => write!(out, "null"),
        Field::Bool(v) => write!(out, "{v}"),
        Field::Text(v) => {
            string(out, v);
            Ok(())
        }
        Field::List(records) => {
            out.push('[');
            for (i, record) in records.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                object(out, record);
            }
            out.push(']');
            Ok(())
        }
    };
}

fn string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        let _ = match c {
            '"' | '\\' => write!(out, "\\{c}"),
            c if c < ' ' => write!(out, "\\u{:04x}", c as u32),
            c => write!(out, "{c}"),
        };
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json() {
        let record = vec![
            ("a", Field::U64(u64::MAX)),
            ("b", Field::F64(1e-9)),
            ("c", Field::Text("x\"\\\n\u{4e2d}".into())),
            ("d", Field::List(vec![vec![("e", Field::Null)], vec![]])),
        ];
        let want = "{\"a\":18446744073709551615,\"b\":1e-9,\"c\":\"x\\\"\\\\\\u000a\u{4e2d}\",\"d\":[{\"e\":null},{}]}";
        assert_eq!(to_json(&record), want);
    }
}

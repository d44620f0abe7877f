//! Named values both ways, without a line for any of their names. All integers are big-endian.

use onebloom::{Code, Error, Field, OptionValue, Options, Result};

/// For Fields.java: u16 count; for each: u16 length and name, one letter, the value.
pub fn encode(fields: &[(&'static str, Field)]) -> Vec<u8> {
    let mut out = Vec::new();
    record(&mut out, fields);
    out
}

fn record(out: &mut Vec<u8>, fields: &[(&'static str, Field)]) {
    out.extend((fields.len() as u16).to_be_bytes());
    for (name, value) in fields {
        out.extend((name.len() as u16).to_be_bytes());
        out.extend(name.as_bytes());
        match value {
            Field::U64(v) => tagged(out, b'u', &v.to_be_bytes()),
            Field::F64(v) => tagged(out, b'f', &v.to_be_bytes()),
            Field::Bool(v) => tagged(out, b'b', &[u8::from(*v)]),
            Field::Text(v) => {
                tagged(out, b't', &(v.len() as u32).to_be_bytes());
                out.extend(v.as_bytes());
            }
            Field::List(records) => {
                tagged(out, b'l', &(records.len() as u32).to_be_bytes());
                records.iter().for_each(|fields| record(out, fields));
            }
            // Null; and whatever else a later library has, which this one cannot be.
            _ => tagged(out, b'n', &[]),
        }
    }
}

fn tagged(out: &mut Vec<u8>, tag: u8, bytes: &[u8]) {
    out.push(tag);
    out.extend(bytes);
}

/// From Options.java: for each u16 length and name, one letter (i, f, t), u16 length and value;
/// integers as decimal text, so that all of them reach the library and its messages.
pub fn options(bytes: &[u8]) -> Result<Options> {
    let mut options = Options::new();
    each(bytes, |name, value| options.set(name, value).map(drop))?;
    Ok(options)
}

/// The same for whoever else takes names and values.
pub fn each(mut bytes: &[u8], mut set: impl FnMut(&str, OptionValue<'_>) -> Result<()>) -> Result<()> {
    while !bytes.is_empty() {
        let name = text(counted(&mut bytes)?)?;
        let tag = *bytes.split_off_first().ok_or_else(damaged)?;
        let value = counted(&mut bytes)?;
        set(
            name,
            match tag {
                b'i' => OptionValue::Int(integer(text(value)?)),
                b'f' => OptionValue::Float(f64::from_be_bytes(value.try_into().map_err(|_| damaged())?)),
                _ => OptionValue::Text(text(value)?),
            },
        )?;
    }
    Ok(())
}

/// Beyond 128 bits the nearest: it is out of range all the same.
fn integer(decimal: &str) -> i128 {
    decimal.parse().unwrap_or(if decimal.starts_with('-') { i128::MIN } else { i128::MAX })
}

fn counted<'a>(bytes: &mut &'a [u8]) -> Result<&'a [u8]> {
    let (length, rest) = bytes.split_first_chunk::<2>().ok_or_else(damaged)?;
    let (value, rest) = rest.split_at_checked(usize::from(u16::from_be_bytes(*length))).ok_or_else(damaged)?;
    *bytes = rest;
    Ok(value)
}

fn text(bytes: &[u8]) -> Result<&str> {
    std::str::from_utf8(bytes).map_err(|_| damaged())
}

fn damaged() -> Error {
    Error::new(Code::InvalidArgument, "the options are not as Options.java writes them")
}

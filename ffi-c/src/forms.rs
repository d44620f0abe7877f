//! A filter in other forms: section by section, as the bare bits that other programs hold, as its classic counterpart.

use std::ffi::{c_char, c_void};

use onebloom::{BitOrder, Engine, Sharing};

use crate::boundary::{copy_out, guard, put, required, room, shared, slice, text};
use crate::filter::{engine, Filter};
use crate::options::Options;

/// How many sections the filter has now: 1 if it is single.
#[no_mangle]
pub unsafe extern "C" fn onebloom_section_count(filter: *const Filter, count: *mut usize) -> i32 {
    guard!(status, {
        required(count, "count")?;
        put(count, engine(filter)?.section_count()?)
    })
}

/// Section `index`, from 0, as sealed bytes: a header of 128 bytes and its body. All of them in order are what
/// `onebloom_to_bytes` gives, and what `onebloom_open_parts` takes. OUT_OF_RANGE behind the last section. `needed` can be
/// asked for cheaply with NULL and 0. Sections of a scalable filter fit together if nobody adds while they are taken.
#[no_mangle]
pub unsafe extern "C" fn onebloom_part(
    filter: *const Filter,
    index: usize,
    buf: *mut u8,
    cap: usize,
    needed: *mut usize,
) -> i32 {
    guard!(status, {
        let engine = engine(filter)?;
        let len = usize::try_from(engine.part_len(index)?).unwrap_or(usize::MAX);
        if !room(len, buf, cap, needed)? {
            return Ok(());
        }
        copy_out(&engine.to_part(index)?, buf, cap, needed)
    })
}

/// The number of the section, from 0, that an add of the `len` bytes at `key` would write to now: of a sharded filter the
/// one part that has to be asked for this key.
#[no_mangle]
pub unsafe extern "C" fn onebloom_section_of(
    filter: *const Filter,
    key: *const c_void,
    len: usize,
    index: *mut usize,
) -> i32 {
    guard!(status, {
        required(index, "index")?;
        let (engine, key) = (engine(filter)?, slice(key.cast::<u8>(), len, "key")?);
        put(index, engine.section_of(key)?)
    })
}

/// A filter in memory from the `len` bytes at `body`, which are copied: cells without a header, as another program made
/// them. `options` must have scheme, m and k as that program has them; "bits" says in which order the cells are: "msb"
/// (Redis SETBIT; counters of BITFIELD u4), "lsb" (Java's BitSet, RedisBloom; blocked with xxh64: a Parquet column),
/// "bytes" (a byte a cell). Without it, the order is this library's own of the kind. A body may be shorter than m: the
/// rest is 0. INVALID_ARGUMENT for options that do not fit, OUT_OF_RANGE for a body with cells behind m.
#[no_mangle]
pub unsafe extern "C" fn onebloom_from_bits(
    body: *const u8,
    len: usize,
    options: *const Options,
    filter: *mut *mut Filter,
) -> i32 {
    guard!(status, {
        required(filter, "filter")?;
        let (body, options) = (slice(body, len, "body")?, &shared(options, "options")?.inner);
        put(filter, Filter::give(Engine::from_bits(body, options, Sharing::Exclusive)?))
    })
}

/// The cells without a header, in an order that `onebloom_from_bits` knows, named by the `order_len` bytes at `order`.
/// UNSUPPORTED unless the filter is single, INVALID_ARGUMENT for an order that its kind does not have. `needed`
/// can be asked for cheaply with NULL and 0.
#[no_mangle]
pub unsafe extern "C" fn onebloom_to_bits(
    filter: *const Filter,
    order: *const c_char,
    order_len: usize,
    buf: *mut u8,
    cap: usize,
    needed: *mut usize,
) -> i32 {
    guard!(status, {
        let engine = engine(filter)?;
        let order = BitOrder::parse(text(order, order_len, "order")?)?;
        let len = usize::try_from(engine.bits_len(order)?).unwrap_or(usize::MAX);
        if !room(len, buf, cap, needed)? {
            return Ok(());
        }
        copy_out(&engine.to_bits(order)?, buf, cap, needed)
    })
}

/// The classic filter in memory that answers as this counting one does, in a quarter of the space: every counter that is
/// not 0 becomes a set bit. It can no longer remove. UNSUPPORTED for other kinds.
#[no_mangle]
pub unsafe extern "C" fn onebloom_to_classic(filter: *const Filter, classic: *mut *mut Filter) -> i32 {
    guard!(status, {
        required(classic, "classic")?;
        put(classic, Filter::give(engine(filter)?.to_classic(Sharing::Exclusive)?))
    })
}

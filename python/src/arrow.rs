//! Arrow arrays of text, bytes or integers read in place (the Arrow PyCapsule interface).

use std::ffi::{c_char, c_void, CStr};

use onebloom::{Batch, Code, Error};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

use crate::many::Memory;
use crate::numbers::{Ints, Item};

/// `struct ArrowSchema` of the Arrow C data interface, as far as it is read here.
#[repr(C)]
struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut Schema,
    dictionary: *mut Schema,
    release: *const c_void,
    private_data: *mut c_void,
}

/// `struct ArrowArray` of the Arrow C data interface.
#[repr(C)]
struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *const *const c_void,
    children: *mut *mut Array,
    dictionary: *mut Array,
    release: *const c_void,
    private_data: *mut c_void,
}

enum Layout {
    /// Offsets of 32 bits and data.
    Small,
    /// Offsets of 64 bits and data.
    Large,
    Ints(Item),
}

/// An Arrow array of keys; its memory lives as long as `_owner`.
pub struct ArrowKeys<'py> {
    layout: Layout,
    /// First key within the buffers.
    offset: usize,
    count: usize,
    /// One bit a key, set if there is one; NULL if all are there.
    validity: *const u8,
    /// Offsets, or the integers.
    first: *const u8,
    /// The bytes that the offsets point into.
    data: *const u8,
    _owner: Bound<'py, PyAny>,
}

// SAFETY: used outside the interpreter only to read plain memory, which its producer must not
// change; the owner is neither touched nor dropped there (only `&ArrowKeys` goes there).
unsafe impl Sync for ArrowKeys<'_> {}

/// The keys of `obj`, if it offers itself as an Arrow array of keys. An array of any other type is
/// walked as any iterable, which names what is wrong with it.
pub fn of<'py>(obj: &Bound<'py, PyAny>) -> PyResult<Option<ArrowKeys<'py>>> {
    let Some(export) = obj.getattr_opt("__arrow_c_array__")? else { return Ok(None) };
    let pair = export.call0()?;
    let (schema, array): (Bound<'py, PyCapsule>, Bound<'py, PyCapsule>) = pair.cast::<PyTuple>()?.extract()?;
    let schema = pointer::<Schema>(&schema, c"arrow_schema")?;
    let array = pointer::<Array>(&array, c"arrow_array")?;
    // SAFETY: a capsule of this name holds such a struct, alive as long as the capsule, which
    // `pair` keeps; nothing is moved out of it, so the capsule's destructor releases it.
    Ok(unsafe { read(&*schema, &*array, pair) })
}

fn pointer<T>(capsule: &Bound<'_, PyCapsule>, name: &CStr) -> PyResult<*const T> {
    // SAFETY: checks the name and returns NULL with an error set if it is another.
    let pointer = unsafe { ffi::PyCapsule_GetPointer(capsule.as_ptr(), name.as_ptr()) };
    if pointer.is_null() {
        return Err(PyErr::fetch(capsule.py()));
    }
    Ok(pointer.cast_const().cast())
}

/// # Safety
/// Both structs come from one Arrow producer, unreleased; `owner` keeps them alive.
unsafe fn read<'py>(schema: &Schema, array: &Array, owner: Bound<'py, PyAny>) -> Option<ArrowKeys<'py>> {
    if schema.release.is_null() || array.release.is_null() || !schema.dictionary.is_null() {
        return None;
    }
    // SAFETY: the format is a C string (Arrow C data interface).
    let layout = match unsafe { CStr::from_ptr(schema.format) }.to_bytes() {
        b"u" | b"z" => Layout::Small,
        b"U" | b"Z" => Layout::Large,
        b"c" => Layout::Ints(Item::I8),
        b"C" => Layout::Ints(Item::U8),
        b"s" => Layout::Ints(Item::I16),
        b"S" => Layout::Ints(Item::U16),
        b"i" => Layout::Ints(Item::I32),
        b"I" => Layout::Ints(Item::U32),
        b"l" => Layout::Ints(Item::I64),
        b"L" => Layout::Ints(Item::U64),
        _ => return None,
    };
    let wanted = if matches!(layout, Layout::Ints(_)) { 2 } else { 3 };
    if array.n_buffers != wanted {
        return None;
    }
    // SAFETY: there are `n_buffers` pointers.
    let buffer = |i: usize| unsafe { (*array.buffers.add(i)).cast::<u8>() };
    Some(ArrowKeys {
        layout,
        offset: usize::try_from(array.offset).ok()?,
        count: usize::try_from(array.length).ok()?,
        validity: if array.null_count == 0 { std::ptr::null() } else { buffer(0) },
        first: buffer(1),
        data: if wanted == 3 { buffer(2) } else { std::ptr::null() },
        _owner: owner,
    })
}

impl ArrowKeys<'_> {
    fn is_null(&self, at: usize) -> bool {
        // SAFETY: the bitmap has a bit for each key from 0 to offset + count.
        !self.validity.is_null() && unsafe { *self.validity.add(at / 8) } >> (at % 8) & 1 == 0
    }

    /// Offset `at`.
    fn read<T>(&self, at: usize) -> T {
        // SAFETY: the buffer holds offset + count + 1 offsets of this type.
        unsafe { self.first.cast::<T>().add(at).read_unaligned() }
    }

    fn ints(&self, item: Item, from: usize, to: usize, batch: &mut Batch) -> onebloom::Result<bool> {
        // SAFETY: the buffer holds offset + count integers of this type.
        let ints = unsafe { Ints::new(item, self.first, to, item.size() as isize) };
        if self.validity.is_null() {
            return ints.push(from, to, batch);
        }
        for at in from..to {
            if self.is_null(at) {
                return Ok(false);
            }
            ints.push(at, at + 1, batch)?;
        }
        Ok(true)
    }

    fn bytes<T: TryInto<usize>>(&self, from: usize, to: usize, batch: &mut Batch) -> onebloom::Result<bool> {
        for at in from..to {
            if self.is_null(at) {
                return Ok(false);
            }
            let ends = (self.read::<T>(at).try_into(), self.read::<T>(at + 1).try_into());
            let (Ok(begin), Ok(end)) = ends else { return Err(bad_offsets()) };
            if end < begin {
                return Err(bad_offsets());
            }
            let key = if end == begin {
                &[][..]
            } else {
                // SAFETY: the producer vouches for the offsets within the data buffer.
                unsafe { std::slice::from_raw_parts(self.data.add(begin), end - begin) }
            };
            batch.push(key);
        }
        Ok(true)
    }
}

#[cold]
fn bad_offsets() -> Error {
    Error::new(Code::InvalidArgument, "the Arrow array's offsets are not in order")
}

impl Memory for ArrowKeys<'_> {
    fn len(&self) -> usize {
        self.count
    }

    fn push(&self, from: usize, to: usize, batch: &mut Batch) -> onebloom::Result<bool> {
        assert!(from <= to && to <= self.count);
        let (from, to) = (from + self.offset, to + self.offset);
        match self.layout {
            Layout::Small => self.bytes::<i32>(from, to, batch),
            Layout::Large => self.bytes::<i64>(from, to, batch),
            Layout::Ints(item) => self.ints(item, from, to, batch),
        }
    }
}

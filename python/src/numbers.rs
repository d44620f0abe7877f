//! Arrays of integers read in place (numpy, array.array, memoryview): the buffer protocol.

use std::marker::PhantomData;

use onebloom::{Batch, Key};
use pyo3::ffi;
use pyo3::prelude::*;

use crate::buffer::View;
use crate::many::Memory;

/// A type of integers in memory, in native byte order.
#[derive(Clone, Copy)]
pub enum Item {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
}

/// Integers of one type at equal distances.
pub struct Ints<'v> {
    item: Item,
    first: *const u8,
    count: usize,
    stride: isize,
    _view: PhantomData<&'v ()>,
}

// SAFETY: plain memory that is only read; whoever made it keeps it alive (`Ints::new`).
unsafe impl Sync for Ints<'_> {}

/// The integers of `obj`, if it is a one-dimensional array of them in native byte order. The view
/// must live as long as they are used. Whatever is not such an array is walked as any iterable,
/// which names what is wrong with it.
pub fn of<'py>(obj: &Bound<'py, PyAny>) -> Option<(Ints<'py>, View<'py>)> {
    // SAFETY: `obj` is alive.
    if unsafe { ffi::PyObject_CheckBuffer(obj.as_ptr()) } == 0 {
        return None;
    }
    let view = View::array_of(obj).ok()?;
    let (format, first, count, stride) = view.items()?;
    let item = item(format.to_bytes(), view.item_size())?;
    // SAFETY: the exporter vouches for `count` items of this size and stride, until release.
    let ints = unsafe { Ints::new(item, first, count, stride) };
    Some((ints, view))
}

fn item(format: &[u8], size: usize) -> Option<Item> {
    let little = cfg!(target_endian = "little");
    let letter = match format {
        [letter] | [b'@' | b'=', letter] => letter,
        [b'<', letter] if little => letter,
        [b'>' | b'!', letter] if !little => letter,
        _ => return None,
    };
    let signed = match letter {
        b'b' | b'h' | b'i' | b'l' | b'q' | b'n' => true,
        b'B' | b'H' | b'I' | b'L' | b'Q' | b'N' => false,
        // Not '?', 'c', 'f', 'd', 'O' …
        _ => return None,
    };
    Some(match (size, signed) {
        (1, true) => Item::I8,
        (1, false) => Item::U8,
        (2, true) => Item::I16,
        (2, false) => Item::U16,
        (4, true) => Item::I32,
        (4, false) => Item::U32,
        (8, true) => Item::I64,
        (8, false) => Item::U64,
        _ => return None,
    })
}

impl Item {
    /// Bytes of one integer.
    pub fn size(self) -> usize {
        match self {
            Item::I8 | Item::U8 => 1,
            Item::I16 | Item::U16 => 2,
            Item::I32 | Item::U32 => 4,
            Item::I64 | Item::U64 => 8,
        }
    }
}

impl<'v> Ints<'v> {
    /// `count` integers, `stride` bytes from each other, aligned or not.
    ///
    /// # Safety
    /// They are readable for `'v`.
    pub unsafe fn new(item: Item, first: *const u8, count: usize, stride: isize) -> Ints<'v> {
        Ints { item, first, count, stride, _view: PhantomData }
    }

    fn push_as<T: Key>(&self, from: usize, to: usize, batch: &mut Batch) -> onebloom::Result<bool> {
        assert!(from <= to && to <= self.count);
        for at in from..to {
            // SAFETY: `at` < `count`, items of T's size lie at `stride` from each other, and any
            // bits are an integer.
            let int = unsafe { self.first.offset(at as isize * self.stride).cast::<T>().read_unaligned() };
            batch.push(&int);
        }
        Ok(true)
    }
}

impl Memory for Ints<'_> {
    fn len(&self) -> usize {
        self.count
    }

    fn push(&self, from: usize, to: usize, batch: &mut Batch) -> onebloom::Result<bool> {
        match self.item {
            Item::I8 => self.push_as::<i8>(from, to, batch),
            Item::U8 => self.push_as::<u8>(from, to, batch),
            Item::I16 => self.push_as::<i16>(from, to, batch),
            Item::U16 => self.push_as::<u16>(from, to, batch),
            Item::I32 => self.push_as::<i32>(from, to, batch),
            Item::U32 => self.push_as::<u32>(from, to, batch),
            Item::I64 => self.push_as::<i64>(from, to, batch),
            Item::U64 => self.push_as::<u64>(from, to, batch),
        }
    }
}

//! Where C and Rust meet: the guard around every export, pointers and lengths, the last error.

use std::any::Any;
use std::cell::{Cell, UnsafeCell};
use std::ffi::c_char;
use std::panic::{catch_unwind, AssertUnwindSafe};

use onebloom::{Code, Error, Result};

/// Bytes of the last error's text, the closing NUL among them.
const TEXT: usize = 1024;

/// The last failure of a thread. No destructor, so it can be read for as long as the thread lives.
struct Last {
    code: Cell<i32>,
    os: Cell<i32>,
    text: UnsafeCell<[u8; TEXT]>,
}

thread_local! {
    static LAST: Last = const { Last { code: Cell::new(0), os: Cell::new(0), text: UnsafeCell::new([0; TEXT]) } };
}

fn remember(error: &Error) {
    let message = error.message();
    LAST.with(|last| {
        last.code.set(error.code().number());
        last.os.set(error.os_error().unwrap_or(0));
        let mut end = message.len().min(TEXT - 1);
        while !message.is_char_boundary(end) {
            end -= 1;
        }
        // SAFETY: the buffer belongs to this thread and nothing else in this process holds a reference into it: C got a
        // raw pointer, which it may read until the next failure in this thread.
        let text = unsafe { &mut *last.text.get() };
        for (to, from) in text.iter_mut().zip(message.as_bytes()[..end].iter()) {
            // A C string ends at the first NUL: one inside a message would hide the rest.
            *to = if *from == 0 { b'?' } else { *from };
        }
        text[end] = 0;
    });
}

pub(crate) fn last_text() -> *const c_char {
    LAST.with(|last| last.text.get().cast())
}

pub(crate) fn last_code() -> i32 {
    LAST.with(|last| last.code.get())
}

pub(crate) fn last_os() -> i32 {
    LAST.with(|last| last.os.get())
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    if let Some(text) = panic.downcast_ref::<&str>() {
        text
    } else if let Some(text) = panic.downcast_ref::<String>() {
        text
    } else {
        "no message"
    }
}

/// Runs the body of an export: an error or a panic is remembered and becomes its number.
fn run<T>(body: impl FnOnce() -> Result<T>) -> std::result::Result<T, i32> {
    // The body sees core objects through `&` only. They stay valid after a panic: cells are atomics, no lock is held.
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(failed(error)),
        Err(panic) => Err(panicked(panic)),
    }
}

#[cold]
#[inline(never)]
fn failed(error: Error) -> i32 {
    remember(&error);
    error.code().number()
}

#[cold]
#[inline(never)]
fn panicked(panic: Box<dyn Any + Send>) -> i32 {
    let number = failed(Error::panic(panic_text(&*panic)));
    // A payload whose own drop panics must not get out of here either.
    if let Err(another) = catch_unwind(AssertUnwindSafe(|| drop(panic))) {
        std::mem::forget(another);
    }
    number
}

/// 0, or the number of the error.
pub(crate) fn status(body: impl FnOnce() -> Result<()>) -> i32 {
    run(body).err().unwrap_or(0)
}

/// 1, 0, or the negative number of the error.
pub(crate) fn answer(body: impl FnOnce() -> Result<bool>) -> i32 {
    match run(body) {
        Ok(yes) => i32::from(yes),
        Err(number) => -number,
    }
}

/// The guard around every export: `guard!(status, { … Ok(()) })` or `guard!(answer, { … Ok(bool) })`.
macro_rules! guard {
    ($shape:ident, $body:block) => {
        $crate::boundary::$shape(|| {
            // SAFETY: an export is an unsafe fn, and the header states what its caller warrants: pointers are NULL or point
            // to what is said, for the length that is said, for the whole call. What can be checked is checked inside.
            #[allow(unused_unsafe)]
            unsafe {
                $body
            }
        })
    };
}
pub(crate) use guard;

// What goes wrong stands apart, so that the exports of a few nanoseconds stay short.

#[cold]
#[inline(never)]
fn null(what: &str) -> Error {
    Error::new(Code::NullPointer, format!("{what} is NULL"))
}

#[cold]
#[inline(never)]
fn misaligned(what: &str, align: usize) -> Error {
    Error::new(Code::InvalidArgument, format!("{what} is not aligned to {align} bytes"))
}

#[cold]
#[inline(never)]
fn too_long(what: &str, len: usize, most: usize) -> Error {
    Error::new(Code::OutOfRange, format!("the length of {what} must be at most {most}, got {len}"))
}

fn check<T>(pointer: *const T, what: &str) -> Result<()> {
    if pointer.is_null() {
        return Err(null(what));
    }
    if !pointer.is_aligned() {
        return Err(misaligned(what, align_of::<T>()));
    }
    Ok(())
}

/// # Safety
/// `pointer` is NULL or points to a live T that nobody changes through a `&mut` meanwhile.
pub(crate) unsafe fn shared<'a, T>(pointer: *const T, what: &str) -> Result<&'a T> {
    check(pointer, what)?;
    // SAFETY: not NULL, aligned, and live by the contract above.
    Ok(unsafe { &*pointer })
}

/// # Safety
/// `pointer` is NULL or points to a live T that nobody else uses meanwhile.
pub(crate) unsafe fn exclusive<'a, T>(pointer: *mut T, what: &str) -> Result<&'a mut T> {
    check(pointer, what)?;
    // SAFETY: not NULL, aligned, live and unshared by the contract above.
    Ok(unsafe { &mut *pointer })
}

/// An array of the caller's. NULL is an array of 0.
///
/// # Safety
/// `pointer` is NULL or points to `len` values that stay as they are for `'a`.
pub(crate) unsafe fn slice<'a, T>(pointer: *const T, len: usize, what: &str) -> Result<&'a [T]> {
    if len == 0 {
        return Ok(&[]);
    }
    check(pointer, what)?;
    check_len::<T>(len, what)?;
    // SAFETY: not NULL, aligned, no longer than an object can be, and readable by the contract above.
    Ok(unsafe { std::slice::from_raw_parts(pointer, len) })
}

/// The same for a place to write to.
///
/// # Safety
/// `pointer` is NULL or points to `len` initialised values that nobody else uses for `'a`.
pub(crate) unsafe fn slice_mut<'a, T>(pointer: *mut T, len: usize, what: &str) -> Result<&'a mut [T]> {
    if len == 0 {
        return Ok(&mut []);
    }
    check(pointer, what)?;
    check_len::<T>(len, what)?;
    // SAFETY: as in `slice`, and unshared by the contract above.
    Ok(unsafe { std::slice::from_raw_parts_mut(pointer, len) })
}

fn check_len<T>(len: usize, what: &str) -> Result<()> {
    let most = isize::MAX as usize / size_of::<T>().max(1);
    if len > most {
        return Err(too_long(what, len, most));
    }
    Ok(())
}

/// Text of the caller's, which must be UTF-8.
///
/// # Safety
/// As for `slice`.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, len: usize, what: &str) -> Result<&'a str> {
    // SAFETY: the same contract.
    let bytes = unsafe { slice(pointer.cast::<u8>(), len, what)? };
    std::str::from_utf8(bytes)
        .map_err(|e| Error::new(Code::InvalidArgument, format!("{what} is not UTF-8 (byte {})", e.valid_up_to())))
}

/// Makes sure that a result has somewhere to go before any work is done.
pub(crate) fn required<T>(out: *mut T, what: &str) -> Result<()> {
    check(out, what)
}

/// Writes a result; NULL says that the caller does not want it.
///
/// # Safety
/// `out` is NULL or points to room for a T.
pub(crate) unsafe fn put<T>(out: *mut T, value: T) -> Result<()> {
    if out.is_null() {
        return Ok(());
    }
    check(out, "the place for the result")?;
    // SAFETY: not NULL, aligned, and writable by the contract above.
    unsafe { out.write(value) };
    Ok(())
}

/// The (buf, cap, *needed) form: how much there is always goes to `needed`; NULL with 0 only asks.
///
/// # Safety
/// `buf` is NULL or has room for `cap` values, `needed` is NULL or writable.
pub(crate) unsafe fn copy_out<T: Copy>(values: &[T], buf: *mut T, cap: usize, needed: *mut usize) -> Result<()> {
    // SAFETY: the same contract.
    if unsafe { room(values.len(), buf, cap, needed)? } {
        // SAFETY: `room` saw that buf is there, aligned and long enough; it is the caller's and cannot overlap ours.
        unsafe { std::ptr::copy_nonoverlapping(values.as_ptr(), buf, values.len()) };
    }
    Ok(())
}

/// The first half of `copy_out`: true if `count` values are to be written, false if only their number was asked for.
///
/// # Safety
/// As for `copy_out`.
pub(crate) unsafe fn room<T>(count: usize, buf: *mut T, cap: usize, needed: *mut usize) -> Result<bool> {
    // SAFETY: the same contract.
    unsafe { put(needed, count)? };
    if buf.is_null() && cap == 0 {
        return if needed.is_null() { Err(null("buf (and needed)")) } else { Ok(false) };
    }
    check(buf, "buf")?;
    if cap < count {
        return Err(Error::new(Code::OutOfRange, format!("buf has room for {cap}, {count} are needed")));
    }
    Ok(true)
}

/// The same for text: a NUL is added, and counted.
///
/// # Safety
/// As for `copy_out`.
pub(crate) unsafe fn copy_text(text: &str, buf: *mut c_char, cap: usize, needed: *mut usize) -> Result<()> {
    let mut bytes = Vec::with_capacity(text.len() + 1);
    bytes.extend_from_slice(text.as_bytes());
    bytes.push(0);
    // SAFETY: the same contract; c_char and u8 are one in size and alignment.
    unsafe { copy_out(&bytes, buf.cast::<u8>(), cap, needed) }
}

/// Reads a struct that begins with its size: what an older program's lacks keeps its value in `known`, what a newer
/// program's has beyond ours must be 0, for we would ignore it.
///
/// # Safety
/// `pointer` is NULL or points to a struct whose first field says how long it is. T is plain data.
pub(crate) unsafe fn read_struct<T: Copy>(pointer: *const T, least: usize, mut known: T, what: &str) -> Result<T> {
    check(pointer, what)?;
    // SAFETY: every such struct begins with a size_t.
    let size = unsafe { pointer.cast::<usize>().read() };
    check_size::<T>(size, least, what)?;
    // SAFETY: the caller's struct has `size` readable bytes, ours size_of::<T>().
    unsafe {
        let shared = size.min(size_of::<T>());
        std::ptr::copy_nonoverlapping(pointer.cast::<u8>(), (&raw mut known).cast::<u8>(), shared);
        let beyond = std::slice::from_raw_parts(pointer.cast::<u8>().add(shared), size - shared);
        if beyond.iter().any(|b| *b != 0) {
            return Err(Error::new(
                Code::Unsupported,
                format!("{what} has fields that this version of the library does not know: use a newer one"),
            ));
        }
    }
    Ok(known)
}

/// Writes a struct that begins with its size, which the caller has set: as much as both sides know, 0 beyond.
///
/// # Safety
/// `check_struct` approved of the pointer, and the struct is writable.
pub(crate) unsafe fn write_struct<T: Copy>(pointer: *mut T, value: &T) {
    // SAFETY: the struct is there, aligned and `size` long by the contract above.
    unsafe {
        let size = pointer.cast::<usize>().read();
        let shared = size.min(size_of::<T>());
        let head = size_of::<usize>();
        let to = pointer.cast::<u8>();
        std::ptr::copy_nonoverlapping((&raw const *value).cast::<u8>().add(head), to.add(head), shared - head);
        to.add(shared).write_bytes(0, size - shared);
    }
}

/// Looks at a struct that is to be written before the work is done.
///
/// # Safety
/// As for `read_struct`.
pub(crate) unsafe fn check_struct<T>(pointer: *const T, what: &str) -> Result<()> {
    check(pointer, what)?;
    // SAFETY: every such struct begins with a size_t.
    check_size::<T>(unsafe { pointer.cast::<usize>().read() }, size_of::<usize>(), what)
}

/// Whether a struct of this size can be one of ours, of this version or another.
pub(crate) fn check_size<T>(size: usize, least: usize, what: &str) -> Result<()> {
    // No struct of ours will ever be this long: a larger number is a field that was never set.
    const MOST: usize = 4096;
    if size < least || size > MOST {
        return Err(Error::new(
            Code::InvalidArgument,
            format!("struct_size of {what} must be its sizeof, {} here, got {size}", size_of::<T>()),
        ));
    }
    Ok(())
}

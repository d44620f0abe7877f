//! Files and bytes.

use std::ffi::{c_char, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use onebloom::{Engine, Mode, Result, Sharing};

use crate::boundary::{copy_out, exclusive, guard, put, required, room, slice, text};
use crate::filter::{engine, Filter};

/// A path is bytes to the operating system, UTF-8 or not.
///
/// # Safety
/// `path` is NULL or points to `len` bytes.
unsafe fn path<'a>(path: *const c_char, len: usize) -> Result<&'a Path> {
    // SAFETY: the same contract.
    let bytes = unsafe { slice(path.cast::<u8>(), len, "path")? };
    Ok(Path::new(OsStr::from_bytes(bytes)))
}

/// Maps a file, in the time that its header takes: the body is not read, processes that map the same file share its
/// memory. `mode` is "r" (also NULL with 0), to ask only, or "r+", to change the file together with other writers.
/// NOT_FOUND, PERMISSION, IO, LOCKED; NOT_A_FILTER, TRUNCATED, CORRUPT_HEADER and the other codes of damaged files.
#[no_mangle]
pub unsafe extern "C" fn onebloom_open(
    path: *const c_char,
    path_len: usize,
    mode: *const c_char,
    mode_len: usize,
    filter: *mut *mut Filter,
) -> i32 {
    guard!(status, {
        required(filter, "filter")?;
        let mode =
            if mode.is_null() && mode_len == 0 { Mode::Read } else { Mode::parse(text(mode, mode_len, "mode")?)? };
        let engine = Engine::open(self::path(path, path_len)?, mode, Sharing::Exclusive)?;
        put(filter, Filter::give(engine))
    })
}

/// Reads a file into memory; sealed sections are verified (CHECKSUM_MISMATCH). The file is not needed afterwards, and
/// changes stay in memory until they are saved.
#[no_mangle]
pub unsafe extern "C" fn onebloom_load(path: *const c_char, path_len: usize, filter: *mut *mut Filter) -> i32 {
    guard!(status, {
        required(filter, "filter")?;
        let engine = Engine::load(self::path(path, path_len)?, Sharing::Exclusive)?;
        put(filter, Filter::give(engine))
    })
}

/// The same from the `len` bytes of a file at `bytes`, which are copied.
#[no_mangle]
pub unsafe extern "C" fn onebloom_from_bytes(bytes: *const u8, len: usize, filter: *mut *mut Filter) -> i32 {
    guard!(status, {
        required(filter, "filter")?;
        let engine = Engine::from_bytes(slice(bytes, len, "bytes")?, Sharing::Exclusive)?;
        put(filter, Filter::give(engine))
    })
}

/// The same from `n` sections that live apart (files, Redis keys), in order: section i is the `lens[i]` bytes at
/// `parts[i]`.
#[no_mangle]
pub unsafe extern "C" fn onebloom_open_parts(
    parts: *const *const u8,
    lens: *const usize,
    n: usize,
    filter: *mut *mut Filter,
) -> i32 {
    guard!(status, {
        required(filter, "filter")?;
        let (parts, lens) = (slice(parts, n, "parts")?, slice(lens, n, "lens")?);
        let parts: Vec<&[u8]> =
            parts.iter().zip(lens).map(|(p, len)| slice(*p, *len, "a part")).collect::<Result<_>>()?;
        put(filter, Filter::give(Engine::open_parts(&parts, Sharing::Exclusive)?))
    })
}

/// Writes the filter to a file, sealed: to a temporary file in the same folder, which then takes the path's name, so that
/// readers and a crash see the old file or the new one, whole. A file that is there is replaced. LOCKED if somebody has
/// it open "r+".
#[no_mangle]
pub unsafe extern "C" fn onebloom_save(filter: *const Filter, path: *const c_char, path_len: usize) -> i32 {
    guard!(status, {
        let (engine, path) = (engine(filter)?, self::path(path, path_len)?);
        engine.save(path)
    })
}

/// The same with the generation of the file that is there, plus 1. Readers notice by `onebloom_is_stale`.
#[no_mangle]
pub unsafe extern "C" fn onebloom_replace(filter: *const Filter, path: *const c_char, path_len: usize) -> i32 {
    guard!(status, {
        let (engine, path) = (engine(filter)?, self::path(path, path_len)?);
        engine.replace(path)
    })
}

/// The bytes that `onebloom_save` would write. `needed` can be asked for cheaply with NULL and 0.
#[no_mangle]
pub unsafe extern "C" fn onebloom_to_bytes(filter: *const Filter, buf: *mut u8, cap: usize, needed: *mut usize) -> i32 {
    guard!(status, {
        let engine = engine(filter)?;
        let len = usize::try_from(engine.image_len()?).unwrap_or(usize::MAX);
        if !room(len, buf, cap, needed)? {
            return Ok(());
        }
        // A filter that others write to may have grown since: what counts is what there is now.
        copy_out(&engine.to_bytes()?, buf, cap, needed)
    })
}

/// Writes changes of a map to the disk and waits for it. Nothing to do for a filter in memory.
#[no_mangle]
pub unsafe extern "C" fn onebloom_flush(filter: *mut Filter) -> i32 {
    guard!(status, { engine(filter)?.flush() })
}

/// Reads everything and compares it with its seal. `sealed` may be NULL; true says sealed and right, false that there is
/// no seal to compare with. CHECKSUM_MISMATCH if it is wrong.
#[no_mangle]
pub unsafe extern "C" fn onebloom_verify(filter: *const Filter, sealed: *mut bool) -> i32 {
    guard!(status, { put(sealed, engine(filter)?.verify()?) })
}

/// Whether the file behind a map was replaced since it was opened. One look at the file system.
#[no_mangle]
pub unsafe extern "C" fn onebloom_is_stale(filter: *const Filter, stale: *mut bool) -> i32 {
    guard!(status, {
        required(stale, "stale")?;
        put(stale, engine(filter)?.is_stale()?)
    })
}

/// Opens the file again if it was replaced: `reloaded`, which may be NULL, says whether. After an error the filter is as
/// it was. No other thread may use the filter meanwhile.
#[no_mangle]
pub unsafe extern "C" fn onebloom_reload(filter: *mut Filter, reloaded: *mut bool) -> i32 {
    guard!(status, {
        let filter = exclusive(filter, "filter")?;
        let new = filter.engine.reopened()?;
        let changed = new.is_some();
        if let Some(engine) = new {
            filter.engine = engine;
        }
        put(reloaded, changed)
    })
}

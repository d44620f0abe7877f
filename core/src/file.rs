//! Files: opening, locks between processes, and saving that a kill cannot spoil.

use std::ffi::{OsStr, OsString};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Seek, SeekFrom, Write};
use std::os::unix::fs::{FileExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::error::{err, Error, Result};
use crate::storage::Mode;

const TEMP_SUFFIX: &str = ".onebloom-tmp";

/// What tells one file from the one that replaced it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    dev: u64,
    inode: u64,
    size: u64,
    mtime: (i64, i64),
}

impl Identity {
    fn of(meta: &std::fs::Metadata) -> Identity {
        Identity { dev: meta.dev(), inode: meta.ino(), size: meta.size(), mtime: (meta.mtime(), meta.mtime_nsec()) }
    }

    /// The same file, whatever was written to it meanwhile. Both must be open or mapped still: the
    /// number of a file that is gone is used again.
    pub(crate) fn same_file(&self, other: &Identity) -> bool {
        (self.dev, self.inode) == (other.dev, other.inode)
    }

    /// True if the file at `path` is another one now. A file that we write ourselves keeps its
    /// inode, while size and time change by our own doing.
    pub(crate) fn differs(&self, path: &Path, mode: Mode) -> Result<bool> {
        let meta = std::fs::metadata(path).map_err(|e| Error::io(path, "look at", &e))?;
        let now = Identity::of(&meta);
        Ok(match mode {
            Mode::Read => *self != now,
            Mode::ReadWrite => (self.dev, self.inode) != (now.dev, now.inode),
        })
    }
}

/// Opens a regular file and tells its length.
pub(crate) fn open(path: &Path, mode: Mode) -> Result<(File, u64, Identity)> {
    use std::os::unix::fs::OpenOptionsExt;
    let io = |e: std::io::Error| match e.kind() {
        ErrorKind::IsADirectory => err!(NotAFilter, "a folder, not a file").at(path),
        _ => Error::io(path, "open", &e),
    };
    // Non-blocking: a FIFO without a writer must not hang us.
    let file = OpenOptions::new()
        .read(true)
        .write(mode == Mode::ReadWrite)
        .custom_flags(libc::O_NONBLOCK)
        .open(path)
        .map_err(io)?;
    let meta = file.metadata().map_err(io)?;
    if !meta.is_file() {
        return Err(err!(NotAFilter, "not a regular file").at(path));
    }
    Ok((file, meta.len(), Identity::of(&meta)))
}

/// Reads exactly, at a place.
pub(crate) fn read_at(file: &File, at: u64, buf: &mut [u8], path: &Path) -> Result<()> {
    file.read_exact_at(buf, at).map_err(|e| match e.kind() {
        ErrorKind::UnexpectedEof => err!(Truncated, "the file became shorter while it was read").at(path),
        _ => Error::io(path, "read", &e),
    })
}

/// Tries for a tenth of a second: between fork and exec a child of another thread has a copy of
/// every lock, also of one that its owner has just given back by closing.
fn patiently(lock: impl Fn() -> std::result::Result<(), TryLockError>) -> std::result::Result<(), TryLockError> {
    for _ in 0..20 {
        match lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(std::time::Duration::from_millis(5)),
            done => return done,
        }
    }
    lock()
}

/// Marks the file as open for writing, for as long as `file` lives: `save` over it then fails.
pub(crate) fn mark_in_use(file: &File, path: &Path) -> Result<()> {
    match patiently(|| file.try_lock_shared()) {
        // Replaced between our open and our lock: what we would add to it nobody would see.
        Ok(()) if file.metadata().is_ok_and(|meta| meta.nlink() == 0) => {
            Err(err!(Locked, "somebody has just saved over this file; open it again").at(path))
        }
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            Err(err!(Locked, "somebody is saving over this file; open it again in a moment").at(path))
        }
        Err(TryLockError::Error(e)) => Err(Error::io(path, "lock", &e)),
    }
}

/// Runs `change` while no other process or thread changes the structure of this file.
///
/// A record lock on a descriptor of its own: it excludes other processes, forked children and
/// threads alike, and does not meet the whole-file lock of [`mark_in_use`].
pub(crate) fn exclusively<T>(file: &File, path: &Path, change: impl FnOnce() -> Result<T>) -> Result<T> {
    let io = |e: std::io::Error| Error::io(path, "lock", &e);
    let fresh = reopen(file, path).map_err(io)?;
    record_lock(&fresh, true).map_err(io)?;
    let _held = Held(fresh, |file| record_lock(file, false));
    change()
}

/// A lock that is given back when dropped, and not only by closing: a child that another thread
/// forks meanwhile has a copy of the descriptor, and with it the lock, for as long as it lives.
struct Held(File, fn(&File) -> std::io::Result<()>);

impl Drop for Held {
    fn drop(&mut self) {
        // Closing comes next and does the same, unless somebody forked.
        let _ = (self.1)(&self.0);
    }
}

fn reopen(file: &File, path: &Path) -> std::io::Result<File> {
    use std::os::fd::AsRawFd;
    let options = || OpenOptions::new().read(true).write(true).clone();
    // The same file even if its path names another one by now.
    if let Ok(fresh) = options().open(format!("/proc/self/fd/{}", file.as_raw_fd())) {
        return Ok(fresh);
    }
    let fresh = options().open(path)?;
    let (a, b) = (file.metadata()?, fresh.metadata()?);
    if (a.dev(), a.ino()) == (b.dev(), b.ino()) {
        Ok(fresh)
    } else {
        Err(std::io::Error::new(ErrorKind::NotFound, "the file was replaced"))
    }
}

fn record_lock(file: &File, on: bool) -> std::io::Result<()> {
    use std::os::fd::AsRawFd;
    #[cfg(target_os = "linux")]
    const SET_AND_WAIT: libc::c_int = libc::F_OFD_SETLKW;
    #[cfg(not(target_os = "linux"))]
    const SET_AND_WAIT: libc::c_int = libc::F_SETLKW;
    // SAFETY: an all-zero flock is valid; the fields that matter are set below.
    let mut lock: libc::flock = unsafe { std::mem::zeroed() };
    lock.l_type = if on { libc::F_WRLCK } else { libc::F_UNLCK } as _;
    lock.l_whence = libc::SEEK_SET as _;
    lock.l_len = 1;
    loop {
        // SAFETY: the descriptor is open and `lock` lives across the call.
        if unsafe { libc::fcntl(file.as_raw_fd(), SET_AND_WAIT, &lock) } == 0 {
            return Ok(());
        }
        let e = std::io::Error::last_os_error();
        if e.kind() != ErrorKind::Interrupted {
            return Err(e);
        }
    }
}

/// Makes the file at least `len` long, with its blocks reserved where the file system can.
pub(crate) fn extend(file: &File, len: u64, path: &Path) -> Result<()> {
    use std::os::fd::AsRawFd;
    let io = |e: std::io::Error| Error::io(path, "extend", &e);
    let now = file.metadata().map_err(io)?.len();
    if now >= len {
        return Ok(());
    }
    #[cfg(target_os = "linux")]
    {
        let range = (i64::try_from(now), i64::try_from(len - now));
        if let (Ok(at), Ok(more)) = range {
            // SAFETY: the descriptor is open; numbers only.
            match unsafe { libc::posix_fallocate(file.as_raw_fd(), at, more) } {
                0 => return Ok(()),
                libc::EOPNOTSUPP | libc::EINVAL | libc::ENOSYS => {}
                e => return Err(io(std::io::Error::from_raw_os_error(e))),
            }
        }
    }
    file.set_len(len).map_err(io)
}

/// Saves what `write` gives to a temporary file beside `path`, syncs it, and renames it over
/// `path`: whoever opens `path` sees the old file or the new one, whole, whatever is killed when.
pub(crate) fn save(
    path: &Path,
    write: impl FnOnce(&mut dyn FnMut(u64, &[u8]) -> Result<()>) -> Result<()>,
) -> Result<()> {
    let io = |e: std::io::Error| Error::io(path, "save", &e);
    let Some(name) = path.file_name() else {
        return Err(err!(InvalidArgument, "{path:?} names no file"));
    };
    let folder = match path.parent() {
        Some(p) if !p.as_os_str().is_empty() => p.to_path_buf(),
        _ => PathBuf::from("."),
    };
    let (in_the_way, old) = old_file(path)?;
    let prefix = temp_prefix(name);
    remove_leftovers(&folder, &prefix);
    let mode = old.as_ref().map(|old| old.mode() & 0o7777);
    let mut temp = locked_temp(&folder, &prefix, mode.unwrap_or(0o666)).map_err(io)?;
    if let Some(old) = old {
        keep_access(temp.as_file(), &old);
    }
    let file = temp.as_file_mut();
    write(&mut |at, bytes| file.seek(SeekFrom::Start(at)).and_then(|_| file.write_all(bytes)).map_err(io))?;
    temp.as_file().sync_all().map_err(io)?;
    // Where nothing was, another may have saved meanwhile, and somebody may have that open r+.
    let _came_since = if in_the_way.is_none() { old_file(path)?.0 } else { None };
    let saved = temp.persist(path).map_err(|e| io(e.error))?;
    // Locked as a temporary file; from now on it may be opened r+.
    drop(Held(saved, File::unlock));
    // The rename itself survives a power loss only when the folder is synced.
    File::open(&folder).and_then(|f| f.sync_all()).map_err(io)
}

/// `.NAME.`, of a long NAME only as much as leaves room for what comes behind it (255 bytes in all).
fn temp_prefix(name: &OsStr) -> OsString {
    use std::os::unix::ffi::OsStrExt;
    const ROOM: usize = 255 - "..RANDOM".len() - TEMP_SUFFIX.len();
    let bytes = name.as_bytes();
    let mut end = bytes.len();
    if end > ROOM {
        // Between two characters, for file systems that insist on UTF-8.
        end = (ROOM - 3..=ROOM).rev().find(|&i| bytes[i] & 0xC0 != 0x80).unwrap_or(ROOM);
    }
    let mut prefix = OsString::from(".");
    prefix.push(OsStr::from_bytes(&bytes[..end]));
    prefix.push(".");
    prefix
}

/// Whoever could read the old file can read the new one, as far as we may see to that: root and
/// others save over files of a service's user.
fn keep_access(file: &File, old: &std::fs::Metadata) {
    use std::os::unix::fs::fchown;
    let ours = file.metadata().map(|meta| (meta.uid(), meta.gid())).ok();
    if ours != Some((old.uid(), old.gid())) && fchown(file, Some(old.uid()), Some(old.gid())).is_err() {
        let _ = fchown(file, None, Some(old.gid()));
    }
    // Last, for a change of owner takes bits away.
    let _ = file.set_permissions(std::fs::Permissions::from_mode(old.mode() & 0o7777));
}

/// A temporary file that other savers know not to be a leftover, by its lock.
fn locked_temp(folder: &Path, prefix: &OsStr, mode: u32) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix).suffix(TEMP_SUFFIX).permissions(std::fs::Permissions::from_mode(mode));
    loop {
        let temp = builder.tempfile_in(folder)?;
        // Another saver may take it for a leftover before the lock is there: again, then.
        match temp.as_file().try_lock() {
            Err(TryLockError::WouldBlock) => {}
            Ok(()) if temp.as_file().metadata()?.nlink() == 0 => {}
            // Locked, or on a file system without locks.
            _ => return Ok(temp),
        }
    }
}

/// Refuses to save over a file that somebody has open r+; else holds it until the save is done.
fn old_file(path: &Path) -> Result<(Option<Held>, Option<std::fs::Metadata>)> {
    loop {
        let meta = match std::fs::metadata(path) {
            Ok(meta) => meta,
            Err(e) if e.kind() == ErrorKind::NotFound => return Ok((None, None)),
            Err(e) => return Err(Error::io(path, "save", &e)),
        };
        if !meta.is_file() {
            let what = if meta.is_dir() { "a folder" } else { "no regular file" };
            return Err(err!(InvalidArgument, "cannot save over it: it is {what}").at(path));
        }
        let Ok(file) = File::open(path) else { return Ok((None, Some(meta))) };
        match patiently(|| file.try_lock()) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(
                    err!(Locked, "somebody has this file open for writing or is saving it; close that first").at(path)
                );
            }
            // A file system without locks has no r+ users that could have marked it.
            Err(TryLockError::Error(_)) => return Ok((None, Some(meta))),
        }
        let held = Held(file, File::unlock);
        // Another save may have ended while we waited: what is there now may be open r+ already.
        let (ours, now) = (held.0.metadata().map(|m| Identity::of(&m)), std::fs::metadata(path));
        match (ours, now) {
            (Ok(ours), Ok(now)) if !ours.same_file(&Identity::of(&now)) => {}
            _ => return Ok((Some(held), Some(meta))),
        }
    }
}

/// Removes temporary files that killed savers of this path left.
fn remove_leftovers(folder: &Path, prefix: &OsStr) {
    use std::os::unix::ffi::OsStrExt;
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let ours = name.as_bytes().starts_with(prefix.as_bytes()) && name.as_bytes().ends_with(TEMP_SUFFIX.as_bytes());
        if !ours {
            continue;
        }
        let Ok(file) = File::open(entry.path()) else { continue };
        if file.try_lock().is_ok() {
            // The lock is kept until the file is gone, lest its maker takes it in between.
            let _held = Held(file, File::unlock);
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

//! Where sections live: private memory or a shared map. Only this module knows which.
//!
//! All memory is seen as 64-bit atomic words, so that threads and processes can share it.

use std::alloc::{alloc_zeroed, dealloc, Layout};
use std::fs::File;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

use memmap2::{MmapMut, MmapOptions, MmapRaw};

use crate::error::{err, Result};

/// Whether others may write to the filter at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// One writer at a time, by the caller's guarantee: plain loads and stores.
    Exclusive,
    /// Any number of writers: atomic operations, tested first.
    Shared,
}

/// How a file is mapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Mode {
    /// Shared with other readers, never written.
    #[default]
    Read,
    /// Shared with other readers and writers.
    ReadWrite,
}

impl Mode {
    /// The mode of this name: `"r"` or `"r+"`.
    ///
    /// # Errors
    /// INVALID_ARGUMENT for any other name.
    pub fn parse(name: &str) -> Result<Mode> {
        match name {
            "r" => Ok(Mode::Read),
            "r+" => Ok(Mode::ReadWrite),
            _ => Err(err!(InvalidArgument, "mode must be \"r\" (read) or \"r+\" (read and write), got {name:?}")),
        }
    }
}

/// How a filter opened in this mode is written in a message.
impl std::fmt::Display for Mode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Mode::Read => "r",
            Mode::ReadWrite => "r+",
        })
    }
}

/// From this size on private memory is a mapping of its own: it can be given back at once.
const OWN_MAPPING: usize = 256 << 10;
const ALIGN: usize = 64;

/// A run of bytes, 64-byte aligned, a multiple of 64 long.
pub(crate) struct Region {
    start: NonNull<u8>,
    len: usize,
    backing: Backing,
}

enum Backing {
    Heap(Layout),
    /// Anonymous, or of a file.
    Map(MmapRaw),
}

// SAFETY: the memory is owned by the Region and only reached as atomics.
unsafe impl Send for Region {}
// SAFETY: as above; all access is atomic.
unsafe impl Sync for Region {}

impl Region {
    /// Private zeroed memory.
    pub(crate) fn zeroed(len: u64) -> Result<Region> {
        let failed = || err!(OutOfMemory, "cannot allocate {len} bytes; lower the capacity, raise fpp, or map a file");
        let len = usize::try_from(len).map_err(|_| failed())?;
        if len >= OWN_MAPPING {
            let map = MmapMut::map_anon(len).map_err(|_| failed())?;
            #[cfg(target_os = "linux")]
            let _ = map.advise(memmap2::Advice::HugePage); // a hint: without it all works, slower
            return Region::from_map(map.into(), len).ok_or_else(failed);
        }
        let layout = Layout::from_size_align(len.max(ALIGN), ALIGN).map_err(|_| failed())?;
        // SAFETY: the layout is not of size 0.
        let start = NonNull::new(unsafe { alloc_zeroed(layout) }).ok_or_else(failed)?;
        Ok(Region { start, len, backing: Backing::Heap(layout) })
    }

    /// `len` bytes of a file from `at`, a multiple of 64; shared with all who map it.
    pub(crate) fn of_file(file: &File, at: u64, len: u64, mode: Mode) -> std::io::Result<Region> {
        let out_of_memory = || std::io::Error::from(std::io::ErrorKind::OutOfMemory);
        let len = usize::try_from(len).map_err(|_| out_of_memory())?;
        let mut options = MmapOptions::new();
        options.offset(at).len(len);
        let map = match mode {
            Mode::Read => options.map_raw_read_only(file)?,
            Mode::ReadWrite => options.map_raw(file)?,
        };
        Region::from_map(map, len).ok_or_else(out_of_memory)
    }

    fn from_map(map: MmapRaw, len: usize) -> Option<Region> {
        let start = NonNull::new(map.as_mut_ptr())?;
        Some(Region { start, len, backing: Backing::Map(map) })
    }

    /// The words of `len` bytes from `at`; both within the region and multiples of 8.
    pub(crate) fn words(&self, at: usize, len: usize) -> &[AtomicU64] {
        assert!(at % 8 == 0 && at <= self.len && len <= self.len - at);
        // SAFETY: in bounds (asserted); aligned, since start is 64-byte aligned: heap by its layout,
        // maps because pages are and file offsets are multiples of 64. Memory of a read-only map is
        // never stored to: the engine checks read_only before any write.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr().add(at).cast::<AtomicU64>(), len / 8) }
    }

    /// Writes dirty pages of `len` bytes from `at` to the file; nothing for private memory.
    pub(crate) fn flush(&self, at: usize, len: usize) -> std::io::Result<()> {
        match &self.backing {
            Backing::Heap(_) => Ok(()),
            Backing::Map(map) => map.flush_range(at, len),
        }
    }

    /// Gives the memory back at once. The range stays readable and writable, as zeros of its own,
    /// until the region is dropped: a call that races with this does no harm.
    pub(crate) fn vacate(&self) {
        #[cfg(unix)]
        if let Backing::Map(_) = self.backing {
            // SAFETY: sysconf has no preconditions.
            let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
            let start = self.start.as_ptr() as usize;
            let base = start / page * page;
            // SAFETY: replaces exactly the pages of our own mapping, which is unmapped only on drop.
            unsafe {
                libc::mmap(
                    base as *mut libc::c_void,
                    self.len + (start - base),
                    libc::PROT_READ | libc::PROT_WRITE,
                    libc::MAP_FIXED | libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
                    -1,
                    0,
                );
            }
        }
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        if let Backing::Heap(layout) = self.backing {
            // SAFETY: allocated with this layout in `zeroed`.
            unsafe { dealloc(self.start.as_ptr(), layout) }
        }
    }
}

/// Asks the processor for the cache line of a word; `word` may be anything.
#[inline(always)]
pub(crate) fn prefetch(words: &[AtomicU64], word: usize) {
    #[cfg(target_arch = "x86_64")]
    if word < words.len() {
        use std::arch::x86_64::{_mm_prefetch, _MM_HINT_T0};
        // SAFETY: a prefetch reads nothing; the address is inside the slice.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(words.as_ptr().add(word).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (words, word);
}

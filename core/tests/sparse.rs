//! Sections of 2^31 to 2^40 cells, on sparse files: 64 bits everywhere, and nothing is read or allocated that is not used.

mod common;

use std::os::unix::fs::MetadataExt;
use std::path::Path;

use common::sparse_file;
use onebloom::{Engine, Mode, Sharing};

/// In memory if there is room: on a disk each of the thousands of scattered pages is a write of its own.
fn fast_folder() -> tempfile::TempDir {
    // SAFETY: an all-zero statvfs is valid, and both pointers are.
    let free = unsafe {
        let mut stat: libc::statvfs = std::mem::zeroed();
        if libc::statvfs(c"/dev/shm".as_ptr(), &mut stat) == 0 {
            stat.f_bavail * stat.f_frsize
        } else {
            0
        }
    };
    if free > 1 << 30 {
        tempfile::tempdir_in("/dev/shm").unwrap()
    } else {
        tempfile::tempdir().unwrap()
    }
}

/// Adds keys to a mapped section of m cells and looks where they went.
fn walk(folder: &Path, kind: u8, m: u64, k: u8) {
    let path = sparse_file(folder, kind, 1, 0, m, k);
    let filter = Engine::open(&path, Mode::ReadWrite, Sharing::Shared).unwrap();
    let keys = 250; // each cell is a page of the disk
    let mut parts = [0u32; 16];
    let mut highest = 0;
    for i in 0..keys {
        assert!(filter.add(&format!("key {i}")).unwrap());
        for p in filter.positions(&format!("key {i}")).unwrap() {
            assert!(p < m);
            highest = highest.max(p);
            parts[(p as u128 * 16 / m as u128) as usize] += 1;
        }
    }
    assert!((0..keys).all(|i| filter.contains(&format!("key {i}")).unwrap()));
    assert!(!(keys..3 * keys).any(|i| filter.contains(&format!("key {i}")).unwrap()));
    flat(&parts, if kind == 2 { 8 } else { 1 });
    if m >= 1 << 33 {
        assert!(highest > 1 << 32, "nothing beyond 2^32");
    }
    drop(filter);
    let on_disk = std::fs::metadata(&path).unwrap().blocks() * 512;
    assert!(on_disk < 30 << 20, "{on_disk} bytes on disk for a sparse file");
    let again = Engine::open(&path, Mode::Read, Sharing::Exclusive).unwrap();
    assert!((0..keys).all(|i| again.contains(&format!("key {i}")).unwrap()));
    std::fs::remove_file(path).unwrap();
}

/// Chi-square of 16 equal parts: 15 degrees of freedom, so a value of 60 has a chance of 2e-7. The cells of a blocked
/// key are all in one place, so that 8 of them count as one.
fn flat(parts: &[u32; 16], together: u32) {
    let total: u32 = parts.iter().sum();
    let mean = f64::from(total) / 16.0;
    let chi: f64 = parts.iter().map(|n| (f64::from(*n) - mean).powi(2) / mean).sum::<f64>() / f64::from(together);
    assert!(chi < 60.0, "{parts:?}: {chi}");
}

/// B58, B59, B60: at and around the powers of two where 32-bit code breaks.
#[test]
fn around_the_powers_of_two() {
    let folder = fast_folder();
    for m in [(1 << 31) - 1, 1 << 31, (1 << 31) + 1, (1 << 32) - 1, 1 << 32, (1 << 32) + 1] {
        walk(folder.path(), 1, m, 7);
    }
}

#[test]
fn two_to_the_33() {
    let folder = fast_folder();
    walk(folder.path(), 1, 1 << 33, 7);
    walk(folder.path(), 2, 1 << 33, 8);
    walk(folder.path(), 3, 1 << 33, 4); // 4 GiB of counters
}

#[test]
fn two_to_the_36() {
    let folder = fast_folder();
    walk(folder.path(), 1, 1 << 36, 7);
    walk(folder.path(), 2, 1 << 36, 8);
}

/// The largest file that opens: 2^40 bits of a blocked filter.
#[test]
fn the_largest_blocked_section_opens() {
    let folder = fast_folder();
    let path = sparse_file(folder.path(), 2, 1, 0, 1 << 40, 8);
    let filter = Engine::open(&path, Mode::Read, Sharing::Exclusive).unwrap();
    assert!(!filter.contains("x").unwrap());
    let stats = filter.stats(false).unwrap(); // sampled, else this would read 128 GiB
    assert_eq!((stats.m, stats.fill_ratio), (1 << 40, 0.0));
}

/// Removing and saturating far beyond 2^32 counters.
#[test]
fn counters_beyond_32_bits() {
    let folder = fast_folder();
    let path = sparse_file(folder.path(), 3, 1, 0, (1 << 33) + 512, 5);
    let filter = Engine::open(&path, Mode::ReadWrite, Sharing::Shared).unwrap();
    for i in 0..200 {
        filter.add(&i).unwrap();
        filter.add(&i).unwrap();
    }
    for i in 0..200 {
        assert!(filter.remove(&i).unwrap() && filter.contains(&i).unwrap());
        assert!(filter.remove(&i).unwrap() && !filter.contains(&i).unwrap());
    }
}

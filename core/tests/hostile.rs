//! Files that lie: each gives its code, costs next to nothing, and changes nothing.

mod common;

use std::fs;
use std::path::PathBuf;

use common::{fix_sum, make, table, vectors};
use onebloom::{Code, Engine, Mode, Sharing};

fn hostile() -> Vec<(PathBuf, String)> {
    let folder = vectors().join("hostile");
    let listed: Vec<_> = table("vectors/hostile/MANIFEST.tsv")
        .into_iter()
        .map(|row| (folder.join(format!("{}.bloom", row[0])), row[1].clone()))
        .collect();
    let present =
        fs::read_dir(&folder).unwrap().filter(|e| e.as_ref().unwrap().path().extension().is_some_and(|x| x == "bloom"));
    assert_eq!(present.count(), listed.len());
    listed
}

#[test]
fn every_hostile_file_gives_its_code() {
    for (path, code) in hostile() {
        let loaded = Engine::load(&path, Sharing::Exclusive).map(drop).unwrap_err();
        assert_eq!(loaded.code().name(), code, "load {path:?}");
        assert_eq!(loaded.path(), Some(path.as_path()));
        let bytes = fs::read(&path).unwrap();
        let read = Engine::from_bytes(&bytes, Sharing::Exclusive).map(drop).unwrap_err();
        assert_eq!(read.code().name(), code, "from_bytes {path:?}");
        match Engine::open(&path, Mode::Read, Sharing::Shared) {
            Err(error) => assert_eq!(error.code().name(), code, "open {path:?}"),
            Ok(mapped) => {
                assert_eq!(code, "CHECKSUM_MISMATCH", "open {path:?}");
                assert_eq!(mapped.verify().unwrap_err().code(), Code::ChecksumMismatch);
            }
        }
    }
}

/// A refused file is not touched, not even by an open for writing.
#[test]
fn refused_files_stay_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    for (path, code) in hostile() {
        if code == "CHECKSUM_MISMATCH" {
            continue;
        }
        let copy = folder.path().join("copy.bloom");
        fs::write(&copy, fs::read(&path).unwrap()).unwrap();
        assert_eq!(Engine::open(&copy, Mode::ReadWrite, Sharing::Shared).map(drop).unwrap_err().code().name(), code);
        assert_eq!(fs::read(&copy).unwrap(), fs::read(&path).unwrap());
    }
}

/// B69, B70: every prefix of a file is refused.
#[test]
fn every_prefix_is_refused() {
    for line in
        ["capacity=100", "capacity=60 kind=counting shards=3", "capacity=50 growth=2", "capacity=50 keep=3 period=60"]
    {
        let filter = make(line);
        for i in 0..120 {
            filter.add(&i).unwrap();
        }
        let whole = filter.to_bytes().unwrap();
        for end in 0..whole.len() {
            let code = Engine::from_bytes(&whole[..end], Sharing::Exclusive).map(drop).unwrap_err().code();
            let expected = match end {
                0..8 => Code::NotAFilter,
                _ if code == Code::Incomplete => Code::Incomplete,
                _ => Code::Truncated,
            };
            assert_eq!(code, expected, "{line}: {end} of {} bytes", whole.len());
        }
        Engine::from_bytes(&whole, Sharing::Exclusive).unwrap();
    }
}

/// B71: any change of one byte of a sealed file is found, wherever it is.
#[test]
fn every_changed_byte_is_found() {
    let filter = make("capacity=60 shards=2");
    for i in 0..60 {
        filter.add(&i).unwrap();
    }
    let whole = filter.to_bytes().unwrap();
    let mut harmless = Vec::new();
    for at in 0..whole.len() {
        for bit in [0, 3, 7] {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << bit;
            if Engine::from_bytes(&bytes, Sharing::Exclusive).is_ok() {
                harmless.push((at, bit));
            }
        }
    }
    // Only the state's SEALED bit can be cleared unnoticed: the file then says that it has no seal.
    let section = whole.len() / 2;
    assert_eq!(harmless, [(88, 0), (section + 88, 0)]);
}

/// B81: bytes that went through text are refused.
#[test]
fn bytes_through_text() {
    let bytes = make("capacity=1000").to_bytes().unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    assert_eq!(Engine::from_bytes(text.as_bytes(), Sharing::Exclusive).map(drop).unwrap_err().code(), Code::NotAFilter);
    let latin1: String = bytes.iter().map(|b| char::from(*b)).collect();
    assert_eq!(
        Engine::from_bytes(latin1.as_bytes(), Sharing::Exclusive).map(drop).unwrap_err().code(),
        Code::NotAFilter
    );
}

/// B77: what a later library may write is named in the message.
#[test]
fn later_versions_are_named() {
    let good = make("capacity=1000").to_bytes().unwrap();
    for (at, value, code, named) in [
        (8, 2, Code::VersionUnsupported, "version 2"),
        (10, 9, Code::FeatureUnsupported, "kind"),
        (11, 77, Code::FeatureUnsupported, "scheme"),
        (12, 5, Code::FeatureUnsupported, "arrangement"),
        (48, 4, Code::FeatureUnsupported, "0x04"),
    ] {
        let mut bytes = good.clone();
        bytes[at] = value;
        fix_sum(&mut bytes, 0);
        let error = Engine::from_bytes(&bytes, Sharing::Exclusive).map(drop).unwrap_err();
        assert_eq!(error.code(), code);
        assert!(error.message().contains(named), "{}", error.message());
    }
}

/// Parts are checked as if they followed each other.
#[test]
fn parts() {
    let filter = make("capacity=300 shards=3 seed=9");
    for i in 0..300 {
        filter.add(&i).unwrap();
    }
    let whole = filter.to_bytes().unwrap();
    let parts: Vec<&[u8]> = whole.chunks(whole.len() / 3).collect();
    let open = |parts: &[&[u8]]| Engine::open_parts(parts, Sharing::Exclusive);
    assert!(open(&parts).unwrap().to_bytes().unwrap() == whole);
    let code = |parts: &[&[u8]]| open(parts).map(drop).unwrap_err().code();
    assert_eq!(code(&[]), Code::NotAFilter);
    assert_eq!(code(&parts[..2]), Code::Incomplete);
    assert_eq!(code(&[parts[0], parts[1], parts[2], parts[2]]), Code::TrailingBytes);
    assert_eq!(code(&[parts[1], parts[0], parts[2]]), Code::CorruptHeader);
    assert_eq!(code(&[parts[0], parts[1], &parts[2][..100]]), Code::Truncated);
    let long = [parts[1], b"x"].concat();
    assert_eq!(code(&[parts[0], &long, parts[2]]), Code::TrailingBytes);
    let other = make("capacity=300 shards=3 seed=8").to_bytes().unwrap();
    assert_eq!(code(&[parts[0], other.chunks(other.len() / 3).nth(1).unwrap(), parts[2]]), Code::CorruptHeader);
}

/// B66: a header that claims 512 GiB costs neither time nor memory.
#[test]
fn claims_are_checked_before_anything_is_allocated() {
    let path = vectors().join("hostile/m_2_42.bloom");
    let bytes = fs::read(&path).unwrap();
    let before = resident();
    for _ in 0..2000 {
        assert_eq!(Engine::from_bytes(&bytes, Sharing::Exclusive).map(drop).unwrap_err().code(), Code::Truncated);
        assert_eq!(Engine::open(&path, Mode::Read, Sharing::Shared).map(drop).unwrap_err().code(), Code::Truncated);
    }
    assert!(resident() < before + (64 << 20));
}

fn resident() -> u64 {
    let statm = fs::read_to_string("/proc/self/statm").unwrap();
    statm.split(' ').nth(1).unwrap().parse::<u64>().unwrap() * 4096
}

/// B88: paths that are no filter give a code and name the path.
#[test]
fn paths() {
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("fifo");
    let name = std::ffi::CString::new(fifo.to_str().unwrap()).unwrap();
    // SAFETY: a NUL-terminated path.
    assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
    let long = "x".repeat(5000);
    for (path, codes) in [
        ("/nowhere/at/all.bloom".to_string(), vec![Code::NotFound]),
        (folder.path().to_str().unwrap().to_string(), vec![Code::NotAFilter, Code::Io, Code::InvalidArgument]),
        (fifo.to_str().unwrap().to_string(), vec![Code::NotAFilter, Code::InvalidArgument]),
        ("/dev/null".to_string(), vec![Code::NotAFilter, Code::InvalidArgument]),
        (String::new(), vec![Code::NotFound, Code::InvalidArgument]),
        ("a\0b".to_string(), vec![Code::InvalidArgument, Code::Io]),
        (long, vec![Code::Io, Code::NotFound, Code::InvalidArgument]),
    ] {
        for error in [
            Engine::open(&path, Mode::Read, Sharing::Exclusive).map(drop).unwrap_err(),
            Engine::load(&path, Sharing::Exclusive).map(drop).unwrap_err(),
        ] {
            assert!(
                codes.contains(&error.code()),
                "{:?}: {error} is {}",
                &path[..path.len().min(40)],
                error.code().name()
            );
            assert!(error.path().is_some());
        }
        if path.len() < 100 && path != fifo.to_str().unwrap() {
            let error = make("capacity=10").save(&path).unwrap_err();
            assert_ne!(error.code(), Code::Panic, "{error}");
        }
    }
    assert!(fs::metadata("/dev/null").unwrap().len() == 0 && !fs::metadata("/dev/null").unwrap().is_file());
}

//! Where `save` puts a file: long names, links, and who may read it afterwards.

use std::os::unix::fs::{chown, symlink, MetadataExt, PermissionsExt};

use onebloom::{BloomFilter, Code, Engine, Mode, Result, Sharing};

fn filter() -> Result<BloomFilter> {
    let mut filter = BloomFilter::new(100, 0.01)?;
    filter.add("x")?;
    Ok(filter)
}

#[test]
fn a_name_may_be_as_long_as_the_file_system_allows() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let names = [
        "n".repeat(233),
        "n".repeat(234),
        "n".repeat(235),
        "n".repeat(255),
        "京".repeat(85),
        format!("n{}", "😀".repeat(63)),
    ];
    for name in names {
        let path = folder.path().join(&name);
        filter()?.save(&path)?;
        filter()?.save(&path)?;
        assert!(BloomFilter::load(&path)?.contains("x"), "{name}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 6, "nothing is left over");
    Ok(())
}

#[test]
fn a_link_is_replaced_and_what_it_named_stays() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let (target, link) = (folder.path().join("v1.bloom"), folder.path().join("current.bloom"));
    std::fs::write(&target, "what was there").unwrap();
    symlink("v1.bloom", &link).unwrap();
    filter()?.save(&link)?;
    assert!(link.symlink_metadata().unwrap().is_file());
    assert_eq!(std::fs::read(&target).unwrap(), b"what was there");
    assert!(BloomFilter::load(&link)?.contains("x"));
    Ok(())
}

#[test]
fn owner_and_mode_stay() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.bloom");
    filter()?.save(&path)?;
    // Only root may give files away; the others still check the mode.
    let given = chown(&path, Some(1234), Some(4321)).is_ok();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
    filter()?.save(&path)?;
    let meta = path.metadata().unwrap();
    assert_eq!(meta.mode() & 0o7777, 0o640);
    if given {
        assert_eq!((meta.uid(), meta.gid()), (1234, 4321));
    }
    Ok(())
}

/// Savers beside each other fail with nothing but LOCKED, and none replaces what is open r+.
#[test]
fn savers_and_writers_of_one_path() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.bloom");
    filter().unwrap().save(&path).unwrap();
    std::thread::scope(|scope| {
        let savers: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let filter = filter().unwrap();
                    for _ in 0..50 {
                        match filter.save(&path) {
                            Err(e) if e.code() != Code::Locked => panic!("{e}"),
                            _ => {}
                        }
                    }
                })
            })
            .collect();
        while savers.iter().any(|saver| !saver.is_finished()) {
            if let Ok(map) = Engine::open(&path, Mode::ReadWrite, Sharing::Shared) {
                std::thread::sleep(std::time::Duration::from_millis(1));
                assert!(!map.is_stale().unwrap(), "saved over while it was open r+");
            }
        }
    });
}

//! Bug reports of this field by their numbers, second part: files, threads, fill, counters, merging, bits (see cases.rs).

mod common;

use std::collections::HashSet;

use common::{make, options, unhex, Numbers};
use onebloom::{Code, Engine, Mode, Sharing};

#[test]
fn b75_what_is_saved_opens() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("it.bloom");
    let mut numbers = Numbers(75);
    for _ in 0..60 {
        let text = format!("capacity={} fpp={}", 1 + numbers.below(5000), 0.3 / (1 + numbers.below(10_000)) as f64);
        let filter = make(&text);
        (0..numbers.below(3000)).for_each(|i| assert!(filter.add(&i).is_ok()));
        filter.save(&path).unwrap();
        // B76: the first call on what was opened may be any verb.
        assert!(Engine::open(&path, Mode::Read, Sharing::Exclusive).unwrap().same_content(&filter).unwrap());
        let loaded = Engine::load(&path, Sharing::Exclusive).unwrap();
        loaded.merge(&filter).unwrap();
        assert!(loaded.same_content(&filter).unwrap(), "{text}");
        assert_eq!(std::fs::read(&path).unwrap(), filter.to_bytes().unwrap());
    }
}

#[test]
fn b87_files_that_may_not_be_written() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("it.bloom");
    let filter = make("capacity=10");
    filter.add("x").unwrap();
    filter.save(&path).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o444)).unwrap();
    let before = std::fs::metadata(&path).unwrap();
    let mapped = Engine::open(&path, Mode::Read, Sharing::Exclusive).unwrap();
    assert!(mapped.contains("x").unwrap());
    for denied in [mapped.add("y").map(drop), mapped.clear(), mapped.merge(&filter), mapped.add_hash(1).map(drop)] {
        let error = denied.unwrap_err();
        assert_eq!(error.code(), Code::ReadOnly);
        assert!(error.message().contains("r+"), "{error}");
    }
    drop(mapped);
    let after = std::fs::metadata(&path).unwrap();
    assert_eq!((before.mtime(), before.mtime_nsec(), before.ino()), (after.mtime(), after.mtime_nsec(), after.ino()));
}

#[test]
fn b91_items_are_kept() {
    let filter = make("capacity=100");
    for word in ["a", "b", "c", "a"] {
        filter.add(word).unwrap();
    }
    let items = |filter: &Engine| filter.stats(true).unwrap().items;
    assert_eq!(items(&filter), 3);
    assert_eq!(items(&Engine::from_bytes(&filter.to_bytes().unwrap(), Sharing::Exclusive).unwrap()), 3);
    assert_eq!(items(&filter.copy(Sharing::Exclusive).unwrap()), 3);
}

#[test]
fn b94_threads_that_add_the_same_keys() {
    for kind in ["classic", "blocked", "counting"] {
        let filter =
            Engine::create(&options(&format!("kind={kind} capacity=10000")).unwrap(), Sharing::Shared).unwrap();
        let new = std::sync::Mutex::new(HashSet::new());
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let mine: Vec<u32> = (0..10_000).filter(|i| filter.add(i).unwrap()).collect();
                    new.lock().unwrap().extend(mine);
                });
            }
        });
        assert!((0..10_000).all(|i| filter.contains(&i).unwrap()));
        // Every key was new to somebody, but for those that were false positives when they came.
        let new = new.into_inner().unwrap().len();
        assert!(new > 9_800, "{kind}: {new}");
    }
}

#[test]
fn b95_adding_again_changes_nothing() {
    let (once, often) = (make("capacity=15"), make("capacity=15"));
    for i in 0..15 {
        let key = (i * 7919).to_string();
        once.add(&key).unwrap();
        for again in 0..20 {
            assert!(!often.add(&key).unwrap() || again == 0);
        }
    }
    assert_eq!(once.to_bytes().unwrap(), often.to_bytes().unwrap());
}

#[test]
fn b120_b122_overfilling_shows() {
    let filter = make("capacity=1000");
    let mut statuses = Vec::new();
    for i in 0..20_000 {
        filter.add(&i).unwrap();
        let status = filter.stats(false).unwrap().status;
        if statuses.last() != Some(&status) {
            statuses.push(status);
        }
    }
    assert_eq!(statuses, ["ok", "warn", "over"]);
    let stats = filter.stats(true).unwrap();
    assert!(stats.fill_ratio > 0.99 && stats.expected_fpp > 0.9, "{stats:?}");
    assert!(stats.items < 20_000);
    let full = make("capacity=20000");
    (0..20_000).for_each(|i| assert!(full.add(&i).is_ok()));
    assert!(full.stats(true).unwrap().estimated_items.abs_diff(20_000) < 400);
}

#[test]
fn b123_a_scalable_filter_grows_at_its_capacity() {
    let filter = make("capacity=100 growth=2");
    let mut added = 0;
    for i in 0.. {
        let sections = filter.stats(false).unwrap().sections.len();
        if sections == 1 {
            assert!(filter.stats(false).unwrap().items <= 100);
        }
        added += u32::from(filter.add(&i).unwrap());
        match added {
            0..=100 => assert_eq!(filter.stats(false).unwrap().sections.len(), 1, "{added}"),
            101..=300 => assert_eq!(filter.stats(false).unwrap().sections.len(), 2, "{added}"),
            301 => break,
            _ => unreachable!(),
        }
    }
    assert_eq!(filter.stats(false).unwrap().sections.len(), 3);
    assert!((0..301).all(|i| filter.contains(&i).unwrap()));
}

#[test]
fn b125_counters_that_are_full_stay() {
    let filter = make("kind=counting capacity=100");
    for _ in 0..300 {
        filter.add("x").unwrap();
    }
    for _ in 0..299 {
        assert!(filter.remove("x").unwrap());
    }
    assert!(filter.contains("x").unwrap());
    let filter = make("kind=counting capacity=100");
    for _ in 0..16 {
        filter.add("x").unwrap();
    }
    for _ in 0..16 {
        filter.remove("x").unwrap();
    }
    assert!(filter.contains("x").unwrap(), "a saturated counter was lowered");
    let filter = make("kind=counting capacity=100");
    for _ in 0..14 {
        filter.add("x").unwrap();
    }
    for _ in 0..14 {
        assert!(filter.contains("x").unwrap() && filter.remove("x").unwrap());
    }
    assert!(!filter.contains("x").unwrap() && !filter.remove("x").unwrap());
    for key in [-4_535_795_219_140_351_433i64, 4_882_771_549_875_911_188, -6_502_814_355_560_814_028] {
        filter.add(&key).unwrap();
        assert!(filter.contains(&key).unwrap());
    }
}

#[test]
fn b126_removing_what_was_never_added() {
    let filter = make("kind=counting capacity=1000 fpp=0.01");
    (0..900).for_each(|i| assert!(filter.add(&i).is_ok()));
    let removed = (10_000..30_000).filter(|i| filter.remove(i).unwrap()).count();
    // Each wrong "maybe" takes something away, so the rate falls while it happens: far fewer than 1 % succeed.
    assert!(removed < 200, "{removed}");
    let lost = (0..900).filter(|i| !filter.contains(i).unwrap()).count();
    assert!(lost <= 8 * removed, "{lost} lost by {removed}");
    assert_eq!(make("capacity=10").remove("x").unwrap_err().code(), Code::Unsupported);
}

#[test]
fn b129_filters_that_do_not_go_together() {
    let mine = make("capacity=100");
    mine.add("x").unwrap();
    let before = mine.to_bytes().unwrap();
    for (other, named) in [
        ("capacity=1000", "m"),
        ("capacity=100 seed=1", "seed"),
        ("capacity=100 scheme=xxh64", "scheme"),
        ("capacity=100 kind=counting", "kind"),
        ("capacity=100 shards=2", "arrangement"),
        ("m=1024 k=5", "k"),
    ] {
        let error = mine.merge(&make(other)).unwrap_err();
        assert_eq!(error.code(), Code::Incompatible, "{other}");
        assert!(error.message().contains(named), "{error}");
        assert_eq!(mine.to_bytes().unwrap(), before);
    }
    for (a, b) in [
        ("capacity=100 growth=2", "capacity=100 growth=3"),
        ("capacity=100 growth=2", "capacity=100 growth=2 fpp=0.02"),
        ("capacity=100 shards=2", "capacity=100 shards=3"),
        ("capacity=100 keep=2 period=60", "capacity=100 keep=2 period=61"),
        ("capacity=100 keep=2 period=60", "capacity=100 keep=3 period=60"),
    ] {
        assert_eq!(make(a).merge(&make(b)).unwrap_err().code(), Code::Incompatible, "{a}, {b}");
    }
}

#[test]
fn b132_bit_0_is_the_top_bit_of_byte_0() {
    let filter = make("capacity=1000");
    let mut body = vec![0u8; filter.to_bytes().unwrap().len() - 128];
    for i in 0..100 {
        filter.add(&i).unwrap();
        for p in filter.positions(&i).unwrap() {
            body[(p / 8) as usize] |= 0x80 >> (p % 8); // what SETBIT does
        }
    }
    assert_eq!(filter.to_bytes().unwrap()[128..], body);
}

#[test]
fn b142_b145_seeds() {
    // Two keys with one XXH3 (0) under seed 0 share all cells; with a secret seed they do not.
    let key = unhex("42d568e138d727ff");
    assert_eq!(make("capacity=10").hash(&key), Some(0));
    assert_ne!(make("capacity=10 seed=77").hash(&key), Some(0));
    assert_eq!(make("capacity=10").seed(), 0);
    assert_eq!(make("capacity=1000").to_bytes().unwrap(), make("capacity=1000").to_bytes().unwrap());
    assert_eq!(make("capacity=10 seed=18446744073709551615").seed(), u64::MAX);
}

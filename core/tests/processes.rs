//! B91, B93: several processes write into one file. No false negative, whatever the kind and the arrangement.

mod common;

use std::path::Path;
use std::process::{Command, Stdio};

use common::make;
use onebloom::{Engine, Mode, Sharing};

const CHILD: &str = "ONEBLOOM_TEST_CHILD_ADDS";
const NOW: i64 = 1_700_000_000_000;

/// Not a test of its own: opens the file r+ and adds its share. "PATH PROCESS KEYS MODE".
#[test]
fn child() {
    let Ok(job) = std::env::var(CHILD) else { return };
    let [path, process, keys, mode] = job.split(' ').collect::<Vec<_>>()[..] else { panic!("{job}") };
    let (process, keys): (u64, u64) = (process.parse().unwrap(), keys.parse().unwrap());
    let filter = Engine::open(path, Mode::ReadWrite, Sharing::Shared).unwrap();
    for i in 0..keys {
        if mode == "same" {
            filter.add(&format!("key {i}")).unwrap();
        } else {
            filter.set_now(Some(NOW + i as i64)); // rotating: a period is 1000 ms, so the ring turns under all of them
            filter.add(&format!("{process} {i}")).unwrap();
        }
    }
    if mode == "remove" {
        for i in (0..keys).step_by(2) {
            assert!(filter.remove(&format!("{process} {i}")).unwrap());
        }
    }
    filter.flush().unwrap();
}

fn processes(path: &Path, count: u64, keys: u64, mode: &str) {
    let children: Vec<_> = (0..count)
        .map(|process| {
            Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "child", "--nocapture"])
                .env(CHILD, format!("{} {process} {keys} {mode}", path.display()))
                .stdout(Stdio::null())
                .spawn()
                .unwrap()
        })
        .collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
}

fn rounds() -> (u32, u64) {
    // ONEBLOOM_LONG: the figures of the public case, 20 rounds of 100,000 keys a process.
    if std::env::var_os("ONEBLOOM_LONG").is_some() {
        (20, 100_000)
    } else {
        (3, 10_000)
    }
}

fn all_there(options: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("it.bloom");
    let (rounds, keys) = rounds();
    for _ in 0..rounds {
        make(&options.replace("KEYS", &(4 * keys).to_string())).save(&path).unwrap();
        processes(&path, 4, keys, "own");
        let filter = Engine::load(&path, Sharing::Exclusive).unwrap();
        let missing = (0..4)
            .flat_map(|p| (0..keys).map(move |i| format!("{p} {i}")))
            .filter(|key| !filter.contains(key).unwrap());
        assert_eq!(missing.count(), 0, "{options}");
        let stats = filter.stats(true).unwrap();
        assert!(!stats.sealed);
        for count in [stats.items, stats.estimated_items] {
            let off = count as f64 / (4 * keys) as f64 - 1.0;
            assert!(off.abs() < 0.03, "{options}: {count} of {}", 4 * keys);
        }
    }
}

#[test]
fn classic() {
    all_there("capacity=KEYS");
}

#[test]
fn blocked() {
    all_there("kind=blocked capacity=KEYS");
}

#[test]
fn sharded() {
    all_there("shards=5 capacity=KEYS");
}

#[test]
fn counting() {
    all_there("kind=counting capacity=KEYS fpp=0.001");
}

/// Four processes make one file grow; a reader that mapped it before follows.
#[test]
fn scalable() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("it.bloom");
    let (rounds, keys) = rounds();
    for kind in ["classic", "blocked", "counting"] {
        for _ in 0..rounds {
            make(&format!("kind={kind} capacity=100 growth=2")).save(&path).unwrap();
            let reader = Engine::open(&path, Mode::Read, Sharing::Shared).unwrap();
            assert!(!reader.contains("0 0").unwrap());
            processes(&path, 4, keys, "own");
            let loaded = Engine::load(&path, Sharing::Exclusive).unwrap();
            for key in (0..4).flat_map(|p| (0..keys).map(move |i| format!("{p} {i}"))) {
                assert!(loaded.contains(&key).unwrap(), "{kind} {key}");
                assert!(reader.contains(&key).unwrap(), "{kind} {key}: a reader that was there before");
            }
            let stats = loaded.stats(true).unwrap();
            assert!(stats.sections.len() >= 8);
            for (i, section) in stats.sections.iter().enumerate() {
                assert_eq!(section.capacity, 100 << i);
            }
        }
    }
}

/// The ring turns while four processes write: the keys of live periods are there.
#[test]
fn rotating() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("it.bloom");
    let (rounds, keys) = rounds();
    for _ in 0..rounds {
        make("capacity=5000 fpp=0.001 keep=3 period=1").save(&path).unwrap();
        processes(&path, 4, keys, "own");
        let filter = Engine::load(&path, Sharing::Exclusive).unwrap();
        filter.set_now(Some(NOW + keys as i64 - 1));
        // Each process has times of its own: one that is ahead clears what is out of its window, but never a live period.
        // A process that is behind by a full ring adds to a period that is over for the others; its last keys are still live.
        let last = keys - 1000..keys;
        let missing = (0..4)
            .flat_map(|p| last.clone().map(move |i| format!("{p} {i}")))
            .filter(|key| !filter.contains(key).unwrap());
        assert_eq!(missing.count(), 0);
        assert!(filter.stats(true).unwrap().sections.iter().all(|s| s.opened_at > 0));
    }
}

/// The same keys from everywhere count about once.
#[test]
fn the_same_keys() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("it.bloom");
    make("capacity=10000").save(&path).unwrap();
    processes(&path, 4, 10_000, "same");
    let filter = Engine::load(&path, Sharing::Exclusive).unwrap();
    assert!((0..10_000).all(|i| filter.contains(&format!("key {i}")).unwrap()));
    let stats = filter.stats(true).unwrap();
    assert!(stats.estimated_items.abs_diff(10_000) < 300, "{}", stats.estimated_items);
    assert!(stats.items >= 9_500, "{}", stats.items);
}

/// Processes that remove their own keys leave everybody else's.
#[test]
fn removing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("it.bloom");
    make("kind=counting capacity=40000 fpp=1e-6").save(&path).unwrap();
    processes(&path, 4, 10_000, "remove");
    let filter = Engine::load(&path, Sharing::Exclusive).unwrap();
    for p in 0..4 {
        for i in 0..10_000 {
            let there = filter.contains(&format!("{p} {i}")).unwrap();
            assert!(there || i % 2 == 0, "{p} {i} is gone");
        }
    }
    let gone = (0..4)
        .flat_map(|p| (0..10_000).step_by(2).map(move |i| format!("{p} {i}")))
        .filter(|key| !filter.contains(key).unwrap());
    assert!(gone.count() > 19_900);
}

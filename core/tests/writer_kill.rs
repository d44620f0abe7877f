//! A process that writes into a map is killed (kill -9): the file opens, and every key whose add had returned is in it.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use common::{make, Numbers};
use onebloom::{Engine, Mode, Sharing};

const CHILD: &str = "ONEBLOOM_TEST_CHILD_WRITES";
const NOW: i64 = 1_700_000_000_000;

/// Not a test of its own: the process that is killed. Adds keys for ever and says so after each.
#[test]
fn child() {
    let Ok(job) = std::env::var(CHILD) else { return };
    let (from, path) = job.split_once(' ').unwrap();
    let filter = Engine::open(path, Mode::ReadWrite, Sharing::Shared).unwrap();
    let mut out = std::io::stdout().lock();
    for i in from.parse::<u64>().unwrap().. {
        filter.set_now(Some(NOW + i as i64));
        filter.add(&i).unwrap();
        writeln!(out, "added {i}").unwrap();
        out.flush().unwrap();
    }
}

/// Lets a child add keys from `from` on, kills it after about `count` of them; the number of the first key that was not said.
fn write_and_kill(path: &Path, from: u64, count: u64) -> u64 {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child", "--nocapture"])
        .env(CHILD, format!("{from} {}", path.display()))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut next = from;
    let mut killed = false;
    for line in lines {
        if let Some(number) = line.unwrap_or_default().strip_prefix("added ") {
            next = number.parse::<u64>().unwrap() + 1;
        }
        if next >= from + count && !killed {
            child.kill().unwrap();
            killed = true; // what it had said before it died is still read
        }
    }
    child.wait().unwrap();
    next
}

fn survives(options: &str, window: Option<u64>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("it.bloom");
    make(options).save(&path).unwrap();
    let mut numbers = Numbers(std::process::id().into());
    let mut next = 0;
    for _ in 0..8 {
        next = write_and_kill(&path, next, 1 + numbers.below(1500));
        let filter = Engine::load(&path, Sharing::Exclusive).unwrap();
        assert!(!filter.verify().unwrap(), "{options}: it cannot be sealed");
        filter.set_now(Some(NOW + next as i64 - 1));
        let first = window.map_or(0, |keep| next.saturating_sub(keep));
        let missing: Vec<u64> = (first..next).filter(|i| !filter.contains(i).unwrap()).collect();
        assert!(missing.is_empty(), "{options}: of {next} keys {missing:?} are gone");
    }
    // Whoever opens it next goes on.
    let filter = Engine::open(&path, Mode::ReadWrite, Sharing::Shared).unwrap();
    filter.set_now(Some(NOW + next as i64));
    for i in 0..500u64 {
        filter.add(&format!("later {i}")).unwrap();
    }
    assert!((0..500u64).all(|i| filter.contains(&format!("later {i}")).unwrap()));
    filter.copy(Sharing::Exclusive).unwrap().save(folder.path().join("copy.bloom")).unwrap();
    assert!(Engine::load(folder.path().join("copy.bloom"), Sharing::Exclusive).unwrap().verify().unwrap());
}

#[test]
fn single() {
    survives("capacity=20000", None);
    survives("capacity=20000 kind=counting", None);
}

#[test]
fn scalable() {
    survives("capacity=10 growth=2", None);
    survives("capacity=10 growth=3 kind=blocked", None);
}

#[test]
fn rotating() {
    // A period is 1000 ms, a key a millisecond: the keys of two full periods are always live.
    survives("capacity=2000 keep=3 period=1", Some(2000));
}

/// Opening and loading while others make the file grow, or change it for the first time: never an error, never a missing key.
#[test]
fn opening_beside_writers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("it.bloom");
    for round in 0..20 {
        for options in ["capacity=4 growth=2", "capacity=40000 fpp=1e-6"] {
            make(options).save(&path).unwrap();
            let writer = Engine::open(&path, Mode::ReadWrite, Sharing::Shared).unwrap();
            let done = std::sync::atomic::AtomicU64::new(0);
            std::thread::scope(|scope| {
                let opener = scope.spawn(|| loop {
                    let before = done.load(std::sync::atomic::Ordering::SeqCst);
                    for filter in [
                        Engine::open(&path, Mode::Read, Sharing::Shared),
                        Engine::open(&path, Mode::ReadWrite, Sharing::Shared),
                        Engine::load(&path, Sharing::Exclusive),
                    ] {
                        let filter = filter.unwrap();
                        assert!((0..before).all(|i| filter.contains(&(round * 10_000 + i)).unwrap()));
                        filter.verify().unwrap();
                        filter.stats(false).unwrap();
                    }
                    if before == 2_000 {
                        break;
                    }
                });
                for i in 0..2_000u64 {
                    writer.add(&(round * 10_000 + i)).unwrap();
                    done.store(i + 1, std::sync::atomic::Ordering::SeqCst);
                }
                opener.join().unwrap();
            });
        }
    }
}

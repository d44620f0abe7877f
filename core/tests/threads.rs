//! One filter, many threads: a key whose add has returned is in, whatever the others do.

mod common;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};

use common::options;
use onebloom::{Engine, Mode, Sharing};

const THREADS: u64 = 4;

fn shared(text: &str) -> Engine {
    Engine::create(&options(text).unwrap(), Sharing::Shared).unwrap()
}

/// Four threads add, two ask for what has been added; none may ever be missing.
fn adding_and_asking(filter: &Engine, keys: u64) {
    let added: Vec<AtomicU64> = (0..THREADS).map(|_| AtomicU64::new(0)).collect();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let writers: Vec<_> = (0..THREADS)
            .map(|thread| {
                let mine = &added[thread as usize];
                scope.spawn(move || {
                    for i in 0..keys {
                        filter.add(&(thread * keys + i)).unwrap();
                        mine.store(i + 1, SeqCst);
                    }
                })
            })
            .collect();
        for _ in 0..2 {
            scope.spawn(|| {
                let mut asked = 0u64;
                while !done.load(SeqCst) {
                    for thread in 0..THREADS {
                        let there = added[thread as usize].load(SeqCst);
                        if there > 0 {
                            asked = asked.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                            for i in [there - 1, asked % there] {
                                assert!(filter.contains(&(thread * keys + i)).unwrap(), "{thread} {i}");
                            }
                        }
                    }
                }
            });
        }
        writers.into_iter().for_each(|writer| writer.join().unwrap());
        done.store(true, SeqCst);
    });
    assert!((0..THREADS * keys).all(|i| filter.contains(&i).unwrap()));
}

#[test]
fn every_kind_and_arrangement() {
    for kind in ["classic", "blocked", "counting"] {
        for more in ["", "growth=2", "shards=5", "keep=3 period=1000"] {
            let capacity = if more == "growth=2" { 50 } else { 20_000 };
            let filter = shared(&format!("kind={kind} capacity={capacity} {more}"));
            filter.set_now(Some(1_700_000_000_000));
            adding_and_asking(&filter, 5_000);
            let stats = filter.stats(true).unwrap();
            assert!(stats.items.abs_diff(20_000) < 600, "{kind} {more}: {}", stats.items);
        }
    }
}

#[test]
fn maps_too() {
    let folder = tempfile::tempdir().unwrap();
    for text in ["capacity=20000", "capacity=50 growth=2", "capacity=20000 kind=counting shards=3"] {
        let path = folder.path().join("it.bloom");
        shared(text).save(&path).unwrap();
        let filter = Engine::open(&path, Mode::ReadWrite, Sharing::Shared).unwrap();
        adding_and_asking(&filter, 5_000);
    }
}

/// Removing and adding at once: keys that nobody removes stay.
#[test]
fn removing_beside() {
    let filter = shared("kind=counting capacity=20000 fpp=1e-6");
    (0..5_000u64).for_each(|i| assert!(filter.add(&format!("stays {i}")).is_ok()));
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let filter = &filter;
            scope.spawn(move || {
                for round in 0..2_000 {
                    let key = format!("{thread} comes and goes {}", round % 50);
                    filter.add(&key).unwrap();
                    assert!(filter.contains(&key).unwrap());
                    assert!(filter.remove(&key).unwrap());
                }
            });
        }
    });
    assert!((0..5_000u64).all(|i| filter.contains(&format!("stays {i}")).unwrap()));
    let stats = filter.stats(true).unwrap();
    assert!(stats.estimated_items.abs_diff(5_000) < 100, "{}", stats.estimated_items);
}

/// Everything at once ends, and whatever it answered, the image is a valid one.
#[test]
fn every_verb_at_once() {
    for text in [
        "capacity=1000",
        "capacity=50 growth=2",
        "capacity=500 keep=3 period=1",
        "capacity=1000 shards=4 kind=counting",
    ] {
        let (filter, other) = (shared(text), shared(text));
        (0..300u64).for_each(|i| assert!(other.add(&(i + 1_000_000)).is_ok()));
        std::thread::scope(|scope| {
            let (filter, other) = (&filter, &other);
            for thread in 0..2u64 {
                scope.spawn(move || {
                    for i in 0..3_000 {
                        filter.add(&(thread * 3_000 + i)).unwrap();
                        filter.set_now(Some(1_700_000_000_000 + i as i64));
                    }
                });
            }
            scope.spawn(move || (0..30).for_each(|_| filter.merge(other).unwrap()));
            scope.spawn(move || (0..30).for_each(|_| other.merge(filter).unwrap()));
            scope.spawn(move || (0..10).for_each(|_| filter.clear().unwrap()));
            scope.spawn(move || {
                for _ in 0..30 {
                    let image = filter.to_bytes().unwrap();
                    // Its seal was taken while others wrote, so only the headers can be relied on.
                    if let Err(error) = Engine::from_bytes(&image, Sharing::Exclusive) {
                        panic!("{text}: {error}");
                    }
                    filter.stats(true).unwrap();
                    assert!(filter.copy(Sharing::Exclusive).is_ok());
                }
            });
        });
        let image = filter.to_bytes().unwrap();
        assert!(Engine::from_bytes(&image, Sharing::Exclusive).unwrap().verify().unwrap(), "{text}");
    }
}

/// `vacate` while others ask and add: no crash; what they are told is worthless.
#[test]
fn vacating_beside() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..20 {
        let path = folder.path().join(format!("{round}.bloom"));
        let text = ["m=4000000 k=7", "capacity=100 growth=2", "capacity=100000 shards=3"][round % 3];
        shared(text).save(&path).unwrap();
        let filter = match round % 2 {
            0 => Engine::open(&path, Mode::ReadWrite, Sharing::Shared).unwrap(),
            _ => Engine::load(&path, Sharing::Shared).unwrap(),
        };
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                let filter = &filter;
                scope.spawn(move || {
                    for i in 0..2_000 {
                        // Errors are fine, a scalable file that is gone cannot grow; answers are not looked at.
                        let _ = (filter.add(&(thread * 2_000 + i)), filter.contains(&i));
                    }
                });
            }
            scope.spawn(|| filter.vacate());
        });
    }
}

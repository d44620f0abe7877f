//! Merging while others change the filter, and merging a file with itself.

mod common;

use common::options;
use onebloom::{Engine, Mode, Sharing};

fn make(text: &str) -> Engine {
    Engine::create(&options(text).unwrap(), Sharing::Shared).unwrap()
}

fn filled(text: &str, keys: std::ops::Range<u64>) -> Engine {
    let filter = make(text);
    filter.set_now(Some(1_700_000_000_000));
    for key in keys {
        filter.add(&key).unwrap();
    }
    filter
}

/// While sections are appended by a merge, another thread grows the filter: both must get theirs in.
fn merge_beside_growth(to: &Engine, grown: &Engine, from: &Engine) {
    std::thread::scope(|scope| {
        scope.spawn(|| (10_000..10_600u64).for_each(|key| assert!(grown.add(&key).is_ok())));
        scope.spawn(|| to.merge(from).unwrap());
    });
    for key in (0..600u64).chain(10_000..10_600) {
        assert!(to.contains(&key).unwrap(), "{key}");
    }
}

#[test]
fn nothing_is_lost_when_somebody_else_grows_the_filter() {
    let from = filled("capacity=10 growth=2 fpp=0.0001", 0..600);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("it.bloom");
    for round in 0..150 {
        let filter = make("capacity=10 growth=2 fpp=0.0001");
        if round % 3 > 0 {
            merge_beside_growth(&filter, &filter, &from);
        } else {
            filter.save(&path).unwrap();
            let maps = [0, 1].map(|_| Engine::open(&path, Mode::ReadWrite, Sharing::Shared).unwrap());
            merge_beside_growth(&maps[0], &maps[1], &from);
        }
    }
}

#[test]
fn nothing_is_lost_when_the_ring_turns_meanwhile() {
    let text = "capacity=1000 keep=3 period=1000 fpp=0.0001";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("it.bloom");
    let from = filled(text, 0..100);
    for _ in 0..100 {
        make(text).save(&path).unwrap();
        let maps = [0, 1].map(|_| Engine::open(&path, Mode::ReadWrite, Sharing::Shared).unwrap());
        maps.iter().for_each(|map| map.set_now(Some(1_700_000_000_000)));
        std::thread::scope(|scope| {
            scope.spawn(|| (10_000..10_050u64).for_each(|key| assert!(maps[1].add(&key).is_ok())));
            scope.spawn(|| maps[0].merge(&from).unwrap());
        });
        for key in (0..100u64).chain(10_000..10_050) {
            assert!(maps[0].contains(&key).unwrap(), "{key}");
        }
    }
}

#[test]
fn a_file_merged_with_itself_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("it.bloom");
    for text in
        ["kind=counting capacity=100", "kind=counting capacity=20 growth=2", "kind=counting capacity=100 shards=3"]
    {
        let filter = filled(text, 0..100);
        filter.save(&path).unwrap();
        let writer = Engine::open(&path, Mode::ReadWrite, Sharing::Shared).unwrap();
        for mode in [Mode::Read, Mode::ReadWrite] {
            writer.merge(&Engine::open(&path, mode, Sharing::Shared).unwrap()).unwrap();
        }
        assert!(filter.same_content(&writer).unwrap(), "{text}");
        // Its copy in memory is another filter.
        writer.merge(&filter).unwrap();
        assert!(!filter.same_content(&writer).unwrap(), "{text}");
    }
}

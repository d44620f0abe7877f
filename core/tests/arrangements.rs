//! Scalable, rotating and sharded filters of every kind, and what they do over time.

use onebloom::{Code, Engine, Mode, OptionValue, Options, Sharing};

fn engine(options: &[(&str, OptionValue<'_>)]) -> Engine {
    let mut o = Options::new();
    for (name, value) in options {
        o.set(name, *value).unwrap();
    }
    Engine::create(&o, Sharing::Exclusive).unwrap()
}

const KINDS: [&str; 3] = ["classic", "blocked", "counting"];
const DAY: i64 = 86_400_000;

fn of(kind: &'static str, more: &[(&str, OptionValue<'_>)]) -> Engine {
    let mut all = vec![("capacity", 1000.into()), ("kind", kind.into())];
    all.extend_from_slice(more);
    engine(&all)
}

fn fill(e: &Engine, keys: std::ops::Range<u64>) {
    for i in keys {
        e.add(&i).unwrap();
    }
}

/// The share of `n` keys that were never added but seem to be in.
fn rate(e: &Engine, n: u64) -> f64 {
    (0..n).filter(|i| e.contains(&format!("absent:{i}")).unwrap()).count() as f64 / n as f64
}

#[test]
fn a_scalable_filter_keeps_its_promise_while_it_grows_a_thousandfold() {
    for kind in KINDS {
        let e = engine(&[("capacity", 100.into()), ("fpp", 0.01.into()), ("kind", kind.into()), ("growth", 2.into())]);
        let mut worst: f64 = 0.0;
        for i in 0..100_000u64 {
            e.add(&i).unwrap();
            if (i + 1).is_power_of_two() && i > 60 {
                worst = worst.max(rate(&e, 20_000));
            }
        }
        assert!((0..100_000u64).all(|i| e.contains(&i).unwrap()), "{kind}");
        let stats = e.stats(true).unwrap();
        assert_eq!(stats.sections.len(), 10, "{kind}");
        // 0.01 and three standard errors of 20,000 questions.
        assert!(worst <= 0.01 + 3.0 * (0.01f64 * 0.99 / 20_000.0).sqrt(), "{kind}: {worst}");
        assert!(stats.expected_fpp < 0.01 && stats.status == "ok");
        assert!((stats.estimated_items as f64 / 100_000.0 - 1.0).abs() < 0.02, "{kind}: {}", stats.estimated_items);
    }
}

#[test]
fn a_scalable_filter_grows_at_its_borders_only() {
    let e = of("classic", &[("capacity", 10.into()), ("growth", 16.into())]);
    let mut n = 0u64;
    for (sections, capacity) in [(1, 10u64), (2, 160), (3, 2560)] {
        let start = e.stats(true).unwrap();
        assert!(start.sections.len() <= sections);
        while e.stats(false).unwrap().sections.last().unwrap().items < capacity
            || e.stats(false).unwrap().sections.len() < sections
        {
            e.add(&n).unwrap();
            n += 1;
        }
        assert_eq!(e.stats(false).unwrap().sections.len(), sections);
    }
}

#[test]
fn a_scalable_file_grows_under_its_readers() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("grow.bloom");
    let e = of("classic", &[("capacity", 50.into()), ("growth", 2.into())]);
    e.add("first").unwrap();
    e.save(&path).unwrap();
    let reader = Engine::open(&path, Mode::Read, Sharing::Exclusive).unwrap();
    let writer = Engine::open(&path, Mode::ReadWrite, Sharing::Shared).unwrap();
    let other = Engine::open(&path, Mode::ReadWrite, Sharing::Shared).unwrap();
    for i in 0..2000u64 {
        let w = if i % 2 == 0 { &writer } else { &other };
        w.add(&i).unwrap();
        assert!(reader.contains(&i).unwrap(), "{i}");
    }
    assert_eq!(reader.add("x").unwrap_err().code(), Code::ReadOnly);
    writer.flush().unwrap();
    let loaded = Engine::load(&path, Sharing::Exclusive).unwrap();
    assert!((0..2000u64).all(|i| loaded.contains(&i).unwrap()) && loaded.contains("first").unwrap());
    assert!(!loaded.verify().unwrap(), "a live file is not sealed");
    // Clearing leaves the file as long as it was, for those who still map it, and it can grow anew.
    writer.clear().unwrap();
    assert!(!reader.contains(&7u64).unwrap());
    for i in 0..500u64 {
        other.add(&(i + 10_000)).unwrap();
    }
    assert!((0..500u64).all(|i| reader.contains(&(i + 10_000)).unwrap()));
    let absent = (0..2000u64).filter(|i| reader.contains(i).unwrap()).count();
    assert!(absent < 60, "{absent} of the cleared keys seem to be in");
}

#[test]
fn torn_appends_are_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("torn.bloom");
    let e = of("classic", &[("capacity", 50.into()), ("growth", 2.into())]);
    fill(&e, 0..50u64);
    let mut bytes = e.to_bytes().unwrap();
    bytes.extend_from_slice(&[0xA5; 3000]);
    std::fs::write(&path, &bytes).unwrap();
    let w = Engine::open(&path, Mode::ReadWrite, Sharing::Shared).unwrap();
    for i in 50..120u64 {
        w.add(&i).unwrap();
    }
    w.flush().unwrap();
    let back = Engine::load(&path, Sharing::Exclusive).unwrap();
    let memory = Engine::from_bytes(&e.to_bytes().unwrap(), Sharing::Exclusive).unwrap();
    for i in 50..120u64 {
        memory.add(&i).unwrap();
    }
    assert!(back.same_content(&memory).unwrap());
    assert_eq!(back.to_bytes().unwrap(), memory.to_bytes().unwrap());
}

#[test]
fn a_rotating_filter_forgets_after_exactly_keep_periods() {
    for kind in KINDS {
        let e = of(kind, &[("period", 86_400.into()), ("keep", 7.into())]);
        let start = 20_454 * DAY;
        for day in 0..30i64 {
            // Added in the last millisecond of its day, remembered to the last of the sixth after.
            e.set_now(Some(start + day * DAY + DAY - 1));
            assert!(e.add(&format!("day:{day}")).unwrap(), "{kind} {day}");
            assert!(!e.add(&format!("day:{day}")).unwrap());
            for old in 0..=day {
                assert_eq!(e.contains(&format!("day:{old}")).unwrap(), day - old < 7, "{kind}: {old} on {day}");
            }
            e.set_now(Some(start + (day + 1) * DAY));
            assert!(!e.contains(&format!("day:{}", day - 6)).unwrap());
        }
    }
}

#[test]
fn gaps_and_clocks_that_jump() {
    let e = of("classic", &[("period", 3600.into()), ("keep", 24.into())]);
    let hour = 3_600_000;
    let now = 500_000 * hour;
    e.set_now(Some(now));
    e.add("a").unwrap();
    // A month later everything is forgotten, and no leftover shows up when the place is used again.
    e.set_now(Some(now + 30 * 24 * hour));
    assert!(!e.contains("a").unwrap());
    assert!(e.add("b").unwrap());
    assert!(!e.contains("a").unwrap() && e.contains("b").unwrap());
    // Back again: nothing is cleared, what was added later still counts.
    e.set_now(Some(now));
    assert!(e.contains("b").unwrap());
    assert_eq!(e.stats(false).unwrap().status, "clock");
    assert!(e.add("c").unwrap());
    e.set_now(Some(now + 30 * 24 * hour));
    assert!(e.contains("b").unwrap());
    // Before 1970 and at the ends of time nothing breaks.
    for ms in [-1, -hour * 25, 0, 1, i64::MAX, i64::MIN + 1] {
        e.set_now(Some(ms));
        e.add("d").unwrap();
        assert!(e.contains("d").unwrap(), "{ms}");
    }
    e.set_now(None);
    e.add("now").unwrap();
    assert!(e.contains("now").unwrap());
}

#[test]
fn a_rotating_file_turns_once_for_all_its_writers() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("ring.bloom");
    of("counting", &[("period", 60.into()), ("keep", 3.into())]).save(&path).unwrap();
    let writers: Vec<Engine> = (0..4).map(|_| Engine::open(&path, Mode::ReadWrite, Sharing::Shared).unwrap()).collect();
    for minute in 0..10i64 {
        std::thread::scope(|s| {
            for (t, w) in writers.iter().enumerate() {
                s.spawn(move || {
                    w.set_now(Some((1_000_000 + minute) * 60_000 + 5));
                    for i in 0..100 {
                        w.add(&format!("{minute}:{t}:{i}")).unwrap();
                    }
                });
            }
        });
        // Whoever turned the ring took nobody's adds away.
        for t in 0..4 {
            for i in 0..100 {
                assert!(writers[0].contains(&format!("{minute}:{t}:{i}")).unwrap());
            }
        }
    }
}

#[test]
fn a_sharded_filter_asks_one_section() {
    for kind in KINDS {
        for shards in [2, 7, 1024] {
            let e = of(kind, &[("capacity", 20_000.into()), ("shards", shards.into())]);
            fill(&e, 0..20_000u64);
            assert!((0..20_000u64).all(|i| e.contains(&i).unwrap()));
            let stats = e.stats(true).unwrap();
            assert_eq!(stats.sections.len(), shards as usize);
            if shards < 100 {
                assert!(rate(&e, 20_000) < 0.0125, "{kind} {shards}");
            }
            let image = e.to_bytes().unwrap();
            let size = image.len() / shards as usize;
            let parts: Vec<&[u8]> = image.chunks(size).collect();
            assert!(Engine::open_parts(&parts, Sharing::Exclusive).unwrap().same_content(&e).unwrap());
            let missing = Engine::open_parts(&parts[..parts.len() - 1], Sharing::Exclusive);
            assert_eq!(missing.err().unwrap().code(), Code::Incomplete);
            let mut swapped = parts.clone();
            swapped.swap(0, 1);
            assert_eq!(Engine::open_parts(&swapped, Sharing::Exclusive).err().unwrap().code(), Code::CorruptHeader);
        }
    }
}

#[test]
fn merge_rules() {
    let arrangements: [(&str, &[(&str, OptionValue<'_>)]); 4] = [
        ("single", &[]),
        ("scalable", &[("growth", OptionValue::Int(2))]),
        ("rotating", &[("period", OptionValue::Int(60)), ("keep", OptionValue::Int(3))]),
        ("sharded", &[("shards", OptionValue::Int(4))]),
    ];
    for kind in KINDS {
        for (name, more) in arrangements {
            let (a, b) = (of(kind, more), of(kind, more));
            for e in [&a, &b] {
                e.set_now(Some(60_000_000));
            }
            fill(&a, 0..300u64);
            fill(&b, 200..2500u64);
            let before = a.to_bytes().unwrap();
            a.merge(&a).unwrap();
            assert_eq!(a.to_bytes().unwrap(), before, "{kind} {name}: itself");
            a.merge(&b).unwrap();
            assert!((0..2500u64).all(|i| a.contains(&i).unwrap()), "{kind} {name}");
            let items = a.stats(true).unwrap().items;
            assert!((2250..=2600).contains(&items), "{kind} {name}: {items}");
            Engine::from_bytes(&a.to_bytes().unwrap(), Sharing::Exclusive).unwrap();

            let other = of(kind, &[more, &[("seed", 1.into())]].concat());
            let larger = of(kind, &[more, &[("capacity", 2000.into())]].concat());
            let before = a.to_bytes().unwrap();
            for bad in [other, larger] {
                assert_eq!(a.merge(&bad).unwrap_err().code(), Code::Incompatible, "{kind} {name}");
            }
            assert_eq!(a.to_bytes().unwrap(), before, "{kind} {name}: the receiver changed");
        }
    }
}

#[test]
fn of_two_periods_the_later_stays() {
    let make = |ms: i64, key: &str| {
        let e = of("classic", &[("period", 1.into()), ("keep", 2.into())]);
        e.set_now(Some(ms));
        e.add(key).unwrap();
        e
    };
    let (old, new) = (make(10_000, "old"), make(12_000, "new"));
    old.merge(&new).unwrap();
    old.set_now(Some(12_000));
    assert!(old.contains("new").unwrap() && !old.contains("old").unwrap());
    let old = make(10_000, "old");
    new.merge(&old).unwrap();
    assert!(new.contains("new").unwrap() && !new.contains("old").unwrap());
}

#[test]
fn clear_copy_and_status() {
    for kind in KINDS {
        for more in [
            vec![],
            vec![("growth", OptionValue::Int(2))],
            vec![("period", OptionValue::Int(60)), ("keep", OptionValue::Int(2))],
            vec![("shards", OptionValue::Int(2))],
        ] {
            let e = of(kind, &more);
            let empty = e.to_bytes().unwrap();
            fill(&e, 0..3000u64);
            let copy = e.copy(Sharing::Exclusive).unwrap();
            assert!(copy.same_content(&e).unwrap() && copy.to_bytes().unwrap() == e.to_bytes().unwrap());
            let status = e.stats(true).unwrap().status;
            assert_eq!(status, if more.first().is_some_and(|m| m.0 == "growth") { "ok" } else { "over" });
            e.clear().unwrap();
            assert_eq!(e.to_bytes().unwrap(), empty, "{kind} {more:?}");
            assert!(copy.contains(&1u64).unwrap() && !e.contains(&1u64).unwrap());
            fill(&e, 0..3000u64);
            assert_eq!(e.to_bytes().unwrap().len(), copy.to_bytes().unwrap().len());
        }
    }
    let e = of("classic", &[]);
    fill(&e, 0..900u64);
    assert_eq!(e.stats(true).unwrap().status, "warn");
}

//! Counting filters against a model, and bodies that others made.

use std::collections::HashMap;

use onebloom::{BitOrder, Code, Engine, Options, Sharing};
use proptest::prelude::*;

fn counting(capacity: u64, shards: Option<u64>) -> Engine {
    let mut o = Options::new();
    o.set("capacity", capacity).unwrap().set("kind", "counting").unwrap();
    if let Some(n) = shards {
        o.set("shards", n).unwrap();
    }
    Engine::create(&o, Sharing::Exclusive).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    /// Adds and removals, cell by cell: each distinct cell up or down by one, sticky at 15.
    #[test]
    fn sequences_equal_the_model(ops in prop::collection::vec((any::<bool>(), 0u8..12), 1..200), shared in any::<bool>()) {
        let e = counting(4, None).copy(if shared { Sharing::Shared } else { Sharing::Exclusive }).unwrap();
        let mut model: HashMap<u64, u8> = HashMap::new();
        for (add, key) in ops {
            let mut cells = e.positions(&key).unwrap();
            cells.sort_unstable();
            cells.dedup();
            let absent = cells.iter().any(|c| model.get(c).copied().unwrap_or(0) == 0);
            prop_assert_eq!(e.contains(&key).unwrap(), !absent);
            if add {
                prop_assert_eq!(e.add(&key).unwrap(), absent);
                for c in cells {
                    let v = model.entry(c).or_default();
                    *v = (*v + 1).min(15);
                }
            } else {
                prop_assert_eq!(e.remove(&key).unwrap(), !absent);
                if !absent {
                    for c in cells {
                        let v = model.entry(c).or_default();
                        if *v < 15 { *v -= 1; }
                    }
                }
            }
        }
        let body = e.to_bits(BitOrder::Msb).unwrap();
        for (i, b) in body.iter().enumerate() {
            prop_assert_eq!(b >> 4, model.get(&(2 * i as u64)).copied().unwrap_or(0));
            prop_assert_eq!(b & 15, model.get(&(2 * i as u64 + 1)).copied().unwrap_or(0));
        }
    }

    /// Any body of any order comes back as it was.
    #[test]
    fn bits_round_trip(body in prop::collection::vec(any::<u8>(), 1..100)) {
        for (kind, order, m, body) in [
            ("classic", "msb", body.len() * 8, body.clone()),
            ("classic", "lsb", body.len() * 8, body.clone()),
            ("classic", "bytes", body.len(), body.iter().map(|b| b & 1).collect()),
            ("counting", "msb", body.len() * 2, body.clone()),
        ] {
            let mut o = Options::new();
            o.set("kind", kind).unwrap().set("m", m as u64).unwrap().set("k", 3).unwrap().set("bits", order).unwrap();
            let e = Engine::from_bits(&body, &o, Sharing::Exclusive).unwrap();
            prop_assert_eq!(e.to_bits(BitOrder::parse(order).unwrap()).unwrap(), body);
            Engine::from_bytes(&e.to_bytes().unwrap(), Sharing::Exclusive).unwrap();
        }
    }
}

#[test]
fn a_saturated_counter_stays() {
    // Case B125: sixteen adds saturate, and no number of removals takes the key away.
    let e = counting(20, None);
    for _ in 0..300 {
        e.add("x").unwrap();
    }
    for _ in 0..299 {
        e.remove("x").unwrap();
    }
    assert!(e.contains("x").unwrap());
    let e = counting(20, None);
    for _ in 0..14 {
        e.add("y").unwrap();
    }
    for i in 0..14 {
        assert!(e.remove("y").unwrap(), "{i}");
    }
    assert!(!e.remove("y").unwrap() && !e.contains("y").unwrap());
    assert_eq!(e.stats(true).unwrap().items, 0);
}

#[test]
fn removing_what_was_never_added_does_harm() {
    // Case B126: an absent key that seems to be in takes cells of other keys with it.
    let e = counting(1000, Some(2));
    for i in 0..1000u64 {
        e.add(&i).unwrap();
    }
    let removed = (1000..21_000u64).filter(|i| e.remove(i).unwrap()).count();
    let lost = (0..1000u64).filter(|i| !e.contains(i).unwrap()).count();
    assert!(removed > 20 && removed < 600, "{removed}");
    assert!(lost > 0, "the documented harm shows");
}

#[test]
fn remove_is_for_counting_single_and_sharded() {
    let unsupported = |options: &[(&str, u64)], kind: &str| {
        let mut o = Options::new();
        o.set("capacity", 100).unwrap().set("kind", kind).unwrap();
        for (name, value) in options {
            o.set(name, *value).unwrap();
        }
        let e = Engine::create(&o, Sharing::Exclusive).unwrap();
        e.add("a").unwrap();
        assert_eq!(e.remove("a").unwrap_err().code(), Code::Unsupported);
        assert!(e.contains("a").unwrap());
    };
    unsupported(&[], "classic");
    unsupported(&[], "blocked");
    unsupported(&[("growth", 2)], "counting");
    unsupported(&[("period", 60), ("keep", 2)], "counting");
}

#[test]
fn to_classic_answers_alike() {
    for shards in [None, Some(3)] {
        let e = counting(1000, shards);
        for i in 0..1000u64 {
            e.add(&i).unwrap();
        }
        let c = e.to_classic(Sharing::Exclusive).unwrap();
        assert!((0..20_000u64).all(|i| c.contains(&i).unwrap() == e.contains(&i).unwrap()));
        assert_eq!(c.stats(true).unwrap().kind, "classic");
        Engine::from_bytes(&c.to_bytes().unwrap(), Sharing::Exclusive).unwrap();
        assert_eq!(c.to_classic(Sharing::Exclusive).err().unwrap().code(), Code::Unsupported);
    }
    // Of a rotating filter the time goes along, or the classic one would have forgotten all.
    let mut o = Options::new();
    o.set("capacity", 100).unwrap().set("kind", "counting").unwrap().set("period", 60).unwrap().set("keep", 2).unwrap();
    let e = Engine::create(&o, Sharing::Exclusive).unwrap();
    e.set_now(Some(1_767_225_600_000));
    e.add("then").unwrap();
    assert!(e.to_classic(Sharing::Exclusive).unwrap().contains("then").unwrap());
}

#[test]
fn foreign_bodies_that_do_not_fit() {
    let from = |body: &[u8], options: &[(&str, u64)], bits: &str, kind: &str| {
        let mut o = Options::new();
        o.set("kind", kind).unwrap().set("bits", bits).unwrap();
        for (name, value) in options {
            o.set(name, *value).unwrap();
        }
        Engine::from_bits(body, &o, Sharing::Exclusive).err().map(|e| e.code())
    };
    assert_eq!(from(&[0; 8], &[("m", 64), ("k", 3)], "msb", "classic"), None);
    assert_eq!(from(&[0; 2], &[("m", 64), ("k", 3)], "msb", "classic"), None, "a short Redis string");
    assert_eq!(from(&[0; 9], &[("m", 64), ("k", 3)], "msb", "classic"), Some(Code::OutOfRange));
    assert_eq!(from(&[0x01], &[("m", 7), ("k", 3)], "msb", "classic"), Some(Code::OutOfRange));
    assert_eq!(from(&[0x80], &[("m", 7), ("k", 3)], "lsb", "classic"), Some(Code::OutOfRange));
    assert_eq!(from(&[0; 8], &[("m", 64)], "msb", "classic"), Some(Code::InvalidArgument));
    assert_eq!(from(&[0; 8], &[("capacity", 64)], "msb", "classic"), Some(Code::InvalidArgument));
    assert_eq!(from(&[0; 32], &[("m", 256), ("k", 8)], "msb", "blocked"), Some(Code::InvalidArgument));
    assert_eq!(from(&[0; 32], &[("m", 256), ("k", 8)], "lsb", "blocked"), None);
    assert_eq!(from(&[0; 32], &[("m", 64), ("k", 8)], "lsb", "counting"), Some(Code::InvalidArgument));
    assert!(BitOrder::parse("big").is_err());
}

/// docs of parquet-java, "hello" in a filter of one block (foreign.md, 2.5).
#[test]
fn one_parquet_block() {
    let mut o = Options::new();
    o.set("kind", "blocked").unwrap().set("scheme", "xxh64").unwrap().set("m", 256).unwrap().set("k", 8).unwrap();
    let e = Engine::create(&o, Sharing::Exclusive).unwrap();
    e.add("hello").unwrap();
    let bitset = e.to_bits(BitOrder::Lsb).unwrap();
    let hex: String = bitset.iter().map(|b| format!("{b:02x}")).collect();
    assert_eq!(hex, "0000100000020000000400008000000000020000000000800000001000000008");
    o.set("bits", "lsb").unwrap();
    let back = Engine::from_bits(&bitset, &o, Sharing::Exclusive).unwrap();
    assert!(back.contains("hello").unwrap() && !back.contains("hallo").unwrap());
    assert!(back.same_content(&e).unwrap());
}

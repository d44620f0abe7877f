//! What must hold for any filter, any keys and any damage.

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::collections::HashMap;

use common::{fix_sum, make, Numbers};
use onebloom::{Code, Engine, Sharing};
use proptest::collection::vec;
use proptest::prelude::*;

/// Options of any kind, arrangement and scheme that go together.
fn any_filter() -> impl Strategy<Value = String> {
    let kind = prop_oneof![Just("classic"), Just("blocked"), Just("counting")];
    let arrangement = prop_oneof![
        3 => Just(String::new()),
        1 => (2..17u32).prop_map(|g| format!("growth={g}")),
        1 => (2..6u32, 1..100_000u32).prop_map(|(keep, period)| format!("keep={keep} period={period}")),
        1 => (2..12u32).prop_map(|s| format!("shards={s}")),
    ];
    let scheme = prop_oneof![Just("xxh3"), Just("xxh64")];
    let sized = (kind, arrangement, scheme, 1..400u64, 1..5i32, any::<u64>()).prop_map(
        |(kind, more, scheme, capacity, digits, seed)| {
            format!("kind={kind} scheme={scheme} capacity={capacity} fpp={} seed={seed} {more}", 10f64.powi(-digits))
        },
    );
    let foreign = prop_oneof![
        Just("murmur3-guava64"),
        Just("murmur64a-redisbloom"),
        Just("murmur3-double"),
        Just("murmur3-seeded"),
        Just("fnv1a-seeded"),
        Just("crc32-double"),
    ];
    let kind = prop_oneof![Just("classic"), Just("counting")];
    let given = (kind, foreign, 1..5000u64, 1..65u32)
        .prop_map(|(kind, scheme, m, k)| format!("kind={kind} scheme={scheme} m={m} k={k}"));
    prop_oneof![4 => sized, 1 => given]
}

/// As many as are asked for (`make fuzz`), else the given number.
fn cases(usual: u32) -> u32 {
    std::env::var("PROPTEST_CASES").map_or(usual, |n| n.parse().unwrap())
}

fn any_keys() -> impl Strategy<Value = Vec<Vec<u8>>> {
    vec(vec(any::<u8>(), 0..40), 0..300)
}

fn filled(options: &str, keys: &[Vec<u8>]) -> Engine {
    let filter = make(options);
    filter.set_now(Some(1_700_000_000_000));
    for key in keys {
        filter.add(key).unwrap();
    }
    filter
}

fn has_all(filter: &Engine, keys: &[Vec<u8>]) -> bool {
    keys.iter().all(|key| filter.contains(key).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(200), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_false_negative_and_the_image_is_the_filter(options in any_filter(), keys in any_keys()) {
        let filter = filled(&options, &keys);
        prop_assert!(has_all(&filter, &keys));
        let image = filter.to_bytes().unwrap();
        let again = Engine::from_bytes(&image, Sharing::Shared).unwrap();
        again.set_now(Some(1_700_000_000_000));
        prop_assert!(has_all(&again, &keys));
        prop_assert!(again.to_bytes().unwrap() == image);
        prop_assert!(again.same_content(&filter).unwrap() && again.verify().unwrap());
        prop_assert!(filter.copy(Sharing::Exclusive).unwrap().to_bytes().unwrap() == image);
    }

    #[test]
    fn batches_do_what_single_calls_do(options in any_filter(), keys in any_keys(), others in any_keys()) {
        let one_by_one = make(&options);
        one_by_one.set_now(Some(5_000_000_000));
        let many = make(&options);
        many.set_now(Some(5_000_000_000));
        let mut new = 0;
        let mut batch = many.batch();
        for key in &keys {
            new += u64::from(one_by_one.add(key).unwrap());
            batch.push(key);
        }
        prop_assert_eq!(many.add_batch(&batch).unwrap(), new);
        prop_assert!(many.to_bytes().unwrap() == one_by_one.to_bytes().unwrap());
        let mut batch = many.batch();
        others.iter().for_each(|key| batch.push(key));
        let mut answers = vec![false; others.len()];
        many.contains_batch(&batch, &mut answers).unwrap();
        let single: Vec<bool> = others.iter().map(|key| one_by_one.contains(key).unwrap()).collect();
        prop_assert_eq!(answers, single);
    }

    #[test]
    fn merging_equals_adding(options in any_filter(), left in any_keys(), right in any_keys()) {
        let (a, b) = (filled(&options, &left), filled(&options, &right));
        let before = b.to_bytes().unwrap();
        let (low, high) = (a.stats(true).unwrap().items.max(b.stats(true).unwrap().items), a.stats(true).unwrap().items + b.stats(true).unwrap().items);
        a.merge(&b).unwrap();
        prop_assert!(has_all(&a, &left) && has_all(&a, &right));
        prop_assert!(b.to_bytes().unwrap() == before);
        if !options.contains("growth") {
            let both = filled(&options, &left);
            for key in &right {
                both.add(key).unwrap();
            }
            prop_assert!(a.same_content(&both).unwrap());
            let items = a.stats(true).unwrap().items;
            prop_assert!((low..=high).contains(&items), "{} not in {}..={}", items, low, high);
        }
        let merged = a.to_bytes().unwrap();
        a.merge(&a).unwrap();
        prop_assert!(a.to_bytes().unwrap() == merged);
    }

    #[test]
    fn the_order_of_keys_leaves_no_trace(options in any_filter(), keys in any_keys(), seed in any::<u64>()) {
        prop_assume!(!options.contains("growth"));
        let mut shuffled = keys.clone();
        let mut numbers = Numbers(seed);
        for i in (1..shuffled.len()).rev() {
            shuffled.swap(i, numbers.below(i as u64 + 1) as usize);
        }
        prop_assert!(filled(&options, &keys).same_content(&filled(&options, &shuffled)).unwrap());
    }

    #[test]
    fn clear_is_a_new_filter(options in any_filter(), keys in any_keys()) {
        let filter = filled(&options, &keys);
        filter.clear().unwrap();
        prop_assert!(filter.to_bytes().unwrap() == make(&options).to_bytes().unwrap());
    }

    /// A counting filter against a model: counters by cell, keys by count.
    #[test]
    fn counting_equals_its_model(shards in prop_oneof![Just(""), Just("shards=3")], steps in vec((0..30u32, any::<bool>()), 0..400)) {
        let filter = make(&format!("kind=counting capacity=40 fpp=0.05 {shards}"));
        let mut counters: HashMap<(usize, u64), u8> = HashMap::new();
        let mut members: HashMap<u32, u32> = HashMap::new();
        for (key, add) in steps {
            let section = filter.section_of(&key).unwrap();
            let mut cells = filter.positions(&key).unwrap();
            cells.sort_unstable();
            cells.dedup();
            let present = cells.iter().all(|cell| counters.get(&(section, *cell)).is_some_and(|c| *c > 0));
            prop_assert_eq!(filter.contains(&key).unwrap(), present);
            if add {
                prop_assert_eq!(filter.add(&key).unwrap(), !present);
                cells.iter().for_each(|cell| {
                    let counter = counters.entry((section, *cell)).or_default();
                    *counter = (*counter + 1).min(15);
                });
                *members.entry(key).or_default() += 1;
            } else if members.get(&key).is_some_and(|count| *count > 0) {
                prop_assert!(filter.remove(&key).unwrap());
                cells.iter().for_each(|cell| {
                    let counter = counters.entry((section, *cell)).or_default();
                    *counter -= u8::from(*counter < 15);
                });
                *members.entry(key).or_default() -= 1;
            } else if !present {
                prop_assert!(!filter.remove(&key).unwrap());
            }
        }
        let set: u64 = counters.values().filter(|c| **c > 0).count() as u64;
        let stats = filter.stats(true).unwrap();
        let cells: f64 = stats.sections.iter().map(|s| s.fill_ratio * s.m as f64).sum();
        prop_assert_eq!(cells.round() as u64, set);
        for (key, count) in members {
            if count > 0 {
                prop_assert!(filter.contains(&key).unwrap());
            }
        }
    }
}

/// Counts the bytes that this thread asks for.
struct Counting;

thread_local! {
    static ASKED: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: hands everything to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ASKED.set(ASKED.get() + layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What damage does: an error, or a filter whose every verb stays in bounds.
fn survives(bytes: &[u8]) {
    let before = ASKED.get();
    let opened = Engine::from_bytes(bytes, Sharing::Exclusive);
    let asked = ASKED.get() - before;
    // Larger memory is mapped, not allocated: limit_memory sees to that.
    assert!(asked <= 6 * bytes.len() + (16 << 10), "{asked} bytes were allocated for {} bytes", bytes.len());
    let filter = match opened {
        Err(error) => {
            assert_ne!(error.code(), Code::OutOfMemory, "{error}");
            assert!(error.code().number() >= 20, "{error}");
            return;
        }
        Ok(filter) => filter,
    };
    filter.set_now(Some(1_700_000_000_000));
    let stats = filter.stats(true).unwrap();
    assert!(stats.bytes <= bytes.len() as u64);
    assert!(stats.to_json().starts_with('{'));
    let image = filter.to_bytes();
    for i in 0..20 {
        filter.positions(&i).unwrap();
        let added = filter.add(&i);
        if filter.is_read_only() {
            assert_eq!(added.unwrap_err().code(), Code::ReadOnly);
        } else {
            match added {
                // A scalable filter may be asked to grow beyond the memory there is: that is an error, no more.
                Ok(_) => assert!(filter.contains(&i).unwrap()),
                Err(error) => assert_eq!(error.code(), Code::OutOfMemory, "{error}"),
            }
        }
    }
    if let Ok(image) = image {
        assert!(image.len() <= bytes.len());
        Engine::from_bytes(&image, Sharing::Exclusive).unwrap();
    }
    let _ = filter.clear();
}

fn victims() -> Vec<Vec<u8>> {
    [
        "capacity=60",
        "capacity=60 kind=blocked",
        "capacity=30 kind=counting",
        "capacity=30 growth=2",
        "capacity=30 keep=3 period=3600",
        "capacity=60 shards=3 kind=blocked",
        "m=777 k=5 scheme=murmur3-double",
    ]
    .iter()
    .map(|options| {
        let filter = make(options);
        filter.set_now(Some(1_700_000_000_000));
        for i in 0..60 {
            filter.add(&i).unwrap();
        }
        filter.to_bytes().unwrap()
    })
    .collect()
}

/// Bounds what this process may have in all, so that an allocation in proportion to a claim fails.
fn limit_memory() {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    let now = statm.split(' ').next().unwrap().parse::<u64>().unwrap() * 4096;
    let limit = libc::rlimit { rlim_cur: now + (1 << 30), rlim_max: libc::RLIM_INFINITY };
    // SAFETY: a valid pointer to a limit. Other tests of this binary need far less.
    assert_eq!(unsafe { libc::setrlimit(libc::RLIMIT_AS, &limit) }, 0);
}

/// B65: single bytes everywhere, sums repaired so that the checks behind them are reached.
#[test]
fn single_byte_damage() {
    limit_memory();
    let mut numbers = Numbers(1);
    for victim in victims() {
        for at in 0..victim.len() {
            for value in [0, 1, 0x7F, 0x80, 0xFF, numbers.next() as u8] {
                let mut bytes = victim.clone();
                bytes[at] = value;
                survives(&bytes);
                fix_sum(&mut bytes, 0);
                bytes[88] &= !1; // no seal: the body is not compared
                survives(&bytes);
            }
        }
    }
}

/// Several fields at once, pieces cut, doubled and swapped.
#[test]
fn random_damage() {
    limit_memory();
    let mut numbers = Numbers(2);
    let victims = victims();
    for round in 0..cases(200) as usize * 150 {
        let mut bytes = victims[round % victims.len()].clone();
        for _ in 0..=numbers.below(4) {
            let at = if numbers.below(3) == 0 {
                numbers.below(bytes.len() as u64)
            } else {
                numbers.below(128.min(bytes.len() as u64))
            } as usize;
            match numbers.below(7) {
                0 => bytes[at] = numbers.next() as u8,
                1 => bytes[at] ^= 1 << numbers.below(8),
                2 => bytes.truncate(at.max(1)),
                3 => bytes.extend_from_slice(&victims[numbers.below(victims.len() as u64) as usize]),
                4 => {
                    let piece = bytes[at..].to_vec();
                    bytes.extend_from_slice(&piece);
                }
                5 => {
                    let edge = [0, 1, u64::MAX, 1 << 40, 1 << 42, 1 << 48, 1 << 63, 0x7FF0_0000_0000_0000]
                        [numbers.below(8) as usize];
                    let field = (numbers.below(16) * 8) as usize;
                    if bytes.len() >= field + 8 {
                        bytes[field..field + 8].copy_from_slice(&edge.to_le_bytes());
                    }
                }
                _ => {
                    let by = at.min(bytes.len());
                    bytes.rotate_left(by);
                }
            }
            if bytes.is_empty() {
                break;
            }
        }
        if bytes.len() >= 128 {
            if numbers.below(4) > 0 {
                fix_sum(&mut bytes, 0);
            }
            bytes[88] &= numbers.next() as u8;
        }
        survives(&bytes);
    }
}

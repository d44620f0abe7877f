//! Bug reports of this field (tests/cases/public-cases.md), by their numbers: what the core must do where others failed.
//! Keys, hashes, cells and sizes here, use in cases_use.rs.
//! Cases on damaged files are in hostile.rs, on rates in rates.rs, on sizes beyond 2^32 in sparse.rs, on processes in
//! processes.rs and save_kill.rs, on the languages in their folders.

mod common;

use std::collections::HashSet;

use common::{make, ones, options, unhex};
use onebloom::{plan, Code, Engine, Sharing};

fn xxh3<K: onebloom::Key + ?Sized>(key: &K) -> String {
    format!("{:016x}", make("capacity=10").hash(key).unwrap())
}

fn refused(text: &str) -> onebloom::Error {
    options(text).and_then(|options| Engine::create(&options, Sharing::Exclusive)).map(drop).unwrap_err()
}

#[test]
fn b01_b02_b05_b06_b15_text_is_utf8() {
    assert_eq!(xxh3("😀"), "0b4fecf421a0808e");
    assert_ne!(xxh3("😀"), xxh3(&unhex("eda0bdedb880")));
    assert_eq!(xxh3("a\0b"), "d5a06cd078125351");
    assert_ne!(xxh3("a\0b"), xxh3(&unhex("61c08062")));
    assert_eq!(xxh3("foo"), "ab6e5f64077e7d8a");
    assert_ne!(xxh3("中文"), xxh3(&unhex("2d4e8765")));
    assert_eq!((xxh3("\u{e9}"), xxh3("e\u{301}")), ("f7940a006cf10cb3".into(), "dc0ba6f9447885a8".into()));
}

#[test]
fn b10_b12_integers_alias_nothing_but_their_text() {
    let numbers: [i128; 12] =
        [0, 1, -1, -2, 255, 256, 1 << 31, 1 << 32, (1 << 61) - 1, 1 << 63, u64::MAX as i128, i64::MIN as i128];
    for a in numbers {
        let filter = make("capacity=16 fpp=1e-9");
        filter.add(&a).unwrap();
        assert!(filter.contains(&a.to_string()).unwrap() && filter.contains(a.to_string().as_bytes()).unwrap());
        for b in numbers.into_iter().filter(|b| *b != a) {
            assert!(!filter.contains(&b).unwrap(), "{a} {b}");
        }
    }
    assert_eq!(xxh3(&1), "65cd25028f98f158");
}

#[test]
fn b17_keys_are_not_cut_at_nul() {
    let filter = make("capacity=16 fpp=1e-9");
    filter.add("ab\0cd").unwrap();
    assert!(
        !filter.contains("ab").unwrap() && !filter.contains("ab\0ce").unwrap() && filter.contains(b"ab\0cd").unwrap()
    );
    let mut long = vec![7; 1 << 20];
    long[1 << 19] = 0;
    filter.add(&long).unwrap();
    assert!(filter.contains(&long).unwrap());
    *long.last_mut().unwrap() ^= 1;
    assert!(!filter.contains(&long).unwrap());
}

#[test]
fn b21_the_empty_key_is_a_key() {
    assert_eq!(xxh3(""), "2d06800538d394c2");
    let xxh64 = make("capacity=10 scheme=xxh64");
    assert_eq!(format!("{:016x}", xxh64.hash("").unwrap()), "ef46db3751d8e999");
    let given =
        ["murmur3-guava64", "murmur64a-redisbloom", "murmur3-double", "murmur3-seeded", "fnv1a-seeded", "crc32-double"];
    let given = given.map(|scheme| format!("scheme={scheme} m=1000 k=7"));
    let sized = ["classic", "blocked", "counting"].map(|kind| format!("kind={kind} capacity=100"));
    for text in given.iter().chain(&sized) {
        let filter = make(text);
        assert!(!filter.contains("").unwrap(), "{text}");
        assert!(filter.add("").unwrap());
        assert!(filter.contains("").unwrap() && filter.contains(b"").unwrap());
        let distinct: HashSet<u64> = filter.positions("").unwrap().into_iter().collect();
        assert_eq!(ones(&filter.to_bytes().unwrap()) as usize, distinct.len(), "{text}");
    }
}

#[test]
fn b26_cells_of_hashes_with_the_top_bit_set() {
    // murmur3_x86_32("foo") is 4138058784, as a signed number -156908512.
    let filter = make("scheme=murmur3-seeded m=64 k=1");
    assert_eq!(filter.positions("foo").unwrap(), [(-156_908_512i64).rem_euclid(64) as u64]);
    assert_eq!(filter.positions("My 🚀 is full of 🦎.").unwrap(), [1_818_098_979 % 64]);
    assert_eq!(filter.positions("吉 星 高 照").unwrap(), [i64::from(3_435_142_074u32 as i32).rem_euclid(64) as u64]);
}

#[test]
fn b23_tail_bytes_above_0x7f() {
    let filter = make("scheme=murmur3-seeded m=4294967295 k=1"); // sparse until it is used
    let unsigned = |key: &[u8]| filter.positions(key).unwrap()[0];
    assert_eq!(unsigned(&[0x80, 0x80, 0x80]), 1_945_840_528);
    assert_eq!(xxh3("aaaaaaé"), "159d2da18eeae258");
}

#[test]
fn b31_xxh3_is_the_one_of_0_8() {
    let pattern = |n: usize| (0..n).map(|i| (7 * i + 13) as u8).collect::<Vec<u8>>();
    assert_eq!((xxh3(&pattern(240)), xxh3(&pattern(241))), ("38b97a24f68efc13".into(), "a59556a86c6a6ea6".into()));
}

#[test]
fn b35_no_key_has_degenerate_cells() {
    // Keys whose murmur3 h2 is 0, whose XXH3 is 0, or whose XXH3 ends in 32 zero bits.
    let keys = ["b497732843aea817d9cb220783b774c7", "42d568e138d727ff", "5f6f924ad74abd12"].map(unhex);
    assert_eq!(xxh3(&keys[1]), "0000000000000000");
    assert!(xxh3(&keys[2]).ends_with("00000000"));
    for (text, least) in [("capacity=1000 fpp=1e-6", 19), ("kind=blocked capacity=1000", 8), ("capacity=10000000", 6)] {
        for key in &keys {
            let filter = make(text);
            filter.add(key).unwrap();
            assert!(ones(&filter.to_bytes().unwrap()) >= least, "{text}");
        }
    }
}

#[test]
fn b40_a_rate_that_64_bits_cannot_give_is_refused() {
    let error = refused("capacity=500000000 fpp=1e-12");
    assert_eq!(error.code(), Code::OutOfRange);
    assert!(error.message().contains("1e-9"), "{error}");
    assert_eq!(refused("capacity=281474976710656 fpp=1e-5").code(), Code::OutOfRange);
}

#[test]
fn b42_short_strings() {
    let filter = make("capacity=33000 fpp=0.01");
    let keys: Vec<Vec<u8>> =
        (0..=255u8).map(|a| vec![a]).chain((0..=u16::MAX).map(|ab| ab.to_be_bytes().to_vec())).collect();
    let (members, others) = keys.split_at(keys.len() / 2);
    members.iter().for_each(|key| assert!(filter.add(key).is_ok()));
    assert!(members.iter().all(|key| filter.contains(key).unwrap()));
    let wrong = others.iter().filter(|key| filter.contains(*key).unwrap()).count() as f64;
    let expected = 0.01 * others.len() as f64;
    assert!(wrong < expected + 4.0 * expected.sqrt(), "{wrong} of {}", others.len());
}

#[test]
fn b44_b51_b52_b55_sizes() {
    let bits = |n: u64, p: f64| plan(&options(&format!("capacity={n} fpp={p}")).unwrap()).unwrap();
    // The textbook's bits, which no size may be below, and at most one line above the exact ones.
    for (n, p, textbook, k) in [
        (75, 0.01, 719, 7),
        (1000, 0.01, 9586, 7),
        (1_000_000, 1e-5, 23_962_646, 17),
        (12_148_218, 5e-7, 366_850_310, 21),
        (448_089_842, 0.01, 4_294_967_294, 7),
        (1_000_000_000, 0.01, 9_585_058_378, 7),
        (6_103_515_625, 0.01, 58_502_553_573, 7),
        (10_000_000_000, 1e-7, 335_477_043_208, 23),
        (268_435_456, 0.001, 482_431_785 * 8, 10),
        (2_147_483_648, 0.001, 3_859_454_275 * 8, 10),
    ] {
        let plan = bits(n, p);
        assert!(plan.m >= textbook && (plan.m as f64) < textbook as f64 * 1.002 + 1024.0, "{n} {p}: {}", plan.m);
        assert_eq!(plan.k, k, "{n} {p}");
        assert!(plan.rates[0].1 <= p * (1.0 + 1e-12), "{n} {p}: {:?}", plan.rates);
    }
    let mut last = 0;
    for e in 0..=380 {
        let plan = bits(2f64.powf(f64::from(e) / 10.0) as u64, 0.001);
        assert!(plan.m >= last);
        last = plan.m;
    }
}

#[test]
fn b45_b46_b48_b49_parameters() {
    for (text, code, says) in [
        ("capacity=0", Code::OutOfRange, "got 0"),
        ("capacity=-1", Code::OutOfRange, "got -1"),
        ("capacity=10 fpp=0.0", Code::OutOfRange, "got 0"),
        ("capacity=10 fpp=-0.0", Code::OutOfRange, "got -0"),
        ("capacity=10 fpp=1.0", Code::OutOfRange, "got 1"),
        ("capacity=10 fpp=1", Code::OutOfRange, "got 1"),
        ("capacity=10 fpp=1.5", Code::OutOfRange, "got 1.5"),
        ("capacity=10 fpp=5", Code::OutOfRange, "got 5"),
        ("capacity=10 fpp=-0.5", Code::OutOfRange, "got -0.5"),
        ("capacity=10 fpp=5e-324", Code::OutOfRange, "fpp"),
        ("capacity=10 fpp=NaN", Code::OutOfRange, "NaN"),
        ("capacity=10 fpp=inf", Code::OutOfRange, "inf"),
        ("capacity=1 fpp=0.999999", Code::OutOfRange, "0.999999"),
        ("capacity=0.01 fpp=1000", Code::InvalidArgument, "0.01"),
        ("capacity=ten", Code::InvalidArgument, "ten"),
        ("capacity=1000000000000000000", Code::OutOfRange, "1000000000000000000"),
        ("capacity=18446744073709551616", Code::OutOfRange, "18446744073709551616"),
        ("capacity=4611686018427387904", Code::OutOfRange, "capacity"),
        ("fpp=0.01", Code::InvalidArgument, "capacity"),
        ("capacity=10 kind=cuckoo", Code::InvalidArgument, "cuckoo"),
        ("capacity=10 scheme=md5", Code::InvalidArgument, "md5"),
        ("capacity=10 size=4", Code::InvalidArgument, "size"),
        ("capacity=10 seed=-1", Code::OutOfRange, "seed"),
        ("capacity=10 growth=1", Code::OutOfRange, "growth"),
        ("capacity=10 growth=17", Code::OutOfRange, "growth"),
        ("capacity=10 shards=1025", Code::OutOfRange, "shards"),
        ("capacity=10 keep=3", Code::InvalidArgument, "period"),
        ("capacity=10 growth=2 shards=2", Code::InvalidArgument, "shards"),
        ("m=100", Code::InvalidArgument, "k"),
        ("m=100 k=65", Code::OutOfRange, "65"),
        ("m=100 k=8 kind=blocked", Code::OutOfRange, "256"),
        ("capacity=10 kind=blocked fpp=1e-6", Code::OutOfRange, "blocked"),
    ] {
        let error = refused(text);
        assert_eq!(error.code(), code, "{text}: {error}");
        assert!(error.message().contains(says), "{text}: {error}");
    }
    for capacity in 1..=3 {
        let filter = make(&format!("capacity={capacity} fpp=0.5"));
        filter.add("in").unwrap();
        let wrong = (0..1000).filter(|i| filter.contains(i).unwrap()).count();
        assert!(wrong < 500, "{wrong}");
    }
    // Within the limits but more than there is: an error, not the end of the process.
    let huge =
        options("capacity=200000000000 fpp=0.001").and_then(|options| Engine::create(&options, Sharing::Exclusive));
    if let Err(error) = huge {
        assert_eq!(error.code(), Code::OutOfMemory);
    }
}

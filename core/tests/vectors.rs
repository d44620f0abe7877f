//! The shared vectors: hashes, cells, sections, sizes and golden files, through the public verbs.

mod common;
#[path = "../examples/matrix.rs"]
#[allow(dead_code)]
mod matrix;

use std::collections::HashMap;

use common::{make, named_keys, options, sparse_file, table, vectors};
use onebloom::{plan, Code, Engine, Mode, Sharing};

const SCHEMES: [&str; 8] = [
    "xxh3",
    "xxh64",
    "murmur3-guava64",
    "murmur64a-redisbloom",
    "murmur3-double",
    "murmur3-seeded",
    "fnv1a-seeded",
    "crc32-double",
];

fn scheme_number(name: &str) -> u8 {
    SCHEMES.iter().position(|scheme| *scheme == name).unwrap() as u8 + 1
}

#[test]
fn hashes() {
    let keys = named_keys();
    for row in table("vectors/hash.tsv") {
        for (scheme, column) in [("xxh3", 2), ("xxh64", 3)] {
            let filter = make(&format!("capacity=10 scheme={scheme} seed={}", row[1]));
            let hash = filter.hash(&keys[&row[0]]).unwrap();
            assert_eq!(format!("{hash:016x}"), row[column], "{scheme} {row:?}");
        }
    }
    assert_eq!(make("m=1000 k=3 scheme=crc32-double").hash("x"), None);
}

/// Positions in sections of up to 2^40 cells: mapped from sparse files.
#[test]
fn cells() {
    let keys = named_keys();
    let folder = tempfile::tempdir().unwrap();
    let mut filters = HashMap::new();
    for (file, kind) in [("vectors/probes.tsv", 1), ("vectors/block_probes.tsv", 2)] {
        for row in table(file) {
            let (k, name, want) = if kind == 1 { (&row[3], &row[4], &row[5]) } else { (&row[2], &row[3], &row[4]) };
            let k: u8 = if kind == 1 { k.parse().unwrap() } else { 8 };
            let (seed, m): (u64, u64) = (row[1].parse().unwrap(), row[2].parse().unwrap());
            let filter: &Engine = filters.entry((row[0].clone(), kind, seed, m, k)).or_insert_with(|| {
                let path = sparse_file(folder.path(), kind, scheme_number(&row[0]), seed, m, k);
                Engine::open(path, Mode::Read, Sharing::Exclusive).unwrap()
            });
            let got: Vec<String> = filter.positions(&keys[name]).unwrap().iter().map(u64::to_string).collect();
            assert_eq!(got.join(","), *want, "{row:?}");
        }
    }
    assert!(filters.len() > 200);
}

#[test]
fn shards() {
    let keys = named_keys();
    let mut filters = HashMap::new();
    for row in table("vectors/shards.tsv") {
        let line = format!("capacity=1000 scheme={} seed={} shards={}", row[0], row[1], row[2]);
        let filter = filters.entry(line.clone()).or_insert_with(|| make(&line));
        assert_eq!(filter.section_of(&keys[&row[3]]).unwrap().to_string(), row[4], "{row:?}");
    }
}

#[test]
fn sizes() {
    for row in table("vectors/sizing.tsv").iter().filter(|row| row[0] != "section") {
        let plan = plan(&options(&format!("kind={} capacity={} fpp={}", row[0], row[1], row[2])).unwrap()).unwrap();
        let (m, k): (u64, u64) = (row[3].parse().unwrap(), row[4].parse().unwrap());
        assert_eq!(u64::from(plan.k), k, "{row:?}");
        if row[0] == "blocked" {
            assert!(plan.m.abs_diff(m) <= 256, "{row:?}: {}", plan.m);
        } else {
            assert_eq!(plan.m, m, "{row:?}");
        }
    }
}

#[test]
fn golden_files() {
    for row in table("vectors/golden/MANIFEST.tsv") {
        let path = vectors().join("golden").join(format!("{}.bloom", row[0]));
        let want = std::fs::read(&path).unwrap();
        let built = matrix::build(&row[0]).unwrap();
        assert!(built.to_bytes().unwrap() == want, "{} is built otherwise", row[0]);
        let read = Engine::from_bytes(&want, Sharing::Exclusive).unwrap();
        assert!(read.to_bytes().unwrap() == want, "{} changes when it is read and written", row[0]);
        assert!(read.verify().unwrap());
        let mapped = Engine::open(&path, Mode::Read, Sharing::Exclusive).unwrap();
        assert!(mapped.verify().unwrap() && mapped.is_mapped() && mapped.is_read_only());
        let stats = mapped.stats(true).unwrap();
        assert_eq!((stats.m, u64::from(stats.k)), (row[7].parse().unwrap(), row[8].parse().unwrap()), "{}", row[0]);
    }
}

#[test]
fn saved_files_are_the_golden_ones() {
    let folder = tempfile::tempdir().unwrap();
    for row in table("matrix/cases.tsv") {
        let path = folder.path().join("saved.bloom");
        matrix::build(&row[0]).unwrap().save(&path).unwrap();
        let golden = vectors().join("golden").join(format!("{}.bloom", row[0]));
        assert!(std::fs::read(&path).unwrap() == std::fs::read(golden).unwrap(), "{}", row[0]);
    }
}

fn odd(name: &str) -> Engine {
    let path = vectors().join("golden").join(format!("{name}.bloom"));
    Engine::open(&path, Mode::Read, Sharing::Exclusive).unwrap();
    Engine::load(path, Sharing::Exclusive).unwrap()
}

#[test]
fn odd_files() {
    assert!(!odd("odd-unsealed").verify().unwrap());
    for name in ["odd-ro-compat-bit0", "odd-scalable-ro-compat-second"] {
        let filter = odd(name);
        assert!(filter.is_read_only());
        assert!(filter.contains("user:1").unwrap());
        for denied in [
            filter.add("x").map(drop),
            filter.clear(),
            filter.merge(&odd("classic-xxh3")),
            filter.add_hash(7).map(drop),
        ] {
            assert_eq!(denied.unwrap_err().code(), Code::ReadOnly, "{name}");
        }
    }
    let torn = odd("odd-scalable-torn-append");
    let whole = std::fs::read(vectors().join("golden/scalable-classic.bloom")).unwrap();
    assert!(torn.to_bytes().unwrap() == whole);
    assert_eq!(odd("odd-capacity-2-48").stats(false).unwrap().capacity, 1 << 48);
    for name in ["odd-scalable-growth-1", "odd-scalable-growth-32768"] {
        assert!((0..1000).all(|i| odd(name).contains(&format!("user:{i}")).unwrap()), "{name}");
        odd(name).add("one more").unwrap();
    }
    let unused = odd("odd-rotating-unused");
    unused.set_now(Some(1_767_441_600_000));
    let there = |range: std::ops::Range<u32>| range.filter(|i| unused.contains(&format!("user:{i}")).unwrap()).count();
    assert_eq!(there(0..150), 150);
    assert_eq!(there(200..350), 150);
    assert!(there(150..200) < 5);
}

/// The pairs of tests/keys.tsv, as far as Rust has such values.
#[test]
fn key_table() {
    enum Value {
        Text(String),
        Bytes(Vec<u8>),
        Int(i128),
    }
    use Value::{Bytes, Int, Text};
    let express = |kind: &str, value: &str| match kind {
        "text" => Some(Text(String::from_utf8(common::unhex(value)).unwrap())),
        "bytes" => Some(Bytes(common::unhex(value))),
        "int" => Some(Int(value.parse().unwrap())),
        _ => None,
    };
    let add = |filter: &Engine, value: &Value| match value {
        Text(text) => filter.add(text),
        Bytes(bytes) => filter.add(bytes),
        Int(number) => filter.add(number),
    };
    let contains = |filter: &Engine, value: &Value| match value {
        Text(text) => filter.contains(text),
        Bytes(bytes) => filter.contains(bytes),
        Int(number) => match u64::try_from(*number) {
            Ok(small) => filter.contains(&small),
            Err(_) => filter.contains(number),
        },
    };
    let mut tested = 0;
    for row in table("keys.tsv") {
        let (Some(a), Some(b)) = (express(&row[1], &row[2]), express(&row[3], &row[4])) else { continue };
        for (first, second) in [(&a, &b), (&b, &a)] {
            let filter = make("capacity=16 fpp=1e-9");
            assert!(add(&filter, first).unwrap());
            assert!(contains(&filter, first).unwrap());
            assert_eq!(contains(&filter, second).unwrap(), row[0] == "one", "{row:?}");
        }
        tested += 1;
    }
    assert!(tested > 70);
}

#[test]
fn error_list() {
    let ours: Vec<Vec<String>> =
        Code::ALL.iter().map(|code| vec![code.number().to_string(), code.name().to_string()]).collect();
    assert_eq!(ours, table("errors.tsv"));
    for code in Code::ALL {
        assert_eq!(Code::from_number(code.number()), Some(*code));
        assert!(!code.what().is_empty());
    }
    assert_eq!(Code::from_number(55), None);
}

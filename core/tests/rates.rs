//! The false-positive rate keeps its promise, measured over seeds and kinds of keys.
//!
//! `cargo test` measures the cells that cost little. The whole table, which takes long and is printed:
//! `cargo test --release -p onebloom --test rates -- --ignored --nocapture`

mod common;

use std::io::Write;

use common::make;
use onebloom::Engine;

/// Appends the key of a number.
type Family = fn(u64, &mut Vec<u8>);

/// How keys of real lists look.
const FAMILIES: [(&str, Family); 5] = [
    ("decimal", |n, key| key.extend_from_slice(itoa::Buffer::new().format(n).as_bytes())),
    ("user:N", |n, key| {
        key.extend_from_slice(b"user:");
        key.extend_from_slice(itoa::Buffer::new().format(n).as_bytes());
    }),
    ("URL", |n, key| write!(key, "https://shop.example.org/product/{}/detail?page={}&lang=zh", n / 7, n % 7).unwrap()),
    ("digest", |n, key| {
        for salt in 0..3u64 {
            let hash = xxhash_rust::xxh64::xxh64(&n.to_le_bytes(), salt);
            key.extend_from_slice(&hash.to_le_bytes()[..if salt == 2 { 4 } else { 8 }]);
        }
    }),
    ("Chinese", |n, key| write!(key, "商品编号{n}号仓库").unwrap()),
];

/// What a cell of the table measured.
struct Measured {
    queries: u64,
    hits: u64,
    /// Of the mean over filters, from their spread.
    error: f64,
}

impl Measured {
    fn rate(&self) -> f64 {
        self.hits as f64 / self.queries as f64
    }
}

/// Fills `seeds` filters with n keys each and asks each of them `queries` keys that are not in.
fn measure(options: &str, n: u64, seeds: u64, queries: u64, family: Family) -> Measured {
    let (mut hits, mut squares) = (0, 0.0);
    let mut key = Vec::new();
    for seed in 0..seeds {
        let filter = make(&format!("{options} seed={}", seed * 7919));
        let mut batch = filter.batch();
        for i in 0..n {
            key.clear();
            family(i, &mut key);
            batch.push(&key);
            if batch.len() == 256 || i + 1 == n {
                filter.add_batch(&batch).unwrap();
                batch.clear();
            }
        }
        let found = ask(&filter, 1 << 40, queries, family);
        hits += found;
        squares += (found as f64).powi(2);
    }
    let mean = hits as f64 / seeds as f64;
    let spread = (squares / seeds as f64 - mean * mean).max(mean); // at least that of independent hits
    Measured { queries: seeds * queries, hits, error: (spread / seeds as f64).sqrt() / queries as f64 }
}

fn ask(filter: &Engine, from: u64, queries: u64, family: Family) -> u64 {
    let (mut key, mut batch, mut answers, mut hits) = (Vec::new(), filter.batch(), [false; 256], 0);
    for i in 0..queries {
        key.clear();
        family(from + i, &mut key);
        batch.push(&key);
        if batch.len() == 256 || i + 1 == queries {
            let answers = &mut answers[..batch.len()];
            filter.contains_batch(&batch, answers).unwrap();
            hits += answers.iter().filter(|maybe| **maybe).count() as u64;
            batch.clear();
        }
    }
    hits
}

/// One cell: the mean over at least 200 seeds below 10,000 keys, else 3, with at least `expected` hits if the promise is just kept.
fn cell(kind: &str, n: u64, fpp: f64, expected: f64, family: Family) -> Measured {
    let seeds = if n < 10_000 { 200 } else { 3 };
    let queries = (expected / fpp / seeds as f64).ceil().max(100.0) as u64;
    measure(&format!("kind={kind} capacity={n} fpp={fpp}"), n, seeds, queries, family)
}

fn judge(what: &str, fpp: f64, measured: &Measured) {
    let Measured { queries, hits, error } = measured;
    assert!(
        measured.rate() - 3.0 * error <= 1.05 * fpp,
        "{what}: {hits} of {queries}, a rate of {} ± {error}",
        measured.rate()
    );
}

fn sweep(capacities: &[u64], rates: &[f64], kinds: &[&str], expected: f64) {
    println!("kind\tcapacity\tfpp\tkeys\tqueries\thits\trate/fpp\tstandard error/fpp");
    for kind in kinds {
        for n in capacities {
            for fpp in rates.iter().filter(|fpp| *kind != "blocked" || **fpp >= 1e-5) {
                for (name, family) in FAMILIES {
                    let measured = cell(kind, *n, *fpp, expected, family);
                    let (rate, error) = (measured.rate() / fpp, measured.error / fpp);
                    println!(
                        "{kind}\t{n}\t{fpp}\t{name}\t{}\t{}\t{rate:.3}\t{error:.3}",
                        measured.queries, measured.hits
                    );
                    judge(&format!("{kind} {n} {fpp} {name}"), *fpp, &measured);
                }
            }
        }
    }
}

#[test]
fn cells_that_cost_little() {
    sweep(&[10, 20, 50, 100, 1000], &[0.1, 1e-2, 1e-3, 1e-4], &["classic"], 100.0);
    sweep(&[10, 100, 1000], &[0.1, 1e-2, 1e-3], &["blocked", "counting"], 100.0);
    sweep(&[100_000], &[0.1, 1e-2, 1e-3], &["classic", "blocked"], 200.0);
}

#[test]
#[ignore = "takes minutes: make test-long"]
fn all_cells() {
    let capacities = [10, 20, 50, 100, 1000, 100_000, 1_000_000];
    sweep(&capacities, &[0.1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6], &["classic"], 100.0);
    sweep(&capacities, &[0.1, 1e-2, 1e-3, 1e-4, 1e-5], &["blocked"], 100.0);
    // The cells of a counting filter are those of a classic one; only the rounding of m differs.
    sweep(&capacities, &[0.1, 1e-2, 1e-3, 1e-4], &["counting"], 100.0);
}

/// The other arrangements promise their rate for the whole filter.
#[test]
fn arrangements() {
    for (options, n) in [
        ("capacity=2000 fpp=0.01 shards=8", 2000),
        ("capacity=2000 fpp=0.01 shards=8 kind=blocked", 2000),
        ("capacity=50 fpp=0.01 growth=2", 5000),
        ("capacity=50 fpp=0.01 growth=4 kind=blocked", 5000),
        ("capacity=50 fpp=0.01 growth=2 kind=counting", 5000),
    ] {
        for (name, family) in FAMILIES {
            let measured = measure(options, n, 200, 500, family);
            judge(&format!("{options} {name}"), 0.01, &measured);
        }
    }
}

/// All periods of a ring are full.
#[test]
fn a_full_ring() {
    let (keep, n) = (7, 1000);
    for kind in ["classic", "blocked"] {
        let mut hits = 0;
        for seed in 0..50 {
            let filter = make(&format!("kind={kind} capacity={n} fpp=0.01 keep={keep} period=60 seed={seed}"));
            for t in 0..keep {
                filter.set_now(Some(1_700_000_000_000 + t * 60_000));
                (0..n).for_each(|i| assert!(filter.add(&(t * n + i)).is_ok()));
            }
            hits += ask(&filter, 1 << 40, 2000, FAMILIES[0].1);
        }
        let rate = hits as f64 / 100_000.0;
        assert!(rate <= 0.0105 + 3.0 * (0.01f64 / 100_000.0).sqrt(), "{kind}: {rate}");
        assert!(rate >= 0.007, "{kind}: {rate}: the sections are larger than asked");
    }
}

/// B36, B41: what the schemes of other programs cost, as a table that docs/schemes.md must contain.
#[test]
#[ignore = "takes minutes: make test-long"]
fn schemes_of_others() {
    let family = FAMILIES[3].1; // digests: keys without a structure that a weak hash could help or hurt
    let sizes = [(20u64, 1e-4), (1000, 1e-4), (100_000, 1e-5)].map(|(n, fpp)| {
        let sized = make(&format!("capacity={n} fpp={fpp}")).stats(false).unwrap();
        (n, fpp, sized.m, sized.k)
    });
    let mut table = String::from("| scheme |");
    for (n, fpp, m, k) in sizes {
        table += &format!(" {n} keys, {fpp:e}, m = {m}, k = {k} |");
    }
    table += "\n|---|---:|---:|---:|\n";
    let others =
        ["murmur3-guava64", "murmur64a-redisbloom", "murmur3-double", "murmur3-seeded", "fnv1a-seeded", "crc32-double"];
    for scheme in ["xxh3"].into_iter().chain(others) {
        table += &format!("| `{scheme}` |");
        for (n, fpp, m, k) in sizes {
            let filters = if n < 10_000 { 300 } else { 1 };
            let queries = (200.0 / fpp / filters as f64).ceil().min(1e7) as u64;
            let mut hits = 0;
            for number in 0..filters {
                let filter = make(&format!("scheme={scheme} m={m} k={k}"));
                let mut key = Vec::new();
                for i in 0..n {
                    key.clear();
                    family((number << 32) + i, &mut key);
                    filter.add(&key).unwrap();
                }
                hits += ask(&filter, (1 << 50) + (number << 32), queries, family);
            }
            table += &format!(" {:.2} |", hits as f64 / (filters * queries) as f64 / fpp);
        }
        table.push('\n');
    }
    println!("{table}");
    let page = std::fs::read_to_string(common::tests_folder().join("../docs/schemes.md")).unwrap();
    assert!(page.contains(&table), "docs/schemes.md has other figures");
}

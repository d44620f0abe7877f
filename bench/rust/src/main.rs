//! Rust rows: onebloom beside fastbloom, text keys, at 1 %.
//!
//! Prints samples, one a line: table, contender, measure, ns a key (tabs between). Rounds are
//! interleaved, so that a slow moment of the machine hits every contender; run.py takes medians.

use std::hint::black_box;
use std::time::Instant;

use onebloom::{Engine, OptionValue, Options, Sharing};

const FPP: f64 = 0.01;

fn keys(prefix: &str, n: usize) -> Vec<String> {
    (0..n).map(|i| format!("{prefix}:{i:08}")).collect()
}

fn engine(kind: &str, n: usize) -> Engine {
    let mut options = Options::new();
    options.set("capacity", OptionValue::from(n as u64)).unwrap();
    options.set("fpp", OptionValue::from(FPP)).unwrap();
    options.set("kind", OptionValue::from(kind)).unwrap();
    Engine::create(&options, Sharing::Exclusive).unwrap()
}

/// Calls `each` on every key and prints the time of one.
fn sample(table: &str, contender: &str, measure: &str, keys: &[String], mut each: impl FnMut(&str) -> bool) {
    let start = Instant::now();
    let mut yes = 0u64;
    for key in keys {
        yes += u64::from(each(key));
    }
    let ns = start.elapsed().as_nanos() as f64 / keys.len() as f64;
    black_box(yes);
    println!("{table}\t{contender}\t{measure}\t{ns:.2}");
}

fn sample_batch(table: &str, contender: &str, measure: &str, keys: &[String], engine: &Engine) {
    let mut batch = engine.batch();
    let mut answers = [false; 256];
    let start = Instant::now();
    for chunk in keys.chunks(256) {
        batch.clear();
        for key in chunk {
            batch.push(key.as_str());
        }
        engine.contains_batch(&batch, &mut answers[..chunk.len()]).unwrap();
    }
    let ns = start.elapsed().as_nanos() as f64 / keys.len() as f64;
    black_box(answers);
    println!("{table}\t{contender}\t{measure}\t{ns:.2}");
}

fn main() {
    let sizes: Vec<usize> = std::env::args().skip(2).map(|arg| arg.parse().unwrap()).collect();
    let rounds: usize = std::env::args().nth(1).map_or(5, |arg| arg.parse().unwrap());
    for n in sizes {
        let table = format!("Rust, {n} keys");
        let (present, absent) = (keys("user", n), keys("none", n));
        for _ in 0..rounds {
            for kind in ["classic", "blocked"] {
                let name = format!("onebloom {kind}");
                let filter = engine(kind, n);
                sample(&table, &name, "add", &present, |key| filter.add(key).unwrap());
                sample(&table, &name, "contains, present", &present, |key| filter.contains(key).unwrap());
                sample(&table, &name, "contains, absent", &absent, |key| filter.contains(key).unwrap());
                let name = format!("onebloom {kind}, batches");
                sample_batch(&table, &name, "contains, present", &present, &filter);
                sample_batch(&table, &name, "contains, absent", &absent, &filter);
            }
            let mut filter = fastbloom::BloomFilter::with_false_pos(FPP).expected_items(n);
            sample(&table, "fastbloom", "add", &present, |key| filter.insert(key));
            sample(&table, "fastbloom", "contains, present", &present, |key| filter.contains(key));
            sample(&table, "fastbloom", "contains, absent", &absent, |key| filter.contains(key));
        }
    }
}

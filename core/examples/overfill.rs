//! Measured and predicted rate from half to five times the capacity, as tab-separated lines:
//! kind, arrangement, times, predicted by plan's formula, predicted from the fill, measured,
//! standard error. docs/choosing.md draws them.
//!
//! `cargo run --release --example overfill -p onebloom > docs/overfill.tsv`

use onebloom::{Engine, Options, Sharing};

const CAPACITY: u64 = 20_000;
const ABSENT: u64 = 200_000;
const SEEDS: u64 = 3;

fn main() -> onebloom::Result<()> {
    println!("# kind\tarrangement\ttimes\tplanned\tfrom_fill\tmeasured\tstandard_error");
    for kind in ["classic", "blocked", "counting"] {
        for (arrangement, option) in [("single", None), ("sharded", Some(("shards", 8u64))), ("scalable", Some(("growth", 2)))] {
            for row in measure(kind, option)? {
                let [times, planned, fill, measured, error] = row;
                println!("{kind}\t{arrangement}\t{times}\t{planned:.6}\t{fill:.6}\t{measured:.6}\t{error:.6}");
            }
        }
    }
    Ok(())
}

/// Rows of times, planned, from the fill, measured, standard error; means over the seeds.
fn measure(kind: &str, option: Option<(&str, u64)>) -> onebloom::Result<Vec<[f64; 5]>> {
    let mut rows: Vec<[f64; 5]> = Vec::new();
    for seed in 0..SEEDS {
        let mut o = Options::new();
        o.set("capacity", CAPACITY)?.set("kind", kind)?.set("seed", seed)?;
        if let Some((name, value)) = option {
            o.set(name, value)?;
        }
        let e = Engine::create(&o, Sharing::Exclusive)?;
        let mut added = 0;
        for (at, times) in [0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0].into_iter().enumerate() {
            while added < (CAPACITY as f64 * times) as u64 {
                e.add(&format!("{seed}:{added}"))?;
                added += 1;
            }
            let mut hits = 0u64;
            for i in 0..ABSENT {
                hits += u64::from(e.contains(&format!("absent:{seed}:{i}"))?);
            }
            if seed == 0 {
                rows.push([times, onebloom::plan(&o)?.rate_at(times), 0.0, 0.0, 0.0]);
            }
            rows[at][2] += e.stats(true)?.expected_fpp / SEEDS as f64;
            rows[at][3] += hits as f64 / (ABSENT * SEEDS) as f64;
        }
    }
    for row in &mut rows {
        row[4] = (row[3] * (1.0 - row[3]) / (ABSENT * SEEDS) as f64).sqrt();
    }
    Ok(rows)
}

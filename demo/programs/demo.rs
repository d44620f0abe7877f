//! The Rust row of the demo.

use std::error::Error;
use std::time::Instant;

use onebloom::BloomFilter;

fn words(path: &str) -> Result<Vec<String>, Box<dyn Error>> {
    Ok(std::fs::read_to_string(path)?.lines().map(str::to_owned).collect())
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["build", list, out, capacity, fpp] => {
            let mut filter = BloomFilter::new(capacity.parse()?, fpp.parse()?)?;
            for word in words(list)? {
                filter.add(&word)?;
            }
            filter.save(out)?;
        }
        ["ask", file, list] => {
            let words = words(list)?;
            let filter = BloomFilter::open(file)?;
            let start = Instant::now();
            let mut maybe = 0;
            for word in &words {
                maybe += usize::from(filter.contains(word));
            }
            let ns = start.elapsed().as_nanos() / words.len().max(1) as u128;
            println!("{}\t{maybe}\t{ns}", words.len());
        }
        _ => return Err("build WORDS OUT CAPACITY FPP | ask FILTER WORDS".into()),
    }
    Ok(())
}

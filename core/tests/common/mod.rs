//! What the tests of core share: the vectors' tables, filters from one line of options, sparse files.
#![allow(dead_code)]

use std::collections::HashMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use onebloom::{Engine, OptionValue, Options, Sharing};

pub fn tests_folder() -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests")).to_path_buf()
}

pub fn vectors() -> PathBuf {
    tests_folder().join("vectors")
}

/// The rows of a table below tests/.
pub fn table(name: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(tests_folder().join(name)).unwrap();
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').map(String::from).collect())
        .collect()
}

pub fn unhex(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

/// The keys of keys.tsv by name.
pub fn named_keys() -> HashMap<String, Vec<u8>> {
    table("vectors/keys.tsv").into_iter().map(|row| (row[0].clone(), unhex(&row[1]))).collect()
}

/// Options from `name=value` with spaces between.
pub fn options(text: &str) -> onebloom::Result<Options> {
    let mut options = Options::new();
    for pair in text.split_whitespace() {
        let (name, value) = pair.split_once('=').unwrap();
        let value = match (value.parse::<i128>(), value.parse::<f64>()) {
            (Ok(whole), _) => OptionValue::Int(whole),
            (_, Ok(number)) => OptionValue::Float(number),
            _ => OptionValue::Text(value),
        };
        options.set(name, value)?;
    }
    Ok(options)
}

/// A new private filter.
pub fn make(text: &str) -> Engine {
    Engine::create(&options(text).unwrap(), Sharing::Exclusive).unwrap()
}

/// A fixed sequence of 64-bit numbers (splitmix64).
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
}

/// Recomputes header_sum of the section at `at`.
pub fn fix_sum(file: &mut [u8], at: usize) {
    let sum = xxhash_rust::xxh3::xxh3_64(&file[at..at + 56]);
    file[at + 56..at + 64].copy_from_slice(&sum.to_le_bytes());
}

/// A file with one empty, unsealed section of any size that occupies next to nothing on disk.
pub fn sparse_file(folder: &Path, kind: u8, scheme: u8, seed: u64, m: u64, k: u8) -> PathBuf {
    let mut header = make("capacity=1000").to_bytes().unwrap();
    header.truncate(128);
    header[10] = kind;
    header[11] = scheme;
    header[13] = k;
    header[16..24].copy_from_slice(&m.to_le_bytes());
    header[40..48].copy_from_slice(&seed.to_le_bytes());
    header[64..128].fill(0);
    fix_sum(&mut header, 0);
    let bits = if kind == 3 { m * 4 } else { m };
    let body = bits.div_ceil(8).next_multiple_of(64);
    let path = folder.join(format!("sparse-{kind}-{scheme}-{seed}-{m}-{k}.bloom"));
    let mut file = File::create(&path).unwrap();
    file.write_all(&header).unwrap();
    file.set_len(128 + body).unwrap();
    path
}

/// Number of 1 bits behind the header of a one-section image.
pub fn ones(image: &[u8]) -> u32 {
    image[128..].iter().map(|byte| byte.count_ones()).sum()
}

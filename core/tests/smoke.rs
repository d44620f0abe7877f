//! Goldens, hostile and odd files: the first thing that must hold.
use onebloom::{Engine, Mode, Options, Sharing};
use std::path::PathBuf;

fn vectors() -> PathBuf { PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors") }

fn build(f: &[&str]) -> Engine {
    let mut o = Options::new();
    o.set("kind", f[1]).unwrap().set("scheme", f[2]).unwrap();
    o.set("capacity", f[4].parse::<u64>().unwrap()).unwrap().set("fpp", f[5].parse::<f64>().unwrap()).unwrap();
    o.set("seed", f[6].parse::<u64>().unwrap()).unwrap();
    if !f[2].starts_with("xxh") {
        o.set("m", f[7].parse::<u64>().unwrap()).unwrap().set("k", f[8].parse::<u64>().unwrap()).unwrap();
    }
    for pair in f.get(12).unwrap_or(&"").split_whitespace() {
        let (n, v) = pair.split_once('=').unwrap();
        o.set(n, v.parse::<u64>().unwrap()).unwrap();
    }
    let e = Engine::create(&o, Sharing::Exclusive).unwrap();
    match f[0] {
        "classic-empty" => {}
        "classic-tricky-keys" => {
            for line in std::fs::read_to_string(vectors().join("keys.tsv")).unwrap().lines().filter(|l| !l.starts_with('#')) {
                let hex = line.split('\t').nth(1).unwrap();
                let key: Vec<u8> = (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect();
                e.add(&key).unwrap();
            }
        }
        "counting-saturated" => {
            for _ in 0..20 { e.add("hot").unwrap(); }
            e.add("cold").unwrap();
        }
        "rotating-classic-3days" => {
            for i in 0..3i64 {
                e.set_now(Some((20454 + i) * 86_400_000));
                for j in 100 * i..100 * i + 150 { e.add(&format!("user:{j}")).unwrap(); }
            }
        }
        n if n.contains("ints") => for i in 0..1000 { e.add(&i).unwrap(); },
        _ => for i in 0..1000 { e.add(&format!("user:{i}")).unwrap(); },
    }
    e
}

#[test]
fn goldens_are_rebuilt_to_the_byte() {
    let manifest = std::fs::read_to_string(vectors().join("golden/MANIFEST.tsv")).unwrap();
    for line in manifest.lines().filter(|l| !l.starts_with('#')) {
        let f: Vec<&str> = line.split('\t').collect();
        let want = std::fs::read(vectors().join(format!("golden/{}.bloom", f[0]))).unwrap();
        let got = build(&f).to_bytes().unwrap();
        assert!(got == want, "{} differs at {:?} (lengths {} {})", f[0], got.iter().zip(&want).position(|(a, b)| a != b), got.len(), want.len());
        let back = Engine::from_bytes(&want, Sharing::Exclusive).unwrap();
        assert!(back.verify().unwrap());
        assert!(back.to_bytes().unwrap() == want);
    }
}

#[test]
fn hostile_files_give_their_code() {
    let manifest = std::fs::read_to_string(vectors().join("hostile/MANIFEST.tsv")).unwrap();
    for line in manifest.lines().filter(|l| !l.starts_with('#')) {
        let f: Vec<&str> = line.split('\t').collect();
        let path = vectors().join(format!("hostile/{}.bloom", f[0]));
        let e = Engine::load(&path, Sharing::Exclusive).err().unwrap_or_else(|| panic!("{} loads", f[0]));
        assert_eq!(e.code().name(), f[1], "{}: {}", f[0], e);
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(Engine::from_bytes(&bytes, Sharing::Exclusive).err().unwrap().code().name(), f[1]);
        let opened = Engine::open(&path, Mode::Read, Sharing::Exclusive);
        match f[1] {
            "CHECKSUM_MISMATCH" => assert_eq!(opened.unwrap().verify().unwrap_err().code().name(), f[1]),
            _ => assert_eq!(opened.err().unwrap().code().name(), f[1]),
        }
    }
}

//! plan, info, verify, codes: what is said about filters, and errors.

mod common;
use common::{users, Bench};

#[test]
fn plan_says_the_size_and_what_more_keys_do() {
    let bench = Bench::new();
    let said = bench.ok(&["plan", "-n", "1e6", "-p", "0.01"]);
    for part in ["1,000,000 keys", "bits a key", "at 1.5 x", "at 2 x", "at 3 x", "k = 7"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains("set would do"), "{said}");
    assert!(bench.ok(&["plan", "-n", "999"]).contains("a plain set would do"));
    assert!(!bench.ok(&["plan", "-n", "1000"]).contains("a plain set would do"));
    let json = bench.ok(&["plan", "-n", "1000", "--json"]);
    assert!(json.starts_with('{') && json.contains("\"m\":"), "{json}");
}

#[test]
fn options_go_through_to_the_library_which_judges_them() {
    let bench = Bench::new();
    let refused = |args: &[&str], code: &str, part: &str| {
        let said = bench.run(args).fails(code);
        assert!(said.contains(part), "{said}");
    };
    refused(&["plan", "-n", "1000", "-p", "1.5"], "OUT_OF_RANGE", "1.5");
    refused(&["plan", "-n", "-1"], "OUT_OF_RANGE", "-1");
    refused(&["plan", "-n", "0"], "OUT_OF_RANGE", "0");
    refused(&["plan", "-n", "18446744073709551616"], "OUT_OF_RANGE", "18446744073709551616");
    refused(&["plan", "-n", "many"], "INVALID_ARGUMENT", "many");
    refused(&["plan", "-n", "10", "--kind", "cuckoo"], "INVALID_ARGUMENT", "cuckoo");
    refused(&["plan", "-n", "10", "--scheme", "md5"], "INVALID_ARGUMENT", "md5");
    refused(&["plan", "-n", "10", "--growth", "2", "--shards", "2"], "INVALID_ARGUMENT", "growth");
    refused(&["plan"], "INVALID_ARGUMENT", "capacity");
    for option in ["capacity", "fpp", "kind", "scheme", "seed", "growth", "period", "keep", "shards", "m", "k"] {
        assert!(bench.ok(&["build", "--help"]).contains(&format!("--{option}")), "{option}");
    }
}

#[test]
fn a_wrong_command_line_is_one_line_too() {
    let bench = Bench::new();
    let said = bench.run(&["plan", "--nonsense"]).fails("INVALID_ARGUMENT");
    assert!(said.contains("--nonsense"), "{said}");
    bench.run(&["build"]).fails("INVALID_ARGUMENT");
    bench.run(&["frobnicate"]).fails("INVALID_ARGUMENT");
    let said = bench.run(&[]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("Usage:"), "{}", said.err);
    assert!(bench.ok(&["--version"]).starts_with("onebloom "));
    assert!(bench.ok(&["help", "check"]).contains("--absent"));
}

#[test]
fn info_ends_with_a_diagnosis() {
    let bench = Bench::new();
    let last = |name: &str| bench.ok(&["info", name]).lines().last().unwrap().to_owned();
    bench.write("in.txt", users(0..500));
    bench.write("many.txt", users(0..3000));
    bench.write("none.txt", "");
    bench.ok(&["build", "in.txt", "-o", "half.bloom", "-n", "1000"]);
    assert!(last("half.bloom").starts_with("In order: room for 50"), "{}", last("half.bloom"));
    bench.ok(&["build", "in.txt", "-o", "full.bloom"]);
    assert!(last("full.bloom").starts_with("Nearly full"), "{}", last("full.bloom"));
    bench.ok(&["build", "many.txt", "-o", "over.bloom", "-n", "1000"]);
    assert!(last("over.bloom").starts_with("More keys than capacity"), "{}", last("over.bloom"));
    bench.ok(&["build", "none.txt", "-o", "empty.bloom", "-n", "1000"]);
    assert!(last("empty.bloom").starts_with("Empty"), "{}", last("empty.bloom"));

    // Bits that nobody counted, and bits that got lost: the body starts at byte 128.
    let mut bytes = bench.read("half.bloom");
    let unsealed = |bytes: &mut Vec<u8>| bytes[80..92].fill(0);
    unsealed(&mut bytes);
    let middle = (128 + bytes.len()) / 2;
    let mut lost = bytes.clone();
    lost[128..middle].fill(0);
    bench.write("lost.bloom", &lost);
    assert!(last("lost.bloom").starts_with("The fill is too low"), "{}", last("lost.bloom"));
    bytes[128..middle].fill(0xff);
    bench.write("more.bloom", &bytes);
    assert!(last("more.bloom").starts_with("The fill is too high"), "{}", last("more.bloom"));
}

#[test]
fn info_of_each_arrangement() {
    let bench = Bench::new();
    bench.write("in.txt", users(0..3000));
    for (options, sections) in [
        (&["--growth", "2", "-n", "1000"][..], 2),
        (&["--shards", "8", "-n", "4000"], 8),
        (&["--period", "86400", "--keep", "7", "-n", "4000"], 7),
        (&["--kind", "counting", "-n", "4000"], 1),
        (&["--kind", "blocked", "-n", "4000"], 1),
    ] {
        let mut args = vec!["build", "in.txt", "-o", "f.bloom", "--force", "-q"];
        args.extend(options);
        bench.ok(&args);
        let json = bench.ok(&["info", "f.bloom", "--json"]);
        assert!(json.contains(&format!("\"section_count\":{sections}")), "{json}");
        let said = bench.ok(&["info", "f.bloom"]);
        assert!(said.contains("rate now") && said.lines().count() > 8, "{said}");
        assert_eq!(said.contains("sections"), sections > 1, "{said}");
        assert_eq!(bench.ok(&["check", "f.bloom", "-f", "in.txt", "--count"]), "maybe\t3000\nabsent\t0\n");
    }
}

#[test]
fn damage_is_named() {
    let bench = Bench::new();
    bench.write("in.txt", users(0..500));
    bench.ok(&["build", "in.txt", "-o", "f.bloom"]);
    let mut bytes = bench.read("f.bloom");
    bytes[200] ^= 1;
    bench.write("damaged.bloom", &bytes);
    bench.run(&["verify", "damaged.bloom"]).fails("CHECKSUM_MISMATCH");
    bench.write("short.bloom", &bytes[..bytes.len() - 1]);
    bench.run(&["info", "short.bloom"]).fails("TRUNCATED");
    let said = bench.run(&["info", "in.txt"]).fails("NOT_A_FILTER");
    assert!(said.contains("in.txt") && said.contains("onebloom build"), "{said}");
    bench.run(&["info", "none.bloom"]).fails("NOT_FOUND");
    assert_eq!(bench.run(&["info", "."]).code, 2);
}

#[test]
fn every_hostile_file_has_its_code() {
    let bench = Bench::new();
    let folder = Bench::vectors().join("hostile");
    let manifest = std::fs::read_to_string(folder.join("MANIFEST.tsv")).unwrap();
    let mut seen = 0;
    for line in manifest.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let path = folder.join(format!("{}.bloom", columns[0]));
        if !path.exists() {
            continue;
        }
        // merge loads both, so the seal counts too.
        let path = path.to_str().unwrap();
        bench.run(&["merge", path, path, "-o", "out.bloom"]).fails(columns[1]);
        seen += 1;
    }
    assert!(seen > 20, "{seen} hostile files");
}

#[test]
fn codes_lists_every_error() {
    let bench = Bench::new();
    let said = bench.ok(&["codes"]);
    assert!(said.lines().any(|line| line.starts_with("3\tOUT_OF_RANGE\t")), "{said}");
    assert!(said.lines().any(|line| line.starts_with("99\tPANIC\t")), "{said}");
    let numbers: Vec<i32> = said.lines().map(|line| line.split('\t').next().unwrap().parse().unwrap()).collect();
    assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]));
}

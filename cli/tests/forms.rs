//! import, export, to-classic: filters in other forms.

mod common;
use common::{users, Bench};

/// parquet-java, "hello" in a column filter of one block of 32 bytes.
const PARQUET: [u8; 32] = [
    0, 0, 0x10, 0, 0, 0x02, 0, 0, 0, 0x04, 0, 0, 0x80, 0, 0, 0, 0, 0x02, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0x10, 0, 0, 0,
    0x08,
];
const COLUMN: [&str; 8] = ["--kind", "blocked", "--scheme", "xxh64", "-m", "256", "-k", "8"];

#[test]
fn a_column_of_parquet_in_and_out() {
    let bench = Bench::new();
    bench.write("column.bin", PARQUET);
    let mut import = vec!["import", "column.bin", "--bits", "lsb", "-o", "p.bloom"];
    import.extend(COLUMN);
    assert!(bench.ok(&import).starts_with("p.bloom: "));
    assert_eq!(bench.run(&["check", "-q", "p.bloom", "hello"]).code, 0);
    assert_eq!(bench.run(&["check", "-q", "p.bloom", "hallo"]).code, 1);
    bench.ok(&["export", "p.bloom", "--bits", "lsb", "-o", "again.bin"]);
    assert_eq!(bench.read("again.bin"), PARQUET);
    bench.run(&["export", "p.bloom", "--bits", "lsb", "-o", "again.bin"]).fails("ALREADY_EXISTS");
    bench.run(&import).fails("ALREADY_EXISTS");
    bench.run(&["export", "p.bloom", "--bits", "msb"]).fails("INVALID_ARGUMENT");
    bench.run(&["export", "p.bloom"]).fails("INVALID_ARGUMENT");
    // built here, the same bitset
    let mut build = vec!["build", "-o", "b.bloom", "-q"];
    build.extend(COLUMN);
    bench.pipe(&build, b"hello\n").ok();
    let out = bench.command(&["export", "b.bloom", "--bits", "lsb"]).output().unwrap();
    assert_eq!((out.status.code(), out.stdout), (Some(0), PARQUET.to_vec()));
}

#[test]
fn every_scheme_goes_out_and_in() {
    let bench = Bench::new();
    bench.write("in.txt", users(0..300));
    for scheme in
        ["murmur3-guava64", "murmur64a-redisbloom", "murmur3-double", "murmur3-seeded", "fnv1a-seeded", "crc32-double"]
    {
        for bits in ["msb", "lsb", "bytes"] {
            let size = ["--scheme", scheme, "-m", "8191", "-k", "10"];
            bench.ok(&[&["build", "in.txt", "-o", "a.bloom", "-q", "--force"], &size[..]].concat());
            bench.ok(&["export", "a.bloom", "--bits", bits, "-o", "body", "--force"]);
            let import = [&["import", "-", "-o", "b.bloom", "-q", "--force", "--bits", bits], &size[..]].concat();
            bench.pipe(&import, &bench.read("body")).ok();
            bench.ok(&["check", "-q", "-f", "in.txt", "b.bloom"]);
            assert_eq!(bench.read("a.bloom")[128..], bench.read("b.bloom")[128..], "{scheme} {bits}");
        }
    }
}

#[test]
fn what_does_not_fit_is_said() {
    let bench = Bench::new();
    bench.write("nine", [0; 9]);
    let said = bench.run(&["import", "nine", "-o", "x", "-m", "64", "-k", "3"]).fails("OUT_OF_RANGE");
    assert!(said.contains("m = 64"), "{said}");
    bench.run(&["import", "nine", "-o", "x", "-m", "72"]).fails("INVALID_ARGUMENT");
    bench.run(&["import", "nine", "-o", "x", "-m", "72", "-k", "3", "--bits", "big"]).fails("INVALID_ARGUMENT");
    bench.run(&["import", "none", "-o", "x", "-m", "72", "-k", "3"]).fails("NOT_FOUND");
    assert!(!bench.path("x").exists());
    bench.write("in.txt", users(0..300));
    bench.ok(&["build", "in.txt", "-o", "s.bloom", "-q", "--shards", "2"]);
    bench.run(&["export", "s.bloom", "--bits", "msb"]).fails("UNSUPPORTED");
    bench.run(&["build", "in.txt", "-o", "x", "--bits", "lsb"]).fails("INVALID_ARGUMENT");
}

#[test]
fn counting_becomes_classic() {
    let bench = Bench::new();
    bench.write("in.txt", users(0..300));
    for options in [&[][..], &["--shards", "3"], &["--growth", "2", "-n", "50"], &["--scheme", "murmur3-double"]] {
        bench.ok(&[&["build", "in.txt", "-o", "c.bloom", "-q", "--force", "--kind", "counting"], options].concat());
        let said = bench.ok(&["to-classic", "c.bloom", "-o", "plain.bloom", "--force"]);
        assert!(said.contains(" instead of "), "{said}");
        bench.ok(&["check", "-q", "-f", "in.txt", "plain.bloom"]);
        assert!(bench.ok(&["info", "plain.bloom"]).contains("classic"));
        assert_eq!(bench.ok(&["verify", "plain.bloom"]), "plain.bloom: sealed and right\n");
    }
    bench.run(&["to-classic", "plain.bloom", "-o", "x.bloom"]).fails("UNSUPPORTED");
    bench.run(&["to-classic", "c.bloom", "-o", "plain.bloom"]).fails("ALREADY_EXISTS");
}

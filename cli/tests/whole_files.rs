//! merge, split, join, remove: filters as wholes.

mod common;
use common::{users, Bench};

#[test]
fn merge_equals_building_at_once() {
    let bench = Bench::new();
    bench.write("a.txt", users(0..400));
    bench.write("b.txt", users(300..800));
    for list in ["a", "b"] {
        let (keys, file) = (format!("{list}.txt"), format!("{list}.bloom"));
        bench.ok(&["build", &keys, "-o", &file, "-n", "1000", "-q"]);
    }
    bench.ok(&["build", "a.txt", "b.txt", "-o", "both.bloom", "-n", "1000", "-q"]);
    bench.ok(&["merge", "a.bloom", "b.bloom", "-o", "union.bloom"]);
    assert!(bench.read("both.bloom")[128..] == bench.read("union.bloom")[128..]);
    assert_eq!(bench.ok(&["verify", "union.bloom"]), "union.bloom: sealed and right\n");
    bench.run(&["merge", "a.bloom", "b.bloom", "-o", "union.bloom"]).fails("ALREADY_EXISTS");
    bench.ok(&["build", "a.txt", "-o", "other.bloom", "-n", "2000", "-q"]);
    let said = bench.run(&["merge", "a.bloom", "other.bloom", "-o", "x.bloom"]).fails("INCOMPATIBLE");
    assert!(said.contains("other.bloom") && said.contains('m'), "{said}");
    assert!(!bench.path("x.bloom").exists());
    bench.run(&["merge", "a.bloom", "-o", "x.bloom"]).fails("INVALID_ARGUMENT");
}

#[test]
fn split_and_join_give_the_same_bytes() {
    let bench = Bench::new();
    bench.write("in.txt", users(0..5000));
    for options in [
        &["--shards", "12", "-n", "5000"][..],
        &["--growth", "2", "-n", "1000"],
        &["--period", "3600", "--keep", "3", "-n", "5000"],
        &["-n", "5000"],
    ] {
        let mut args = vec!["build", "in.txt", "-o", "whole.bloom", "-q", "--force"];
        args.extend(options);
        bench.ok(&args);
        let said = bench.ok(&["split", "whole.bloom", "-o", "parts", "--force"]);
        let mut join = vec!["join", "-q", "--force", "-o", "again.bloom"];
        join.extend(said.lines());
        bench.ok(&join);
        assert!(bench.read("whole.bloom") == bench.read("again.bloom"), "{options:?}");
    }
    assert!(bench.path("parts/whole-000.part").exists());
    bench.run(&["split", "whole.bloom", "-o", "parts"]).fails("ALREADY_EXISTS");
}

#[test]
fn join_sees_what_is_missing() {
    let bench = Bench::new();
    bench.write("in.txt", users(0..500));
    bench.ok(&["build", "in.txt", "-o", "whole.bloom", "-q", "--shards", "3"]);
    let said = bench.ok(&["split", "whole.bloom", "-o", "parts"]);
    let parts: Vec<&str> = said.lines().collect();
    bench.run(&["join", "-o", "x.bloom", parts[0], parts[1]]).fails("INCOMPLETE");
    bench.run(&["join", "-o", "x.bloom", parts[1], parts[0], parts[2]]).fails("CORRUPT_HEADER");
    bench.run(&["join", "-o", "x.bloom", parts[0], "none.part"]).fails("NOT_FOUND");
    assert!(!bench.path("x.bloom").exists());
}

#[test]
fn a_counting_filter_forgets() {
    let bench = Bench::new();
    bench.write("in.txt", users(0..500));
    bench.ok(&["build", "in.txt", "-o", "c.bloom", "-n", "1000", "-q", "--kind", "counting", "-p", "1e-6"]);
    let said = bench.ok(&["remove", "c.bloom", "user:1", "user:2", "never"]);
    assert_eq!(said, "c.bloom: 3 keys given, 2 removed, 1 absent\n");
    assert_eq!(bench.run(&["check", "c.bloom", "-q", "user:1", "user:2"]).code, 1);
    assert_eq!(bench.run(&["check", "c.bloom", "-q", "user:3"]).code, 0);
    bench.ok(&["build", "in.txt", "-o", "plain.bloom", "-q"]);
    bench.run(&["remove", "plain.bloom", "user:1"]).fails("UNSUPPORTED");
}

//! tests/family.tsv: the verbs over every kind, arrangement and scheme, whose options are flags.

mod common;
use common::{users, Bench};

/// The keys come at this time; three periods of a minute later they are gone.
const NOW: &str = "1767225600000";
const KEPT: &str = "1767225720000";
const FORGOTTEN: &str = "1767225780000";

#[test]
fn every_verb_over_every_filter() {
    let table = std::fs::read_to_string(Bench::vectors().join("../family.tsv")).unwrap();
    let rows: Vec<Vec<&str>> =
        table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), 74);
    let bench = Bench::new();
    bench.write("in.txt", users(0..300));
    bench.write("more.txt", users(300..600));
    for row in rows {
        let [text, kind, scheme, arrangement, sections, remove, bits] = row[..] else { panic!("{row:?}") };
        let flags: Vec<String> = text.split(' ').map(|option| format!("--{option}")).collect();
        let check =
            |filter: &str, keys: &str, now: &str| bench.run(&["check", "-q", filter, "-f", keys, "--now", now]).code;
        let build = |keys: &str, out: &str| {
            let mut args = vec!["build", keys, "-o", out, "-q", "--force", "--now", NOW];
            args.extend(flags.iter().map(String::as_str));
            bench.ok(&args);
        };
        build("in.txt", "f.bloom");
        build("more.txt", "other.bloom");
        let json = bench.ok(&["info", "f.bloom", "--json", "--exact"]);
        for (name, value) in [("kind", kind), ("scheme", scheme), ("arrangement", arrangement)] {
            assert!(json.contains(&format!("\"{name}\":\"{value}\"")), "{text}: {json}");
        }
        assert!(json.contains(&format!("\"section_count\":{sections},")), "{text}: {json}");
        assert_eq!(bench.ok(&["verify", "f.bloom"]), "f.bloom: sealed and right\n", "{text}");
        assert_eq!(check("f.bloom", "in.txt", NOW), 0, "{text}");

        let said = bench.ok(&["split", "f.bloom", "-o", "parts", "--force"]);
        assert_eq!(said.lines().count().to_string(), sections, "{text}");
        let mut join = vec!["join", "-q", "--force", "-o", "joined.bloom"];
        join.extend(said.lines());
        bench.ok(&join);
        assert!(bench.read("joined.bloom") == bench.read("f.bloom"), "{text}");

        bench.ok(&["merge", "f.bloom", "other.bloom", "-o", "both.bloom", "-q", "--force"]);
        assert_eq!(check("both.bloom", "in.txt", NOW), 0, "{text}");
        assert_eq!(check("both.bloom", "more.txt", NOW), 0, "{text}");

        let removed = bench.run(&["remove", "joined.bloom", "user:3"]);
        match remove {
            "yes" => assert!(removed.ok().contains("1 removed"), "{text}"),
            _ => drop(removed.fails("UNSUPPORTED")),
        }
        let classic = bench.run(&["to-classic", "f.bloom", "-o", "classic.bloom", "-q", "--force"]);
        if kind == "counting" {
            classic.ok();
            assert_eq!(check("classic.bloom", "in.txt", NOW), 0, "{text}");
        } else {
            classic.fails("UNSUPPORTED");
        }
        if bits == "-" {
            bench.run(&["export", "f.bloom", "--bits", "lsb"]).fails("UNSUPPORTED");
        } else {
            bench.ok(&["export", "f.bloom", "--bits", bits, "-o", "body", "--force"]);
            let number = |name: &str| {
                let after = json.split_once(&format!("\"{name}\":")).unwrap().1;
                after.split([',', '}']).next().unwrap().to_owned()
            };
            let (m, k, seed) = (number("m"), number("k"), number("seed"));
            let size = ["--kind", kind, "--scheme", scheme, "--seed", &seed, "-m", &m, "-k", &k, "--bits", bits];
            bench.ok(&[&["import", "body", "-o", "again.bloom", "-q", "--force"], &size[..]].concat());
            assert_eq!(check("again.bloom", "in.txt", NOW), 0, "{text}");
        }
        if arrangement == "rotating" {
            assert_eq!(check("f.bloom", "in.txt", KEPT), 0, "{text}");
            assert_eq!(check("f.bloom", "in.txt", FORGOTTEN), 1, "{text}");
        }
        bench.ok(&["add", "f.bloom", "-q", "-f", "more.txt", "--now", NOW]);
        assert_eq!(check("f.bloom", "more.txt", NOW), 0, "{text}");
        assert_eq!(bench.run(&["verify", "-q", "f.bloom"]).code, 1, "not sealed any more: {text}");
    }
}

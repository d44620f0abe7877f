//! Building, adding and asking.

mod common;
use common::{users, Bench};

#[test]
fn a_list_becomes_a_filter_that_finds_every_key() {
    let bench = Bench::new();
    bench.write("in.txt", users(0..1000));
    bench.write("out.txt", users(1000..3000));
    let said = bench.ok(&["build", "in.txt", "-o", "f.bloom", "-n", "1000"]);
    assert!(said.starts_with("f.bloom: 1,000 keys read, "), "{said}");
    assert_eq!(bench.ok(&["check", "f.bloom", "-f", "in.txt", "--count"]), "maybe\t1000\nabsent\t0\n");
    let absent = bench.ok(&["check", "f.bloom", "-f", "out.txt", "--absent"]);
    let present = bench.run(&["check", "f.bloom", "-f", "out.txt", "--present"]).out;
    assert_eq!(absent.lines().count() + present.lines().count(), 2000);
    assert!(present.lines().count() < 100);
    assert!(absent.lines().all(|line| line.starts_with("user:")));
}

#[test]
fn the_bytes_are_those_of_the_golden() {
    let bench = Bench::new();
    let golden = Bench::vectors().join("golden");
    let cases = std::fs::read_to_string(Bench::vectors().join("../matrix/cases.tsv")).unwrap();
    let mut compared = 0;
    for line in cases.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        // Only what plain lines of text can say: one range of users.
        let [name, options, steps, ..] = columns[..] else { continue };
        let Some(range) = steps.strip_prefix("user ").filter(|rest| !rest.contains(';')) else { continue };
        let (first, last) = range.split_once(' ').unwrap();
        let Ok(expected) = std::fs::read(golden.join(format!("{name}.bloom"))) else { continue };
        bench.write("keys", users(first.parse().unwrap()..last.parse::<u32>().unwrap() + 1));
        let mut args = vec!["build", "keys", "-q", "--force", "-o", "case.bloom"];
        let flags: Vec<String> = options.split(' ').map(|option| format!("--{option}")).collect();
        args.extend(flags.iter().map(String::as_str));
        if options.contains("period") {
            continue; // its bytes depend on the time, which the command line does not set
        }
        bench.ok(&args);
        assert!(bench.read("case.bloom") == expected, "{name}");
        compared += 1;
    }
    assert!(compared >= 5, "{compared} cases compared");
}

#[test]
fn keys_are_the_bytes_of_lines() {
    let bench = Bench::new();
    // Nothing trimmed; an empty line is the empty key; the last line needs no newline; any bytes.
    bench.pipe(&["build", "-n", "100", "-o", "f.bloom", "-q"], b" padded \n\ncr\r\n\xff\xfe\nlast").ok();
    for key in [" padded ", "", "cr\r", "last"] {
        assert_eq!(bench.run(&["check", "f.bloom", "-q", key]).code, 0, "{key:?}");
    }
    assert_eq!(bench.run(&["check", "f.bloom", "-q", "padded", "cr"]).code, 1);
    assert_eq!(bench.pipe(&["check", "f.bloom", "--count"], b"\xff\xfe\n").ok(), "maybe\t1\nabsent\t0\n");
    bench.pipe(&["build", "-n", "100", "-o", "crlf.bloom", "-q", "--crlf"], b"cr\r\nonly\r").ok();
    assert_eq!(bench.run(&["check", "crlf.bloom", "-q", "cr"]).code, 0);
    assert_eq!(bench.run(&["check", "crlf.bloom", "-q", "only\r"]).code, 0);
}

#[test]
fn hexadecimal_keys_are_their_bytes() {
    let bench = Bench::new();
    bench.pipe(&["build", "-n", "100", "-o", "f.bloom", "-q", "--hex"], b"610a62\n00FF\n\n").ok();
    assert_eq!(bench.run(&["check", "f.bloom", "-q", "a\nb"]).code, 0);
    let said = bench.run(&["check", "f.bloom", "--hex", "00ff", "00fe"]);
    assert_eq!((said.code, said.out.as_str()), (0, "maybe\t00ff\nabsent\t00fe\n"));
    assert_eq!(bench.run(&["check", "f.bloom", "-q", ""]).code, 0);
    for wrong in ["abc", "xy", "0x61", "北"] {
        let said = bench.run(&["check", "f.bloom", "--hex", wrong]).fails("INVALID_ARGUMENT");
        assert!(said.contains(wrong), "{said}");
    }
}

#[test]
fn a_rotating_filter_forgets_by_the_time_it_is_given() {
    let bench = Bench::new();
    let day = |n: i64| (n * 86_400_000).to_string();
    let rotating = ["--period", "86400", "--keep", "3", "-n", "1000", "-p", "1e-6"];
    bench.pipe(&[&["build", "-o", "f.bloom", "-q", "--now", &day(20_000)], &rotating[..]].concat(), b"monday\n").ok();
    bench.ok(&["add", "f.bloom", "-q", "--now", &day(20_001), "tuesday"]);
    let asked = |n: i64| bench.run(&["check", "f.bloom", "--now", &day(n), "monday", "tuesday"]).out;
    assert_eq!(asked(20_002), "maybe\tmonday\nmaybe\ttuesday\n");
    assert_eq!(asked(20_003), "absent\tmonday\nmaybe\ttuesday\n");
    assert_eq!(asked(20_004), "absent\tmonday\nabsent\ttuesday\n");
}

#[test]
fn check_answers_as_grep_does() {
    let bench = Bench::new();
    bench.write("in.txt", "a\nb\n");
    bench.ok(&["build", "in.txt", "-o", "f.bloom", "-q", "-n", "1000", "-p", "1e-6"]);
    let said = bench.run(&["check", "f.bloom", "a", "zzz"]);
    assert_eq!((said.code, said.out.as_str()), (0, "maybe\ta\nabsent\tzzz\n"));
    let said = bench.run(&["check", "f.bloom", "zzz"]);
    assert_eq!((said.code, said.out.as_str()), (1, "absent\tzzz\n"));
    let said = bench.run(&["check", "f.bloom", "--", "-x"]);
    assert_eq!((said.code, said.out.as_str()), (1, "absent\t-x\n"));
    assert_eq!(bench.pipe(&["check", "f.bloom", "--absent"], b"a\nb\n").code, 1);
    assert_eq!(bench.pipe(&["check", "f.bloom", "--present"], b"c\na\n").ok(), "a\n");
    bench.run(&["check", "none.bloom", "a"]).fails("NOT_FOUND");
    bench.run(&["check", "f.bloom", "-f", "none.txt"]).fails("NOT_FOUND");
}

#[test]
fn a_file_is_not_overwritten_without_force() {
    let bench = Bench::new();
    bench.write("in.txt", "a\n");
    bench.write("f.bloom", "mine");
    let said = bench.run(&["build", "in.txt", "-o", "f.bloom"]).fails("ALREADY_EXISTS");
    assert!(said.contains("f.bloom") && said.contains("--force"), "{said}");
    assert_eq!(bench.read("f.bloom"), b"mine");
    bench.ok(&["build", "in.txt", "-o", "f.bloom", "--force"]);
    let info = bench.ok(&["info", "f.bloom", "--json"]);
    assert!(info.contains("\"generation\":0"), "{info}");
    bench.ok(&["build", "in.txt", "-o", "f.bloom", "--replace"]);
    let info = bench.ok(&["info", "f.bloom", "--json"]);
    assert!(info.contains("\"generation\":1"), "{info}");
}

#[test]
fn the_capacity_is_counted_where_it_can_be() {
    let bench = Bench::new();
    bench.write("in.txt", users(0..5000));
    bench.ok(&["build", "in.txt", "-o", "counted.bloom"]);
    bench.ok(&["build", "in.txt", "-o", "given.bloom", "--capacity", "5000"]);
    assert!(bench.read("counted.bloom") == bench.read("given.bloom"));
    let said = bench.pipe(&["build", "-o", "f.bloom"], b"a\n").fails("INVALID_ARGUMENT");
    assert!(said.contains("--capacity"), "{said}");
    assert!(!bench.path("f.bloom").exists());
}

#[test]
fn add_counts_and_unseals() {
    let bench = Bench::new();
    bench.write("in.txt", users(0..100));
    bench.ok(&["build", "in.txt", "-o", "f.bloom", "-n", "1000", "-p", "1e-9"]);
    assert_eq!(bench.ok(&["verify", "f.bloom"]), "f.bloom: sealed and right\n");
    let said = bench.pipe(&["add", "f.bloom"], users(50..150).as_bytes()).ok();
    assert_eq!(said, "f.bloom: 100 keys given, 50 new\n");
    let said = bench.run(&["verify", "f.bloom"]);
    assert_eq!(said.code, 1);
    assert!(said.out.contains("not sealed"), "{}", said.out);
    assert_eq!(bench.ok(&["add", "f.bloom", "one", "one"]), "f.bloom: 2 keys given, 1 new\n");
    assert_eq!(bench.run(&["check", "f.bloom", "-q", "user:149", "one"]).code, 0);
}

#[test]
fn more_keys_than_capacity_are_said() {
    let bench = Bench::new();
    bench.write("in.txt", users(0..5000));
    let said = bench.ok(&["build", "in.txt", "-o", "f.bloom", "-n", "1000"]);
    assert!(said.contains("note: more keys than it was made for"), "{said}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let bench = Bench::new();
    bench.write("in.txt", users(0..200_000));
    bench.ok(&["build", "in.txt", "-o", "f.bloom", "-q"]);
    let mut child = bench
        .command(&["check", "f.bloom", "-f", "in.txt", "--present"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(141));
}

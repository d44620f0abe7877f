//! `onebloom redis` against a real server, started here on a free port.

mod common;

use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{users, Bench, Said};

struct Server {
    process: Child,
    url: String,
    bench: Bench,
}

impl Server {
    fn start() -> Server {
        let bench = Bench::new();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let process = Command::new("redis-server")
            .args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--dir"])
            .arg(bench.path("."))
            .stdout(Stdio::null())
            .spawn()
            .expect("redis-server is installed");
        let end = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < end, "redis-server does not answer");
            std::thread::sleep(Duration::from_millis(20));
        }
        Server { process, url: format!("redis://127.0.0.1:{port}/"), bench }
    }

    fn run(&self, args: &[&str]) -> Said {
        self.bench.run(&[&["redis", "--server", &self.url], args].concat())
    }

    fn pipe(&self, args: &[&str], input: &str) -> Said {
        self.bench.pipe(&[&["redis", "--server", &self.url], args].concat(), input.as_bytes())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_filter_in_redis_from_birth_to_end() {
    let server = Server::start();
    let said = server.run(&["create", "users", "-n", "5000"]).ok();
    assert!(said.contains("classic") && said.contains("5,000"), "{said}");
    server.run(&["create", "users", "-n", "5000"]).fails("ALREADY_EXISTS");
    let said = server.pipe(&["add", "users"], &users(0..2500)).ok();
    assert_eq!(said, "users: 2,500 keys given, 2,500 new\n");
    assert_eq!(server.pipe(&["check", "users", "--count"], &users(0..2500)).ok(), "maybe\t2500\nabsent\t0\n");
    assert_eq!(server.run(&["check", "users", "user:1", "nobody"]).ok(), "maybe\tuser:1\nabsent\tnobody\n");
    assert_eq!(server.run(&["check", "users", "-q", "nobody"]).code, 1);
    let said = server.run(&["info", "users"]).ok();
    assert!(said.contains("estimated items") && said.contains("single"), "{said}");
    assert!(server.run(&["info", "users", "--json"]).ok().starts_with("{\"capacity\":5000,"));

    // The file is the filter, here and there.
    server.run(&["pull", "users", "-o", "users.bloom"]).ok();
    let asked = server.bench.pipe(&["check", "users.bloom", "--count"], users(0..2500).as_bytes());
    assert_eq!(asked.ok(), "maybe\t2500\nabsent\t0\n");
    server.run(&["pull", "users", "-o", "users.bloom"]).fails("ALREADY_EXISTS");
    server.bench.ok(&["add", "users.bloom", "-q", "file only"]);
    server.run(&["merge", "users.bloom", "users"]).ok();
    assert_eq!(server.run(&["check", "users", "file only"]).code, 0);
    assert!(server.run(&["push", "users.bloom", "users"]).ok().ends_with("generation 1\n"));
    assert!(server.run(&["push", "users.bloom", "other"]).ok().ends_with("generation 0\n"));
    assert_eq!(server.run(&["delete", "users"]).code, 0);
    assert_eq!(server.run(&["delete", "users"]).code, 1);
    server.run(&["check", "users", "user:1"]).fails("UNAVAILABLE");
    server.run(&["add", "users", "user:1"]).fails("UNAVAILABLE");
    let maybe = server.run(&["-s", "on_unavailable=maybe", "check", "users", "x"]);
    assert_eq!((maybe.code, maybe.out.as_str()), (0, "maybe\tx\n"));
    assert!(maybe.err.contains("without asking"));
}

#[test]
fn counting_shards_and_bitmaps() {
    let server = Server::start();
    server.run(&["-s", "kind=counting", "-s", "shards=3", "create", "sessions", "-n", "1000"]).ok();
    server.run(&["add", "sessions", "-q", "a", "b"]).ok();
    assert_eq!(server.run(&["remove", "sessions", "a"]).ok(), "sessions: 1 key given, 1 removed\n");
    assert_eq!(server.run(&["remove", "sessions", "-q", "a"]).code, 1);
    assert_eq!(server.run(&["check", "sessions", "a", "b"]).out, "absent\ta\nmaybe\tb\n");
    let bitmap = ["-s", "backend=bitmap", "-s", "scheme=crc32-double", "-s", "m=4072", "-s", "k=6"];
    server.run(&[&bitmap[..], &["create", "bits"]].concat()).ok();
    server.run(&[&bitmap[..], &["add", "bits", "x"]].concat()).ok();
    assert_eq!(server.run(&[&bitmap[..], &["check", "bits", "x", "y"]].concat()).out, "maybe\tx\nabsent\ty\n");
    server.run(&["-s", "colour=red", "info", "bits"]).fails("INVALID_ARGUMENT");
    server.run(&["info", "bits"]).fails("NOT_A_FILTER");
    let nowhere = server.bench.run(&["redis", "--server", "redis://u:secret@127.0.0.1:1/", "info", "x"]);
    assert!(!nowhere.fails("UNAVAILABLE").contains("secret"));
}

/// The PHP recipe's bitmap, written by a program that knows nothing of onebloom.
#[test]
fn a_bitmap_of_a_recipe() {
    let server = Server::start();
    let port = server.url.trim_end_matches('/').rsplit(':').next().unwrap().to_string();
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/recipes/crc32_bitmap.php");
    let recipe = |verb: &str, keys: &str| {
        server.bench.write("keys.txt", keys);
        let keys = std::fs::File::open(server.bench.path("keys.txt")).unwrap();
        let out = Command::new("php").args([program, &port, "bits", "500", "0.02", verb]).stdin(keys).output().unwrap();
        assert!(out.status.success(), "{out:?}");
        String::from_utf8(out.stdout).unwrap().trim().to_string()
    };
    recipe("add", &users(0..400));
    let settings = ["backend=bitmap", "scheme=crc32-double", "sizing=ceiling", "capacity=500", "fpp=0.02"];
    let settings: Vec<&str> = settings.iter().flat_map(|s| ["-s", s]).collect();
    let asked = users(0..3000);
    let said = server.pipe(&[&settings[..], &["check", "bits"]].concat(), &asked).ok();
    let ours: String = said.lines().map(|line| if line.starts_with("maybe") { '1' } else { '0' }).collect();
    assert_eq!(ours, recipe("check", &asked));
    assert!(ours.starts_with(&"1".repeat(400)) && ours.contains('0'));
    server.run(&[&settings[..], &["add", "bits", "ours"]].concat()).ok();
    assert_eq!(recipe("check", "ours\n"), "1");
    server.run(&[&settings[..], &["pull", "bits", "-o", "bits.bloom"]].concat()).ok();
    let said = server.bench.pipe(&["check", "bits.bloom"], asked.as_bytes()).ok();
    let file: String = said.lines().map(|line| if line.starts_with("maybe") { '1' } else { '0' }).collect();
    assert_eq!(file, recipe("check", &asked));
}

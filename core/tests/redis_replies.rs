//! Whatever a server replies, no task panics, and none goes on for ever; and "absent" is only said
//! of a filter whose header_sum came along.

use std::sync::Arc;

use onebloom::redis::{Keys, Remote, Reply, Settings, With};
use onebloom::{Engine, Options, Sharing};

/// xorshift64*: the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) % sides
    }

    fn number(&mut self) -> i64 {
        match self.roll(6) {
            0 => 0,
            1 => 1,
            2 => -(self.roll(5) as i64),
            3 => i64::MIN,
            4 => i64::MAX,
            _ => self.roll(u64::MAX) as i64,
        }
    }

    fn reply(&mut self, depth: u32) -> Reply {
        match self.roll(if depth > 2 { 6 } else { 9 }) {
            0 => Reply::Nil,
            1 | 2 => Reply::Int(self.number()),
            3 => Reply::Bytes((0..self.roll(40)).map(|_| self.roll(256) as u8).collect()),
            4 => Reply::Bytes(b"0110".to_vec()),
            5 => {
                let words = ["WRONGTYPE x", "NOSCRIPT x", "OOM x", "", "not found", "MOVED 1 h:1"];
                Reply::Error(words[self.roll(6) as usize].into())
            }
            6 => Reply::List((0..16).map(|_| Reply::Int(self.number())).collect()),
            7 => {
                let make = format!("{} {} {}", self.number(), self.number(), "00".repeat(64));
                Reply::List(vec![Reply::Bytes(b"make".to_vec()), Reply::Bytes(make.into_bytes())])
            }
            _ => Reply::List((0..self.roll(20)).map(|_| self.reply(depth + 1)).collect()),
        }
    }
}

/// A header as BITFIELD_RO gives it, and its STRLEN.
fn header(engine: &Engine) -> (Reply, Reply) {
    let image = engine.to_bytes().unwrap();
    let words = image[..128].chunks(8).map(|w| Reply::Int(i64::from_be_bytes(w.try_into().unwrap())));
    (Reply::List(words.collect()), Reply::Int(image.len() as i64))
}

fn engine(kind: &str) -> Engine {
    let mut options = Options::new();
    options.set("capacity", 50).unwrap().set("kind", kind).unwrap();
    Engine::create(&options, Sharing::Exclusive).unwrap()
}

#[test]
fn random_replies_do_no_harm() {
    let mut dice = Dice(88_172_645_463_325_252);
    for round in 0..4000 {
        let backend = ["onebloom", "bitmap", "days", "redisbloom"][round % 4];
        let mut settings = Settings::new();
        settings.set("backend", backend).unwrap().set("capacity", 50).unwrap();
        if backend == "days" {
            settings.set("period", 60).unwrap().set("keep", 3).unwrap();
        }
        let remote = Remote::new(b"f", &settings).unwrap();
        let kind = ["classic", "blocked", "counting"][dice.roll(3) as usize];
        let verbs: Vec<&str> = Remote::VERBS.concat();
        let verb = verbs[dice.roll(verbs.len() as u64) as usize];
        let with = match verb {
            "contains" | "add" | "remove" => With::Keys(Keys::from_iter((0..dice.roll(20)).map(|i| i.to_string()))),
            "push" | "merge" => With::Engine(Arc::new(engine(kind))),
            _ => With::Nothing,
        };
        let mut task = remote.task(verb, with).unwrap();
        let truth = header(&engine(kind));
        let honest = dice.roll(2) == 0;
        for step in 0.. {
            assert!(step < 500, "{backend} {verb} does not end");
            match task.advance() {
                Ok(true) => {}
                Ok(false) => break,
                Err(e) => {
                    assert_ne!(e.code(), onebloom::Code::Panic);
                    break;
                }
            }
            if dice.roll(40) == 0 {
                task.lost("test");
                continue;
            }
            let replies = task.commands().iter().map(|command| {
                // Now and then the truth, so that tasks get further than their first step.
                let name = command.args().next().unwrap_or_default();
                match name {
                    b"BITFIELD_RO" if honest && command.args().len() == 50 => truth.0.clone(),
                    b"STRLEN" if honest => truth.1.clone(),
                    b"SETRANGE" | b"EXPIRE" if honest => Reply::Int(1),
                    _ => dice.reply(0),
                }
            });
            let replies = replies.collect();
            task.feed(replies).unwrap();
        }
    }
}

#[test]
fn absent_is_never_said_without_the_sum() {
    for kind in ["classic", "blocked", "counting"] {
        let engine = engine(kind);
        let truth = header(&engine);
        let remote = Remote::new(b"f", &Settings::new()).unwrap();
        // Zeros everywhere once the header was read: a key that is gone, or a short string.
        let mut task = remote.contains(Keys::from_iter(["a", "b"]));
        let mut looked = false;
        let error = loop {
            match task.advance() {
                Ok(true) => {}
                Ok(false) => panic!("answered {:?}", task.outcome().answers),
                Err(e) => break e,
            }
            let first = !looked;
            looked = true;
            let replies = task.commands().iter().map(|command| match command.args().next() {
                Some(b"STRLEN") => {
                    if first {
                        truth.1.clone()
                    } else {
                        Reply::Int(0)
                    }
                }
                _ if first => truth.0.clone(),
                _ => Reply::List(vec![Reply::Int(0); (command.args().len() - 2) / 3]),
            });
            let replies = replies.collect();
            task.feed(replies).unwrap();
        };
        assert_eq!(error.code(), onebloom::Code::Unavailable);
    }
}

#[test]
fn delete_tells_a_lost_connection_from_a_filter_that_is_gone() {
    let remote = Remote::new(b"f", &Settings::new()).unwrap();
    let mut task = remote.task("delete", With::Nothing).unwrap();
    assert!(task.advance().unwrap());
    task.lost("cut");
    let error = loop {
        match task.advance() {
            Ok(true) => task.lost("cut"),
            Ok(false) => panic!("said {:?}", task.outcome().record),
            Err(e) => break e,
        }
    };
    assert_eq!(error.code(), onebloom::Code::Unavailable);

    // One shard of many is gone: what is left of it is deleted, and NAME is not touched.
    let mut task = remote.task("delete", With::Nothing).unwrap();
    let mut unlinked = Vec::new();
    while task.advance().unwrap() {
        let replies: Vec<Reply> = task
            .commands()
            .iter()
            .map(|command| {
                let args: Vec<&[u8]> = command.args().collect();
                match args[0] {
                    b"UNLINK" => {
                        unlinked.push(args[1].to_vec());
                        Reply::Int(i64::from(args[1] == b"{f}:1"))
                    }
                    b"STRLEN" => Reply::Int(0),
                    _ => Reply::List(vec![Reply::Int(0); (args.len() - 2) / 3]),
                }
            })
            .collect();
        task.feed(replies).unwrap();
    }
    assert!(unlinked.contains(&b"{f}:1".to_vec()) && unlinked.contains(&b"f:{1}".to_vec()));
    assert!(!unlinked.contains(&b"f".to_vec()));
    assert!(task.outcome().record.contains(&("deleted", onebloom::Field::U64(1))));
}

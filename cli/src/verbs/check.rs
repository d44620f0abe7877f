//! `onebloom check`: is this key maybe in the filter?

use std::path::PathBuf;

use onebloom::{Batch, Engine, Mode, Sharing};

use crate::failure::{Failure, Outcome};
use crate::keys::{Clock, Source, CHUNK};
use crate::output::Out;

/// Ask a filter: exit code 0 if a key may be present, 1 if all are certainly absent, 2 on an error
///
/// Keys given as arguments are answered one a line (maybe or absent, a tab, the key). With --present
/// or --absent the lines that get this answer are printed as they are, like grep, and the exit code
/// is 0 if there was one.
#[derive(clap::Args)]
pub struct Args {
    /// The filter
    filter: PathBuf,
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    clock: Clock,
    /// Print only the keys that may be present, and nothing else
    #[arg(long, conflicts_with = "absent")]
    present: bool,
    /// Print only the keys that are certainly absent, and nothing else
    #[arg(long)]
    absent: bool,
    /// Print only how many: maybe, a tab, the number; absent, a tab, the number
    #[arg(short, long, conflicts_with_all = ["present", "absent"])]
    count: bool,
    /// Print nothing: the exit code is the answer
    #[arg(short, long, conflicts_with_all = ["present", "absent", "count"])]
    quiet: bool,
}

pub fn run(args: &Args) -> Outcome {
    let engine = Engine::open(&args.filter, Mode::Read, Sharing::Shared)?;
    args.clock.set(&engine);
    let mut asker = Asker::new(args, &engine);
    args.source.each(|key, shown| asker.push(key, shown))?;
    asker.finish()
}

/// Keys wait here until there are enough for one batch.
struct Asker<'a> {
    args: &'a Args,
    engine: &'a Engine,
    out: Out,
    batch: Batch,
    shown: Vec<u8>,
    ends: Vec<usize>,
    maybe: u64,
    absent: u64,
}

impl<'a> Asker<'a> {
    fn new(args: &'a Args, engine: &'a Engine) -> Self {
        Asker {
            args,
            engine,
            out: Out::open(),
            batch: engine.batch(),
            shown: Vec::new(),
            ends: Vec::with_capacity(CHUNK),
            maybe: 0,
            absent: 0,
        }
    }

    fn push(&mut self, key: &[u8], shown: &[u8]) -> Result<(), Failure> {
        self.batch.push(key);
        self.shown.extend_from_slice(shown);
        self.ends.push(self.shown.len());
        if self.ends.len() == CHUNK {
            self.ask()?;
        }
        Ok(())
    }

    fn ask(&mut self) -> Result<(), Failure> {
        let mut answers = [false; CHUNK];
        let answers = &mut answers[..self.ends.len()];
        self.engine.contains_batch(&self.batch, answers)?;
        let mut start = 0;
        for (end, maybe) in self.ends.iter().zip(answers.iter()) {
            let shown = &self.shown[start..*end];
            start = *end;
            *(if *maybe { &mut self.maybe } else { &mut self.absent }) += 1;
            if self.args.quiet || self.args.count {
                continue;
            }
            if self.args.present || self.args.absent {
                if *maybe == self.args.absent {
                    continue;
                }
            } else {
                self.out.raw(if *maybe { b"maybe\t" } else { b"absent\t" })?;
            }
            self.out.raw(shown)?;
            self.out.raw(b"\n")?;
        }
        self.batch.clear();
        self.shown.clear();
        self.ends.clear();
        Ok(())
    }

    fn finish(mut self) -> Outcome {
        if !self.ends.is_empty() {
            self.ask()?;
        }
        if self.args.count {
            self.out.line(&format!("maybe\t{}", self.maybe))?;
            self.out.line(&format!("absent\t{}", self.absent))?;
        }
        self.out.close()?;
        let selected = if self.args.absent { self.absent } else { self.maybe };
        Ok(selected > 0)
    }
}

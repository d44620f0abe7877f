//! `onebloom check`: is this key maybe in the filter?

use std::path::PathBuf;

use onebloom::{Batch, Engine, Mode, Sharing};

use crate::answers::{Answers, Show};
use crate::failure::{Failure, Outcome};
use crate::keys::{Clock, Source, CHUNK};

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
    #[command(flatten)]
    show: Show,
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
    engine: &'a Engine,
    answers: Answers<'a>,
    batch: Batch,
    shown: Vec<u8>,
    ends: Vec<usize>,
}

impl<'a> Asker<'a> {
    fn new(args: &'a Args, engine: &'a Engine) -> Self {
        Asker {
            engine,
            answers: Answers::new(&args.show),
            batch: engine.batch(),
            shown: Vec::new(),
            ends: Vec::with_capacity(CHUNK),
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
            self.answers.say(*maybe, &self.shown[start..*end])?;
            start = *end;
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
        self.answers.finish()
    }
}

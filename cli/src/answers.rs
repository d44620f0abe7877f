//! How answers are shown: the flags, the lines, the counts and the exit code of every `check`.

use crate::failure::{Failure, Outcome};
use crate::output::Out;

#[derive(clap::Args)]
pub struct Show {
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

pub struct Answers<'a> {
    show: &'a Show,
    out: Out,
    maybe: u64,
    absent: u64,
}

impl<'a> Answers<'a> {
    pub fn new(show: &'a Show) -> Self {
        Answers { show, out: Out::open(), maybe: 0, absent: 0 }
    }

    /// Counts one answer and prints it if the flags ask for that.
    pub fn say(&mut self, maybe: bool, shown: &[u8]) -> Result<(), Failure> {
        *(if maybe { &mut self.maybe } else { &mut self.absent }) += 1;
        if self.show.quiet || self.show.count {
            return Ok(());
        }
        if self.show.present || self.show.absent {
            if maybe == self.show.absent {
                return Ok(());
            }
        } else {
            self.out.raw(if maybe { b"maybe\t" } else { b"absent\t" })?;
        }
        self.out.raw(shown)?;
        self.out.raw(b"\n")?;
        Ok(())
    }

    /// The counts if asked for, and the exit code.
    pub fn finish(mut self) -> Outcome {
        if self.show.count {
            self.out.line(&format!("maybe\t{}", self.maybe))?;
            self.out.line(&format!("absent\t{}", self.absent))?;
        }
        self.out.close()?;
        let selected = if self.show.absent { self.absent } else { self.maybe };
        Ok(selected > 0)
    }
}

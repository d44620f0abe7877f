//! `onebloom redis check`.

use onebloom::redis::Keys;

use super::link::Link;
use super::Args;
use crate::failure::{Failure, Outcome};
use crate::keys::Source;
use crate::output::Out;

/// Keys asked in one task.
const AT_ONCE: usize = 1000;

#[derive(clap::Args)]
pub struct Check {
    /// The key of the filter
    name: String,
    #[command(flatten)]
    source: Source,
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

struct Asker<'a> {
    check: &'a Check,
    remote: onebloom::redis::Remote,
    link: Link,
    out: Out,
    keys: Keys,
    /// As they were written.
    shown: Vec<Vec<u8>>,
    maybe: u64,
    absent: u64,
}

pub fn run(args: &Args, check: &Check) -> Outcome {
    let (remote, link) = (args.remote(&check.name)?, args.link()?);
    let mut asker =
        Asker { check, remote, link, out: Out::open(), keys: Keys::new(), shown: Vec::new(), maybe: 0, absent: 0 };
    check.source.each(|key, shown| asker.push(key, shown))?;
    asker.ask()?;
    if check.count {
        asker.out.line(&format!("maybe\t{}", asker.maybe))?;
        asker.out.line(&format!("absent\t{}", asker.absent))?;
    }
    asker.out.close()?;
    Ok(if check.absent { asker.absent } else { asker.maybe } > 0)
}

impl Asker<'_> {
    fn push(&mut self, key: &[u8], shown: &[u8]) -> Result<(), Failure> {
        self.keys.push(key);
        self.shown.push(shown.to_vec());
        if self.keys.len() == AT_ONCE {
            self.ask()?;
        }
        Ok(())
    }

    fn ask(&mut self) -> Result<(), Failure> {
        let outcome = self.link.run(self.remote.contains(std::mem::take(&mut self.keys)))?;
        if let Some(why) = &outcome.unavailable {
            eprintln!("onebloom: warning: answered maybe without asking: {why}");
        }
        for (key, maybe) in self.shown.iter().zip(&outcome.answers) {
            *(if *maybe { &mut self.maybe } else { &mut self.absent }) += 1;
            if self.check.quiet || self.check.count {
                continue;
            }
            if self.check.present || self.check.absent {
                if *maybe == self.check.absent {
                    continue;
                }
            } else {
                self.out.raw(if *maybe { b"maybe\t" } else { b"absent\t" })?;
            }
            self.out.raw(key)?;
            self.out.raw(b"\n")?;
        }
        self.shown.clear();
        Ok(())
    }
}

//! `onebloom redis check`.

use onebloom::redis::Keys;

use super::link::Link;
use super::Args;
use crate::answers::{Answers, Show};
use crate::failure::{Failure, Outcome};
use crate::keys::Source;

/// Keys asked in one task.
const AT_ONCE: usize = 1000;

#[derive(clap::Args)]
pub struct Check {
    /// The key of the filter
    name: String,
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    show: Show,
}

struct Asker<'a> {
    remote: onebloom::redis::Remote,
    link: Link,
    answers: Answers<'a>,
    keys: Keys,
    /// As they were written.
    shown: Vec<Vec<u8>>,
}

pub fn run(args: &Args, check: &Check) -> Outcome {
    let (remote, link) = (args.remote(&check.name)?, args.link()?);
    let mut asker = Asker { remote, link, answers: Answers::new(&check.show), keys: Keys::new(), shown: Vec::new() };
    check.source.each(|key, shown| asker.push(key, shown))?;
    asker.ask()?;
    asker.answers.finish()
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
            self.answers.say(*maybe, key)?;
        }
        self.shown.clear();
        Ok(())
    }
}

//! The verbs by their names, for faces that pass names through.

use std::sync::Arc;

use super::keys::Keys;
use super::remote::Remote;
use super::wire::Task;
use crate::error::{err, Result};
use crate::filter::Engine;

/// What a verb is given.
pub enum With {
    /// Nothing.
    Nothing,
    /// Keys: contains, add, remove.
    Keys(Keys),
    /// A filter of this machine: push, merge.
    Engine(Arc<Engine>),
}

impl Remote {
    /// The names that [`Remote::task`] takes: first those with nothing, then with keys, then with
    /// a filter.
    pub const VERBS: [&'static [&'static str]; 3] = [
        &["open", "create", "pull", "stats", "stats_exact", "version", "advise", "delete", "commit"],
        &["contains", "add", "remove"],
        &["push", "merge"],
    ];

    /// The task of a verb by its name.
    ///
    /// # Errors
    /// INVALID_ARGUMENT for a name that does not exist or does not go with what it is given.
    pub fn task(&self, verb: &str, with: With) -> Result<Task> {
        let (names, what) = match &with {
            With::Nothing => (Remote::VERBS[0], "nothing"),
            With::Keys(_) => (Remote::VERBS[1], "keys"),
            With::Engine(_) => (Remote::VERBS[2], "a filter"),
        };
        Ok(match (verb, with) {
            ("open", With::Nothing) => self.open(),
            ("create", With::Nothing) => self.create(),
            ("pull", With::Nothing) => self.pull(),
            ("stats", With::Nothing) => self.stats(false),
            ("stats_exact", With::Nothing) => self.stats(true),
            ("version", With::Nothing) => self.version(),
            ("advise", With::Nothing) => self.advise(),
            ("delete", With::Nothing) => self.delete(),
            ("commit", With::Nothing) => self.commit(),
            ("contains", With::Keys(keys)) => self.contains(keys),
            ("add", With::Keys(keys)) => self.add(keys),
            ("remove", With::Keys(keys)) => self.remove(keys),
            ("push", With::Engine(engine)) => self.push(engine),
            ("merge", With::Engine(engine)) => self.merge(engine),
            _ => {
                return Err(err!(
                    InvalidArgument,
                    "the verb given {what} must be one of {}, got {verb:?}",
                    names.join(", ")
                ))
            }
        })
    }
}

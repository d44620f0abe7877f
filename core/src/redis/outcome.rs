//! What a task has to show when it is done.

use crate::field::Record;
use crate::filter::Engine;

/// The result of a [`Task`](super::Task); what is not the task's business stays empty.
#[derive(Default)]
#[non_exhaustive]
pub struct Outcome {
    /// One answer a key, in order: contains (false is certain), add (true: certainly absent
    /// before), remove (true: taken away).
    pub answers: Vec<bool>,
    /// Why answers are "maybe" without having been asked (`on_unavailable` "maybe").
    pub unavailable: Option<String>,
    /// Stats, or what the verb says of the filter.
    pub record: Record,
    /// Warnings for people.
    pub warnings: Vec<String>,
    /// The filter that was pulled.
    pub engine: Option<Box<Engine>>,
}

impl Outcome {
    pub(super) fn of_answers(answers: Vec<bool>) -> Outcome {
        Outcome { answers, ..Outcome::default() }
    }

    pub(super) fn of_record(record: Record) -> Outcome {
        Outcome { record, ..Outcome::default() }
    }

    /// How many answers are true.
    pub fn count(&self) -> u64 {
        self.answers.iter().filter(|a| **a).count() as u64
    }
}

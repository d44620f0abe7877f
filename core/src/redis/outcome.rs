//! What a task has to show when it is done.

use crate::field::{to_json, Field, Record};
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

    /// Record, warnings and `unavailable` as one JSON object: the record's names, then `warnings`
    /// (a list of objects with `text`) and `unavailable` (text or null).
    pub fn to_json(&self) -> String {
        let mut all = self.record.clone();
        let warning = |w: &String| vec![("text", Field::Text(w.clone()))];
        all.push(("warnings", Field::List(self.warnings.iter().map(warning).collect())));
        all.push(("unavailable", self.unavailable.clone().map_or(Field::Null, Field::Text)));
        to_json(&all)
    }

    /// How many answers are true.
    pub fn count(&self) -> u64 {
        self.answers.iter().filter(|a| **a).count() as u64
    }
}

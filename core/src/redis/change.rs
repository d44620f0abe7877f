//! add and remove: scripts that test and set in one go; adds go to the successor, too.

use super::ask::{groups, replaced_too_often, unavailable, Group, Verdict, ROUNDS};
use super::keys::Keys;
use super::live::Live;
use super::name;
use super::remote::Inner;
use super::script::{call, Call, Script};
use super::wire::{Command, Reply, Wire};
use crate::error::{err, Error, Result};
use crate::kind::Kind;

/// What is done with the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Add,
    Remove,
}

pub(super) async fn change(me: &Inner, wire: &Wire, keys: &Keys, verb: Verb) -> Result<Vec<bool>> {
    let mut work = Work { me, wire, keys, verb, answers: vec![None; keys.len()] };
    match work.run().await {
        Ok(()) => Ok(work.answers.into_iter().map(|a| a.unwrap_or(false)).collect()),
        Err(e) => Err(work.say_how_far(e)),
    }
}

struct Work<'a> {
    me: &'a Inner,
    wire: &'a Wire,
    keys: &'a Keys,
    verb: Verb,
    /// The first answer for each key counts, even if it must be done again elsewhere.
    answers: Vec<Option<bool>>,
}

/// A group after its script: what it says, and whether a successor is being built.
struct Done {
    verdict: Verdict,
    followed: bool,
}

impl Work<'_> {
    async fn run(&mut self) -> Result<()> {
        let mut pending: Vec<usize> = (0..self.keys.len()).collect();
        let mut live = self.me.live(self.wire).await.map_err(unavailable)?;
        for _ in 0..ROUNDS {
            self.check_kind(&live)?;
            let mut again = Vec::new();
            let mut rest = &pending[..];
            while !rest.is_empty() {
                let (groups, taken) = groups(&live, self.keys, rest, &self.me.settings);
                rest = &rest[taken..];
                let mut followed = Vec::new();
                for (group, done) in groups.iter().zip(self.apply(&live, &groups).await?) {
                    match done.verdict {
                        Verdict::Answers(of) => {
                            for (i, answer) in group.keys.iter().zip(of) {
                                self.answers[*i].get_or_insert(answer);
                            }
                            if done.followed && !live.is_bare() && self.verb == Verb::Add {
                                followed.extend(&group.keys);
                            }
                        }
                        Verdict::Missing if live.is_bare() => return Err(self.me.gone()),
                        Verdict::Missing | Verdict::Replaced => again.extend(&group.keys),
                    }
                }
                if !followed.is_empty() {
                    again.extend(self.follow(followed).await?);
                }
                if !again.is_empty() {
                    again.extend(rest);
                    break;
                }
            }
            if again.is_empty() {
                return Ok(());
            }
            again.sort_unstable();
            pending = again;
            live = self.me.look(self.wire).await.map_err(unavailable)?;
        }
        Err(replaced_too_often(self.me))
    }

    /// Adds the keys to the filter that is being built, too. Keys for which it was not there any
    /// more are given back: it is in place now, or was given up.
    ///
    /// Removals are not passed on: a key that is not in the new filter yet, but seems to be, would
    /// take cells of others away.
    async fn follow(&self, mut pending: Vec<usize>) -> Result<Vec<usize>> {
        let mut again = false;
        for _ in 0..ROUNDS {
            let Some(next) = self.me.look_next(self.wire, again).await? else { return Ok(pending) };
            let mut failed = Vec::new();
            let mut rest = &pending[..];
            while !rest.is_empty() {
                let (groups, taken) = groups(&next, self.keys, rest, &self.me.settings);
                rest = &rest[taken..];
                for (group, done) in groups.iter().zip(self.apply(&next, &groups).await?) {
                    if !matches!(done.verdict, Verdict::Answers(_)) {
                        failed.extend(&group.keys);
                    }
                }
            }
            if failed.is_empty() {
                return Ok(failed);
            }
            if again {
                // Looked for just now and gone again.
                return Ok(failed);
            }
            pending = failed;
            again = true;
        }
        Ok(pending)
    }

    fn check_kind(&self, live: &Live) -> Result<()> {
        if self.verb == Verb::Remove && live.header.kind != Kind::Counting {
            return Err(err!(Unsupported, "remove needs kind counting; this filter is {}", live.header.kind.name()));
        }
        Ok(())
    }

    /// One flush.
    async fn apply(&self, live: &Live, groups: &[Group]) -> Result<Vec<Done>> {
        let counting = live.header.kind == Kind::Counting;
        let script = match self.verb {
            Verb::Remove => Script::Lower,
            Verb::Add if counting => Script::Raise,
            Verb::Add => Script::Add,
        };
        let nexts: Vec<_> = groups.iter().map(|g| name::next(&live.keys[g.section])).collect();
        let data: Vec<_> = groups.iter().map(|g| pack(live, self.keys, &g.keys, counting)).collect();
        let k = live.header.k.to_string();
        let counts: Vec<_> = groups.iter().map(|g| g.keys.len().to_string()).collect();
        if self.me.settings.lease > 0 {
            // The builder is at work: its filter stays.
            let lease = |key| Command::new("EXPIRE").key_arg(key).int(self.me.settings.lease).write();
            let replies = self.wire.send(groups.iter().map(|g| lease(&live.keys[g.section])).collect()).await?;
            groups.iter().zip(&replies).try_for_each(|(g, r)| r.fine(&live.keys[g.section]))?;
        }
        let calls: Vec<_> = (0..groups.len())
            .map(|i| {
                let section = groups[i].section;
                let args = vec![&live.sums[section][..], k.as_bytes(), &data[i], counts[i].as_bytes()];
                Call { script, keys: vec![&live.keys[section], &nexts[i]], args }
            })
            .collect();
        let replies = call(self.wire, &calls).await?;
        groups.iter().zip(replies).map(|(g, r)| done(&live.keys[g.section], g.keys.len(), &r)).collect()
    }

    fn say_how_far(&self, e: Error) -> Error {
        let verb = if self.verb == Verb::Add { "added" } else { "removed" };
        let sure = self.answers.iter().filter(|a| a.is_some()).count();
        if self.keys.len() < 2 || e.code() != crate::Code::Unavailable {
            return e;
        }
        err!(Unavailable, "{}; of {} keys {sure} were certainly {verb} before", e.message(), self.keys.len())
    }
}

/// The offsets of the keys' cells as the scripts take them. Counting: each distinct cell once, 0
/// in the place of the others.
pub(super) fn pack(live: &Live, keys: &Keys, which: &[usize], distinct: bool) -> Vec<u8> {
    let mut data = Vec::with_capacity(which.len() * usize::from(live.header.k) * 11);
    let mut digits = itoa::Buffer::new();
    for i in which {
        let offsets = live.offsets(keys.get(*i));
        for (j, offset) in offsets.iter().enumerate() {
            let seen = distinct && offsets[..j].contains(offset);
            data.extend_from_slice(digits.format(if seen { 0 } else { *offset }).as_bytes());
            data.push(b' ');
        }
    }
    data
}

fn done(key: &[u8], keys: usize, reply: &Reply) -> Result<Done> {
    let digits = match reply {
        Reply::Int(0) => return Ok(Done { verdict: Verdict::Missing, followed: false }),
        Reply::Int(_) => return Ok(Done { verdict: Verdict::Replaced, followed: false }),
        other => other.bytes(key)?,
    };
    if digits.len() != keys + 1 {
        return Err(reply.strange(key));
    }
    let answers = digits[1..].iter().map(|d| *d == b'1').collect();
    Ok(Done { verdict: Verdict::Answers(answers), followed: digits[0] == b'1' })
}

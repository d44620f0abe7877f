//! contains: which commands ask for keys, and what their replies mean.

use super::keys::Keys;
use super::live::Live;
use super::remote::Inner;
use super::settings::Settings;
use super::wire::{Command, Reply, Wire};
use crate::error::{err, Result};

/// The filter is replaced under our hands this often before we give up.
pub(super) const ROUNDS: usize = 16;

/// Keys of one section in one command.
pub(super) struct Group {
    pub(super) section: usize,
    pub(super) keys: Vec<usize>,
}

/// The groups of one flush out of `pending`, within the limits, and how many keys they take.
pub(super) fn groups(live: &Live, keys: &Keys, pending: &[usize], settings: &Settings) -> (Vec<Group>, usize) {
    let mut all: Vec<Group> = Vec::new();
    let mut open = vec![usize::MAX; live.keys.len()];
    let (mut operations, mut taken) = (0, 0);
    for i in pending {
        let section = live.section(keys.get(*i));
        let full = all.get(open[section]).is_none_or(|g| g.keys.len() >= settings.keys_per_command);
        let cost = live.reads() + usize::from(full);
        if operations + cost > settings.operations_per_flush && taken > 0 {
            break;
        }
        operations += cost;
        taken += 1;
        if full {
            open[section] = all.len();
            all.push(Group { section, keys: Vec::new() });
        }
        all[open[section]].keys.push(*i);
    }
    (all, taken)
}

/// What a reply says of the filter that was asked.
pub(super) enum Verdict {
    Answers(Vec<bool>),
    Missing,
    Replaced,
}

pub(super) async fn contains(me: &Inner, wire: &Wire, keys: &Keys) -> Result<Vec<bool>> {
    let mut answers = vec![true; keys.len()];
    let mut pending: Vec<usize> = (0..keys.len()).collect();
    let mut live = me.live(wire).await.map_err(unavailable)?;
    for _ in 0..ROUNDS {
        let mut again = Vec::new();
        let mut rest = &pending[..];
        while !rest.is_empty() {
            let (groups, taken) = groups(&live, keys, rest, &me.settings);
            rest = &rest[taken..];
            let replies = wire.send(questions(&live, keys, &groups)).await?;
            for (group, reply) in groups.iter().zip(&replies) {
                match read(&live, keys, group, reply, replies.last())? {
                    Verdict::Answers(of) => group.keys.iter().zip(of).for_each(|(i, a)| answers[*i] = a),
                    Verdict::Missing if live.is_bare() => return Err(me.gone()),
                    Verdict::Missing | Verdict::Replaced => again.extend(&group.keys),
                }
            }
            if !again.is_empty() {
                again.extend(rest);
                break;
            }
        }
        if again.is_empty() {
            return Ok(answers);
        }
        again.sort_unstable();
        pending = again;
        live = me.look(wire).await.map_err(unavailable)?;
    }
    Err(replaced_too_often(me))
}

/// What was a filter and is none any more cannot be asked.
pub(super) fn unavailable(e: crate::Error) -> crate::Error {
    use crate::Code as C;
    match e.code() {
        C::NotAFilter | C::CorruptHeader | C::Truncated | C::TrailingBytes | C::ReservedNotZero | C::Incomplete => {
            err!(Unavailable, "no filter is there: {}", e.message())
        }
        _ => e,
    }
}

pub(super) fn replaced_too_often(me: &Inner) -> crate::Error {
    let name = String::from_utf8_lossy(&me.name);
    err!(Unavailable, "Redis filter {name:?} was replaced {ROUNDS} times while it was asked")
}

fn questions(live: &Live, keys: &Keys, groups: &[Group]) -> Vec<Command> {
    let mut commands: Vec<Command> = groups
        .iter()
        .map(|group| {
            let mut command = live.question(group.section);
            group.keys.iter().for_each(|i| live.ask(&mut command, keys.get(*i)));
            command
        })
        .collect();
    if live.is_bare() {
        // No header says that the key is there: ask after the cells were read.
        commands.push(exists(live));
    }
    commands
}

fn exists(live: &Live) -> Command {
    Command::new("STRLEN").key_arg(&live.keys[0])
}

fn read(live: &Live, keys: &Keys, group: &Group, reply: &Reply, last: Option<&Reply>) -> Result<Verdict> {
    let key = &live.keys[group.section];
    let reads = live.reads();
    let mut count = group.keys.len() * reads;
    if live.is_bare() {
        if last.map_or(Ok(0), |r| r.number(key))? == 0 {
            return Ok(Verdict::Missing);
        }
    } else {
        count += 1;
    }
    let numbers = reply.numbers(key, count)?;
    let mut read = &numbers[..];
    if !live.is_bare() {
        let sum = read[0];
        read = &read[1..];
        if sum == 0 {
            return Ok(Verdict::Missing);
        }
        if sum.to_be_bytes()[..] != live.sums[group.section][..] {
            return Ok(Verdict::Replaced);
        }
    }
    let answers = group.keys.iter().zip(read.chunks(reads)).map(|(i, read)| live.answer(keys.get(*i), read));
    Ok(Verdict::Answers(answers.collect()))
}

/// UNAVAILABLE unless the bitmap's key is there.
pub(super) async fn bitmap_is_there(me: &Inner, wire: &Wire) -> Result<()> {
    let live = me.live(wire).await?;
    match wire.one(exists(&live)).await?.number(&live.keys[0])? {
        0 => Err(me.gone()),
        _ => Ok(()),
    }
}

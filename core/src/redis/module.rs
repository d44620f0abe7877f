//! RedisBloom's own filters under the same verbs, for teams that stay on it.
//!
//! A missing key is an error here too: BF.MEXISTS would say "absent" (of a key of another type
//! as well) and BF.ADD would make a filter of the server's default size, so questions take TYPE
//! along and adds say NOCREATE.

use super::keys::Keys;
use super::outcome::Outcome;
use super::remote::Inner;
use super::wire::{Command, Reply, Wire};
use crate::error::{err, Error, Result};
use crate::field::{Field, Record};
use crate::stats::of_load;

/// What TYPE says of one of the module's filters.
const FILTER: &[u8] = b"MBbloom--";

fn gone(me: &Inner, reply: &Reply) -> Error {
    match reply {
        // 2.x says "not found", 8.x "ERR not found".
        Reply::Error(text) if text.contains("not found") => me.gone(),
        other => other.strange(&me.name),
    }
}

pub(super) async fn open(me: &Inner, wire: &Wire) -> Result<Outcome> {
    stats(me, wire).await
}

pub(super) async fn create(me: &Inner, wire: &Wire) -> Result<Outcome> {
    let Some(capacity) = me.settings.capacity else {
        return Err(err!(InvalidArgument, "capacity is missing: how many keys the filter is for"));
    };
    let mut command =
        Command::new("BF.RESERVE").key_arg(&me.name).arg(me.settings.fpp.to_string().as_bytes()).int(capacity).write();
    match me.settings.expansion {
        None => {}
        Some(0) => command.push(b"NONSCALING"),
        Some(by) => {
            command.push(b"EXPANSION");
            command.push_int(by.into());
        }
    }
    let reply = wire.one(command).await?;
    if let Reply::Error(text) = &reply {
        if text.contains("item exists") {
            let name = String::from_utf8_lossy(&me.name);
            return Err(err!(AlreadyExists, "Redis key {name:?} exists already: {text}"));
        }
    }
    reply.fine(&me.name)?;
    if me.settings.ttl > 0 {
        wire.one(Command::new("EXPIRE").key_arg(&me.name).int(me.settings.ttl).write()).await?.fine(&me.name)?;
    }
    stats(me, wire).await
}

pub(super) async fn contains(me: &Inner, wire: &Wire, keys: &Keys) -> Result<Vec<bool>> {
    let all: Vec<usize> = (0..keys.len()).collect();
    let mut answers = Vec::with_capacity(all.len());
    for some in all.chunks(me.settings.keys_per_command) {
        let mut command = Command::new("BF.MEXISTS").key_arg(&me.name);
        some.iter().for_each(|i| command.push(keys.get(*i)));
        let replies = wire.send(vec![command, Command::new("TYPE").key_arg(&me.name)]).await?;
        if matches!(replies[0], Reply::Error(_)) {
            return Err(gone(me, &replies[0]));
        }
        match replies[1].bytes(&me.name)? {
            FILTER => {}
            b"none" => return Err(me.gone()),
            other => {
                let (key, other) = (String::from_utf8_lossy(&me.name), String::from_utf8_lossy(other));
                return Err(err!(Unavailable, "Redis key {key:?} holds a {other}, not a RedisBloom filter"));
            }
        }
        answers.extend(replies[0].numbers(&me.name, some.len())?.into_iter().map(|n| n != 0));
    }
    Ok(answers)
}

pub(super) async fn add(me: &Inner, wire: &Wire, keys: &Keys) -> Result<Vec<bool>> {
    let all: Vec<usize> = (0..keys.len()).collect();
    let mut answers = Vec::with_capacity(all.len());
    for some in all.chunks(me.settings.keys_per_command) {
        let mut command = Command::new("BF.INSERT").key_arg(&me.name).arg(b"NOCREATE").arg(b"ITEMS").write();
        some.iter().for_each(|i| command.push(keys.get(*i)));
        let reply = wire.one(command).await?;
        let Reply::List(each) = &reply else { return Err(gone(me, &reply)) };
        for one in each {
            // A filter that must not grow and is full ends the list with an error.
            if let Reply::Error(text) = one {
                return Err(err!(OutOfRange, "RedisBloom took {} of {} keys: {text}", answers.len(), keys.len()));
            }
            answers.push(one.number(&me.name)? != 0);
        }
    }
    Ok(answers)
}

/// BF.INFO under the names that all stats have.
pub(super) async fn stats(me: &Inner, wire: &Wire) -> Result<Outcome> {
    let reply = wire.one(Command::new("BF.INFO").key_arg(&me.name)).await?;
    let Reply::List(pairs) = &reply else { return Err(gone(me, &reply)) };
    let value = |name: &str| -> Option<u64> {
        let at = pairs.iter().position(|r| matches!(r, Reply::Bytes(b) if b.eq_ignore_ascii_case(name.as_bytes())))?;
        match pairs.get(at + 1)? {
            Reply::Int(n) => u64::try_from(*n).ok(),
            _ => None,
        }
    };
    let known = |name| value(name).map_or(Field::Null, Field::U64);
    let load = match (value("Number of items inserted"), value("Capacity")) {
        (Some(items), Some(capacity)) if capacity > 0 => items as f64 / capacity as f64,
        _ => 0.0,
    };
    let record: Record = vec![
        ("capacity", known("Capacity")),
        ("bytes", known("Size")),
        ("section_count", known("Number of filters")),
        ("items", known("Number of items inserted")),
        ("expansion", known("Expansion rate")),
        ("load", load.into()),
        ("status", of_load(load).into()),
        ("layout", "redisbloom".into()),
    ];
    Ok(Outcome::of_record(record))
}

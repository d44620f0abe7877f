//! What may go wrong with a filter in this server, said before it does.

use super::outcome::Outcome;
use super::remote::Inner;
use super::settings::Backend;
use super::wire::{Command, Reply, Wire};
use crate::error::Result;

/// From this many bytes on a key is slow to move, delete and replicate.
const LARGE: u64 = 20_000_000;

pub(super) async fn advise(me: &Inner, wire: &Wire) -> Result<Outcome> {
    let name = String::from_utf8_lossy(&me.name);
    let mut warnings = Vec::new();
    let (keys, bytes) = match me.settings.backend {
        Backend::RedisBloom | Backend::Days => (vec![me.name.clone()], 0),
        _ => {
            let live = me.live(wire).await?;
            (live.keys.clone(), live.string_len())
        }
    };
    if bytes >= LARGE {
        warnings.push(format!(
            "Redis filter {name:?} has {} MB a key: that is slow to copy, to delete and to replicate; shards keep keys at 8 MiB",
            bytes / 1_000_000
        ));
    }
    for (key, reply) in keys.iter().take(1).zip(wire.send(vec![Command::new("PTTL").key_arg(&keys[0])]).await?) {
        if let Reply::Int(ms @ 1..) = reply {
            warnings.push(format!(
                "Redis key {:?} expires in {} s: the filter is unavailable from then on",
                String::from_utf8_lossy(key),
                ms / 1000
            ));
        }
    }
    let policy = match wire.one(Command::new("CONFIG").arg(b"GET").arg(b"maxmemory-policy")).await {
        Ok(Reply::List(pair)) => pair.last().cloned(),
        // Not permitted, or the client cannot send it: nothing to say.
        _ => None,
    };
    if let Some(Reply::Bytes(policy)) = policy {
        let policy = String::from_utf8_lossy(&policy);
        if policy.starts_with("allkeys-") {
            warnings.push(format!(
                "the server's maxmemory-policy is {policy}: under memory pressure it evicts filters too, which then are unavailable; use noeviction or volatile-*"
            ));
        }
    }
    Ok(Outcome { warnings, ..Outcome::default() })
}

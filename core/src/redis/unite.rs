//! merge: a filter of this machine into one in Redis, while others go on adding there.

use std::sync::Arc;

use super::ask::unavailable;
use super::live::Live;
use super::name;
use super::outcome::Outcome;
use super::remote::Inner;
use super::script::{call, Call, Script};
use super::wire::{Reply, Wire};
use crate::error::{err, Result};
use crate::filter::Engine;
use crate::header;
use crate::kind::Kind;

/// Chunks in one flush.
const STEPS: usize = 4;
/// Counters raised by one script.
const COUNTERS: usize = 1000;

pub(super) async fn merge(me: &Inner, wire: &Wire, engine: &Arc<Engine>) -> Result<Outcome> {
    let live = me.look(wire).await?;
    fits(&live, engine)?;
    for index in 0..live.keys.len() {
        if live.header.kind == Kind::Counting {
            raise(wire, &live, engine, index).await?;
        } else {
            unite(me, wire, &live, engine, index).await?;
        }
    }
    Ok(Outcome::default())
}

fn fits(live: &Live, engine: &Engine) -> Result<()> {
    let (a, b) = (&live.header, engine.header());
    let same = [
        ("kind", a.kind == b.kind),
        ("scheme", a.scheme == b.scheme),
        ("seed", a.seed == b.seed),
        ("arrangement", a.arrangement == b.arrangement && live.keys.len() == usize::from(b.sections.max(1))),
        ("m", a.m == b.m),
        ("k", a.k == b.k),
    ];
    match same.iter().find(|s| !s.1) {
        Some((what, _)) => Err(err!(Incompatible, "the filter in Redis and the other differ in {what}; only filters that are equal in kind, scheme, seed, arrangement, m and k can be merged")),
        None => Ok(()),
    }
}

/// Bits: ORed by the server, a chunk at a time.
async fn unite(me: &Inner, wire: &Wire, live: &Live, engine: &Engine, index: usize) -> Result<()> {
    let section = engine.section(index);
    let key = &live.keys[index];
    let (ours, theirs) = (name::temporary(key), name::temporary(key));
    let base = if live.is_bare() { 0 } else { header::LEN };
    // A bitmap ends at m; what follows in the section is padding.
    let len = (section.header.body_len() as usize).min(live.string_len() as usize);
    let mut chunks = Vec::new();
    let mut buf = Vec::new();
    for at in (0..len).step_by(me.settings.chunk) {
        let take = me.settings.chunk.min(len - at);
        section.copy_body(at, take.next_multiple_of(8), &mut buf);
        buf.truncate(take);
        if buf.iter().any(|b| *b != 0) {
            chunks.push(((base + at).to_string(), std::mem::take(&mut buf)));
        }
        if chunks.len() == STEPS || at + take == len {
            let call_of = |(at, bytes)| Call {
                script: Script::Unite,
                keys: vec![&key[..], &ours[..], &theirs[..]],
                args: vec![&live.sums[index][..], at, bytes],
            };
            let calls: Vec<_> =
                chunks.iter().map(|(at, bytes): &(String, Vec<u8>)| call_of((at.as_bytes(), &bytes[..]))).collect();
            check(key, &call(wire, &calls).await?)?;
            chunks.clear();
        }
    }
    Ok(())
}

/// Counters: each that is not 0 is added to its fellow.
async fn raise(wire: &Wire, live: &Live, engine: &Engine, index: usize) -> Result<()> {
    let section = engine.section(index);
    let key = &live.keys[index];
    let len = section.header.body_len() as usize;
    let (mut buf, mut data) = (Vec::new(), Vec::new());
    const PART: usize = 4096;
    for at in (0..len).step_by(PART) {
        section.copy_body(at, PART.min(len - at), &mut buf);
        for (i, byte) in buf.iter().enumerate() {
            for (half, amount) in [byte >> 4, byte & 15].into_iter().enumerate() {
                if amount > 0 {
                    let offset = (header::LEN + at + i) * 8 + half * 4;
                    data.extend_from_slice(&(offset as u32).to_be_bytes()); // below 2^32
                    data.push(amount);
                }
            }
        }
        if data.len() >= COUNTERS * 5 || at + PART >= len {
            let calls: Vec<_> = data
                .chunks(COUNTERS * 5)
                .map(|some| Call { script: Script::Sum, keys: vec![&key[..]], args: vec![&live.sums[index][..], some] })
                .collect();
            check(key, &call(wire, &calls).await?)?;
            data.clear();
        }
    }
    Ok(())
}

fn check(key: &[u8], replies: &[Reply]) -> Result<()> {
    for reply in replies {
        match reply.number(key)? {
            2 => {}
            n => {
                let what = if n == 0 { "gone" } else { "replaced by another" };
                let key = String::from_utf8_lossy(key);
                return Err(unavailable(err!(
                    Unavailable,
                    "Redis key {key:?}: the filter is {what}; the merge is not complete, begin again"
                )));
            }
        }
    }
    Ok(())
}

//! Making filters in Redis: create, push, and putting the next one in place. What is not finished
//! lies under temporary names; it becomes visible whole or not at all.

use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use super::live::{check_size, keys_of, Live};
use super::name::{self, Layout};
use super::outcome::Outcome;
use super::remote::Inner;
use super::script::{call, Call, Script};
use super::settings::Backend;
use super::wire::{Command, Wire};
use crate::arrangement::Arrangement;
use crate::error::{err, Result};
use crate::filter::Engine;
use crate::header::{self, Header};
use crate::Code;

/// Seconds that an abandoned temporary key stays.
const ABANDONED: u64 = 600;
/// Chunks of a filter in one flush.
const STEPS: usize = 8;

/// A filter of these headers, one a section, under temporary names.
struct Site<'a> {
    me: &'a Inner,
    wire: &'a Wire,
    live: Live,
    temporary: Vec<Vec<u8>>,
}

impl Site<'_> {
    async fn clear_away(&self) {
        // Best effort: they expire by themselves.
        let _ =
            self.wire.send(self.temporary.iter().map(|k| Command::new("UNLINK").key_arg(k).write()).collect()).await;
    }

    /// Sends in flushes of a few, each keeping the temporary key alive.
    async fn write(&self, section: usize, commands: Vec<Command>) -> Result<()> {
        let key = &self.temporary[section];
        let lease = Command::new("EXPIRE").key_arg(key).int(ABANDONED).write();
        for reply in self.wire.send([commands, vec![lease]].concat()).await? {
            reply.fine(key)?;
        }
        Ok(())
    }

    fn set(&self, section: usize, at: u64, bytes: &[u8]) -> Command {
        Command::new("SETRANGE").key_arg(&self.temporary[section]).int(at).arg(bytes).write()
    }

    /// The header as it is when live: not sealed, generation 0 (a commit raises it).
    async fn write_header(&self, section: usize, line1: &[u8]) -> Result<()> {
        let index = section as u16; // at most 1023
        let mut bytes = Header { index, ..self.live.header.clone() }.encode().to_vec();
        bytes.extend_from_slice(line1);
        self.write(section, vec![self.set(section, 0, &bytes)]).await
    }

    /// Zeros up to the full length, in one go: a string that grows step by step is moved to a
    /// larger place again and again, which holds the server up for longer each time than this
    /// does (docs/decisions has the measurements).
    async fn grow(&self, section: usize) -> Result<()> {
        let last = self.set(section, self.live.string_len() - 1, b"\0");
        self.write(section, vec![last]).await
    }

    /// Puts all keys in place: atomically on one node, key by key where they are spread.
    async fn commit(&self, over: bool) -> Result<()> {
        commit(self.me, self.wire, &self.live, &self.temporary, over).await
    }
}

/// Puts `from` in the places of `live`.
async fn commit(me: &Inner, wire: &Wire, live: &Live, from: &[Vec<u8>], over: bool) -> Result<()> {
    let mode: &[u8] = if over { b"over" } else { b"new" };
    let ttl = (me.settings.ttl * 1000).to_string();
    let len = live.string_len().to_string();
    let pairs: Vec<usize> = (0..from.len()).collect();
    let together = if live.layout == Layout::Spread { 1 } else { pairs.len() };
    let calls: Vec<_> = pairs
        .chunks(together)
        .map(|some| Call {
            script: Script::Commit,
            keys: some.iter().flat_map(|i| [&from[*i][..], &live.keys[*i][..]]).collect(),
            args: [mode, ttl.as_bytes()]
                .into_iter()
                .chain(some.iter().flat_map(|i| [len.as_bytes(), &live.sums[*i][..]]))
                .collect(),
        })
        .collect();
    for (call, reply) in calls.iter().zip(self::call(wire, &calls).await?) {
        let key = String::from_utf8_lossy(call.keys[1]);
        match reply.number(call.keys[1])? {
            0 => {}
            1 if over => {
                return Err(err!(
                    AlreadyExists,
                    "Redis key {key:?} holds something that is no filter; delete it first, or choose another name"
                ))
            }
            1 => return Err(err!(AlreadyExists, "Redis key {key:?} exists already; open it, or push over it")),
            i if i < 0 => {
                let pair = (i.unsigned_abs() as usize - 1) % (call.keys.len() / 2);
                let lost = String::from_utf8_lossy(call.keys[pair * 2]);
                return Err(err!(Unavailable, "the unfinished filter in Redis key {lost:?} was evicted, expired or changed before it was done; nothing was put in place"));
            }
            _ => return Err(reply.strange(call.keys[1])),
        }
    }
    Ok(())
}

/// The header that the settings ask for, and how it is spread.
fn plan(me: &Inner) -> Result<(Header, Layout)> {
    let settings = &me.settings;
    if settings.backend == Backend::Bitmap {
        return Ok((settings.bitmap_options()?.header()?, Layout::Single));
    }
    let mut header = settings.options.header()?;
    if header.arrangement == Arrangement::Single && settings.layout.is_some_and(|l| l != Layout::Single) {
        // One key more until each is small enough: a shard is a bit more than its share.
        let mut shards = (header.body_len() / settings.max_key_bytes).max(2);
        loop {
            let mut options = settings.options.clone();
            header = options.set("shards", shards)?.header()?;
            if header.body_len() + header::LEN as u64 <= settings.max_key_bytes {
                break;
            }
            shards += 1;
        }
    }
    let layout = match header.arrangement {
        Arrangement::Single => Layout::Single,
        Arrangement::Sharded => match settings.layout {
            None => Layout::Tag,
            Some(Layout::Single) => {
                return Err(err!(InvalidArgument, "layout single has no shards; use tag or spread"))
            }
            Some(other) => other,
        },
        other => return Err(unfit(other)),
    };
    check_size(&header, settings.capacity.unwrap_or(header.capacity))?;
    Ok((header, layout))
}

fn unfit(arrangement: Arrangement) -> crate::Error {
    let name = arrangement.name();
    err!(Unsupported, "arrangement {name} cannot be used in Redis; single and sharded can, and one filter a day instead of a rotating one")
}

fn site<'a>(me: &'a Inner, wire: &'a Wire, header: &Header, layout: Layout) -> Site<'a> {
    let sections = header.sections.max(1);
    let keys = keys_of(&me.name, layout, me.is_next, usize::from(sections));
    let temporary = keys.iter().map(|k| name::temporary(k)).collect();
    let headers: Vec<_> = (0..sections).map(|index| Header { index, ..header.clone() }).collect();
    let live = if me.settings.backend == Backend::Bitmap {
        Live::bare(&keys[0], header.clone())
    } else {
        Live::new(layout, keys, &headers, 0)
    };
    Site { me, wire, live, temporary }
}

pub(super) async fn create(me: &Inner, wire: &Wire) -> Result<Outcome> {
    let (header, layout) = plan(me)?;
    let site = site(me, wire, &header, layout);
    let made = async {
        for section in 0..site.temporary.len() {
            site.grow(section).await?;
            if !site.live.is_bare() {
                site.write_header(section, &[0; header::LINE]).await?;
            }
        }
        site.commit(false).await
    };
    finish(&site, made.await).await?;
    if me.settings.lease > 0 {
        lease(me, wire, &site.live).await?;
    }
    let live = me.look(wire).await?;
    Ok(Outcome::of_record(super::figures::known(&live)))
}

async fn finish(site: &Site<'_>, made: Result<()>) -> Result<()> {
    if let Err(e) = made {
        site.clear_away().await;
        return Err(e);
    }
    Ok(())
}

/// A filter under construction lives on for an hour after its builder's last sign of life.
async fn lease(me: &Inner, wire: &Wire, live: &Live) -> Result<()> {
    let expire = |key| Command::new("EXPIRE").key_arg(key).int(me.settings.lease).write();
    let replies = wire.send(live.keys.iter().map(|k| expire(k)).collect()).await?;
    live.keys.iter().zip(&replies).try_for_each(|(k, r)| r.fine(k))
}

pub(super) async fn push(me: &Inner, wire: &Wire, engine: &Arc<Engine>) -> Result<Outcome> {
    let header = engine.header().clone();
    let layout = match header.arrangement {
        Arrangement::Single => Layout::Single,
        Arrangement::Sharded => me.settings.layout.filter(|l| *l != Layout::Single).unwrap_or(Layout::Tag),
        other => return Err(unfit(other)),
    };
    check_size(&header, header.capacity)?;
    engine.verify()?;
    let old = match me.look(wire).await {
        Ok(live) => Some(live),
        // Nothing, or something damaged: the commit sees whether it may be replaced.
        Err(e) if super::ask::unavailable(e.clone()).code() == Code::Unavailable => None,
        Err(e) => return Err(e),
    };
    let site = site(me, wire, &header, layout);
    let made = async {
        for section in 0..site.temporary.len() {
            send_section(&site, engine, section).await?;
        }
        site.commit(true).await
    };
    finish(&site, made.await).await?;
    // A filter that had other keys: those that were not replaced are of no use any more.
    let left: Vec<_> = old.iter().flat_map(|o| &o.keys).filter(|k| !site.live.keys.contains(*k)).collect();
    for reply in wire.send(left.iter().map(|k| Command::new("UNLINK").key_arg(k).write()).collect()).await? {
        reply.fine(&me.name)?;
    }
    let live = me.look(wire).await?;
    Ok(Outcome::of_record(super::figures::known(&live)))
}

async fn send_section(site: &Site<'_>, engine: &Engine, index: usize) -> Result<()> {
    let section = engine.section(index);
    let line = header::Line1 { generation: 0, ..section.live().snapshot().unsealed() };
    site.grow(index).await?;
    site.write_header(index, &line.encode()).await?;
    let len = section.header.body_len() as usize;
    let chunk = site.me.settings.chunk;
    let starts: Vec<usize> = (0..len).step_by(chunk).collect();
    let key = &site.temporary[index];
    let mut buf = Vec::new();
    for some in starts.chunks(STEPS) {
        // What is written, and how it is read back: zeros are there already, and only counted.
        let (mut commands, mut back, mut due) = (Vec::new(), Vec::new(), Vec::new());
        for at in some {
            let take = chunk.min(len - at);
            section.copy_body(*at, take, &mut buf);
            let (first, last) = ((header::LEN + at) as u64, (header::LEN + at + take) as u64 - 1);
            let zeros = buf.iter().all(|b| *b == 0);
            if !zeros {
                commands.push(site.set(index, first, &buf));
            }
            let read = Command::new(if zeros { "BITCOUNT" } else { "GETRANGE" }).key_arg(key).int(first).int(last);
            back.push(if zeros { read } else { read.binary() });
            due.push((!zeros).then(|| (take, xxh3_64(&buf))));
        }
        site.write(index, commands).await?;
        for (due, reply) in due.iter().zip(site.wire.send(back).await?) {
            let same = match due {
                None => reply.number(key)? == 0,
                Some((take, sum)) => reply.bytes(key).map(|b| b.len() == *take && xxh3_64(b) == *sum)?,
            };
            if !same {
                return Err(err!(
                    ChecksumMismatch,
                    "what Redis holds is not what was sent: is the client changing bytes (text encoding, serialiser, compression)?"
                ));
            }
        }
    }
    Ok(())
}

pub(super) async fn commit_next(me: &Inner, wire: &Wire) -> Result<Outcome> {
    if !me.is_next {
        return Err(err!(InvalidArgument, "commit is for a filter that was made by next"));
    }
    let built = me.look(wire).await?;
    let mut live = (*built).clone();
    live.keys = keys_of(&me.name, built.layout, false, built.keys.len());
    commit(me, wire, &live, &built.keys, true).await?;
    Ok(Outcome::of_record(super::figures::known(&live)))
}

pub(super) async fn delete(me: &Inner, wire: &Wire) -> Result<Outcome> {
    let keys = match me.settings.backend {
        Backend::Onebloom => match me.look(wire).await {
            Ok(live) => live.keys.clone(),
            // Gone as a filter, but perhaps some shards are left; their names are ours alone, NAME
            // may be anybody's. A lost connection fails again at once.
            Err(e) if e.code() == Code::Unavailable => {
                let of = |layout| keys_of(&me.name, layout, me.is_next, header::MAX_SECTIONS as usize);
                [of(Layout::Tag), of(Layout::Spread)].concat()
            }
            Err(e) => return Err(e),
        },
        Backend::Days => super::days::keys(me, wire).await?,
        Backend::Bitmap | Backend::RedisBloom => vec![me.name.clone()],
    };
    let replies = wire.send(keys.iter().map(|k| Command::new("UNLINK").key_arg(k).write()).collect()).await?;
    let mut deleted = 0;
    for (key, reply) in keys.iter().zip(&replies) {
        deleted += reply.number(key)? as u64;
    }
    Ok(Outcome::of_record(vec![("deleted", deleted.into())]))
}

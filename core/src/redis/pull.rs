//! pull: a filter out of Redis, chunk by chunk.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::Arc;

use super::live::{found, look, Found, Live};
use super::remote::Inner;
use super::wire::{Command, Wire};
use crate::error::{err, Result};
use crate::filter::{Engine, Source};
use crate::header::{self, Header, Line1};
use crate::section::Section;
use crate::storage::Sharing;

/// A filter that is replaced while it is read is read again this often.
const READ_AGAIN: usize = 4;
/// Chunks in one flush.
const STEPS: usize = 4;

pub(super) async fn pull(me: &Inner, wire: &Wire) -> Result<Engine> {
    let mut live = me.look(wire).await?;
    if live.is_bare() {
        super::ask::bitmap_is_there(me, wire).await?;
        return bitmap(me, wire, &live).await;
    }
    for _ in 0..READ_AGAIN {
        let mut sections = Vec::new();
        let mut whole = true;
        for index in 0..live.keys.len() {
            match section(me, wire, &live, index).await? {
                Some(section) => sections.push(section),
                None => {
                    whole = false;
                    break;
                }
            }
        }
        if whole {
            return Engine::assemble(sections, Sharing::Exclusive, Source::memory());
        }
        live = me.look(wire).await?;
    }
    Err(super::ask::replaced_too_often(me))
}

/// A section, or None if it was replaced meanwhile.
async fn section(me: &Inner, wire: &Wire, live: &Arc<Live>, index: usize) -> Result<Option<Section>> {
    let key = &live.keys[index];
    let before = found(key, &wire.send(look(key).to_vec()).await?)?;
    let Found::Section(header, line) = before else { return Ok(None) };
    if header.encode()[header::SUM..] != live.sums[index][..] {
        return Ok(None);
    }
    let section = Section::create(*header)?;
    if !read(me, wire, key, header::LEN as u64, &section).await? {
        return Ok(None);
    }
    match found(key, &wire.send(look(key).to_vec()).await?)? {
        Found::Section(header, after) if *header == section.header && after.generation == line.generation => {
            if after.is_sealed() {
                section.store_line1(&after);
                section.verify()?;
            } else {
                // Adds in Redis do not count items: the cells tell.
                let items = section.estimate(section.set_cells());
                section.store_line1(&Line1 { items, ..after.unsealed() });
            }
            Ok(Some(section))
        }
        _ => Ok(None),
    }
}

/// Fills the body from the string; false if the string ends too early.
async fn read(me: &Inner, wire: &Wire, key: &[u8], base: u64, section: &Section) -> Result<bool> {
    let len = section.header.body_len();
    let chunk = me.settings.chunk as u64;
    let starts: Vec<u64> = (0..len).step_by(chunk as usize).collect();
    for some in starts.chunks(STEPS) {
        let range = |at: &u64| {
            let end = (at + chunk).min(len);
            Command::new("GETRANGE").key_arg(key).int(base + at).int(base + end - 1).binary()
        };
        let replies = wire.send(some.iter().map(range).collect()).await?;
        for (at, reply) in some.iter().zip(&replies) {
            let bytes = reply.bytes(key)?;
            let due = chunk.min(len - at) as usize;
            if bytes.len() > due {
                return Err(reply.strange(key));
            }
            if bytes.len() < due && base > 0 {
                return Ok(false);
            }
            // A bitmap ends where its last bit was set: zeros follow.
            let mut padded = bytes.to_vec();
            padded.resize(bytes.len().next_multiple_of(8), 0);
            section.store_body(*at as usize, &padded);
        }
    }
    Ok(true)
}

async fn bitmap(me: &Inner, wire: &Wire, live: &Live) -> Result<Engine> {
    let section = Section::create(Header { index: 0, ..live.header.clone() })?;
    read(me, wire, &live.keys[0], 0, &section).await?;
    clear_beyond(&section)?;
    let items = section.estimate(section.set_cells());
    section.store_line1(&Line1 { items, ..Line1::default() });
    super::ask::bitmap_is_there(me, wire).await?;
    Engine::assemble(vec![section], Sharing::Exclusive, Source::memory())
}

/// Bits at m and beyond are no cells: a bitmap that has one there has another m than was said.
fn clear_beyond(section: &Section) -> Result<()> {
    let m = section.header.m;
    for (i, word) in section.cells().iter().enumerate().skip((m / 64) as usize) {
        let bytes = word.load(Relaxed).to_ne_bytes();
        for (j, byte) in bytes.iter().enumerate() {
            let first = (i * 64 + j * 8) as u64;
            let beyond = (first..first + 8).any(|bit| bit >= m && byte & 0x80 >> (bit - first) != 0);
            if beyond {
                return Err(err!(Incompatible, "the bitmap has bits beyond m = {m}: it was made with another m"));
            }
        }
    }
    Ok(())
}

//! What a filter in Redis says of itself.

use super::ask::bitmap_is_there;
use super::live::Live;
use super::outcome::Outcome;
use super::remote::Inner;
use super::wire::{Command, Wire};
use crate::error::Result;
use crate::field::{Field, Record};
use crate::header;
use crate::kind::Kind;
use crate::size;
use crate::stats::of_load;

/// Strings up to this many bytes are counted whole.
const COUNT_WHOLE: u64 = 4 << 20;
/// Larger ones are sampled: this many ranges, evenly spread.
const SAMPLES: u64 = 64;
const SAMPLE: u64 = 4096;
/// Counters are fetched rather than counted by the server: a smaller whole.
const FETCH_WHOLE: u64 = SAMPLES * SAMPLE;

/// What the headers say.
pub(super) fn known(live: &Live) -> Record {
    let h = &live.header;
    let sections = live.keys.len() as u64;
    vec![
        ("capacity", (h.capacity * sections).into()),
        ("fpp", h.fpp.into()),
        ("kind", h.kind.name().into()),
        ("scheme", h.scheme.name().into()),
        ("arrangement", h.arrangement.name().into()),
        ("m", h.m.into()),
        ("k", u64::from(h.k).into()),
        ("seed", h.seed.into()),
        ("section_count", sections.into()),
        ("bytes", (live.string_len() * sections).into()),
        ("generation", u64::from(live.generation).into()),
        ("layout", if live.is_bare() { "bitmap" } else { live.layout.name() }.into()),
        ("key_bytes", live.string_len().into()),
    ]
}

/// Byte ranges of the body, from its start.
fn ranges(len: u64, whole: bool, chunk: u64, fetched: bool) -> Vec<(u64, u64)> {
    if whole && fetched {
        return (0..len).step_by(chunk as usize).map(|at| (at, chunk.min(len - at))).collect();
    }
    if whole {
        return vec![(0, len)];
    }
    let step = (len - SAMPLE) / (SAMPLES - 1);
    (0..SAMPLES).map(|i| (i * step / 64 * 64, SAMPLE)).collect()
}

/// How full the sections of a filter are.
pub(super) struct Fill {
    ratio: f64,
    /// Keys that the fill suggests, in one section on average.
    pub(super) items: u64,
    pub(super) expected: f64,
}

pub(super) async fn fill(me: &Inner, wire: &Wire, live: &Live, exact: bool) -> Result<Fill> {
    let h = &live.header;
    let counting = h.kind == Kind::Counting;
    let base = if live.is_bare() { 0 } else { header::LEN as u64 };
    let body = live.string_len() - base;
    let whole = exact || body <= if counting { FETCH_WHOLE } else { COUNT_WHOLE };
    let ranges = ranges(body, whole, me.settings.chunk as u64, counting);
    let (mut set, mut cells) = (0.0, 0.0);
    for key in &live.keys {
        for some in ranges.chunks(SAMPLES as usize) {
            let command = |(at, len): &(u64, u64)| {
                let (first, last) = (base + at, base + at + len - 1);
                let command =
                    Command::new(if counting { "GETRANGE" } else { "BITCOUNT" }).key_arg(key).int(first).int(last);
                if counting {
                    command.binary()
                } else {
                    command
                }
            };
            for (range, reply) in some.iter().zip(wire.send(some.iter().map(command).collect()).await?) {
                set += if counting {
                    reply
                        .bytes(key)?
                        .iter()
                        .map(|b| u32::from(b >> 4 != 0) + u32::from(b & 15 != 0))
                        .sum::<u32>()
                        .into()
                } else {
                    reply.number(key)? as f64
                };
                cells += range.1 as f64 * if counting { 2.0 } else { 8.0 };
            }
        }
    }
    if whole {
        cells = h.m as f64 * live.keys.len() as f64; // without padding
    }
    let ratio = (set / cells).min(1.0);
    let items = size::estimate(h.m, h.k, ratio * h.m as f64);
    let expected = match h.kind {
        Kind::Blocked => size::rate(h.kind, items as f64, h.m, h.k),
        Kind::Classic | Kind::Counting => libm::pow(ratio, f64::from(h.k)),
    };
    Ok(Fill { ratio, items, expected })
}

pub(super) async fn stats(me: &Inner, wire: &Wire, exact: bool) -> Result<Outcome> {
    let live = me.look(wire).await?;
    if live.is_bare() {
        bitmap_is_there(me, wire).await?;
    }
    let fill = fill(me, wire, &live, exact).await?;
    let load = fill.items as f64 / live.header.capacity as f64;
    let mut record = known(&live);
    record.extend([
        ("items", Field::Null),
        ("load", load.into()),
        ("fill_ratio", fill.ratio.into()),
        ("estimated_items", (fill.items * live.keys.len() as u64).into()),
        ("expected_fpp", fill.expected.into()),
        ("status", of_load(load).into()),
    ]);
    let ttl = wire.one(Command::new("PTTL").key_arg(&live.keys[0])).await?.number(&live.keys[0])?;
    record.push(("ttl_ms", u64::try_from(ttl).map_or(Field::Null, Field::U64)));
    Ok(Outcome::of_record(record))
}

/// header_sum and generation of section 0.
pub(super) async fn version(me: &Inner, wire: &Wire) -> Result<Outcome> {
    me.only_onebloom("version")?;
    let live = me.live(wire).await?;
    let key = &live.keys[0];
    let read = Command::new("BITFIELD_RO")
        .key_arg(key)
        .arg(b"GET")
        .arg(b"i64")
        .int(header::SUM as u64 * 8)
        .arg(b"GET")
        .arg(b"u32")
        .int(header::GENERATION as u64 * 8);
    let numbers = wire.one(read).await?.numbers(key, 2)?;
    if numbers[0] == 0 {
        // Perhaps it lives under other keys now.
        let live = me.look(wire).await?;
        return Ok(Outcome::of_record(version_record(&live.sums[0], live.generation)));
    }
    let generation = (numbers[1] as u32).swap_bytes();
    Ok(Outcome::of_record(version_record(&numbers[0].to_be_bytes(), generation)))
}

fn version_record(sum: &[u8], generation: u32) -> Record {
    let hex: String = sum.iter().map(|b| format!("{b:02x}")).collect();
    vec![("header_sum", Field::Text(hex)), ("generation", u64::from(generation).into())]
}

//! One filter a period behind one name, each with a time to live: a window of days.
//!
//! The key NAME is a hash, the index: `make` says what the filters are, `p<number>` that the filter
//! of that period was made. So a period in which nobody added anything is told from one whose
//! filter was evicted. The filter of period t (Unix time / period) is `{NAME}:t`.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::ask::ROUNDS;
use super::build;
use super::figures;
use super::keys::Keys;
use super::live::Live;
use super::name::{self, Layout};
use super::outcome::Outcome;
use super::remote::Inner;
use super::script::{call, Call, Script};
use super::settings::{Backend, Settings};
use super::wire::{Command, Reply, Wire};
use crate::arrangement::Arrangement;
use crate::error::{err, Error, Result};
use crate::field::Field;
use crate::header::{self, Header};
use crate::kind::Kind;
use crate::stats::of_load;

/// What the index says.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Days {
    header: Header,
    period: i64,
    keep: i64,
    made: BTreeSet<i64>,
}

fn index_read(me: &Inner) -> Command {
    Command::new("HGETALL").key_arg(&me.name)
}

fn strange(me: &Inner, what: &str) -> Error {
    let name = String::from_utf8_lossy(&me.name);
    err!(Unavailable, "Redis key {name:?} is no index of filters by period: {what}")
}

impl Days {
    /// From the reply to HGETALL.
    fn parse(me: &Inner, reply: &Reply) -> Result<Days> {
        let Reply::List(pairs) = reply else { return Err(reply.strange(&me.name)) };
        if pairs.is_empty() {
            return Err(me.gone());
        }
        let (mut make, mut made) = (None, BTreeSet::new());
        for pair in pairs.chunks_exact(2) {
            let field = pair[0].bytes(&me.name)?;
            if field == b"make" {
                make = Some(String::from_utf8_lossy(pair[1].bytes(&me.name)?).into_owned());
            } else if let Some(t) = field.strip_prefix(b"p").and_then(|t| std::str::from_utf8(t).ok()?.parse().ok()) {
                made.insert(t);
            }
        }
        let make = make.ok_or_else(|| strange(me, "it has no field make"))?;
        let words: Vec<&str> = make.split(' ').collect();
        let [period, keep, hex] = words[..] else { return Err(strange(me, "its field make is damaged")) };
        let bytes: Option<Vec<u8>> =
            (0..hex.len() / 2).map(|i| u8::from_str_radix(hex.get(2 * i..2 * i + 2)?, 16).ok()).collect();
        let mut bytes = bytes.ok_or_else(|| strange(me, "its header is damaged"))?;
        bytes.resize(header::LEN, 0);
        let header = Header::parse(&bytes, true)?;
        match (period.parse(), keep.parse()) {
            (Ok(period @ 1..=0xFFFF_FFFF), Ok(keep @ 1..=1024)) => Ok(Days { header, period, keep, made }),
            _ => Err(strange(me, "its period is damaged")),
        }
    }

    fn make(&self) -> String {
        let hex: String = self.header.encode().iter().map(|b| format!("{b:02x}")).collect();
        format!("{} {} {hex}", self.period, self.keep)
    }

    /// The number of the period that it is now.
    fn current(&self, me: &Inner) -> i64 {
        me.now_ms().div_euclid(1000 * self.period)
    }

    /// The periods that are remembered, the current one last.
    fn live(&self, me: &Inner) -> Vec<i64> {
        let t = self.current(me);
        (t - self.keep + 1..=t).collect()
    }

    fn filter(&self, me: &Inner, t: i64) -> Live {
        Live::new(Layout::Single, vec![name::beside(&me.name, &t.to_string())], std::slice::from_ref(&self.header), 0)
    }

    fn same_make(&self, other: &Days) -> bool {
        (&self.header, self.period, self.keep) == (&other.header, other.period, other.keep)
    }

    fn lost(&self, me: &Inner, t: i64) -> Error {
        let key = name::beside(&me.name, &t.to_string());
        let key = String::from_utf8_lossy(&key);
        err!(Unavailable, "Redis has no filter {key:?} of a period that is remembered: evicted or deleted; delete the whole and create it again")
    }
}

async fn index(me: &Inner, wire: &Wire) -> Result<Days> {
    let reply = wire.one(index_read(me)).await?;
    let days = Days::parse(me, &reply)?;
    me.set_days(days.clone());
    Ok(days)
}

async fn known(me: &Inner, wire: &Wire) -> Result<Days> {
    match me.days() {
        Some(days) => Ok(days),
        None => index(me, wire).await,
    }
}

pub(super) async fn create(me: &Inner, wire: &Wire) -> Result<Outcome> {
    let header = me.settings.options.header()?;
    if header.arrangement != Arrangement::Rotating {
        return Err(err!(
            InvalidArgument,
            "a filter by periods needs period (seconds) and keep (how many are remembered)"
        ));
    }
    let (period, keep) = (i64::from(header.param), i64::from(header.sections));
    let header = Header { arrangement: Arrangement::Single, sections: 1, param: 0, ..header };
    super::live::check_size(&header, header.capacity)?;
    let days = Days { header, period, keep, made: BTreeSet::new() };
    let make = Command::new("HSETNX").key_arg(&me.name).arg(b"make").arg(days.make().as_bytes()).write();
    let name = String::from_utf8_lossy(&me.name);
    match wire.one(make).await?.number(&me.name) {
        Ok(1) => {}
        Err(e) if e.code() != crate::Code::Unavailable => return Err(e),
        _ => return Err(err!(AlreadyExists, "Redis key {name:?} exists already; open it, or delete it")),
    }
    me.set_days(days.clone());
    Ok(Outcome::of_record(record(&days)))
}

fn record(days: &Days) -> crate::Record {
    let live = Live::new(Layout::Single, vec![Vec::new()], std::slice::from_ref(&days.header), 0);
    let mut record = figures::known(&live);
    for (name, value) in &mut record {
        match *name {
            "layout" => *value = "days".into(),
            "fpp" => *value = (days.header.fpp * days.keep as f64).into(),
            "section_count" => *value = (days.keep as u64).into(),
            "bytes" => *value = (live.string_len() * days.keep as u64).into(),
            _ => {}
        }
    }
    record.push(("period", (days.period as u64).into()));
    record.push(("keep", (days.keep as u64).into()));
    record
}

pub(super) async fn open(me: &Inner, wire: &Wire) -> Result<Outcome> {
    Ok(Outcome::of_record(record(&index(me, wire).await?)))
}

pub(super) async fn contains(me: &Inner, wire: &Wire, keys: &Keys) -> Result<Vec<bool>> {
    let mut days = known(me, wire).await?;
    for _ in 0..ROUNDS {
        let periods = days.live(me);
        match ask(me, wire, keys, &days, &periods).await? {
            Ok((answers, _)) => return Ok(answers),
            Err(now) => days = now,
        }
    }
    Err(super::ask::replaced_too_often(me))
}

/// Whether any of these periods has the keys, all asked in one pipeline, and what the index says;
/// or what the index says if it is not what it was.
async fn ask(
    me: &Inner,
    wire: &Wire,
    keys: &Keys,
    days: &Days,
    periods: &[i64],
) -> Result<std::result::Result<(Vec<bool>, Days), Days>> {
    let filters: Vec<Live> = periods.iter().map(|t| days.filter(me, *t)).collect();
    let reads = filters.first().map_or(1, |f| f.reads() * filters.len());
    let at_once = (me.settings.operations_per_flush / reads).clamp(1, me.settings.keys_per_command);
    let all: Vec<usize> = (0..keys.len()).collect();
    let mut answers = vec![false; all.len()];
    let mut seen = days.clone();
    // An empty batch asks the index all the same: a filter that is gone says so.
    let chunks: Vec<&[usize]> = if all.is_empty() { vec![&all[..]] } else { all.chunks(at_once).collect() };
    for some in chunks {
        let mut commands = vec![index_read(me)];
        for filter in &filters {
            let mut command = filter.question(0);
            some.iter().for_each(|i| filter.ask(&mut command, keys.get(*i)));
            commands.push(command);
        }
        let replies = wire.send(commands).await?;
        let now = Days::parse(me, &replies[0])?;
        me.set_days(now.clone());
        if !now.same_make(days) {
            return Ok(Err(now));
        }
        for ((t, filter), reply) in periods.iter().zip(&filters).zip(&replies[1..]) {
            let numbers = reply.numbers(&filter.keys[0], 1 + some.len() * filter.reads())?;
            if numbers[0] == 0 {
                if now.made.contains(t) {
                    return Err(days.lost(me, *t));
                }
                continue;
            }
            if numbers[0].to_be_bytes()[..] != filter.sums[0][..] {
                return Err(strange(me, "the filter of a period has another make"));
            }
            for (i, read) in some.iter().zip(numbers[1..].chunks(filter.reads())) {
                answers[*i] |= filter.answer(keys.get(*i), read);
            }
        }
        seen = now;
    }
    Ok(Ok((answers, seen)))
}

/// True: no period that is remembered had the key.
pub(super) async fn add(me: &Arc<Inner>, wire: &Wire, keys: &Keys) -> Result<Vec<bool>> {
    let mut days = known(me, wire).await?;
    for _ in 0..ROUNDS {
        let t = days.current(me);
        let before: Vec<i64> = days.live(me).into_iter().filter(|p| *p != t).collect();
        let (known, seen) = match ask(me, wire, keys, &days, &before).await? {
            Ok(asked) => asked,
            Err(now) => {
                days = now;
                continue;
            }
        };
        let all: Vec<usize> = (0..keys.len()).collect();
        let mut new = Vec::with_capacity(all.len());
        let filter = days.filter(me, t);
        let at_once = (me.settings.operations_per_flush / filter.reads()).clamp(1, me.settings.keys_per_command);
        let mut made = seen.made.contains(&t);
        for some in all.chunks(at_once) {
            let mut written = write(me, wire, keys, &filter, some).await?;
            if written.is_none() {
                if made {
                    return Err(days.lost(me, t));
                }
                make_period(me, wire, &days, t).await?;
                written = write(me, wire, keys, &filter, some).await?;
            }
            if !made {
                // Whoever is told of an add can rely on the index saying that the period was made.
                mark(me, wire, &days, t).await?;
                made = true;
            }
            new.extend(written.ok_or_else(|| days.lost(me, t))?);
        }
        return Ok(new.into_iter().zip(known).map(|(new, known)| new && !known).collect());
    }
    Err(super::ask::replaced_too_often(me))
}

/// Adds some keys to the filter of a period; None if it is not there.
async fn write(me: &Inner, wire: &Wire, keys: &Keys, filter: &Live, some: &[usize]) -> Result<Option<Vec<bool>>> {
    let counting = filter.header.kind == Kind::Counting;
    let script = if counting { Script::Raise } else { Script::Add };
    let data = super::change::pack(filter, keys, some, counting);
    let (key, k, count) = (&filter.keys[0], filter.header.k.to_string(), some.len().to_string());
    let next = name::next(key);
    let calls =
        [Call { script, keys: vec![key, &next], args: vec![&filter.sums[0], k.as_bytes(), &data, count.as_bytes()] }];
    let replies = call(wire, &calls).await?;
    match &replies[0] {
        Reply::Int(0) => Ok(None),
        Reply::Int(_) => Err(strange(me, "the filter of a period has another make")),
        other => Ok(Some(other.bytes(key)?.iter().skip(1).map(|d| *d == b'1').collect())),
    }
}

/// The filter of a period, which expires when it is remembered no more (and one period later, for
/// clocks that differ).
async fn make_period(me: &Inner, wire: &Wire, days: &Days, t: i64) -> Result<()> {
    let h = &days.header;
    let mut settings = Settings { backend: Backend::Onebloom, options: crate::Options::new(), ..me.settings.clone() };
    let end = (t + days.keep + 1) * days.period;
    settings.ttl = u64::try_from(end - me.now_ms().div_euclid(1000)).unwrap_or(0).max(1);
    settings.layout = Some(Layout::Single);
    settings
        .options
        .set("kind", h.kind.name())?
        .set("scheme", h.scheme.name())?
        .set("seed", h.seed)?
        .set("m", h.m)?
        .set("k", u64::from(h.k))?
        .set("capacity", h.capacity)?
        .set("fpp", h.fpp)?;
    let one = Inner::of(name::beside(&me.name, &t.to_string()), settings, false, None);
    match build::create(&one, wire).await {
        // Somebody else was faster.
        Err(e) if e.code() == crate::Code::AlreadyExists => Ok(()),
        other => other.map(drop),
    }
}

async fn mark(me: &Inner, wire: &Wire, days: &Days, t: i64) -> Result<()> {
    let mut commands = vec![Command::new("HSET").key_arg(&me.name).arg(format!("p{t}").as_bytes()).arg(b"1").write()];
    let old: Vec<_> = days.made.iter().filter(|p| **p < t - days.keep).collect();
    if !old.is_empty() {
        let mut forget = Command::new("HDEL").key_arg(&me.name).write();
        old.iter().for_each(|p| forget.push(format!("p{p}").as_bytes()));
        commands.push(forget);
        // Expired already, but for a clock that was set.
        let keys = old.iter().map(|p| name::beside(&me.name, &p.to_string()));
        commands.extend(keys.map(|k| Command::new("UNLINK").key_arg(&k).write()));
    }
    wire.send(commands).await?.iter().try_for_each(|r| r.fine(&me.name))
}

pub(super) async fn stats(me: &Inner, wire: &Wire, exact: bool) -> Result<Outcome> {
    let days = index(me, wire).await?;
    let mut record = record(&days);
    let (mut items, mut fullest, mut made) = (0, 0.0f64, 0);
    let mut rates = Vec::new();
    for t in days.live(me).into_iter().filter(|t| days.made.contains(t)) {
        let fill = figures::fill(me, wire, &days.filter(me, t), exact).await?;
        items += fill.items;
        fullest = fullest.max(fill.items as f64 / days.header.capacity as f64);
        rates.push(fill.expected);
        made += 1;
    }
    let expected = -libm::expm1(rates.iter().map(|r| libm::log1p(-r)).sum());
    record.extend([
        ("items", Field::Null),
        ("load", fullest.into()),
        ("estimated_items", items.into()),
        ("expected_fpp", expected.into()),
        ("status", of_load(fullest).into()),
        ("made", Field::U64(made)),
    ]);
    Ok(Outcome::of_record(record))
}

/// The keys of all periods that the index knows, and the index last.
pub(super) async fn keys(me: &Inner, wire: &Wire) -> Result<Vec<Vec<u8>>> {
    let days = match index(me, wire).await {
        Ok(days) => days,
        Err(e) if e.code() == crate::Code::Unavailable => return Ok(Vec::new()),
        Err(e) => return Err(e),
    };
    let periods = days.made.iter().map(|t| name::beside(&me.name, &t.to_string()));
    Ok(periods.chain([me.name.clone()]).collect())
}

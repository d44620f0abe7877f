//! A filter as it was found in Redis: its keys, their headers, and where a key's cells are.

use super::name::{self, Layout};
use super::wire::{Command, Reply};
use crate::error::{err, Error, Result};
use crate::header::{self, Header, Line1};
use crate::kind::Kind;
use crate::section::{positions, Hashed};

/// Bits of the header.
const BASE: u64 = header::LEN as u64 * 8;
/// The 64-bit words of a header.
const WORDS: u64 = header::LEN as u64 / 8;
/// The string limit of Redis in bits (proto-max-bulk-len, 512 MB).
const STRING_BITS: u64 = 1 << 32;

/// Everything one has to know of a filter to ask it.
#[derive(Clone, Debug)]
pub(super) struct Live {
    pub(super) layout: Layout,
    /// One key a section.
    pub(super) keys: Vec<Vec<u8>>,
    /// Bytes 56–63 of each; empty if it has no header.
    pub(super) sums: Vec<Vec<u8>>,
    /// Of section 0.
    pub(super) header: Header,
    pub(super) generation: u32,
    /// The bit offset of cell 0.
    base: u64,
}

impl Live {
    /// A bitmap without a header.
    pub(super) fn bare(key: &[u8], header: Header) -> Live {
        Live {
            layout: Layout::Single,
            keys: vec![key.to_vec()],
            sums: vec![Vec::new()],
            header,
            generation: 0,
            base: 0,
        }
    }

    /// A filter whose sections have these headers.
    pub(super) fn new(layout: Layout, keys: Vec<Vec<u8>>, headers: &[Header], generation: u32) -> Live {
        let sums = headers.iter().map(|h| h.encode()[header::SUM..].to_vec()).collect();
        Live { layout, keys, sums, header: headers[0].clone(), generation, base: BASE }
    }

    pub(super) fn is_bare(&self) -> bool {
        self.base == 0
    }

    /// Bytes of one key's string.
    pub(super) fn string_len(&self) -> u64 {
        if self.is_bare() {
            self.header.m.div_ceil(8)
        } else {
            header::LEN as u64 + self.header.body_len()
        }
    }

    fn hashed<'a>(&self, key: &'a [u8]) -> Hashed<'a> {
        let h = &self.header;
        if h.scheme.takes_ready_hash() {
            Hashed::Ready(h.scheme.hash(key, h.seed))
        } else {
            Hashed::Bytes(key)
        }
    }

    /// The section of a key.
    pub(super) fn section(&self, key: &[u8]) -> usize {
        match self.hashed(key) {
            Hashed::Ready(h) if self.keys.len() > 1 => crate::probe::shard(h, self.keys.len() as u64),
            _ => 0,
        }
    }

    /// The bit offsets of a key's cells, in probe order.
    pub(super) fn offsets(&self, key: &[u8]) -> Vec<u64> {
        let mut cells = positions(&self.header, self.hashed(key));
        let kind = self.header.kind;
        for cell in &mut cells {
            *cell = self.base
                + match kind {
                    Kind::Classic => *cell,
                    // Blocked bits are numbered from the lowest bit of a byte, Redis's from the highest.
                    Kind::Blocked => *cell ^ 7,
                    Kind::Counting => *cell * 4,
                };
        }
        cells
    }

    /// Cells that one question reads.
    pub(super) fn reads(&self) -> usize {
        if self.header.kind == Kind::Blocked {
            4
        } else {
            usize::from(self.header.k)
        }
    }

    /// Begins the question about keys of one section.
    pub(super) fn question(&self, section: usize) -> Command {
        let key = &self.keys[section];
        let command = Command::new("BITFIELD_RO").key_arg(key);
        if self.is_bare() {
            return command;
        }
        command.arg(b"GET").arg(b"i64").int(header::SUM as u64 * 8)
    }

    /// Appends what must be read for a key.
    pub(super) fn ask(&self, command: &mut Command, key: &[u8]) {
        let offsets = self.offsets(key);
        if self.header.kind == Kind::Blocked {
            let block = offsets[0] / 256 * 256; // the header has 4 blocks' length
            for word in 0..4 {
                command.push(b"GET");
                command.push(b"i64");
                command.push_int(block + word * 64);
            }
            return;
        }
        let width: &[u8] = if self.header.kind == Kind::Counting { b"u4" } else { b"u1" };
        for offset in offsets {
            command.push(b"GET");
            command.push(width);
            command.push_int(offset);
        }
    }

    /// The answer for a key, from the numbers read for it.
    pub(super) fn answer(&self, key: &[u8], read: &[i64]) -> bool {
        if self.header.kind != Kind::Blocked {
            return read.iter().all(|v| *v != 0);
        }
        self.offsets(key).iter().all(|offset| {
            let bit = offset % 256;
            read[bit as usize / 64] as u64 >> (63 - bit % 64) & 1 == 1
        })
    }
}

/// OUT_OF_RANGE if a section does not fit a Redis string; says how many shards would.
pub(super) fn check_size(header: &Header, capacity: u64) -> Result<()> {
    let (cells, most) = match header.kind {
        Kind::Counting => (header.m, (STRING_BITS - BASE) / 4),
        Kind::Classic | Kind::Blocked => (header.m, STRING_BITS - BASE),
    };
    if cells <= most {
        return Ok(());
    }
    let all = u128::from(cells) * u128::from(header.sections.max(1));
    // A shard is sized for one deviation more than its share: some room for that.
    let shards = (all + all / 1000).div_ceil(u128::from(most));
    let kind = header.kind.name();
    let advice = if shards <= 1024 {
        format!("shards={shards} would do")
    } else {
        "more than 1024 shards would be needed".into()
    };
    Err(err!(OutOfRange, "m must be at most {most} for kind {kind} in one Redis string (512 MB), got {cells} for capacity {capacity}; {advice}"))
}

/// What was found under one key.
pub(super) enum Found {
    Nothing,
    Section(Box<Header>, Box<Line1>),
    /// Something that is no filter, or not a whole one.
    Other(Error),
}

/// The two commands whose replies [`found`] takes.
pub(super) fn look(key: &[u8]) -> [Command; 2] {
    let mut read = Command::new("BITFIELD_RO").key_arg(key);
    for word in 0..WORDS {
        read.push(b"GET");
        read.push(b"i64");
        read.push_int(word * 64);
    }
    [read, Command::new("STRLEN").key_arg(key)]
}

/// What is there, by the replies to [`look`]. The header comes as numbers, so that it survives
/// clients that decode replies.
pub(super) fn found(key: &[u8], replies: &[Reply]) -> Result<Found> {
    let [words, len] = replies else { return Ok(Found::Nothing) };
    if words.is_error("WRONGTYPE") {
        return Ok(Found::Other(words.strange(key)));
    }
    let words = words.numbers(key, WORDS as usize)?;
    let len = len.number(key)? as u64;
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_be_bytes()).collect();
    if len == 0 {
        return Ok(Found::Nothing);
    }
    let name = String::from_utf8_lossy(key);
    let shown = &bytes[..bytes.len().min(len as usize)];
    let header = match Header::parse(shown, true) {
        Ok(header) => header,
        Err(e) => return Ok(Found::Other(e.context(&format!("Redis key {name:?}")))),
    };
    let whole = header.body_len() + header::LEN as u64;
    if len < whole {
        return Ok(Found::Other(err!(
            Truncated,
            "Redis key {name:?}: the filter needs {whole} bytes, the string has {len}"
        )));
    }
    if len > whole {
        return Ok(Found::Other(err!(
            TrailingBytes,
            "Redis key {name:?}: the filter has {whole} bytes, the string {len}"
        )));
    }
    Ok(Found::Section(Box::new(header), Box::new(Line1::parse(&bytes[header::LINE..]))))
}

/// The keys of a filter's sections.
pub(super) fn keys_of(name: &[u8], layout: Layout, next: bool, sections: usize) -> Vec<Vec<u8>> {
    let key = |i| name::of_section(name, layout, i);
    (0..sections).map(|i| if next { name::next(&key(i)) } else { key(i) }).collect()
}

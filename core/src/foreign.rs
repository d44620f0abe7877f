//! Bodies without a header that other programs made: Redis bitmaps, Java BitSets, RedisBloom
//! links, Parquet column filters. The caller names scheme, m and k, which such bodies do not tell.

use crate::error::{err, Result};
use crate::filter::{Engine, Source};
use crate::header::Header;
use crate::kind::Kind;
use crate::options::Options;
use crate::section::{bytes_of, Section};
use crate::storage::Sharing;

/// In which order a foreign body holds its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BitOrder {
    /// Cell p is bit `0x80 >> (p & 7)` of byte `p >> 3`: Redis SETBIT, and this library's own.
    /// Counters: the even one in the high half of its byte, as `BITFIELD … u4 #p`.
    Msb,
    /// Cell p is bit `1 << (p & 7)` of byte `p >> 3`: little-endian words of any width, Java's
    /// BitSet, RedisBloom. Blocked: Parquet's bitset, and this library's own.
    Lsb,
    /// A byte a cell; any value but 0 is set.
    Bytes,
}

const ORDERS: [(BitOrder, &str); 3] = [(BitOrder::Msb, "msb"), (BitOrder::Lsb, "lsb"), (BitOrder::Bytes, "bytes")];

impl BitOrder {
    /// The name that all languages use.
    pub fn name(self) -> &'static str {
        ORDERS.iter().find(|o| o.0 == self).map_or("", |o| o.1)
    }

    /// The order of this name.
    ///
    /// # Errors
    /// INVALID_ARGUMENT, listing the names.
    pub fn parse(name: &str) -> Result<BitOrder> {
        let found = ORDERS.iter().find(|o| o.1 == name);
        found.map(|o| o.0).ok_or_else(|| err!(InvalidArgument, "bits must be one of msb, lsb, bytes, got {name:?}"))
    }

    /// What fits the kind: counters and blocks are not single bits.
    fn check(self, kind: Kind) -> Result<()> {
        let fits = match kind {
            Kind::Classic => true,
            Kind::Blocked => self == BitOrder::Lsb,
            Kind::Counting => self == BitOrder::Msb,
        };
        let takes = match kind {
            Kind::Classic => "msb, lsb or bytes",
            Kind::Blocked => "lsb (Parquet's order)",
            Kind::Counting => "msb (Redis BITFIELD u4)",
        };
        if fits {
            return Ok(());
        }
        Err(err!(InvalidArgument, "kind {} takes bits {takes}, got {}", kind.name(), self.name()))
    }

    /// How many bytes a foreign body of these cells has.
    fn len(self, h: &Header) -> u64 {
        match (self, h.kind) {
            (BitOrder::Bytes, _) => h.m,
            (_, Kind::Counting) => h.m.div_ceil(2),
            _ => h.m.div_ceil(8),
        }
    }
}

impl Engine {
    /// A filter in private memory from a body that another program made. The options must have
    /// `scheme`, `m` and `k`; `bits` says the order (default: this library's own of the kind),
    /// `capacity` and `fpp` are taken from m and k unless given, items from the fill. A body may
    /// be shorter than m, as Redis bitmaps are: the rest is 0.
    ///
    /// # Errors
    /// INVALID_ARGUMENT for options that do not fit, OUT_OF_RANGE for a body that is longer than
    /// m or has cells behind m, OUT_OF_MEMORY.
    pub fn from_bits(body: &[u8], options: &Options, sharing: Sharing) -> Result<Engine> {
        if !options.has_size() {
            return Err(err!(
                InvalidArgument,
                "from_bits needs m and k: the cells and the probes a key, as the other program has them"
            ));
        }
        let header = options.header()?;
        let order = options.bits.unwrap_or(own_order(header.kind));
        order.check(header.kind)?;
        let most = order.len(&header);
        if body.len() as u64 > most {
            return Err(err!(OutOfRange, "the body has {} bytes; m = {} takes at most {most}", body.len(), header.m));
        }
        let own = to_own(order, header.kind, body)?;
        check_behind(&header, &own)?;
        let section = Section::create(header)?;
        section.import(&own);
        Engine::assemble(vec![section], sharing, Source::memory())
    }

    /// The cells as another program holds them, without a header; `order` as for
    /// [`Engine::from_bits`].
    ///
    /// # Errors
    /// UNSUPPORTED for filters of several sections, INVALID_ARGUMENT for an order that does not
    /// fit the kind, OUT_OF_MEMORY.
    pub fn to_bits(&self, order: BitOrder) -> Result<Vec<u8>> {
        let h = self.header();
        let len = self.bits_len(order)?;
        let failed = || err!(OutOfMemory, "cannot allocate {len} bytes");
        let len = usize::try_from(len).map_err(|_| failed())?;
        let mut out = Vec::new();
        out.try_reserve_exact(len).map_err(|_| failed())?;
        let mut buf = Vec::new();
        for chunk in self.first.cells().chunks(1 << 16) {
            bytes_of(chunk, &mut buf);
            match order {
                BitOrder::Bytes => out.extend(buf.iter().flat_map(|b| (0..8).map(move |i| b >> (7 - i) & 1))),
                BitOrder::Lsb if h.kind == Kind::Classic => out.extend(buf.iter().map(|b| b.reverse_bits())),
                _ => out.extend_from_slice(&buf),
            }
            out.truncate(len);
        }
        Ok(out)
    }

    /// How many bytes [`Engine::to_bits`] gives.
    ///
    /// # Errors
    /// UNSUPPORTED and INVALID_ARGUMENT as there.
    pub fn bits_len(&self, order: BitOrder) -> Result<u64> {
        let h = self.header();
        if h.arrangement != crate::Arrangement::Single {
            return Err(err!(Unsupported, "to_bits needs arrangement single; this filter is {}", h.arrangement.name()));
        }
        order.check(h.kind)?;
        Ok(order.len(h))
    }
}

fn own_order(kind: Kind) -> BitOrder {
    match kind {
        Kind::Blocked => BitOrder::Lsb,
        Kind::Classic | Kind::Counting => BitOrder::Msb,
    }
}

/// The body in this library's order of the kind.
fn to_own(order: BitOrder, kind: Kind, body: &[u8]) -> Result<Vec<u8>> {
    let mut own = Vec::new();
    let len = if order == BitOrder::Bytes { body.len().div_ceil(8) } else { body.len() };
    own.try_reserve_exact(len).map_err(|_| err!(OutOfMemory, "cannot allocate {len} bytes"))?;
    match order {
        BitOrder::Bytes => {
            let byte = |cells: &[u8]| cells.iter().enumerate().fold(0, |b, (i, c)| b | u8::from(*c != 0) << (7 - i));
            own.extend(body.chunks(8).map(byte));
        }
        BitOrder::Lsb if kind == Kind::Classic => own.extend(body.iter().map(|b| b.reverse_bits())),
        BitOrder::Lsb | BitOrder::Msb => own.extend_from_slice(body),
    }
    Ok(own)
}

/// Cells behind m would never be asked: the caller's m is wrong.
fn check_behind(h: &Header, own: &[u8]) -> Result<()> {
    let bits = match h.kind {
        Kind::Counting => h.m * 4,
        Kind::Classic | Kind::Blocked => h.m,
    };
    let (byte, bit) = ((bits / 8) as usize, bits % 8);
    let stray = own.get(byte).is_some_and(|b| b & (0xFFu8 >> bit) != 0);
    if stray {
        return Err(err!(OutOfRange, "the body has cells behind m = {}; is m right?", h.m));
    }
    Ok(())
}

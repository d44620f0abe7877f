//! Many keys in one call.

use onebloom::{Batch, Code, Engine, Error, Result};

use crate::boundary::{guard, put, slice, slice_mut};
use crate::filter::{engine, Filter};

/// How many keys the core hashes ahead.
const CHUNK: usize = 256;

/// How key number `i` gets into a batch.
trait Keys {
    fn count(&self) -> usize;
    fn push(&self, batch: &mut Batch, i: usize) -> Result<()>;
}

/// Pointers and lengths.
struct Apart<'a> {
    keys: &'a [*const u8],
    lens: &'a [usize],
}

impl Keys for Apart<'_> {
    fn count(&self) -> usize {
        self.lens.len()
    }
    fn push(&self, batch: &mut Batch, i: usize) -> Result<()> {
        // SAFETY: the header asks for `lens[i]` bytes at `keys[i]`; NULL and absurd lengths are refused inside.
        batch.push(unsafe { slice(self.keys[i], self.lens[i], "it")? });
        Ok(())
    }
}

/// One block and the places where keys begin and end.
struct Packed<'a> {
    data: *const u8,
    offsets: &'a [i64],
}

impl Keys for Packed<'_> {
    fn count(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }
    fn push(&self, batch: &mut Batch, i: usize) -> Result<()> {
        let (from, to) = (self.offsets[i], self.offsets[i + 1]);
        if from < 0 || to < from {
            return Err(Error::new(
                Code::InvalidArgument,
                format!("offsets must not be negative and not fall, got {from} and then {to}"),
            ));
        }
        let len = (to - from) as usize;
        if len > 0 && self.data.is_null() {
            return Err(Error::new(Code::NullPointer, "data is NULL".to_string()));
        }
        // SAFETY: the header asks for offsets[n] bytes at data, so from..to lies inside; wrapping_add for the empty keys of
        // a NULL block.
        batch.push(unsafe { slice(self.data.wrapping_add(from as usize), len, "it")? });
        Ok(())
    }
}

struct Signed<'a>(&'a [i64]);

impl Keys for Signed<'_> {
    fn count(&self) -> usize {
        self.0.len()
    }
    fn push(&self, batch: &mut Batch, i: usize) -> Result<()> {
        batch.push(&self.0[i]);
        Ok(())
    }
}

struct Unsigned<'a>(&'a [u64]);

impl Keys for Unsigned<'_> {
    fn count(&self) -> usize {
        self.0.len()
    }
    fn push(&self, batch: &mut Batch, i: usize) -> Result<()> {
        batch.push(&self.0[i]);
        Ok(())
    }
}

struct Hashes<'a>(&'a [u64]);

impl Keys for Hashes<'_> {
    fn count(&self) -> usize {
        self.0.len()
    }
    fn push(&self, batch: &mut Batch, i: usize) -> Result<()> {
        batch.push_hash(self.0[i])
    }
}

/// A bad key stops it: those before it are in, and the message says how many that are.
fn add_all(engine: &Engine, keys: impl Keys) -> Result<u64> {
    let mut batch = engine.batch();
    let mut added = 0;
    let n = keys.count();
    for i in 0..n {
        if let Err(error) = keys.push(&mut batch, i) {
            engine.add_batch(&batch)?;
            return Err(error.context(&format!("key {i} (the {i} before it were added)")));
        }
        if batch.len() == CHUNK || i + 1 == n {
            added += engine.add_batch(&batch)?;
            batch.clear();
        }
    }
    Ok(added)
}

fn ask_all(engine: &Engine, keys: impl Keys, out: &mut [u8]) -> Result<()> {
    let mut batch = engine.batch();
    let mut answers = [false; CHUNK];
    let mut done = 0;
    for i in 0..out.len() {
        keys.push(&mut batch, i).map_err(|error| error.context(&format!("key {i}")))?;
        if batch.len() == CHUNK || i + 1 == out.len() {
            let answers = &mut answers[..batch.len()];
            engine.contains_batch(&batch, answers)?;
            for (to, from) in out[done..=i].iter_mut().zip(answers.iter()) {
                *to = u8::from(*from);
            }
            done = i + 1;
            batch.clear();
        }
    }
    Ok(())
}

/// # Safety
/// `keys` and `lens` are arrays of `n`.
unsafe fn apart<'a>(keys: *const *const u8, lens: *const usize, n: usize) -> Result<Apart<'a>> {
    // SAFETY: the same contract.
    unsafe { Ok(Apart { keys: slice(keys, n, "keys")?, lens: slice(lens, n, "lens")? }) }
}

/// # Safety
/// `offsets` is an array of `n` + 1.
unsafe fn packed<'a>(data: *const u8, offsets: *const i64, n: usize) -> Result<Packed<'a>> {
    let places = if n == 0 { 0 } else { n.saturating_add(1) };
    // SAFETY: the same contract.
    Ok(Packed { data, offsets: unsafe { slice(offsets, places, "offsets")? } })
}

/// Adds `n` keys, key i being the `lens[i]` bytes at `keys[i]`. `added` may be NULL; it gets how many were certainly not
/// in before. A bad key stops the call: those before it are in, and the message says how many that are.
#[no_mangle]
pub unsafe extern "C" fn onebloom_add_many(
    filter: *mut Filter,
    keys: *const *const u8,
    lens: *const usize,
    n: usize,
    added: *mut u64,
) -> i32 {
    guard!(status, { put(added, add_all(engine(filter)?, apart(keys, lens, n)?)?) })
}

/// The same for keys in one block, as Arrow's large binary arrays have them: key i is the bytes from `offsets[i]` to
/// `offsets[i + 1]` of `data`. `offsets` has n + 1 numbers, none negative, none smaller than the one before; `data` has
/// at least `offsets[n]` bytes.
#[no_mangle]
pub unsafe extern "C" fn onebloom_add_packed(
    filter: *mut Filter,
    data: *const u8,
    offsets: *const i64,
    n: usize,
    added: *mut u64,
) -> i32 {
    guard!(status, { put(added, add_all(engine(filter)?, packed(data, offsets, n)?)?) })
}

/// The same for `n` integers.
#[no_mangle]
pub unsafe extern "C" fn onebloom_add_many_i64(
    filter: *mut Filter,
    keys: *const i64,
    n: usize,
    added: *mut u64,
) -> i32 {
    guard!(status, { put(added, add_all(engine(filter)?, Signed(slice(keys, n, "keys")?))?) })
}

/// The same for `n` unsigned integers.
#[no_mangle]
pub unsafe extern "C" fn onebloom_add_many_u64(
    filter: *mut Filter,
    keys: *const u64,
    n: usize,
    added: *mut u64,
) -> i32 {
    guard!(status, { put(added, add_all(engine(filter)?, Unsigned(slice(keys, n, "keys")?))?) })
}

/// The same for `n` hashes, as `onebloom_add_hash` takes them.
#[no_mangle]
pub unsafe extern "C" fn onebloom_add_many_hash(
    filter: *mut Filter,
    hashes: *const u64,
    n: usize,
    added: *mut u64,
) -> i32 {
    guard!(status, { put(added, add_all(engine(filter)?, Hashes(slice(hashes, n, "hashes")?))?) })
}

/// Asks for `n` keys. `answers` has room for n bytes: byte i becomes 0 if key i is certainly not in, 1 if it maybe is.
/// This function returns 0 or a code like most others, not 1. After an error, what stands in `answers` means nothing.
#[no_mangle]
pub unsafe extern "C" fn onebloom_contains_many(
    filter: *const Filter,
    keys: *const *const u8,
    lens: *const usize,
    n: usize,
    answers: *mut u8,
) -> i32 {
    guard!(status, { ask_all(engine(filter)?, apart(keys, lens, n)?, slice_mut(answers, n, "answers")?) })
}

/// The same for keys in one block, as `onebloom_add_packed` takes them.
#[no_mangle]
pub unsafe extern "C" fn onebloom_contains_packed(
    filter: *const Filter,
    data: *const u8,
    offsets: *const i64,
    n: usize,
    answers: *mut u8,
) -> i32 {
    guard!(status, { ask_all(engine(filter)?, packed(data, offsets, n)?, slice_mut(answers, n, "answers")?) })
}

/// The same for `n` integers.
#[no_mangle]
pub unsafe extern "C" fn onebloom_contains_many_i64(
    filter: *const Filter,
    keys: *const i64,
    n: usize,
    answers: *mut u8,
) -> i32 {
    guard!(status, { ask_all(engine(filter)?, Signed(slice(keys, n, "keys")?), slice_mut(answers, n, "answers")?) })
}

/// The same for `n` unsigned integers.
#[no_mangle]
pub unsafe extern "C" fn onebloom_contains_many_u64(
    filter: *const Filter,
    keys: *const u64,
    n: usize,
    answers: *mut u8,
) -> i32 {
    guard!(status, { ask_all(engine(filter)?, Unsigned(slice(keys, n, "keys")?), slice_mut(answers, n, "answers")?) })
}

/// The same for `n` hashes.
#[no_mangle]
pub unsafe extern "C" fn onebloom_contains_many_hash(
    filter: *const Filter,
    hashes: *const u64,
    n: usize,
    answers: *mut u8,
) -> i32 {
    guard!(status, { ask_all(engine(filter)?, Hashes(slice(hashes, n, "hashes")?), slice_mut(answers, n, "answers")?) })
}

//! The scripts that run inside Redis, atomic and short, and how they are called.
//!
//! Each begins by comparing bytes 56–63 of the key (header_sum), so that nothing is ever written
//! into a key that is missing or another filter's: 0 says missing, 1 replaced. Offsets come as one
//! text, separated by spaces: an argument each would cost client and server more than the cells.

use std::sync::OnceLock;

use super::wire::{Command, Reply, Wire};
use crate::error::Result;

/// KEYS: filter, its successor under construction. ARGV: header_sum (empty: no header), …
const GUARD: &str = r"
local key, sum = KEYS[1], ARGV[1]
if sum == '' then
  if redis.call('STRLEN', key) == 0 then return 0 end
else
  local now = redis.call('GETRANGE', key, 56, 63)
  if now ~= sum then
    if now == '' or now == '\0\0\0\0\0\0\0\0' then return 0 end
    return 1
  end
end
";

/// ARGV: …, cells a key, offsets, keys. Returns '1' or '0' for "a successor is being built", then
/// for each key '1' if one of its bits was 0. The arguments of BITFIELD are made once and their
/// offsets replaced: texts all along, for the server would print each number anew.
const ADD: &str = r"
local k, offset, call = tonumber(ARGV[2]), string.gmatch(ARGV[3], '%d+'), redis.call
local out = {call('EXISTS', KEYS[2])}
local args, first = {'BITFIELD', key}, 1
if sum ~= '' then
  args, first = {'BITFIELD', key, 'SET', 'u1', '711', '0'}, 2
end
local before = #args
for j = 1, k do
  local n = before + 4 * j
  args[n - 3], args[n - 2], args[n - 1], args[n] = 'SET', 'u1', '0', '1'
end
for i = 1, tonumber(ARGV[4]) do
  for n = before + 3, before + 4 * k, 4 do args[n] = offset() end
  local old, new = call(unpack(args)), 0
  for j = first, #old do
    if old[j] == 0 then new = 1 break end
  end
  out[i + 1] = new
end
return table.concat(out)
";

/// The same for counters: raises each cell by one, to 15 at most. Cells that a key has twice come
/// as offset 0, which is passed over.
const RAISE: &str = r"
local k, next, call = tonumber(ARGV[2]), string.gmatch(ARGV[3], '%d+'), redis.call
local out = {call('EXISTS', KEYS[2])}
for i = 1, tonumber(ARGV[4]) do
  local args, n = {'BITFIELD', key, 'SET', 'u1', '711', '0', 'OVERFLOW', 'SAT'}, 8
  for j = 1, k do
    local offset = next()
    if offset ~= '0' then
      args[n + 1], args[n + 2], args[n + 3], args[n + 4] = 'INCRBY', 'u4', offset, '1'
      n = n + 4
    end
  end
  local now, new = call(unpack(args)), 0
  for j = 2, #now do
    if now[j] == 1 then new = 1 break end
  end
  out[i + 1] = new
end
return table.concat(out)
";

/// Lowers each cell by one if none is 0; 15 stays. '1' for each key that was taken away.
const LOWER: &str = r"
local k, next, call = tonumber(ARGV[2]), string.gmatch(ARGV[3], '%d+'), redis.call
local out = {call('EXISTS', KEYS[2])}
for i = 1, tonumber(ARGV[4]) do
  local get, offsets = {'BITFIELD', key}, {}
  for j = 1, k do
    local offset = next()
    if offset ~= '0' then
      local n = #get
      get[n + 1], get[n + 2], get[n + 3] = 'GET', 'u4', offset
      offsets[#offsets + 1] = offset
    end
  end
  local now, there = call(unpack(get)), 1
  for j = 1, #now do
    if now[j] == 0 then there = 0 break end
  end
  if there == 1 then
    local args = {'BITFIELD', key, 'SET', 'u1', '711', '0'}
    for j = 1, #now do
      if now[j] < 15 then
        local n = #args
        args[n + 1], args[n + 2], args[n + 3], args[n + 4] = 'SET', 'u4', offsets[j], now[j] - 1
      end
    end
    call(unpack(args))
  end
  out[i + 1] = there
end
return table.concat(out)
";

/// ORs bytes into the key. KEYS: filter, two names of ours. ARGV: …, place, bytes.
const UNITE: &str = r"
local at, more = tonumber(ARGV[2]), ARGV[3]
redis.call('SET', KEYS[2], more)
redis.call('SET', KEYS[3], redis.call('GETRANGE', key, at, at + #more - 1))
redis.call('BITOP', 'OR', KEYS[2], KEYS[2], KEYS[3])
if sum ~= '' then redis.call('SETBIT', key, 711, 0) end
redis.call('SETRANGE', key, at, redis.call('GET', KEYS[2]))
redis.call('DEL', KEYS[2], KEYS[3])
return 2
";

/// Adds to counters. ARGV: …, pairs of offset (32 bits) and amount (8 bits).
const SUM: &str = r"
local data, at = ARGV[2], 1
while at <= #data do
  local args = {'BITFIELD', key, 'SET', 'u1', 711, 0, 'OVERFLOW', 'SAT'}
  while at <= #data and #args < 800 do
    local offset, amount
    offset, amount, at = struct.unpack('>I4B', data, at)
    local n = #args
    args[n + 1], args[n + 2], args[n + 3], args[n + 4] = 'INCRBY', 'u4', offset, amount
  end
  redis.call(unpack(args))
end
return 2
";

/// Puts finished keys in place, all or none. KEYS: from, to, from, to, … ARGV: 'new' (only where
/// nothing is) or 'over' (also over a filter, with its generation + 1); milliseconds to live or 0;
/// then for each pair the length and header_sum (empty: no header) that `from` must have.
/// Returns 0 done, 1 something is there, -i if the i-th `from` is not what it was.
const COMMIT: &str = r"
for i = 1, #KEYS / 2 do
  local from, to, len, sum = KEYS[2 * i - 1], KEYS[2 * i], tonumber(ARGV[2 * i + 1]), ARGV[2 * i + 2]
  if redis.call('STRLEN', from) ~= len then return -i end
  if sum ~= '' and redis.call('GETRANGE', from, 56, 63) ~= sum then return -i end
  if redis.call('EXISTS', to) == 1 then
    if ARGV[1] == 'new' then return 1 end
    if redis.call('TYPE', to).ok ~= 'string' or redis.call('GETRANGE', to, 0, 7) ~= '\137BLOOM\r\n' then return 1 end
  end
end
for i = 1, #KEYS / 2 do
  local from, to = KEYS[2 * i - 1], KEYS[2 * i]
  local old = redis.call('GETRANGE', to, 92, 95)
  if #old == 4 then
    local generation = struct.unpack('<I4', old)
    redis.call('SETRANGE', from, 92, struct.pack('<I4', (generation + 1) % 4294967296))
  end
  redis.call('RENAME', from, to)
  if ARGV[2] == '0' then redis.call('PERSIST', to) else redis.call('PEXPIRE', to, ARGV[2]) end
end
return 0
";

/// A script of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    Add,
    Raise,
    Lower,
    Unite,
    Sum,
    Commit,
}

impl Script {
    /// Its whole text.
    pub(super) fn text(self) -> String {
        match self {
            Script::Add => [GUARD, ADD].concat(),
            Script::Raise => [GUARD, RAISE].concat(),
            Script::Lower => [GUARD, LOWER].concat(),
            Script::Unite => [GUARD, UNITE].concat(),
            Script::Sum => [GUARD, SUM].concat(),
            Script::Commit => COMMIT.to_string(),
        }
    }

    /// The SHA-1 by which a server knows it, computed once.
    fn sum(self) -> &'static str {
        static SUMS: [OnceLock<String>; 6] = [const { OnceLock::new() }; 6];
        SUMS[self as usize].get_or_init(|| sha1_smol::Sha1::from(self.text()).digest().to_string())
    }

    fn call(self, whole: bool, keys: &[&[u8]], args: &[&[u8]]) -> Command {
        let command = if whole {
            Command::new("EVAL").arg(self.text().as_bytes())
        } else {
            Command::new("EVALSHA").arg(self.sum().as_bytes())
        };
        let mut command = command.int(keys.len() as u64).key_arg(keys[0]).write();
        keys[1..].iter().chain(args).for_each(|a| command.push(a));
        command
    }
}

/// One call of a script.
pub(super) struct Call<'a> {
    pub(super) script: Script,
    pub(super) keys: Vec<&'a [u8]>,
    pub(super) args: Vec<&'a [u8]>,
}

/// Calls scripts by their sums in one flush, and again by their texts where the server does not
/// know them yet.
pub(super) async fn call(wire: &Wire, calls: &[Call<'_>]) -> Result<Vec<Reply>> {
    let mut replies = wire.send(calls.iter().map(|c| c.script.call(false, &c.keys, &c.args)).collect()).await?;
    let unknown: Vec<usize> = (0..calls.len()).filter(|i| replies[*i].is_error("NOSCRIPT")).collect();
    if !unknown.is_empty() {
        let texts = unknown.iter().map(|i| calls[*i].script.call(true, &calls[*i].keys, &calls[*i].args));
        for (i, reply) in unknown.iter().zip(wire.send(texts.collect()).await?) {
            replies[*i] = reply;
        }
    }
    Ok(replies)
}

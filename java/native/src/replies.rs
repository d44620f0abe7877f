//! Commands and replies on their way between Java and core. All integers are big-endian.

use onebloom::redis::{Command, Reply};
use onebloom::{Code, Error, Result};

/// For RedisCommand.java: u32 count; for each: u8 flags (1: the reply is binary, 2: it writes), u32 number of the
/// argument that is the key, u32 count of arguments, each u32 length and bytes.
pub fn commands(all: &[Command]) -> Vec<u8> {
    let mut out = Vec::new();
    number(&mut out, all.len());
    for command in all {
        out.push(u8::from(command.is_binary()) | u8::from(command.is_write()) << 1);
        number(&mut out, command.key_index());
        let args = command.args();
        number(&mut out, args.len());
        for arg in args {
            number(&mut out, arg.len());
            out.extend(arg);
        }
    }
    out
}

fn number(out: &mut Vec<u8>, n: usize) {
    out.extend((n as u32).to_be_bytes());
}

/// Replies deeper than this are not of any command that core sends.
const DEEPEST: usize = 8;

/// From Replies.java: u32 count, and each reply: a letter and what belongs to it.
pub fn replies(mut bytes: &[u8]) -> Result<Vec<Reply>> {
    list(&mut bytes, 0)
}

fn list(bytes: &mut &[u8], depth: usize) -> Result<Vec<Reply>> {
    if depth > DEEPEST {
        return Err(damaged());
    }
    let count = u32::from_be_bytes(take(bytes)?);
    (0..count).map(|_| reply(bytes, depth)).collect()
}

fn reply(bytes: &mut &[u8], depth: usize) -> Result<Reply> {
    let [tag] = take(bytes)?;
    Ok(match tag {
        b'i' => Reply::Int(i64::from_be_bytes(take(bytes)?)),
        b'b' => Reply::Bytes(counted(bytes)?.to_vec()),
        b'e' => Reply::Error(String::from_utf8_lossy(counted(bytes)?).into_owned()),
        b'l' => Reply::List(list(bytes, depth + 1)?),
        _ => Reply::Nil,
    })
}

/// Keys as RedisRemote.java packs them: each u32 length and bytes.
pub fn counted<'a>(bytes: &mut &'a [u8]) -> Result<&'a [u8]> {
    let length = u32::from_be_bytes(take(bytes)?) as usize;
    let (value, rest) = bytes.split_at_checked(length).ok_or_else(damaged)?;
    *bytes = rest;
    Ok(value)
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N]> {
    let (value, rest) = bytes.split_first_chunk::<N>().ok_or_else(damaged)?;
    *bytes = rest;
    Ok(*value)
}

fn damaged() -> Error {
    Error::new(Code::InvalidArgument, "the bytes are not as this library's Java part writes them")
}

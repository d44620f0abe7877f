//! Many keys in one call, 256 at a time.

use jni::objects::{JBooleanArray, JByteArray, JClass, JLongArray, JObjectArray};
use jni::sys::{jint, jlong};
use jni::{Env, EnvUnowned};
use onebloom::{Batch, Engine};

use crate::boundary::{element, engine, guard, Outcome};

const CHUNK: usize = 256;

/// Walks `count` numbers of an array in chunks, each of which `fill` puts into the batch.
fn each_chunk<'l>(
    env: &mut Env<'l>,
    engine: &Engine,
    numbers: &JLongArray<'l>,
    count: usize,
    fill: impl Fn(&mut Batch, &[i64]) -> onebloom::Result<()>,
    mut act: impl FnMut(&mut Env<'l>, &Batch, usize) -> Outcome<()>,
) -> Outcome<()> {
    let mut chunk = [0i64; CHUNK];
    let mut batch = engine.batch();
    let mut at = 0;
    while at < count {
        let n = CHUNK.min(count - at);
        numbers.get_region(env, at as jint, &mut chunk[..n])?;
        batch.clear();
        fill(&mut batch, &chunk[..n])?;
        act(env, &batch, at)?;
        at += n;
    }
    Ok(())
}

fn push_keys(batch: &mut Batch, keys: &[i64]) -> onebloom::Result<()> {
    keys.iter().for_each(|key| batch.push(key));
    Ok(())
}

fn push_hashes(batch: &mut Batch, hashes: &[i64]) -> onebloom::Result<()> {
    hashes.iter().try_for_each(|hash| batch.push_hash(*hash as u64))
}

/// Asks for a batch and puts the answers into the array from `at` on.
fn ask(env: &mut Env<'_>, engine: &Engine, batch: &Batch, answers: &JBooleanArray<'_>, at: usize) -> Outcome<()> {
    let mut chunk = [false; CHUNK];
    let chunk = &mut chunk[..batch.len()];
    engine.contains_batch(batch, chunk)?;
    Ok(answers.set_region(env, at as jint, chunk)?)
}

/// The keys of a byte[][] as a batch; Java passes 256 at most.
fn key_batch<'l>(
    env: &mut Env<'l>,
    engine: &Engine,
    keys: &JObjectArray<'l, JByteArray<'l>>,
    count: usize,
) -> Outcome<Batch> {
    let mut batch = engine.batch();
    for i in 0..count {
        batch.push(&element(env, keys, i)?);
    }
    Ok(batch)
}

#[no_mangle]
pub extern "system" fn Java_io_onebloom_Native_addHashes<'l>(
    env: EnvUnowned<'l>,
    class: JClass<'l>,
    address: jlong,
    hashes: JLongArray<'l>,
    count: jint,
) -> jlong {
    guard(env, class, |env| {
        // SAFETY: Java passes an address of `give` and keeps it alive.
        let engine = unsafe { engine(address) };
        let mut added = 0;
        each_chunk(env, engine, &hashes, count as usize, push_hashes, |_, batch, _| {
            added += engine.add_batch(batch)? as jlong;
            Ok(())
        })?;
        Ok(added)
    })
}

#[no_mangle]
pub extern "system" fn Java_io_onebloom_Native_addLongs<'l>(
    env: EnvUnowned<'l>,
    class: JClass<'l>,
    address: jlong,
    keys: JLongArray<'l>,
) -> jlong {
    guard(env, class, |env| {
        // SAFETY: Java passes an address of `give` and keeps it alive.
        let engine = unsafe { engine(address) };
        let count = keys.len(env)?;
        let mut added = 0;
        each_chunk(env, engine, &keys, count, push_keys, |_, batch, _| {
            added += engine.add_batch(batch)? as jlong;
            Ok(())
        })?;
        Ok(added)
    })
}

#[no_mangle]
pub extern "system" fn Java_io_onebloom_Native_addKeys<'l>(
    env: EnvUnowned<'l>,
    class: JClass<'l>,
    address: jlong,
    keys: JObjectArray<'l, JByteArray<'l>>,
    count: jint,
) -> jlong {
    guard(env, class, |env| {
        // SAFETY: Java passes an address of `give` and keeps it alive.
        let engine = unsafe { engine(address) };
        let batch = key_batch(env, engine, &keys, count as usize)?;
        Ok(engine.add_batch(&batch)? as jlong)
    })
}

#[no_mangle]
pub extern "system" fn Java_io_onebloom_Native_containsHashes<'l>(
    env: EnvUnowned<'l>,
    class: JClass<'l>,
    address: jlong,
    hashes: JLongArray<'l>,
    count: jint,
    answers: JBooleanArray<'l>,
    at: jint,
) {
    guard(env, class, |env| {
        // SAFETY: Java passes an address of `give` and keeps it alive.
        let engine = unsafe { engine(address) };
        each_chunk(env, engine, &hashes, count as usize, push_hashes, |env, batch, done| {
            ask(env, engine, batch, &answers, at as usize + done)
        })
    })
}

#[no_mangle]
pub extern "system" fn Java_io_onebloom_Native_containsLongs<'l>(
    env: EnvUnowned<'l>,
    class: JClass<'l>,
    address: jlong,
    keys: JLongArray<'l>,
    answers: JBooleanArray<'l>,
) {
    guard(env, class, |env| {
        // SAFETY: Java passes an address of `give` and keeps it alive.
        let engine = unsafe { engine(address) };
        let count = keys.len(env)?;
        each_chunk(env, engine, &keys, count, push_keys, |env, batch, done| ask(env, engine, batch, &answers, done))
    })
}

#[no_mangle]
pub extern "system" fn Java_io_onebloom_Native_containsKeys<'l>(
    env: EnvUnowned<'l>,
    class: JClass<'l>,
    address: jlong,
    keys: JObjectArray<'l, JByteArray<'l>>,
    count: jint,
    answers: JBooleanArray<'l>,
    at: jint,
) {
    guard(env, class, |env| {
        // SAFETY: Java passes an address of `give` and keeps it alive.
        let engine = unsafe { engine(address) };
        let batch = key_batch(env, engine, &keys, count as usize)?;
        ask(env, engine, &batch, &answers, at as usize)
    })
}

//! Filters in Redis, over the program's own client: what to send, and what the replies mean.

use std::ffi::c_char;
use std::sync::Arc;

use onebloom::redis::{Keys, Remote, Settings, With};
use onebloom::{Engine, Mode, OptionValue, Result, Sharing};

use crate::boundary::{exclusive, guard, put, required, shared, slice, text};
use crate::filter::{engine, Filter};
use crate::redis_task::RedisTask;

/// How filters in Redis are treated, and what create makes, by name. Not for use by two threads at once.
pub struct RedisSettings {
    inner: Settings,
}

/// A filter in Redis: a name, and what is known of it. Holds no connection. Any number of threads may use it at once.
pub struct Redis {
    inner: Remote,
}

fn boxed<T>(value: T) -> *mut T {
    Box::into_raw(Box::new(value))
}

/// New settings, with the defaults. Free them with `onebloom_redis_settings_free`.
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_settings_new(settings: *mut *mut RedisSettings) -> i32 {
    guard!(status, {
        required(settings, "settings")?;
        put(settings, boxed(RedisSettings { inner: Settings::new() }))
    })
}

/// Frees settings. NULL is fine. What was made from them does not need them.
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_settings_free(settings: *mut RedisSettings) {
    guard!(status, {
        if !settings.is_null() {
            drop(Box::from_raw(settings));
        }
        Ok(())
    });
}

/// # Safety
/// As for `onebloom_redis_settings_set_i64`.
unsafe fn set(settings: *mut RedisSettings, name: *const c_char, len: usize, value: OptionValue) -> Result<()> {
    // SAFETY: the same contract.
    let (settings, name) = unsafe { (exclusive(settings, "settings")?, text(name, len, "name")?) };
    settings.inner.set(name, value)?;
    Ok(())
}

/// Sets an integer. Names: all of `onebloom_options_set_i64`, and backend, on_unavailable, keys_per_command,
/// operations_per_flush, chunk, ttl, layout, max_key_bytes, sizing, expansion (docs/redis.md). INVALID_ARGUMENT for a name
/// that does not exist or does not take an integer, OUT_OF_RANGE for a number that is not allowed.
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_settings_set_i64(
    settings: *mut RedisSettings,
    name: *const c_char,
    name_len: usize,
    value: i64,
) -> i32 {
    guard!(status, { set(settings, name, name_len, OptionValue::Int(value.into())) })
}

/// The same for an unsigned integer (seeds beyond 2^63).
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_settings_set_u64(
    settings: *mut RedisSettings,
    name: *const c_char,
    name_len: usize,
    value: u64,
) -> i32 {
    guard!(status, { set(settings, name, name_len, OptionValue::Int(value.into())) })
}

/// The same for a real number (fpp).
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_settings_set_f64(
    settings: *mut RedisSettings,
    name: *const c_char,
    name_len: usize,
    value: f64,
) -> i32 {
    guard!(status, { set(settings, name, name_len, OptionValue::Float(value)) })
}

/// The same for a text of `value_len` bytes of UTF-8.
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_settings_set_text(
    settings: *mut RedisSettings,
    name: *const c_char,
    name_len: usize,
    value: *const c_char,
    value_len: usize,
) -> i32 {
    guard!(status, { set(settings, name, name_len, OptionValue::Text(text(value, value_len, "value")?)) })
}

/// # Safety
/// `settings` is NULL (the defaults) or a live handle.
unsafe fn settings_of(settings: *const RedisSettings) -> Result<Settings> {
    if settings.is_null() {
        return Ok(Settings::new());
    }
    // SAFETY: the same contract.
    Ok(unsafe { shared(settings, "settings")? }.inner.clone())
}

/// A filter under this name; nothing is sent. NULL for `settings` means the defaults. Free it with `onebloom_redis_free`.
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_new(
    name: *const u8,
    name_len: usize,
    settings: *const RedisSettings,
    redis: *mut *mut Redis,
) -> i32 {
    guard!(status, {
        required(redis, "redis")?;
        let inner = Remote::new(slice(name, name_len, "name")?, &settings_of(settings)?)?;
        put(redis, boxed(Redis { inner }))
    })
}

/// The filter that is to take the place of `redis`: "create" it, "add" to it, "commit" it. From its creation on, adds by
/// any client of this library go to both. `settings` say what it is to be. Free it like any other.
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_next(
    redis: *const Redis,
    settings: *const RedisSettings,
    next: *mut *mut Redis,
) -> i32 {
    guard!(status, {
        required(next, "next")?;
        let inner = shared(redis, "redis")?.inner.next(&settings_of(settings)?)?;
        put(next, boxed(Redis { inner }))
    })
}

/// Backend days: the time to use instead of the clock, in milliseconds since 1970-01-01 UTC (tests, replays, another
/// midnight). With `given` false the clock is used again.
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_set_now(redis: *const Redis, given: bool, unix_ms: i64) -> i32 {
    guard!(status, {
        shared(redis, "redis")?.inner.set_now(given.then_some(unix_ms));
        Ok(())
    })
}

/// Frees the handle, and leaves Redis as it is. NULL is fine.
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_free(redis: *mut Redis) {
    guard!(status, {
        if !redis.is_null() {
            drop(Box::from_raw(redis));
        }
        Ok(())
    });
}

/// # Safety
/// As for `onebloom_redis_begin`.
unsafe fn begin(
    redis: *const Redis,
    verb: *const c_char,
    verb_len: usize,
    with: With,
    task: *mut *mut RedisTask,
) -> Result<()> {
    // SAFETY: the same contract.
    unsafe {
        required(task, "task")?;
        let inner = shared(redis, "redis")?.inner.task(text(verb, verb_len, "verb")?, with)?;
        put(task, boxed(RedisTask::new(inner)))
    }
}

/// Begins one of: open, create, pull, stats, stats_exact, version, advise, delete, commit. Nothing is sent: turn the crank
/// with `onebloom_redis_advance`. Free it with `onebloom_redis_task_free`.
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_begin(
    redis: *const Redis,
    verb: *const c_char,
    verb_len: usize,
    task: *mut *mut RedisTask,
) -> i32 {
    guard!(status, { begin(redis, verb, verb_len, With::Nothing, task) })
}

/// Begins contains, add or remove with `n` keys of `lens[i]` bytes at `keys[i]`. The keys are copied.
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_begin_keys(
    redis: *const Redis,
    verb: *const c_char,
    verb_len: usize,
    keys: *const *const u8,
    lens: *const usize,
    n: usize,
    task: *mut *mut RedisTask,
) -> i32 {
    guard!(status, {
        let (keys, lens) = (slice(keys, n, "keys")?, slice(lens, n, "lens")?);
        let mut all = Keys::new();
        for (key, len) in keys.iter().zip(lens) {
            all.push(slice(*key, *len, "a key")?);
        }
        begin(redis, verb, verb_len, With::Keys(all), task)
    })
}

/// Begins push or merge with a filter. A filter opened from a file is opened once more for the task; one in memory is
/// copied, for the time of the task.
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_begin_filter(
    redis: *const Redis,
    verb: *const c_char,
    verb_len: usize,
    filter: *const Filter,
    task: *mut *mut RedisTask,
) -> i32 {
    guard!(status, {
        let engine = engine(filter)?;
        let own = match engine.path().filter(|_| engine.is_mapped() && !engine.is_stale().unwrap_or(true)) {
            Some(path) => Engine::open(path, Mode::Read, Sharing::Exclusive)?,
            None => engine.copy(Sharing::Exclusive)?,
        };
        begin(redis, verb, verb_len, With::Engine(Arc::new(own)), task)
    })
}

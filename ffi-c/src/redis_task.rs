//! The crank of a task in Redis: commands out, replies in, and what came of it.

use std::ffi::c_char;

use onebloom::redis::{Reply, Task};
use onebloom::{Code, Error};

use crate::boundary::{copy_out, copy_text, exclusive, guard, put, required, shared, slice};
use crate::filter::Filter;

/// Something to be done with a filter in Redis. Not for use by two threads at once. It needs neither the
/// onebloom_redis nor the filter that it was made from.
pub struct RedisTask {
    inner: Task,
    packed: Vec<u8>,
    args: Vec<*const u8>,
    lens: Vec<usize>,
    replies: Vec<Reply>,
    /// Lists that are not complete: how many replies each still lacks, and those it has.
    open: Vec<(usize, Vec<Reply>)>,
}

impl RedisTask {
    pub(crate) fn new(inner: Task) -> RedisTask {
        let (packed, args, lens) = (Vec::new(), Vec::new(), Vec::new());
        RedisTask { inner, packed, args, lens, replies: Vec::new(), open: Vec::new() }
    }
}

/// 1: there are commands to send; 0: the task is done; a negative code: it has failed, and is over. So:
///
///     while ((more = onebloom_redis_advance(task)) == 1) {
///         size_t n; onebloom_redis_commands(task, &n);
///         send the n commands of onebloom_redis_command in one pipeline;
///         give each reply, in order, to one of onebloom_redis_reply_…;
///     }
///
/// If the connection breaks, tell `onebloom_redis_lost` and go on with the loop.
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_advance(task: *mut RedisTask) -> i32 {
    guard!(answer, {
        let task = exclusive(task, "task")?;
        if !task.inner.commands().is_empty() {
            let (due, got) = (task.inner.commands().len(), task.replies.len());
            if got < due || !task.open.is_empty() {
                task.replies.clear();
                task.open.clear();
                return Err(Error::new(Code::InvalidArgument, format!("{got} replies to {due} commands")));
            }
            let replies = std::mem::take(&mut task.replies);
            task.inner.feed(replies)?;
        }
        task.inner.advance()
    })
}

/// How many commands are to be sent now.
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_commands(task: *const RedisTask, count: *mut usize) -> i32 {
    guard!(status, {
        required(count, "count")?;
        put(count, shared(task, "task")?.inner.commands().len())
    })
}

/// Command `index`: `args[i]` has `lens[i]` bytes; args[0] is the name. The arrays belong to the task and are valid until
/// the next call with it. `flags` (may be NULL): 1 the reply is binary and must not be decoded, 2 it writes (not for
/// replicas). `key_index` (may be NULL): which argument is the key, 0 if none is.
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_command(
    task: *mut RedisTask,
    index: usize,
    args: *mut *const *const u8,
    lens: *mut *const usize,
    count: *mut usize,
    key_index: *mut usize,
    flags: *mut u32,
) -> i32 {
    guard!(status, {
        required(args, "args")?;
        required(lens, "lens")?;
        required(count, "count")?;
        let task = exclusive(task, "task")?;
        let command = task.inner.commands().get(index).ok_or_else(|| {
            Error::new(
                Code::OutOfRange,
                format!("there are {} commands, got index {index}", task.inner.commands().len()),
            )
        })?;
        task.args = command.args().map(<[u8]>::as_ptr).collect();
        task.lens = command.args().map(<[u8]>::len).collect();
        put(args, task.args.as_ptr())?;
        put(lens, task.lens.as_ptr())?;
        put(count, task.args.len())?;
        put(key_index, command.key_index())?;
        put(flags, u32::from(command.is_binary()) | u32::from(command.is_write()) << 1)
    })
}

/// All commands as bytes to write to a connection (RESP), for clients that let one do that. Valid until the next call
/// with the task.
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_packed(task: *mut RedisTask, bytes: *mut *const u8, len: *mut usize) -> i32 {
    guard!(status, {
        required(bytes, "bytes")?;
        required(len, "len")?;
        let task = exclusive(task, "task")?;
        task.packed = task.inner.packed();
        put(bytes, task.packed.as_ptr())?;
        put(len, task.packed.len())
    })
}

impl RedisTask {
    fn reply(&mut self, mut reply: Reply) {
        while let Some((lacks, mut has)) = self.open.pop() {
            has.push(reply);
            if lacks > 1 {
                self.open.push((lacks - 1, has));
                return;
            }
            reply = Reply::List(has);
        }
        self.replies.push(reply);
    }
}

/// The next reply is "no value".
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_reply_nil(task: *mut RedisTask) -> i32 {
    guard!(status, {
        exclusive(task, "task")?.reply(Reply::Nil);
        Ok(())
    })
}

/// The next reply is a number; of a boolean, 1 or 0.
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_reply_int(task: *mut RedisTask, value: i64) -> i32 {
    guard!(status, {
        exclusive(task, "task")?.reply(Reply::Int(value));
        Ok(())
    })
}

/// The next reply is a text, a status or bytes.
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_reply_bytes(task: *mut RedisTask, bytes: *const u8, len: usize) -> i32 {
    guard!(status, {
        let bytes = slice(bytes, len, "bytes")?.to_vec();
        exclusive(task, "task")?.reply(Reply::Bytes(bytes));
        Ok(())
    })
}

/// The next reply is an error; `message` is its whole text, which begins with a word such as WRONGTYPE.
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_reply_error(task: *mut RedisTask, message: *const c_char, len: usize) -> i32 {
    guard!(status, {
        let message = String::from_utf8_lossy(slice(message.cast::<u8>(), len, "message")?).into_owned();
        exclusive(task, "task")?.reply(Reply::Error(message));
        Ok(())
    })
}

/// The next reply is a list: the next `count` calls of these functions give its members.
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_reply_list(task: *mut RedisTask, count: usize) -> i32 {
    guard!(status, {
        let task = exclusive(task, "task")?;
        if count == 0 {
            task.reply(Reply::List(Vec::new()));
        } else {
            task.open.push((count, Vec::new()));
        }
        Ok(())
    })
}

/// The connection broke, or the server could not be reached: the replies so far are dropped. `why` is the client's
/// message. The next `onebloom_redis_advance` ends the task: contains with on_unavailable "maybe" answers 1 for every
/// key, all else fails with UNAVAILABLE.
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_lost(task: *mut RedisTask, why: *const c_char, len: usize) -> i32 {
    guard!(status, {
        let why = String::from_utf8_lossy(slice(why.cast::<u8>(), len, "why")?).into_owned();
        let task = exclusive(task, "task")?;
        task.replies.clear();
        task.open.clear();
        task.inner.lost(&why);
        Ok(())
    })
}

/// The answers of a task that is done, one byte a key in their order: contains 0 certainly absent, 1 maybe in; add 1
/// certainly absent before; remove 1 taken away.
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_answers(
    task: *const RedisTask,
    answers: *mut u8,
    cap: usize,
    needed: *mut usize,
) -> i32 {
    guard!(status, {
        let all: Vec<u8> = shared(task, "task")?.inner.outcome().answers.iter().map(|a| u8::from(*a)).collect();
        copy_out(&all, answers, cap, needed)
    })
}

/// What a task that is done has to say, as a JSON object: what the verb tells of the filter (open, create, push, stats,
/// version, delete, commit), `warnings` (a list of objects with `text`; of advise) and `unavailable` (why contains
/// answers "maybe" without having asked, or null).
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_json(
    task: *const RedisTask,
    buf: *mut c_char,
    cap: usize,
    needed: *mut usize,
) -> i32 {
    guard!(status, { copy_text(&shared(task, "task")?.inner.outcome().to_json(), buf, cap, needed) })
}

/// The filter that a task "pull" has brought. It can be taken once and is the caller's.
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_take_filter(task: *mut RedisTask, filter: *mut *mut Filter) -> i32 {
    guard!(status, {
        required(filter, "filter")?;
        let mut outcome = exclusive(task, "task")?.inner.take_outcome();
        let engine = outcome.engine.take().ok_or_else(|| {
            Error::new(Code::InvalidArgument, "the task has brought no filter, or it was taken already")
        })?;
        put(filter, Filter::give(*engine))
    })
}

/// Frees a task, done or not. NULL is fine.
#[no_mangle]
pub unsafe extern "C" fn onebloom_redis_task_free(task: *mut RedisTask) {
    guard!(status, {
        if !task.is_null() {
            drop(Box::from_raw(task));
        }
        Ok(())
    });
}

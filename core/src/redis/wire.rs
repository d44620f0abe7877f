//! What goes over the wire, without a wire: commands out, replies in, and tasks that wait for them.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use super::outcome::Outcome;
use crate::error::{err, Error, Result};

/// A Redis command: its name and arguments, all of them bytes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Command {
    bytes: Vec<u8>,
    ends: Vec<usize>,
    key: usize,
    binary: bool,
    writes: bool,
}

impl Command {
    pub(super) fn new(name: &str) -> Command {
        Command::default().arg(name.as_bytes())
    }

    pub(super) fn arg(mut self, arg: &[u8]) -> Command {
        self.push(arg);
        self
    }

    pub(super) fn int(mut self, arg: u64) -> Command {
        self.push_int(arg);
        self
    }

    /// The argument that is the key, for cluster clients.
    pub(super) fn key_arg(mut self, key: &[u8]) -> Command {
        self.key = self.ends.len();
        self.arg(key)
    }

    pub(super) fn binary(mut self) -> Command {
        self.binary = true;
        self
    }

    pub(super) fn write(mut self) -> Command {
        self.writes = true;
        self
    }

    pub(super) fn push(&mut self, arg: &[u8]) {
        self.bytes.extend_from_slice(arg);
        self.ends.push(self.bytes.len());
    }

    pub(super) fn push_int(&mut self, arg: u64) {
        self.push(itoa::Buffer::new().format(arg).as_bytes());
    }

    /// Name and arguments.
    pub fn args(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        (0..self.ends.len()).map(|i| &self.bytes[i.checked_sub(1).map_or(0, |i| self.ends[i])..self.ends[i]])
    }

    /// The key that decides which node of a cluster gets the command; None: any node.
    pub fn key(&self) -> Option<&[u8]> {
        self.args().nth(self.key).filter(|_| self.key > 0)
    }

    /// Which argument that is; 0 if none.
    pub fn key_index(&self) -> usize {
        self.key
    }

    /// True if the reply holds bytes that are no text: a client that decodes replies must not.
    pub fn is_binary(&self) -> bool {
        self.binary
    }

    /// True if it changes something: not for replicas.
    pub fn is_write(&self) -> bool {
        self.writes
    }

    /// Appends the command as a client sends it (RESP2, an array of bulk strings).
    pub fn encode(&self, out: &mut Vec<u8>) {
        let mut digits = itoa::Buffer::new();
        let mut head = |out: &mut Vec<u8>, mark: u8, n: usize| {
            out.push(mark);
            out.extend_from_slice(digits.format(n).as_bytes());
            out.extend_from_slice(b"\r\n");
        };
        out.reserve(self.bytes.len() + 16 * self.ends.len());
        head(out, b'*', self.ends.len());
        for arg in self.args() {
            head(out, b'$', arg.len());
            out.extend_from_slice(arg);
            out.extend_from_slice(b"\r\n");
        }
    }
}

/// A reply of the server, however the client at hand represents it.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// No value.
    Nil,
    /// A number; booleans are 1 and 0.
    Int(i64),
    /// A bulk string or a status.
    Bytes(Vec<u8>),
    /// An array; a map is its names and values in turn.
    List(Vec<Reply>),
    /// An error, by its full text (`WRONGTYPE Operation …`).
    Error(String),
}

impl Reply {
    /// The number, or the code that fits the server's error.
    pub(super) fn number(&self, key: &[u8]) -> Result<i64> {
        match self {
            Reply::Int(n) => Ok(*n),
            // Some clients turn replies 1 and 0 to commands they know into texts.
            Reply::Bytes(b) => {
                std::str::from_utf8(b).ok().and_then(|t| t.parse().ok()).ok_or_else(|| self.strange(key))
            }
            _ => Err(self.strange(key)),
        }
    }

    pub(super) fn numbers(&self, key: &[u8], count: usize) -> Result<Vec<i64>> {
        match self {
            Reply::List(all) if all.len() == count => all.iter().map(|r| r.number(key)).collect(),
            _ => Err(self.strange(key)),
        }
    }

    pub(super) fn bytes(&self, key: &[u8]) -> Result<&[u8]> {
        match self {
            Reply::Bytes(b) => Ok(b),
            _ => Err(self.strange(key)),
        }
    }

    /// Any reply that is no error.
    pub(super) fn fine(&self, key: &[u8]) -> Result<()> {
        match self {
            Reply::Error(_) => Err(self.strange(key)),
            _ => Ok(()),
        }
    }

    pub(super) fn is_error(&self, prefix: &str) -> bool {
        matches!(self, Reply::Error(text) if text.starts_with(prefix))
    }

    /// The error for a reply that is one, or is not what the command returns.
    pub(super) fn strange(&self, key: &[u8]) -> Error {
        let key = String::from_utf8_lossy(key);
        let Reply::Error(text) = self else {
            let text: String = format!("{self:?}").chars().take(80).collect();
            return err!(Io, "Redis key {key:?}: unexpected reply {text}; clients that change replies (decode, deserialise) cannot be used");
        };
        let word = text.split_whitespace().next().unwrap_or_default();
        match word {
            "WRONGTYPE" => err!(Unavailable, "Redis key {key:?} holds no filter: {text}"),
            "LOADING" | "CLUSTERDOWN" | "MASTERDOWN" | "TRYAGAIN" | "BUSY" => {
                err!(Unavailable, "Redis cannot answer for key {key:?}: {text}")
            }
            "MOVED" | "ASK" => {
                err!(Unavailable, "Redis key {key:?} is on another node ({text}); use the cluster client")
            }
            "READONLY" => err!(ReadOnly, "Redis key {key:?}: {text}"),
            "OOM" => err!(OutOfMemory, "Redis key {key:?}: {text}"),
            "NOPERM" | "NOAUTH" | "WRONGPASS" => err!(Permission, "Redis key {key:?}: {text}"),
            _ if text.contains("unknown command") => {
                err!(Unsupported, "Redis key {key:?}: {text}; BITFIELD_RO needs Redis 6, BF.* the RedisBloom module")
            }
            _ => err!(Io, "Redis key {key:?}: {text}"),
        }
    }
}

#[derive(Default)]
struct Slot {
    out: Vec<Command>,
    back: Option<Result<Vec<Reply>>>,
}

/// Where a task leaves its commands and finds the replies.
#[derive(Clone, Default)]
pub(super) struct Wire(Arc<Mutex<Slot>>);

impl Wire {
    fn slot(&self) -> std::sync::MutexGuard<'_, Slot> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One flush: the replies come in the order of the commands.
    pub(super) async fn send(&self, commands: Vec<Command>) -> Result<Vec<Reply>> {
        if commands.is_empty() {
            return Ok(Vec::new());
        }
        self.slot().out = commands;
        std::future::poll_fn(|_| match self.slot().back.take() {
            Some(back) => Poll::Ready(back),
            None => Poll::Pending,
        })
        .await
    }

    pub(super) async fn one(&self, command: Command) -> Result<Reply> {
        let mut replies = self.send(vec![command]).await?;
        Ok(replies.pop().unwrap_or(Reply::Nil))
    }
}

type Work = Pin<Box<dyn Future<Output = Result<Outcome>> + Send>>;

/// Something to be done with a filter in Redis. Whoever has the connection turns the crank:
///
/// ```text
/// while task.advance()? {
///     send task.commands() in one pipeline; task.feed(the replies, in order)?
/// }
/// task.outcome()
/// ```
///
/// A connection that breaks is told by [`Task::lost`] instead of `feed`.
pub struct Task {
    work: Option<Work>,
    wire: Wire,
    flush: Vec<Command>,
    outcome: Outcome,
}

impl Task {
    pub(super) fn new<F>(make: impl FnOnce(Wire) -> F) -> Task
    where
        F: Future<Output = Result<Outcome>> + Send + 'static,
    {
        let wire = Wire::default();
        let work: Work = Box::pin(make(wire.clone()));
        Task { work: Some(work), wire, flush: Vec::new(), outcome: Outcome::default() }
    }

    /// True if there are commands to send, false when done.
    ///
    /// # Errors
    /// What the task failed with; it is over then.
    pub fn advance(&mut self) -> Result<bool> {
        if !self.flush.is_empty() {
            return Ok(true);
        }
        let Some(work) = &mut self.work else { return Ok(false) };
        match work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Pending => {
                self.flush = std::mem::take(&mut self.wire.slot().out);
                Ok(true)
            }
            Poll::Ready(result) => {
                self.work = None;
                self.outcome = result?;
                Ok(false)
            }
        }
    }

    /// The commands to send now, in one pipeline.
    pub fn commands(&self) -> &[Command] {
        &self.flush
    }

    /// The same as bytes for a connection to a server that is no cluster.
    pub fn packed(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.flush.iter().for_each(|c| c.encode(&mut out));
        out
    }

    /// Takes the replies to [`Task::commands`], one each, in order.
    ///
    /// # Errors
    /// INVALID_ARGUMENT if it is another number of replies.
    pub fn feed(&mut self, replies: Vec<Reply>) -> Result<()> {
        if replies.len() != self.flush.len() {
            return Err(err!(InvalidArgument, "{} replies to {} commands", replies.len(), self.flush.len()));
        }
        self.flush.clear();
        self.wire.slot().back = Some(Ok(replies));
        Ok(())
    }

    /// Tells that the commands may not have been answered; `why` is the client's message. The
    /// next [`Task::advance`] ends the task: "maybe" if the settings say so, else UNAVAILABLE.
    pub fn lost(&mut self, why: &str) {
        self.flush.clear();
        self.wire.slot().back = Some(Err(err!(Unavailable, "the Redis server cannot be reached: {why}")));
    }

    /// What came out, once [`Task::advance`] has said false.
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// The same, to keep.
    pub fn into_outcome(self) -> Outcome {
        self.outcome
    }

    /// The same, leaving nothing behind.
    pub fn take_outcome(&mut self) -> Outcome {
        std::mem::take(&mut self.outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_as_they_go_over_the_wire() {
        let command = Command::new("GETRANGE").key_arg(b"a\r\n").int(0).int(4_294_967_295).binary();
        let mut out = Vec::new();
        command.encode(&mut out);
        assert_eq!(out, b"*4\r\n$8\r\nGETRANGE\r\n$3\r\na\r\n\r\n$1\r\n0\r\n$10\r\n4294967295\r\n");
        assert_eq!(command.key(), Some(&b"a\r\n"[..]));
        assert!(command.is_binary() && !command.is_write());
        assert_eq!(Command::new("CONFIG").arg(b"GET").key(), None);
    }

    #[test]
    fn a_task_waits_for_as_many_replies_as_it_has_commands() {
        let mut task = Task::new(|wire| async move {
            let replies = wire.send(vec![Command::new("A"), Command::new("B")]).await?;
            assert_eq!(replies, [Reply::Int(1), Reply::Nil]);
            wire.one(Command::new("C")).await.map(|_| Outcome::default())
        });
        assert!(task.advance().unwrap() && task.advance().unwrap(), "asking twice changes nothing");
        assert_eq!(task.commands().len(), 2);
        assert_eq!(task.feed(vec![Reply::Nil]).unwrap_err().code(), crate::Code::InvalidArgument);
        task.feed(vec![Reply::Int(1), Reply::Nil]).unwrap();
        assert!(task.advance().unwrap());
        task.lost("gone");
        assert_eq!(task.advance().unwrap_err().code(), crate::Code::Unavailable);
        assert!(!task.advance().unwrap(), "it is over");
    }
}

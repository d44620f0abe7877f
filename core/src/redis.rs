//! Filters in Redis: which commands to send, and what the replies mean. No sockets here.
//!
//! A [`Remote`] is a filter under a name. Each of its verbs gives a [`Task`]; whoever has the
//! connection sends the task's commands and feeds it the replies until it is done. So every
//! language talks to Redis through its own client and all of them behave alike; docs/redis.md has
//! the layout, the commands and what happens when a key is missing, replaced or evicted.
//!
//! ```
//! use onebloom::redis::{Keys, Remote, Reply, Settings};
//!
//! let remote = Remote::new(b"users", &Settings::new())?;
//! let mut task = remote.contains(Keys::from_iter(["alice"]));
//! while task.advance()? {
//!     let replies = task.commands().iter().map(|command| {
//!         // Here a client sends `command.args()`. This server has no keys at all:
//!         match command.args().next() {
//!             Some(b"STRLEN") => Reply::Int(0),
//!             _ => Reply::List(vec![Reply::Int(0); 16]),
//!         }
//!     });
//!     let replies = replies.collect();
//!     task.feed(replies)?;
//! #   if task.advance().is_err() { return Ok(()) }
//! }
//! # Ok::<(), onebloom::Error>(())
//! ```

mod advise;
mod ask;
mod build;
mod change;
mod days;
mod figures;
mod keys;
mod live;
mod module;
mod name;
mod outcome;
mod pull;
mod remote;
mod script;
mod settings;
mod unite;
mod verbs;
mod wire;

pub use keys::Keys;
pub use outcome::Outcome;
pub use remote::Remote;
pub use settings::Settings;
pub use verbs::With;
pub use wire::{Command, Reply, Task};

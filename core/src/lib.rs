//! One Bloom filter, every language: the core.
//!
//! ```text
//! key ──► hash ──► probes ──► cells ──► section ──► filter ──► the faces
//! bytes   scheme   (pure)     (kind)    header+body (arrangement)   C · Python · Java · PHP · CLI
//! ```
//!
//! The same bytes are the file on disk, the memory map shared by all processes of a machine and
//! the value of a Redis string; docs/format.md has them. A filter built anywhere opens anywhere.
//!
//! ```
//! use onebloom::BloomFilter;
//! let dir = std::env::temp_dir().join(format!("onebloom-doc-{}", std::process::id()));
//! std::fs::create_dir_all(&dir).unwrap();
//! let path = dir.join("users.bloom");
//!
//! let mut filter = BloomFilter::new(1_000, 0.01)?;
//! filter.add_many((0..1_000).map(|i| format!("user:{i}")))?;
//! filter.save(&path)?;
//!
//! let users = BloomFilter::open(&path)?; // mapped: costs the same at any size
//! assert!(users.contains("user:7"));
//! assert!(!users.contains("nobody"));
//! # std::fs::remove_dir_all(&dir).unwrap();
//! # Ok::<(), onebloom::Error>(())
//! ```
//!
//! Rust programs use [`BloomFilter`] (`&mut` to change) or [`SharedFilter`] (`&`, any number of
//! threads and processes). Faces for other languages hold an [`Engine`].
#![warn(missing_docs)]

mod arrangement;
mod batch;
mod builder;
mod change;
mod error;
mod field;
mod file;
mod filter;
mod foreign;
mod grow;
mod header;
mod image;
mod key;
mod kind;
mod options;
mod plan;
mod probe;
pub mod redis;
mod scheme;
mod section;
mod size;
mod stats;
mod storage;
mod typed;

pub use arrangement::Arrangement;
pub use batch::Batch;
pub use builder::Builder;
pub use error::{Code, Error, Result};
pub use field::{to_json, Field, Record};
pub use filter::Engine;
pub use foreign::BitOrder;
pub use key::Key;
pub use kind::Kind;
pub use options::{OptionValue, Options, DEFAULT_FPP};
pub use plan::{plan, Plan};
pub use scheme::Scheme;
pub use stats::{SectionStats, Stats};
pub use storage::{Mode, Sharing};
pub use typed::{BloomFilter, SharedFilter};

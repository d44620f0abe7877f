//! The C face of onebloom. Its documentation is `include/onebloom.h`, generated from these files in the order below.
//!
//! `boundary` holds the machinery (guard, pointers, last error); every other module is one noun and only converts:
//! defaults, sizes, checks and messages are the core's.

mod boundary;

// The header's order; the empty lines keep the formatter from sorting it.
mod errors;

mod params;

mod options;

mod plan;

mod filter;

mod keys;

mod many;

mod file;

mod forms;

mod stats;

mod redis;

mod redis_task;

#[cfg(feature = "test-hooks")]
mod hooks;

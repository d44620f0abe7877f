//! The natives of io.onebloom.Native and io.onebloom.RedisNative.
//!
//! An engine crosses as the address of an [`onebloom::Engine`] in an Arc: Java keeps it from being freed
//! while a call runs (Handle, Slot). Text crosses as UTF-8 bytes.
//!
//! - [`hot`]: one key, raw functions without allocation, 1 or 0 or a negative code
//! - [`batch`]: many keys
//! - [`filter`]: whole filters
//! - [`redis`]: filters in Redis, [`replies`]: what the server said
//! - [`fields`]: named values both ways
//! - [`boundary`]: the machinery under all of them; nothing else turns pointers into references

mod batch;
mod boundary;
mod fields;
mod filter;
mod hot;
mod redis;
mod replies;

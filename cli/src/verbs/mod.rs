//! One file per verb. Each has `Args` (what the user may say) and `run`.

pub mod add;
pub mod build;
pub mod check;
pub mod codes;
pub mod export;
pub mod import;
pub mod info;
pub mod join;
pub mod merge;
pub mod plan;
pub mod redis;
pub mod remove;
pub mod split;
pub mod to_classic;
pub mod verify;

//! `onebloom` on the command line: one small file per verb in `verbs/`.
//!
//! Exit codes are those of grep: 0 done (check: maybe present), 1 the answer is no (check: absent;
//! verify: not sealed), 2 an error, which is one line on standard error.

mod answers;
mod diagnosis;
mod failure;
mod keys;
mod options;
mod output;
mod text;
mod verbs;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Bloom filters as files: build them from key lists, ask them, look into them.
///
/// A filter answers "certainly absent" or "maybe present"; the share of absent keys that get a
/// "maybe" is the fpp it was made for.
#[derive(Parser)]
#[command(name = "onebloom", version)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Plan(verbs::plan::Args),
    Build(verbs::build::Args),
    Add(verbs::add::Args),
    Check(verbs::check::Args),
    Remove(verbs::remove::Args),
    Info(verbs::info::Args),
    Verify(verbs::verify::Args),
    Merge(verbs::merge::Args),
    ToClassic(verbs::to_classic::Args),
    Split(verbs::split::Args),
    Join(verbs::join::Args),
    Import(verbs::import::Args),
    Export(verbs::export::Args),
    Redis(verbs::redis::Args),
    Codes(verbs::codes::Args),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return failure::usage(&error),
    };
    let outcome = match cli.verb {
        Verb::Plan(args) => verbs::plan::run(&args),
        Verb::Build(args) => verbs::build::run(&args),
        Verb::Add(args) => verbs::add::run(&args),
        Verb::Check(args) => verbs::check::run(&args),
        Verb::Remove(args) => verbs::remove::run(&args),
        Verb::Info(args) => verbs::info::run(&args),
        Verb::Verify(args) => verbs::verify::run(&args),
        Verb::Merge(args) => verbs::merge::run(&args),
        Verb::ToClassic(args) => verbs::to_classic::run(&args),
        Verb::Split(args) => verbs::split::run(&args),
        Verb::Join(args) => verbs::join::run(&args),
        Verb::Import(args) => verbs::import::run(&args),
        Verb::Export(args) => verbs::export::run(&args),
        Verb::Redis(args) => verbs::redis::run(&args),
        Verb::Codes(args) => verbs::codes::run(&args),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(failure::EXIT_NO),
        Err(failure) => failure.report(),
    }
}

//! `onebloom build`: a list of keys becomes a filter.

use std::path::PathBuf;

use indicatif::ProgressBar;
use onebloom::{Engine, Sharing};

use crate::failure::{file_error, invalid, Failure, Outcome};
use crate::keys::{self, Adder, Clock, Form};
use crate::options::Creation;
use crate::output::{Out, Target};
use crate::text;

/// Build a filter from keys, one a line, of files or of standard input
#[derive(clap::Args)]
pub struct Args {
    /// Files of keys (- is standard input); none at all is standard input
    #[arg(value_name = "KEYS")]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    target: Target,
    /// Like --force, and count the file's generation up, as for readers that follow it
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    clock: Clock,
    /// Say nothing when all is well
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    creation: Creation,
}

pub fn run(args: &Args) -> Outcome {
    if !args.replace {
        args.target.check_free()?;
    }
    let capacity = if args.creation.has("capacity") || args.creation.has("m") { None } else { Some(count(args)?) };
    let engine = Engine::create(&args.creation.to_options(capacity)?, Sharing::Exclusive)?;
    args.clock.set(&engine);
    let progress = keys::progress(&args.inputs);
    let mut adder = Adder::new(&engine);
    keys::each_line(&args.inputs, &args.form, &progress, |key, _| adder.push(key))?;
    adder.finish()?;
    progress.finish_and_clear();
    let (given, new) = (adder.given, adder.new);
    if args.replace {
        engine.replace(&args.target.output)?;
    } else {
        args.target.save(&engine)?;
    }
    if !args.quiet {
        report(args, &engine, given, new)?;
    }
    Ok(true)
}

/// Without a capacity it is the number of lines, which only files can be read twice for.
fn count(args: &Args) -> Result<u64, Failure> {
    if args.inputs.is_empty() {
        return Err(invalid("standard input cannot be counted beforehand; give --capacity"));
    }
    for path in &args.inputs {
        if keys::is_stdin(path) {
            return Err(invalid("standard input cannot be counted beforehand; give --capacity"));
        }
        let meta = std::fs::metadata(path).map_err(|e| file_error(path, "open", &e))?;
        if !meta.is_file() {
            return Err(invalid(format!(
                "{:?} is not a plain file and cannot be counted beforehand; give --capacity",
                path
            )));
        }
    }
    let mut lines = 0u64;
    keys::each_line(&args.inputs, &args.form, &ProgressBar::hidden(), |_, _| {
        lines += 1;
        Ok(())
    })?;
    Ok(lines.max(1))
}

fn report(args: &Args, engine: &Engine, given: u64, new: u64) -> Result<(), Failure> {
    let stats = engine.stats(false)?;
    let mut out = Out::open();
    out.line(&format!(
        "{}: {} read, {} new; {}, made for {} at {}",
        args.target.output.display(),
        text::keys(given),
        text::thousands(new),
        text::bytes(stats.bytes),
        text::keys(stats.capacity),
        text::rate(stats.fpp),
    ))?;
    if stats.load > 1.0 {
        out.line(&format!(
            "note: more keys than it was made for: expect {} of absent keys to be answered maybe; give a larger --capacity",
            text::rate(stats.expected_fpp)
        ))?;
    }
    out.close()
}

//! `onebloom add`: more keys for a filter that is there.

use std::path::PathBuf;

use onebloom::{Engine, Mode, Sharing};

use crate::failure::Outcome;
use crate::keys::{Adder, Clock, Source};
use crate::output::Out;
use crate::text;

/// Add keys to a filter file, in place; other programs may read and write it meanwhile
///
/// The file is mapped and written in place, so it is no longer sealed afterwards.
#[derive(clap::Args)]
pub struct Args {
    /// The filter
    filter: PathBuf,
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    clock: Clock,
    /// Say nothing when all is well
    #[arg(short, long)]
    quiet: bool,
}

pub fn run(args: &Args) -> Outcome {
    let engine = Engine::open(&args.filter, Mode::ReadWrite, Sharing::Shared)?;
    args.clock.set(&engine);
    let mut adder = Adder::new(&engine);
    args.source.each(|key, _| adder.push(key))?;
    adder.finish()?;
    engine.flush()?;
    if !args.quiet {
        let mut out = Out::open();
        out.line(&format!(
            "{}: {} given, {} new",
            args.filter.display(),
            text::keys(adder.given),
            text::thousands(adder.new)
        ))?;
        out.close()?;
    }
    Ok(true)
}

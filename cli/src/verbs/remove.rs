//! `onebloom remove`: takes keys out of a counting filter.

use std::path::PathBuf;

use onebloom::{Engine, Mode, Sharing};

use crate::failure::Outcome;
use crate::keys::Source;
use crate::output::Out;
use crate::text;

/// Take keys out of a counting filter, in place
///
/// Remove only keys that were added: a key that was not, but is answered maybe, takes cells away
/// from others, and those may then be answered absent.
#[derive(clap::Args)]
pub struct Args {
    /// The filter
    filter: PathBuf,
    #[command(flatten)]
    source: Source,
    /// Say nothing when all is well
    #[arg(short, long)]
    quiet: bool,
}

pub fn run(args: &Args) -> Outcome {
    let engine = Engine::open(&args.filter, Mode::ReadWrite, Sharing::Shared)?;
    let (mut given, mut removed) = (0u64, 0u64);
    args.source.each(|key, _| {
        given += 1;
        removed += u64::from(engine.remove(key)?);
        Ok(())
    })?;
    engine.flush()?;
    if !args.quiet {
        let mut out = Out::open();
        out.line(&format!(
            "{}: {} given, {} removed, {} absent",
            args.filter.display(),
            text::keys(given),
            text::thousands(removed),
            text::thousands(given - removed)
        ))?;
        out.close()?;
    }
    Ok(true)
}

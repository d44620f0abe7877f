//! `onebloom verify`: do the bytes match their seal?

use std::path::PathBuf;

use onebloom::{Engine, Mode, Sharing};

use crate::failure::Outcome;
use crate::output::Out;

/// Compare a filter with its checksum: exit code 0 sealed and right, 1 not sealed, 2 damaged
#[derive(clap::Args)]
pub struct Args {
    /// The filter
    filter: PathBuf,
    /// Print nothing when it is whole
    #[arg(short, long)]
    quiet: bool,
}

pub fn run(args: &Args) -> Outcome {
    let engine = Engine::open(&args.filter, Mode::Read, Sharing::Shared)?;
    let sealed = engine.verify()?;
    if !args.quiet {
        let mut out = Out::open();
        out.line(&format!(
            "{}: {}",
            args.filter.display(),
            if sealed {
                "sealed and right"
            } else {
                "not sealed: it was changed in place, so there is no checksum to compare with"
            }
        ))?;
        out.close()?;
    }
    Ok(sealed)
}

//! `onebloom to-classic`: a counting filter that need not remove any more.

use std::path::PathBuf;

use onebloom::{Engine, Mode, Sharing};

use crate::failure::Outcome;
use crate::output::{Out, Target};
use crate::text;

/// Make the classic filter that answers as a counting one does, in a quarter of the space
#[derive(clap::Args)]
pub struct Args {
    /// The counting filter
    filter: PathBuf,
    #[command(flatten)]
    target: Target,
    /// Say nothing when all is well
    #[arg(short, long)]
    quiet: bool,
}

pub fn run(args: &Args) -> Outcome {
    args.target.check_free()?;
    let counting = Engine::open(&args.filter, Mode::Read, Sharing::Shared)?;
    let classic = counting.to_classic(Sharing::Exclusive)?;
    args.target.save(&classic)?;
    if !args.quiet {
        let mut out = Out::open();
        let (before, after) = (counting.image_len()?, classic.image_len()?);
        out.line(&format!(
            "{}: {} instead of {}",
            args.target.output.display(),
            text::bytes(after),
            text::bytes(before)
        ))?;
        out.close()?;
    }
    Ok(true)
}

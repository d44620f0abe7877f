//! `onebloom join`: sections that lived apart become one filter again.

use std::fs;
use std::path::PathBuf;

use onebloom::{Engine, Sharing};

use crate::failure::{file_error, Outcome};
use crate::output::{Out, Target};

/// Put the parts that `split` wrote together again, in their order
#[derive(clap::Args)]
pub struct Args {
    /// The parts, first to last
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
    #[command(flatten)]
    target: Target,
    /// Say nothing when all is well
    #[arg(short, long)]
    quiet: bool,
}

pub fn run(args: &Args) -> Outcome {
    args.target.check_free()?;
    let mut parts = Vec::with_capacity(args.parts.len());
    for path in &args.parts {
        parts.push(fs::read(path).map_err(|e| file_error(path, "read", &e))?);
    }
    let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
    let engine = Engine::open_parts(&parts, Sharing::Exclusive)?;
    args.target.save(&engine)?;
    if !args.quiet {
        let mut out = Out::open();
        out.line(&format!("{}: joined {} parts", args.target.output.display(), parts.len()))?;
        out.close()?;
    }
    Ok(true)
}

//! `onebloom merge`: the union of filters.

use std::path::PathBuf;

use onebloom::{Engine, Sharing};

use crate::failure::{Failure, Outcome};
use crate::output::{Out, Target};
use crate::text;

/// Unite filters of one shape (kind, scheme, seed, m, k) into a new file
#[derive(clap::Args)]
pub struct Args {
    /// The filters
    #[arg(required = true, num_args = 2.., value_name = "FILTER")]
    filters: Vec<PathBuf>,
    #[command(flatten)]
    target: Target,
    /// Say nothing when all is well
    #[arg(short, long)]
    quiet: bool,
}

pub fn run(args: &Args) -> Outcome {
    args.target.check_free()?;
    let (first, others) = match args.filters.split_first() {
        Some(split) => split,
        None => return Ok(true), // cannot happen: clap asks for two
    };
    let union = Engine::load(first, Sharing::Exclusive)?;
    for path in others {
        let other = Engine::load(path, Sharing::Exclusive)?;
        union.merge(&other).map_err(|e| Failure::Library(e.context(&format!("{path:?} with {first:?}"))))?;
    }
    args.target.save(&union)?;
    if !args.quiet {
        let stats = union.stats(false)?;
        let mut out = Out::open();
        out.line(&format!(
            "{}: union of {} filters, about {} of {}",
            args.target.output.display(),
            args.filters.len(),
            text::thousands(stats.items),
            text::keys(stats.capacity),
        ))?;
        out.close()?;
    }
    Ok(true)
}

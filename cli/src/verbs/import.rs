//! `onebloom import`: bare cells that another program made become a filter.

use std::fs;
use std::io::{self, Read};
use std::path::PathBuf;

use onebloom::{Engine, Sharing};

use crate::failure::{file_error, Failure, Outcome};
use crate::keys::is_stdin;
use crate::options::Creation;
use crate::output::{Out, Target};
use crate::text;

/// Make a filter of cells without a header: a Redis bitmap, a BitSet, a Parquet column's bitset
///
/// Say m, k and the scheme as that program has them, and with --bits in which order the cells are:
/// msb (Redis SETBIT), lsb (BitSet, RedisBloom; Parquet with --kind blocked --scheme xxh64), bytes.
#[derive(clap::Args)]
pub struct Args {
    /// The cells (- is standard input)
    #[arg(value_name = "BODY")]
    body: PathBuf,
    #[command(flatten)]
    target: Target,
    /// Say nothing when all is well
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    creation: Creation,
}

pub fn run(args: &Args) -> Outcome {
    args.target.check_free()?;
    let engine = Engine::from_bits(&body(args)?, &args.creation.to_options(None)?, Sharing::Exclusive)?;
    args.target.save(&engine)?;
    if !args.quiet {
        let stats = engine.stats(true)?;
        let mut out = Out::open();
        out.line(&format!(
            "{}: {}, as about {} would leave it",
            args.target.output.display(),
            text::bytes(stats.bytes),
            text::keys(stats.estimated_items),
        ))?;
        out.close()?;
    }
    Ok(true)
}

fn body(args: &Args) -> Result<Vec<u8>, Failure> {
    let mut body = Vec::new();
    let read = if is_stdin(&args.body) {
        io::stdin().lock().read_to_end(&mut body)
    } else {
        fs::File::open(&args.body).and_then(|mut file| file.read_to_end(&mut body))
    };
    read.map_err(|e| file_error(&args.body, "read", &e))?;
    Ok(body)
}

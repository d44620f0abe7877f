//! `onebloom export`: the bare cells of a filter, for another program.

use std::fs;
use std::path::PathBuf;

use onebloom::{BitOrder, Engine, Mode, Sharing};

use crate::failure::{file_error, Outcome};
use crate::output::{check_free, Out};

/// Write the cells of a filter without a header, for a program that holds them so
#[derive(clap::Args)]
pub struct Args {
    /// The filter
    filter: PathBuf,
    /// The order of the cells: msb (Redis SETBIT), lsb (BitSet, RedisBloom, Parquet), bytes
    #[arg(long, value_name = "ORDER")]
    bits: String,
    /// The file to write; standard output if it is not given
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write over a file that is there
    #[arg(long)]
    force: bool,
}

pub fn run(args: &Args) -> Outcome {
    if let Some(path) = &args.output {
        check_free(path, args.force)?;
    }
    let engine = Engine::open(&args.filter, Mode::Read, Sharing::Shared)?;
    let body = engine.to_bits(BitOrder::parse(&args.bits)?)?;
    match &args.output {
        Some(path) => fs::write(path, body).map_err(|e| file_error(path, "write", &e))?,
        None => {
            let mut out = Out::open();
            out.raw(&body)?;
            out.close()?;
        }
    }
    Ok(true)
}

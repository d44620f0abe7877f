//! `onebloom split`: one file for each section, as for Redis keys or other machines.

use std::fs;
use std::path::PathBuf;

use onebloom::{Engine, Sharing};

use crate::failure::{file_error, Outcome};
use crate::output::{check_free, Out};

/// Write each section of a filter to a file of its own; `join` puts them together again
///
/// The parts are named FILTER-000.part, FILTER-001.part … in the folder. Each is a complete section
/// with its own header, so that it can live apart: a file, a Redis key.
#[derive(clap::Args)]
pub struct Args {
    /// The filter
    filter: PathBuf,
    /// The folder for the parts; made if it is not there
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
    /// Write over parts that are there
    #[arg(long)]
    force: bool,
    /// Do not name the parts
    #[arg(short, long)]
    quiet: bool,
}

pub fn run(args: &Args) -> Outcome {
    let engine = Engine::load(&args.filter, Sharing::Exclusive)?;
    let parts = engine.to_parts()?;
    let stem = args.filter.file_stem().unwrap_or(args.filter.as_os_str());
    let paths: Vec<PathBuf> = (0..parts.len())
        .map(|i| {
            let mut name = stem.to_owned();
            name.push(format!("-{i:03}.part"));
            args.output.join(name)
        })
        .collect();
    fs::create_dir_all(&args.output).map_err(|e| file_error(&args.output, "create", &e))?;
    for path in &paths {
        check_free(path, args.force)?;
    }
    let mut out = Out::open();
    for (path, part) in paths.iter().zip(&parts) {
        fs::write(path, part).map_err(|e| file_error(path, "write", &e))?;
        if !args.quiet {
            out.line(&path.display().to_string())?;
        }
    }
    out.close()?;
    Ok(true)
}

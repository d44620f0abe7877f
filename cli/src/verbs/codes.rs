//! `onebloom codes`: the numbered list of errors.

use onebloom::Code;

use crate::failure::Outcome;
use crate::output::Out;

/// List the errors: number, name and meaning, with tabs between
#[derive(clap::Args)]
pub struct Args {}

pub fn run(_: &Args) -> Outcome {
    let mut out = Out::open();
    for code in Code::ALL {
        out.line(&format!("{}\t{}\t{}", code.number(), code.name(), code.what()))?;
    }
    out.close()?;
    Ok(true)
}

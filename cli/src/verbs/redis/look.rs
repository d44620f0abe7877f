//! `onebloom redis create`, `info` and `delete`.

use onebloom::redis::{self, Remote};
use onebloom::{to_json, Field};

use super::Args;
use crate::failure::{Failure, Outcome};
use crate::output::Out;
use crate::text;

#[derive(clap::Args)]
pub struct Info {
    /// The key of the filter
    name: String,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Count every cell instead of sampling the large filters
    #[arg(long)]
    exact: bool,
}

fn shown(field: &Field) -> String {
    match field {
        Field::U64(n) => text::thousands(*n),
        Field::F64(x) => format!("{x:.6}"),
        Field::Bool(b) => b.to_string(),
        Field::Text(t) => t.clone(),
        _ => "-".into(),
    }
}

fn tell(name: &str, outcome: &redis::Outcome) -> Result<(), Failure> {
    let mut out = Out::open();
    out.line(&text::row("key", name))?;
    for (label, field) in &outcome.record {
        out.line(&text::row(&label.replace('_', " "), &shown(field)))?;
    }
    for warning in &outcome.warnings {
        out.line(&format!("Warning: {warning}."))?;
    }
    out.close()
}

pub fn create(args: &Args, remote: &Remote) -> Outcome {
    let outcome = args.link()?.run(remote.create())?;
    tell(&String::from_utf8_lossy(remote.name()), &outcome)?;
    Ok(true)
}

pub fn run(args: &Args, info: &Info) -> Outcome {
    let (remote, mut link) = (args.remote(&info.name)?, args.link()?);
    let mut outcome = link.run(remote.stats(info.exact))?;
    outcome.warnings = link.run(remote.advise())?.warnings;
    if info.json {
        let warnings = outcome.warnings.iter().map(|w| vec![("text", Field::Text(w.clone()))]).collect();
        outcome.record.push(("warnings", Field::List(warnings)));
        let mut out = Out::open();
        out.line(&to_json(&outcome.record))?;
        out.close()?;
    } else {
        tell(&info.name, &outcome)?;
    }
    Ok(true)
}

/// Exit code 1 if there was nothing to delete.
pub fn delete(args: &Args, name: &str) -> Outcome {
    let outcome = args.link()?.run(args.remote(name)?.delete())?;
    Ok(outcome.record.iter().any(|f| matches!(f, ("deleted", Field::U64(1..)))))
}

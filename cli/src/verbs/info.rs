//! `onebloom info`: what a filter is, how full it is, and one sentence on whether that is well.

use std::path::PathBuf;

use onebloom::{Engine, Mode, Sharing, Stats};

use crate::diagnosis::{self, Sight};
use crate::failure::Outcome;
use crate::output::Out;
use crate::text;

/// Describe a filter: its shape, how full it is, and one sentence of diagnosis
#[derive(clap::Args)]
pub struct Args {
    /// The filter
    filter: PathBuf,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Count every cell instead of sampling the large filters
    #[arg(long)]
    exact: bool,
}

pub fn run(args: &Args) -> Outcome {
    let engine = Engine::open(&args.filter, Mode::Read, Sharing::Shared)?;
    let stats = engine.stats(args.exact)?;
    let mut out = Out::open();
    if args.json {
        out.line(&stats.to_json())?;
    } else {
        for line in lines(args, &stats) {
            out.line(&line)?;
        }
    }
    out.close()?;
    Ok(true)
}

fn lines(args: &Args, stats: &Stats) -> Vec<String> {
    let mut lines = vec![
        text::row("file", &args.filter.display().to_string()),
        text::row(
            "filter",
            &format!("{}, {}, scheme {}, seed {}", stats.kind, stats.arrangement, stats.scheme, stats.seed),
        ),
        text::row("made for", &format!("{} at {}", text::keys(stats.capacity), text::rate(stats.fpp))),
        text::row("size", &format!("{}, m = {}, k = {}", text::bytes(stats.bytes), text::thousands(stats.m), stats.k)),
        text::row("items", &format!("{} ({:.1} % of capacity)", text::thousands(stats.items), stats.load * 100.0)),
        text::row(
            "fill",
            &format!(
                "{:.2} % of the cells, as {} would leave it",
                stats.fill_ratio * 100.0,
                text::keys(stats.estimated_items)
            ),
        ),
        text::row(
            "rate now",
            &format!(
                "{} ({} absent keys is answered maybe)",
                text::rate(stats.expected_fpp),
                text::one_in(stats.expected_fpp)
            ),
        ),
        text::row(
            "state",
            &format!("{}, generation {}", if stats.sealed { "sealed" } else { "not sealed" }, stats.generation),
        ),
    ];
    if stats.sections.len() > 1 {
        lines.push(text::row("sections", &stats.sections.len().to_string()));
        for (index, section) in stats.sections.iter().enumerate() {
            lines.push(format!(
                "  {index:>4}  {} of {}, fill {:.2} %",
                text::thousands(section.items),
                text::keys(section.capacity),
                section.fill_ratio * 100.0
            ));
        }
    }
    lines.push(diagnosis::sentence(&Sight::from(stats)));
    lines
}

//! `onebloom plan`: how large a filter would be, and what happens when it gets more keys.

use onebloom::Plan;

use crate::failure::Outcome;
use crate::options::Creation;
use crate::output::Out;
use crate::text;

/// A set of so few keys is small, and exact.
const A_SET_WOULD_DO: u64 = 1000;

/// Show the size of a filter and its rate when it gets more keys than planned, without making it
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    creation: Creation,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Outcome {
    let plan = onebloom::plan(&args.creation.to_options(None)?)?;
    let mut out = Out::open();
    if args.json {
        out.line(&plan.to_json())?;
    } else {
        for line in lines(&plan) {
            out.line(&line)?;
        }
    }
    out.close()?;
    Ok(true)
}

fn lines(plan: &Plan) -> Vec<String> {
    let mut lines = vec![
        text::row("capacity", &text::keys(plan.capacity)),
        text::row(
            "fpp",
            &format!("{} ({} absent keys is answered maybe)", text::rate(plan.fpp), text::one_in(plan.fpp)),
        ),
        text::row("size", &format!("{}, {:.2} bits a key", text::bytes(plan.bytes), plan.bits_per_key)),
        text::row("cells", &format!("m = {}, k = {} probes a key", text::thousands(plan.m), plan.k)),
    ];
    if plan.section_count > 1 {
        lines.push(text::row("sections", &text::thousands(plan.section_count)));
    }
    for (times, rate) in plan.rates {
        let label = format!("at {times} x");
        let keys = (plan.capacity as f64 * times) as u64;
        let promise = rate / plan.fpp;
        lines.push(text::row(
            &label,
            &format!(
                "{}: rate {} ({}), {promise:.1} times the promise",
                text::keys(keys),
                text::rate(rate),
                text::one_in(rate)
            ),
        ));
    }
    if plan.capacity < A_SET_WOULD_DO {
        lines.push(format!(
            "note: for {} a plain set would do: it is small, and never wrong.",
            text::keys(plan.capacity)
        ));
    }
    lines
}

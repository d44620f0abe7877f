//! `onebloom redis push`, `pull` and `merge`: between files and Redis.

use std::path::Path;
use std::sync::Arc;

use onebloom::{Engine, Mode, Sharing};

use super::Args;
use crate::failure::Outcome;
use crate::output::{Out, Target};
use crate::text;

#[derive(clap::Args)]
pub struct Pull {
    /// The key
    name: String,
    #[command(flatten)]
    target: Target,
}

fn map(file: &Path) -> Result<Arc<Engine>, onebloom::Error> {
    Ok(Arc::new(Engine::open(file, Mode::Read, Sharing::Exclusive)?))
}

pub fn push(args: &Args, file: &Path, name: &str) -> Outcome {
    let engine = map(file)?;
    let outcome = args.link()?.run(args.remote(name)?.push(engine.clone()))?;
    let generation = outcome.record.iter().find(|f| f.0 == "generation");
    let mut out = Out::open();
    let generation = match generation {
        Some((_, onebloom::Field::U64(n))) => *n,
        _ => 0,
    };
    out.line(&format!("{name}: {} in Redis, generation {generation}", text::bytes(engine.image_len()?)))?;
    out.close()?;
    Ok(true)
}

pub fn merge(args: &Args, file: &Path, name: &str) -> Outcome {
    args.link()?.run(args.remote(name)?.merge(map(file)?))?;
    Ok(true)
}

pub fn pull(args: &Args, pull: &Pull) -> Outcome {
    pull.target.check_free()?;
    let outcome = args.link()?.run(args.remote(&pull.name)?.pull())?;
    if let Some(engine) = outcome.engine {
        pull.target.save(&engine)?;
        let mut out = Out::open();
        out.line(&format!("{}: {}", pull.target.output.display(), text::bytes(engine.image_len()?)))?;
        out.close()?;
    }
    Ok(true)
}

//! `onebloom redis add` and `remove`.

use onebloom::redis::{Keys, With};

use super::Args;
use crate::failure::Outcome;
use crate::keys::Source;
use crate::output::Out;
use crate::text;

/// Keys sent in one task.
const AT_ONCE: usize = 1000;

pub fn run(args: &Args, verb: &str, name: &str, source: &Source, quiet: bool) -> Outcome {
    let (remote, mut link) = (args.remote(name)?, args.link()?);
    let (mut keys, mut given, mut done) = (Keys::new(), 0u64, 0u64);
    let mut send = |keys: &mut Keys| {
        let outcome = link.run(remote.task(verb, With::Keys(std::mem::take(keys)))?)?;
        done += outcome.count();
        Ok::<(), crate::failure::Failure>(())
    };
    source.each(|key, _| {
        keys.push(key);
        given += 1;
        if keys.len() == AT_ONCE {
            send(&mut keys)?;
        }
        Ok(())
    })?;
    send(&mut keys)?;
    if !quiet {
        let what = if verb == "add" { "new" } else { "removed" };
        let mut out = Out::open();
        out.line(&format!("{name}: {} given, {} {what}", text::keys(given), text::thousands(done)))?;
        out.close()?;
    }
    // As the verb for files: exit code 1 if nothing was there to remove.
    Ok(verb == "add" || done > 0 || given == 0)
}

//! `onebloom redis`: the verbs for a filter that lives in Redis, one small file per group.

mod ask;
mod change;
mod link;
mod look;
mod transfer;

use std::path::PathBuf;

use clap::Subcommand;
use onebloom::redis::{Remote, Settings};

use self::link::Link;
use crate::failure::{Failure, Outcome};
use crate::keys::Source;
use crate::options;

/// Use a filter in Redis: create, push and pull it, add and check keys, see how full it is
#[derive(clap::Args)]
pub struct Args {
    /// Where the server is, as redis://[user:password@]host[:port][/db]
    #[arg(
        long,
        global = true,
        env = "ONEBLOOM_REDIS",
        default_value = "redis://127.0.0.1:6379/",
        hide_env_values = true
    )]
    server: String,
    /// The server is a node of a cluster
    #[arg(long, global = true)]
    cluster: bool,
    /// A setting or option of the library, such as kind=counting, on_unavailable=maybe,
    /// backend=bitmap, layout=spread, ttl=3600 (docs/redis.md has them); may be given more than once
    #[arg(short, long = "set", global = true, value_name = "NAME=VALUE")]
    settings: Vec<String>,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Make an empty filter; never over something that is there
    Create {
        /// The key
        name: String,
        /// How many keys it is made for
        #[arg(short = 'n', long)]
        capacity: Option<String>,
        /// Share of absent keys that may be answered maybe, at capacity [default: 0.01]
        #[arg(short = 'p', long)]
        fpp: Option<String>,
    },
    /// Put a filter file in the place of what is there, with its generation + 1
    Push {
        /// The filter file
        file: PathBuf,
        /// The key
        name: String,
    },
    /// Write the filter to a file
    Pull(transfer::Pull),
    /// Add keys
    Add {
        /// The key of the filter
        name: String,
        #[command(flatten)]
        source: Source,
        /// Say nothing when all is well
        #[arg(short, long)]
        quiet: bool,
    },
    /// Take keys away (kind counting)
    Remove {
        /// The key of the filter
        name: String,
        #[command(flatten)]
        source: Source,
        /// Say nothing when all is well
        #[arg(short, long)]
        quiet: bool,
    },
    /// Ask: exit code 0 if a key may be present, 1 if all are certainly absent, 2 on an error
    Check(ask::Check),
    /// Add all that a filter file of equal make has
    Merge {
        /// The filter file
        file: PathBuf,
        /// The key
        name: String,
    },
    /// Describe the filter: its shape, how full it is, and what may take it away
    Info(look::Info),
    /// Delete the filter
    Delete {
        /// The key
        name: String,
    },
}

impl Args {
    /// The settings that were given, and more.
    fn settings(&self, more: &[(&str, &Option<String>)]) -> Result<Settings, Failure> {
        let mut settings = Settings::new();
        for pair in &self.settings {
            let Some((name, value)) = pair.split_once('=') else {
                return Err(crate::failure::invalid(format!("--set takes NAME=VALUE, got {pair:?}")));
            };
            settings.set(name, options::value(value))?;
        }
        for (name, value) in more {
            if let Some(value) = value {
                settings.set(name, options::value(value))?;
            }
        }
        Ok(settings)
    }

    fn remote(&self, name: &str) -> Result<Remote, Failure> {
        Ok(Remote::new(name.as_bytes(), &self.settings(&[])?)?)
    }

    fn link(&self) -> Result<Link, Failure> {
        Link::open(&self.server, self.cluster)
    }
}

pub fn run(args: &Args) -> Outcome {
    match &args.verb {
        Verb::Create { name, capacity, fpp } => {
            let settings = args.settings(&[("capacity", capacity), ("fpp", fpp)])?;
            look::create(args, &Remote::new(name.as_bytes(), &settings)?)
        }
        Verb::Push { file, name } => transfer::push(args, file, name),
        Verb::Pull(pull) => transfer::pull(args, pull),
        Verb::Add { name, source, quiet } => change::run(args, "add", name, source, *quiet),
        Verb::Remove { name, source, quiet } => change::run(args, "remove", name, source, *quiet),
        Verb::Check(check) => ask::run(args, check),
        Verb::Merge { file, name } => transfer::merge(args, file, name),
        Verb::Info(info) => look::run(args, info),
        Verb::Delete { name } => look::delete(args, name),
    }
}

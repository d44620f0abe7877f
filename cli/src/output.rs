//! Standard output (buffered, its errors kept) and the file that a verb writes.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::{Path, PathBuf};

use onebloom::{Code, Engine, Error};

use crate::failure::Failure;

/// Standard output; dropping it without `close` may lose what is buffered.
pub struct Out(BufWriter<StdoutLock<'static>>);

impl Out {
    pub fn open() -> Self {
        Out(BufWriter::with_capacity(1 << 16, io::stdout().lock()))
    }

    pub fn line(&mut self, text: &str) -> Result<(), Failure> {
        self.raw(text.as_bytes())?;
        self.raw(b"\n")
    }

    /// Bytes as they are: a key may be in any encoding.
    pub fn raw(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.0.write_all(bytes).map_err(Failure::Output)
    }

    pub fn close(mut self) -> Result<(), Failure> {
        self.0.flush().map_err(Failure::Output)
    }
}

/// Where a new filter goes, and whether something may already be there.
#[derive(clap::Args)]
pub struct Target {
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Write over a file that is there
    #[arg(long)]
    pub force: bool,
}

impl Target {
    /// Refuses early, before an hour of keys is read.
    pub fn check_free(&self) -> Result<(), Failure> {
        check_free(&self.output, self.force)
    }

    pub fn save(&self, engine: &Engine) -> Result<(), Failure> {
        self.check_free()?;
        Ok(engine.save(&self.output)?)
    }
}

/// ALREADY_EXISTS unless nothing is there or --force was given. A link that leads nowhere is something.
pub fn check_free(path: &Path, force: bool) -> Result<(), Failure> {
    if !force && path.symlink_metadata().is_ok() {
        let message = format!("{} exists", path.display());
        return Err(Error::new(Code::AlreadyExists, message).into());
    }
    Ok(())
}

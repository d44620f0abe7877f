//! Keys from the command line: lines of files or of standard input, or the arguments themselves.
//!
//! A key is the bytes of a line up to `\n`, nothing trimmed; an empty line is the empty key, and the
//! last line needs no `\n`. With --crlf one `\r` before the `\n` is dropped; with --hex the line is
//! hexadecimal digits, for keys that no line can hold.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use onebloom::{Batch, Engine};

use crate::failure::{file_error, invalid, Failure};

/// Keys are handed to the library this many at a time, as its batches are made for.
pub const CHUNK: usize = 256;
const BUFFER: usize = 1 << 20;

/// What a line, or an argument, says of its key.
#[derive(clap::Args)]
pub struct Form {
    /// Lines end in \r\n: drop one \r before the \n
    #[arg(long)]
    crlf: bool,
    /// Keys are bytes written as hexadecimal digits, two each
    #[arg(long)]
    hex: bool,
}

impl Form {
    /// The bytes of the key that `shown` stands for; `decoded` is room for them.
    fn key<'a>(&self, shown: &'a [u8], decoded: &'a mut Vec<u8>) -> Result<&'a [u8], Failure> {
        if !self.hex {
            return Ok(shown);
        }
        decoded.clear();
        let digit = |byte: u8| (byte as char).to_digit(16);
        for pair in shown.chunks(2) {
            let (Some(high), Some(low)) = (digit(pair[0]), pair.get(1).and_then(|byte| digit(*byte))) else {
                let shown = String::from_utf8_lossy(shown);
                return Err(invalid(format!("with --hex a key is hexadecimal digits, two a byte, got {shown:?}")));
            };
            decoded.push((high * 16 + low) as u8);
        }
        Ok(decoded)
    }
}

/// Where a verb that takes keys or lists of keys finds them.
#[derive(clap::Args)]
pub struct Source {
    /// The keys themselves; without any, and without --from, lines of standard input
    #[arg(value_name = "KEY", allow_hyphen_values = false)]
    keys: Vec<OsString>,
    /// Read keys, one a line, from this file (- is standard input); may be given more than once
    #[arg(short = 'f', long = "from", value_name = "FILE")]
    from: Vec<PathBuf>,
    #[command(flatten)]
    form: Form,
}

impl Source {
    /// Hands every key to `take`, and how it was written: arguments first, then the files' lines.
    pub fn each(&self, mut take: impl FnMut(&[u8], &[u8]) -> Result<(), Failure>) -> Result<(), Failure> {
        let mut decoded = Vec::new();
        for shown in &self.keys {
            let shown = shown.as_encoded_bytes();
            take(self.form.key(shown, &mut decoded)?, shown)?;
        }
        if self.keys.is_empty() || !self.from.is_empty() {
            each_line(&self.from, &self.form, &ProgressBar::hidden(), take)?;
        }
        Ok(())
    }
}

/// Hands the key of every line to `take`, and the line; no file at all means standard input, as does `-`.
pub fn each_line(
    files: &[PathBuf],
    form: &Form,
    progress: &ProgressBar,
    mut take: impl FnMut(&[u8], &[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let standard_input = [PathBuf::from("-")];
    let files = if files.is_empty() { &standard_input[..] } else { files };
    for path in files {
        if is_stdin(path) {
            let input = progress.wrap_read(io::stdin().lock());
            lines_of(input, path, form, &mut take)?;
        } else {
            let file = File::open(path).map_err(|e| file_error(path, "open", &e))?;
            lines_of(progress.wrap_read(file), path, form, &mut take)?;
        }
    }
    Ok(())
}

fn lines_of(
    input: impl Read,
    path: &Path,
    form: &Form,
    take: &mut impl FnMut(&[u8], &[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut reader = BufReader::with_capacity(BUFFER, input);
    let (mut line, mut decoded) = (Vec::new(), Vec::new());
    loop {
        line.clear();
        let read = reader.read_until(b'\n', &mut line).map_err(|e| file_error(path, "read", &e))?;
        if read == 0 {
            return Ok(());
        }
        if line.last() == Some(&b'\n') {
            line.pop();
            if form.crlf && line.last() == Some(&b'\r') {
                line.pop();
            }
        }
        take(form.key(&line, &mut decoded)?, &line)?;
    }
}

/// The time to use instead of the clock's.
#[derive(clap::Args)]
pub struct Clock {
    /// Rotating: the time to use, in milliseconds since 1970 (a replay, another midnight than UTC's)
    #[arg(long, value_name = "MS", allow_negative_numbers = true)]
    now: Option<i64>,
}

impl Clock {
    pub fn set(&self, engine: &Engine) {
        engine.set_now(self.now);
    }
}

/// `-` is standard input.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A bar over the files' bytes, or a counter for standard input; nothing unless a person looks on.
pub fn progress(files: &[PathBuf]) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let sizes: Option<u64> = files
        .iter()
        .map(|path| std::fs::metadata(path).ok().filter(|meta| meta.is_file()))
        .map(|meta| meta.map(|meta| meta.len()))
        .sum();
    match sizes {
        Some(total) if !files.is_empty() => {
            ProgressBar::new(total).with_style(style("{bar:40} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left"))
        }
        _ => ProgressBar::new_spinner().with_style(style("{spinner} {bytes}, {bytes_per_sec}")),
    }
}

fn style(template: &str) -> ProgressStyle {
    // cannot fail: both templates are constants; a wrong one would fall back to the plain bar.
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Adds keys in chunks and counts them.
pub struct Adder<'a> {
    engine: &'a Engine,
    batch: Batch,
    /// Keys given.
    pub given: u64,
    /// Keys that were certainly absent before.
    pub new: u64,
}

impl<'a> Adder<'a> {
    pub fn new(engine: &'a Engine) -> Self {
        Adder { engine, batch: engine.batch(), given: 0, new: 0 }
    }

    pub fn push(&mut self, key: &[u8]) -> Result<(), Failure> {
        self.batch.push(key);
        self.given += 1;
        if self.batch.len() >= CHUNK {
            self.finish()?;
        }
        Ok(())
    }

    /// Adds what is still waiting; call it once more after the last key.
    pub fn finish(&mut self) -> Result<(), Failure> {
        if !self.batch.is_empty() {
            self.new += self.engine.add_batch(&self.batch)?;
            self.batch.clear();
        }
        Ok(())
    }
}

//! How a verb ends badly: one line on standard error, and the exit code.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use onebloom::{Code, Error};

/// The answer is no (absent, not sealed).
pub const EXIT_NO: u8 = 1;
/// Something went wrong.
pub const EXIT_ERROR: u8 = 2;
/// What a shell reports for a program that a closed pipe ended.
const EXIT_PIPE: u8 = 141;

/// Ok(true): exit 0; Ok(false): exit 1.
pub type Outcome = Result<bool, Failure>;

/// Why a verb could not finish.
pub enum Failure {
    /// The library refused, or a key list could not be read.
    Library(Error),
    /// Standard output could not be written.
    Output(io::Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Library(error)
    }
}

impl Failure {
    /// Says it on one line, unless the reader of a pipe has simply gone away.
    pub fn report(&self) -> ExitCode {
        match self {
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(EXIT_PIPE),
            Failure::Output(error) => say(Code::Io, &format!("standard output could not be written: {error}")),
            Failure::Library(error) => {
                let mut message = error.message().to_owned();
                if let Some(hint) = hint(error.code()) {
                    message = format!("{message}; {hint}");
                }
                say(error.code(), &message)
            }
        }
    }
}

/// What only the command line can advise; everything else is in the library's message.
fn hint(code: Code) -> Option<&'static str> {
    match code {
        Code::NotAFilter => Some("a list of keys becomes a filter with `onebloom build`"),
        Code::AlreadyExists => Some("give --force to write over it"),
        Code::ChecksumMismatch => Some("its answers cannot be trusted: build it again from the keys"),
        _ => None,
    }
}

/// A file that the command line itself reads or writes (a key list, a part) failed.
pub fn file_error(path: &Path, doing: &str, error: &io::Error) -> Failure {
    Failure::Library(Error::io(path, doing, error))
}

/// An argument that clap cannot judge is wrong.
pub fn invalid(message: impl Into<String>) -> Failure {
    Failure::Library(Error::new(Code::InvalidArgument, message.into()))
}

/// Help and version go out as they are; a wrong command line becomes one line like any other error.
pub fn usage(error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind;
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        // A closed pipe is all that can go wrong here, and nobody is left to tell.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return ExitCode::from(EXIT_ERROR);
    }
    let text = error.to_string();
    let said: Vec<&str> = text
        .lines()
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    let said = said.join(" ");
    let said = said.strip_prefix("error: ").unwrap_or(&said);
    say(
        Code::InvalidArgument,
        &format!("{said}; `onebloom help` lists the verbs and `onebloom help VERB` their options"),
    )
}

fn say(code: Code, message: &str) -> ExitCode {
    let line = message.replace(['\n', '\r'], " ");
    eprintln!("onebloom: {}: {line}", code.name());
    ExitCode::from(EXIT_ERROR)
}

//! The only list of error codes, and the error type that carries them.
//!
//! Numbers are stable and append-only: a number, once released, means the same for ever. Every
//! face exports this list and a test in each language compares its own table with it.

use std::fmt;
use std::path::{Path, PathBuf};

macro_rules! codes {
    ($($(#[doc = $what:literal])+ $variant:ident = $number:literal, $name:literal;)+) => {
        /// What went wrong, as a stable number and name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[repr(i32)]
        pub enum Code { $($(#[doc = $what])+ $variant = $number,)+ }

        impl Code {
            /// Every code, in the order of its number.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)+];

            /// The stable name, for example `OUT_OF_RANGE`.
            pub fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)+ }
            }

            /// One line saying what the code means.
            pub fn what(self) -> &'static str {
                match self { $(Code::$variant => concat!($($what,)+).trim_ascii(),)+ }
            }
        }
    };
}

codes! {
    /// No error.
    Ok = 0, "OK";
    /// An argument is of the wrong form, or unknown.
    InvalidArgument = 1, "INVALID_ARGUMENT";
    /// A pointer that must not be NULL is NULL (C only).
    NullPointer = 2, "NULL_POINTER";
    /// A number is outside its allowed range.
    OutOfRange = 3, "OUT_OF_RANGE";
    /// The filter is closed.
    Closed = 4, "CLOSED";
    /// The filter is open read-only.
    ReadOnly = 5, "READ_ONLY";
    /// The two filters differ in something that must be equal.
    Incompatible = 6, "INCOMPATIBLE";
    /// This kind, scheme or arrangement cannot do that.
    Unsupported = 7, "UNSUPPORTED";
    /// A key is neither text, bytes nor an integer.
    KeyType = 8, "KEY_TYPE";
    /// A text key is ill-formed Unicode (a lone surrogate).
    KeyEncoding = 9, "KEY_ENCODING";
    /// The bytes are not a onebloom filter.
    NotAFilter = 20, "NOT_A_FILTER";
    /// A format version that this library does not know.
    VersionUnsupported = 21, "VERSION_UNSUPPORTED";
    /// A kind, scheme, arrangement or feature bit that this library does not know.
    FeatureUnsupported = 22, "FEATURE_UNSUPPORTED";
    /// The header is damaged or contradicts itself.
    CorruptHeader = 23, "CORRUPT_HEADER";
    /// A sealed section does not match its checksum.
    ChecksumMismatch = 24, "CHECKSUM_MISMATCH";
    /// The bytes end before a section does.
    Truncated = 25, "TRUNCATED";
    /// There are bytes behind the last section.
    TrailingBytes = 26, "TRAILING_BYTES";
    /// A reserved byte or bit is not zero.
    ReservedNotZero = 27, "RESERVED_NOT_ZERO";
    /// Whole sections are missing.
    Incomplete = 28, "INCOMPLETE";
    /// There is no such file.
    NotFound = 40, "NOT_FOUND";
    /// The operating system does not permit it.
    Permission = 41, "PERMISSION";
    /// The file exists already.
    AlreadyExists = 42, "ALREADY_EXISTS";
    /// Somebody else has the file open for writing.
    Locked = 43, "LOCKED";
    /// Any other input/output error.
    Io = 44, "IO";
    /// A filter in Redis cannot be asked now: its key is gone, or the server cannot be reached.
    Unavailable = 45, "UNAVAILABLE";
    /// There is not enough memory or address space.
    OutOfMemory = 60, "OUT_OF_MEMORY";
    /// A bug in this library: please report it. The process goes on.
    Panic = 99, "PANIC";
}

impl Code {
    /// The stable number, equal in every language.
    pub fn number(self) -> i32 {
        self as i32
    }

    /// The code with this number, if there is one.
    pub fn from_number(number: i32) -> Option<Code> {
        Code::ALL.iter().copied().find(|c| c.number() == number)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An error: a [`Code`], a message that says what was given, what is allowed and what to do,
/// and for file errors the path and the operating system's number.
///
/// One pointer wide: every add and every answer travels in a `Result` with it.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", .0.message)]
pub struct Error(Box<What>);

#[derive(Clone, Debug)]
struct What {
    code: Code,
    message: String,
    path: Option<PathBuf>,
    os_error: Option<i32>,
}

/// `Result` with this crate's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error of this code with this message.
    pub fn new(code: Code, message: impl Into<String>) -> Error {
        Error(Box::new(What { code, message: message.into(), path: None, os_error: None }))
    }

    /// The error of every verb but `close` on a closed filter.
    pub fn closed() -> Error {
        Error::new(Code::Closed, "the filter is closed; open or create it again")
    }

    /// The error for a key of a type that is no key; `given` names the type.
    pub fn key_type(given: &str) -> Error {
        Error::new(
            Code::KeyType,
            format!("a key must be text, bytes or an integer, got {given}; convert it yourself so that every language does it alike"),
        )
    }

    /// The error for ill-formed text; `what` says where.
    pub fn key_encoding(what: &str) -> Error {
        Error::new(
            Code::KeyEncoding,
            format!("a text key must be well-formed Unicode, got {what}; pass bytes if the key is not text"),
        )
    }

    /// The error of a caught panic; `what` is its message.
    pub fn panic(what: &str) -> Error {
        Error::new(Code::Panic, format!("a bug in onebloom, please report it: {what}"))
    }

    /// An I/O error at `path`, with the code that fits its kind.
    pub fn io(path: &Path, doing: &str, source: &std::io::Error) -> Error {
        use std::io::ErrorKind as K;
        let code = match source.kind() {
            K::NotFound => Code::NotFound,
            K::PermissionDenied | K::ReadOnlyFilesystem => Code::Permission,
            K::AlreadyExists => Code::AlreadyExists,
            K::WouldBlock => Code::Locked,
            K::OutOfMemory => Code::OutOfMemory,
            K::InvalidInput if source.raw_os_error().is_none() => Code::InvalidArgument,
            _ => Code::Io,
        };
        Error(Box::new(What {
            code,
            message: format!("cannot {doing} {:?}: {source}", path),
            path: Some(path.to_path_buf()),
            os_error: source.raw_os_error(),
        }))
    }

    /// The same error, naming a file.
    pub fn at(mut self, path: &Path) -> Error {
        if self.0.path.is_none() {
            self.0.message = format!("{:?}: {}", path, self.0.message);
            self.0.path = Some(path.to_path_buf());
        }
        self
    }

    /// The same error with words in front of its message.
    pub fn context(mut self, before: &str) -> Error {
        self.0.message = format!("{before}: {}", self.0.message);
        self
    }

    /// The stable code.
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// The message, without the code's name.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The file concerned, if one is.
    pub fn path(&self) -> Option<&Path> {
        self.0.path.as_deref()
    }

    /// `errno` of the failed system call, if one failed.
    pub fn os_error(&self) -> Option<i32> {
        self.0.os_error
    }
}

/// Builds an `Error` from a code and a format string.
macro_rules! err {
    ($code:ident, $($arg:tt)+) => {
        $crate::error::Error::new($crate::error::Code::$code, format!($($arg)+))
    };
}
pub(crate) use err;

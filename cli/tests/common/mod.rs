//! Runs the real program in a folder of its own.

#![allow(dead_code)] // each test file uses its own part

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub struct Bench {
    folder: tempfile::TempDir,
}

pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Bench {
    pub fn new() -> Self {
        Bench { folder: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), bytes).unwrap();
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_onebloom"));
        command.args(args).current_dir(self.folder.path());
        command
    }

    /// Runs it with no input.
    pub fn run(&self, args: &[&str]) -> Said {
        said(self.command(args).stdin(Stdio::null()).output().unwrap())
    }

    /// Runs it with this input.
    pub fn pipe(&self, args: &[&str], input: &[u8]) -> Said {
        let mut child =
            self.command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_vec();
        // A program that refuses early does not read its input: that is no failure here.
        let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        said(output)
    }

    /// Runs it and wants exit code 0 and a silent stderr.
    pub fn ok(&self, args: &[&str]) -> String {
        self.run(args).ok()
    }

    /// The vectors that all languages share.
    pub fn vectors() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors")
    }
}

fn said(output: Output) -> Said {
    Said {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

impl Said {
    pub fn ok(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// Wants exit code 2 and one line that begins with the program and this code's name.
    pub fn fails(self, code: &str) -> String {
        assert_eq!(self.code, 2, "{}{}", self.out, self.err);
        assert!(self.err.starts_with(&format!("onebloom: {code}: ")), "{}", self.err);
        assert_eq!(self.err.matches('\n').count(), 1, "one line: {:?}", self.err);
        self.err
    }
}

/// `user:0` … as lines.
pub fn users(range: std::ops::Range<u32>) -> String {
    range.map(|i| format!("user:{i}\n")).collect()
}

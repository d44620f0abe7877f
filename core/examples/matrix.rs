//! The Rust row of the matrix: builds the golden cases and answers from files that others built.
//! The verbs are those of tests/matrix/README.md.
//!
//!     cargo run --example matrix -- check-all tests/vectors/golden

use std::error::Error;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use onebloom::{Engine, Mode, OptionValue, Options, Sharing};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The shared tests, wherever the program is started.
const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests");
const NOW: i64 = 1_767_441_600_000;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut out = BufWriter::new(io::stdout().lock());
    match args[..] {
        ["write", case, file] => build(case)?.save(Path::new(file))?,
        ["write-all", folder] => {
            for line in cases()? {
                let case = line.split('\t').next().unwrap_or("");
                build(case)?.save(Path::new(folder).join(format!("{case}.bloom")))?;
            }
        }
        ["check", case, file] => {
            for (key, bit) in answers(case, Path::new(file))? {
                writeln!(out, "{key}\t{}", u8::from(bit))?;
            }
        }
        ["check-all", folder] => {
            for (case, path) in filters(folder)? {
                for (key, bit) in answers(&case, &path)? {
                    writeln!(out, "{case}\t{key}\t{}", u8::from(bit))?;
                }
            }
        }
        ["codes", folder] => {
            for (name, path) in filters(folder)? {
                let code = match Engine::load(&path, Sharing::Exclusive) {
                    Ok(_) => "OK",
                    Err(error) => error.code().name(),
                };
                writeln!(out, "{name}\t{code}")?;
            }
        }
        _ => return Err("verbs: write CASE FILE, write-all DIR, check CASE FILE, check-all DIR, codes DIR".into()),
    }
    out.flush()?;
    Ok(())
}

fn cases() -> Result<Vec<String>> {
    lines(Path::new(TESTS).join("matrix/cases.tsv"))
}

/// The lines of a table without its comments.
fn lines(path: impl AsRef<Path>) -> Result<Vec<String>> {
    let text = fs::read_to_string(path)?;
    Ok(text.lines().filter(|line| !line.starts_with('#')).map(String::from).collect())
}

/// Name and path of every filter of a folder, sorted by name.
fn filters(folder: &str) -> Result<Vec<(String, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "bloom") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            found.push((name, path));
        }
    }
    found.sort();
    Ok(found)
}

/// The filter of a golden case.
pub fn build(case: &str) -> Result<Engine> {
    let table = cases()?;
    let row = table.iter().map(|line| line.split('\t').collect::<Vec<_>>()).find(|row| row[0] == case);
    let row = row.ok_or_else(|| format!("no case {case}"))?;
    let mut options = Options::new();
    for pair in row[1].split(' ') {
        let (name, value) = pair.split_once('=').ok_or("an option is name=value")?;
        let value = match name {
            "kind" | "scheme" => OptionValue::Text(value),
            "fpp" => OptionValue::Float(value.parse()?),
            _ => OptionValue::Int(value.parse()?),
        };
        options.set(name, value)?;
    }
    let filter = Engine::create(&options, Sharing::Exclusive)?;
    for step in row[2].split("; ") {
        carry_out(&filter, &step.split(' ').collect::<Vec<_>>())?;
    }
    Ok(filter)
}

fn carry_out(filter: &Engine, step: &[&str]) -> Result<()> {
    match *step {
        ["user", from, to] => {
            for i in from.parse::<u32>()?..=to.parse()? {
                filter.add(&format!("user:{i}"))?;
            }
        }
        ["int", from, to] => {
            for i in from.parse::<u32>()?..=to.parse()? {
                filter.add(&i)?;
            }
        }
        ["text", word, times] => {
            for _ in 0..times.parse::<u32>()? {
                filter.add(word)?;
            }
        }
        ["keys"] => {
            let folder =
                std::env::var("ONEBLOOM_VECTORS").map_or_else(|_| Path::new(TESTS).join("vectors"), PathBuf::from);
            for line in lines(folder.join("keys.tsv"))? {
                let hex = line.split('\t').nth(1).unwrap_or("");
                let bytes: std::result::Result<Vec<u8>, _> =
                    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16)).collect();
                filter.add(&bytes?)?;
            }
        }
        ["now", ms] => {
            filter.set_now(Some(ms.parse()?));
        }
        ["none"] => {}
        _ => return Err(format!("unknown step {step:?}").into()),
    }
    Ok(())
}

/// The 2000 keys of check and their answers; a mapped and a loaded filter must agree.
fn answers(case: &str, path: &Path) -> Result<Vec<(String, bool)>> {
    let mapped = Engine::open(path, Mode::Read, Sharing::Exclusive)?;
    let loaded = Engine::load(path, Sharing::Exclusive)?;
    if case.contains("rotating") {
        mapped.set_now(Some(NOW));
        loaded.set_now(Some(NOW));
    }
    (0..2000u32)
        .map(|i| {
            let key = if case.ends_with("-ints") { i.to_string() } else { format!("user:{i}") };
            let ask =
                |filter: &Engine| if case.ends_with("-ints") { filter.contains(&i) } else { filter.contains(&key) };
            let (a, b) = (ask(&mapped)?, ask(&loaded)?);
            if a != b {
                return Err(format!("{case} {key}: mapped says {a}, loaded says {b}").into());
            }
            Ok((key, a))
        })
        .collect()
}

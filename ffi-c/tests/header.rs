//! include/onebloom.h and symbols.txt follow from src/: this test makes them again and compares.
//! `ONEBLOOM_BLESS=1 cargo test -p onebloom-ffi --test header` writes them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use onebloom::Code;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The core's list of errors as C: it has no second home.
fn codes() -> String {
    let mut text = String::from(
        "// The codes. A number, once released, means the same for ever; later versions may add some.\nenum {\n",
    );
    for code in Code::ALL {
        let _ = writeln!(text, "    // {}", code.what());
        let comma = if Some(code) == Code::ALL.last() { "" } else { "," };
        let _ = writeln!(text, "    ONEBLOOM_{} = {}{comma}", code.name(), code.number());
    }
    text + "};"
}

fn header() -> String {
    let config = cbindgen::Config::from_root_or_default(root());
    let bindings =
        cbindgen::Builder::new().with_config(config).with_crate(root()).generate().expect("cbindgen reads src/");
    let mut bytes = Vec::new();
    bindings.write(&mut bytes);
    let text = String::from_utf8(bytes).expect("src/ is UTF-8");
    assert_eq!(text.matches("@CODES@").count(), 1, "cbindgen.toml says where the codes go");
    text.replace("@CODES@", &codes())
}

/// The names of all functions that a header declares.
fn functions(header: &str) -> String {
    let mut names: Vec<&str> = header
        .lines()
        .filter(|line| !line.trim_start().starts_with("//") && !line.starts_with(' '))
        .filter_map(|line| line.split_once('(').map(|(before, _)| before))
        .filter_map(|before| before.rsplit([' ', '*']).next())
        .filter(|name| name.starts_with("onebloom_"))
        .collect();
    names.sort_unstable();
    names.join("\n") + "\n"
}

fn compare(path: &Path, made: &str) {
    if std::env::var_os("ONEBLOOM_BLESS").is_some() {
        std::fs::write(path, made).expect("writable");
        return;
    }
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    if let Some((line, (was, is))) = committed.lines().zip(made.lines()).enumerate().find(|(_, (a, b))| a != b) {
        panic!("{} line {}: committed {was:?}, made {is:?}; run with ONEBLOOM_BLESS=1", path.display(), line + 1);
    }
    assert!(committed == made, "{} differs in length; run with ONEBLOOM_BLESS=1", path.display());
}

#[test]
fn header_is_what_the_sources_say() {
    compare(&root().join("include/onebloom.h"), &header());
}

#[test]
fn symbols_are_the_functions_of_the_header() {
    compare(&root().join("symbols.txt"), &functions(&header()));
}

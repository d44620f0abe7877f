"""surface.tsv against the sources of every face. Each language also walks its column at run time; this finds a gap before anything is built."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("rust", "c", "python", "java", "php", "cli")


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


def rows():
    lines = (ROOT / "tests/surface.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def names(language):
    column = LANGUAGES.index(language) + 1
    return {row[0]: row[column] for row in rows() if row[column] != "-"}


def test_the_table_is_whole():
    assert all(len(row) == 7 and all(row) for row in rows())
    assert len({row[0] for row in rows()}) == len(rows())


def declared(language):
    """The names that the face declares."""
    if language == "rust":
        found = set(re.findall(r"pub fn (\w+)", text("core/src/typed.rs")))
        if re.search(r"pub use plan::\{plan\b", text("core/src/lib.rs")):
            found.add("plan")
        return found | set(re.findall(r"pub const (ALL)\b", text("core/src/error.rs")))
    if language == "c":
        return set(re.findall(r"\b(onebloom_\w+)\(", text("ffi-c/include/onebloom.h")))
    if language == "python":
        page = text("python/python/onebloom/_onebloom.pyi") + text("python/python/onebloom/__init__.py")
        return set(re.findall(r"def (\w+)", page)) | set(re.findall(r"\berror_codes\b", page))
    if language == "java":
        page = text("java/src/main/java/io/onebloom/BloomFilter.java")
        return set(re.findall(r"public [\w.<>\[\], ?]*?\b(\w+)\(", page)) | {"values"}
    if language == "php":
        return set(re.findall(r"function (\w+)\(", text("php-ext/onebloom.stub.php")))
    return set(re.findall(r"pub mod (\w+);", text("cli/src/verbs/mod.rs")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verb_is_there(language):
    missing = {verb: name for verb, name in names(language).items() if name not in declared(language)}
    if language == "python":
        missing = {verb: name for verb, name in missing.items() if not (name == "__new__" and "__init__" in declared(language))}
    assert not missing


def test_contains_is_described_alike():
    """The first sentence of every description of contains: false is certain, true is maybe."""
    for name, pattern in {
        "core/src/typed.rs": r"False is certain.*[Mm]aybe",
        "ffi-c/include/onebloom.h": r"is certain.*maybe",
        "python/src/fast.rs": r"is certain.*maybe",
        "java/src/main/java/io/onebloom/BloomFilter.java": r"is certain.*maybe",
        "php-ext/onebloom.stub.php": r"is certain.*maybe",
    }.items():
        assert re.search(pattern, text(name).replace("\n", " "), flags=re.I), name

"""The house rules that a machine can check: data flows one way, files stay short, docs state what the code computes."""

import re
import subprocess
from pathlib import Path

import numbers_of_docs as numbers
import pytest

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "core/src"

# What a room of core must not know, in tests or not. The picture: key → hash (scheme) → probes → cells (kind) → section → filter.
FORBIDDEN = {
    "error": "*",
    "key": "storage header kind section filter file stats arrangement options engine scheme probe size",
    "probe": "key scheme storage header kind section filter file stats arrangement options engine size error",
    "size": "key scheme probe storage header section filter file stats arrangement options engine",
    "scheme": "key storage header kind section filter file stats arrangement options engine size",
    "storage": "key scheme probe header kind section filter file stats arrangement options engine size",
    "kind": "key scheme header section filter file stats arrangement options engine",
    "header": "key storage section filter file stats options engine",
    "section": "filter file stats options engine foreign redis",
    "arrangement": "key filter file options engine foreign redis",
    "options": "key storage section filter file stats engine redis",
}


def rooms(path):
    """The rooms of core that a file uses: the first names behind `crate::`."""
    text = re.sub(r"//[^\n]*", "", path.read_text(encoding="utf-8"))
    found = set(re.findall(r"\bcrate::(\w+)", text))
    for group in re.findall(r"\bcrate::\{([^}]*)\}", text):
        found |= set(re.findall(r"(?:^|,)\s*(\w+)", group))
    return found


@pytest.mark.parametrize("room", FORBIDDEN)
def test_core_flows_one_way(room):
    files = [path for path in (CORE / f"{room}.rs", *CORE.glob(f"{room}/**/*.rs")) if path.exists()]
    assert files, f"core/src/{room}.rs is gone: bring this table up to date"
    every = {path.stem for path in CORE.glob("*.rs")} - {"lib", room}
    forbidden = every if FORBIDDEN[room] == "*" else set(FORBIDDEN[room].split())
    for path in files:
        assert not rooms(path) & forbidden, f"{path.relative_to(ROOT)} uses {sorted(rooms(path) & forbidden)}"


def test_only_header_knows_offsets_and_only_storage_knows_maps():
    for path in CORE.rglob("*.rs"):
        text = path.read_text(encoding="utf-8")
        name = path.relative_to(CORE).as_posix()
        if not name.startswith("storage"):
            assert "memmap2" not in text, f"{name} knows memory maps"
        if not name.startswith("header"):
            assert "\\x89BLOOM" not in text.split("#[cfg(test)]")[0], f"{name} knows the magic"


GENERATED = {"ffi-c/include/onebloom.h", "php-ext/onebloom_arginfo.h", "php-ext/onebloom.stub.php"}
# One public class or struct whose documentation is most of the file.
LONGER = {"java/src/main/java/io/onebloom/BloomFilter.java": 750}
SOURCES = {".rs", ".py", ".c", ".h", ".java", ".php", ".sh", ".pyi"}


def test_files_are_short():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    long = {}
    for name in listed:
        path = ROOT / name
        if path.suffix in SOURCES and name not in GENERATED and path.is_file():
            lines = path.read_text(encoding="utf-8", errors="replace").count("\n")
            most = 600 if "/tests/" in name or "/test/" in name else 440
            if lines > LONGER.get(name, most):
                long[name] = lines
    assert not long, f"more than about 400 lines: {long}"


def test_numbers_in_the_docs():
    text = numbers.PAGE.read_text(encoding="utf-8")
    assert numbers.page(text) == text, "run tests/house/numbers_of_docs.py --write"


def test_links_in_the_docs():
    for page in (ROOT / "docs").rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"https?:", target):
                continue
            path, _, anchor = target.partition("#")
            there = (page.parent / path).resolve() if path else page
            assert there.exists(), f"{page.name} links to {target}"
            if anchor and there.suffix == ".md":
                heads = re.findall(r"^#+ (.*)$", there.read_text(encoding="utf-8"), flags=re.M)
                slugs = {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}
                assert anchor in slugs, f"{page.name} links to {target}; there are {sorted(slugs)}"


def test_format_lists_the_codes_of_the_list():
    listed = {line.split("\t")[1] for line in (ROOT / "tests/errors.tsv").read_text().splitlines() if not line.startswith("#")}
    page = (ROOT / "docs/format.md").read_text(encoding="utf-8")
    used = {word for word in re.findall(r"\b[A-Z]+(?:_[A-Z]+)+\b|\bTRUNCATED\b|\bINCOMPLETE\b|\bINCOMPATIBLE\b|\bUNSUPPORTED\b", page)}
    assert used <= listed, used - listed
    source = (CORE / "error.rs").read_text(encoding="utf-8")
    assert {name for _, name in re.findall(r"= (\d+), \"([A-Z_]+)\";", source)} == listed

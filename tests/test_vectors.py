"""The shared vectors are what they were: nobody edits them."""

import hashlib
from pathlib import Path

HERE = Path(__file__).parent


def test_vectors_are_untouched():
    listed = {}
    for line in (HERE / "vectors.sha256").read_text().splitlines():
        digest, name = line.split("  ", 1)
        listed[name] = digest
    present = {}
    for folder in ("vectors", "cases"):
        for path in sorted((HERE / folder).rglob("*")):
            if path.is_file():
                present[path.relative_to(HERE).as_posix()] = hashlib.sha256(path.read_bytes()).hexdigest()
    assert present == listed

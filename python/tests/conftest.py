"""Where the shared truth lies, and tables out of it."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Callable

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
VECTORS = pathlib.Path(os.environ.get("ONEBLOOM_VECTORS", TESTS / "vectors"))


def table(path: pathlib.Path) -> list[list[str]]:
    """The rows of a tab-separated file, comments left out."""
    lines = path.read_text(encoding="utf-8").split("\n")
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def key_vectors() -> dict[str, bytes]:
    """The named keys that hash and probe vectors speak of."""
    return {row[0]: bytes.fromhex(row[1]) for row in table(VECTORS / "keys.tsv")}


def set_bits(image: bytes) -> int:
    """How many bits of the body of a single-section image are set."""
    return int.from_bytes(image[128:], "little").bit_count()


@pytest.fixture
def saved(tmp_path: pathlib.Path) -> Callable[..., pathlib.Path]:
    """Saves a filter of some keys and gives its path."""
    from onebloom import BloomFilter

    def save(keys: object = ("a", "b", 42), name: str = "f.bloom", **options: object) -> pathlib.Path:
        path = tmp_path / name
        f = BloomFilter(options.pop("capacity", 1000), options.pop("fpp", 0.01), **options)
        f.add_many(keys)
        f.save(path)
        return path

    return save

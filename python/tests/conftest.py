"""Where the shared truth lies, and tables out of it."""

from __future__ import annotations

import os
import pathlib
import struct
from collections.abc import Callable

import pytest
import xxhash

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


KINDS = {"classic": 1, "blocked": 2, "counting": 3}
SCHEMES = {
    name: number
    for number, name in enumerate(
        "xxh3 xxh64 murmur3-guava64 murmur64a-redisbloom murmur3-double murmur3-seeded fnv1a-seeded crc32-double".split(),
        start=1,
    )
}


def header(*, kind: str = "classic", scheme: str = "xxh3", seed: int = 0, m: int, k: int) -> bytes:
    """The header of an unsealed single filter (docs/format.md), made without the library."""
    line = struct.pack(
        "<8sHBBBBHQQdQBBHI", b"\x89BLOOM\r\n", 1, KINDS[kind], SCHEMES[scheme], 0, k, 0, m, 1000, 0.01, seed, 0, 0, 1, 0
    )
    return line + struct.pack("<Q", xxhash.xxh3_64_intdigest(line)) + bytes(64)


def sparse_file(path: pathlib.Path, **options: object) -> pathlib.Path:
    """An empty filter of any size as a file of holes: takes no room on the disk."""
    first = header(**options)  # type: ignore[arg-type]
    bits = int(options["m"]) * (4 if options.get("kind") == "counting" else 1)  # type: ignore[call-overload]
    with open(path, "wb") as out:
        out.write(first)
        out.truncate(128 + -(-bits // 512) * 64)
    return path


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

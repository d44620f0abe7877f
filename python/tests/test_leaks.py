"""Memory, maps and descriptors come back, also when opening fails."""

from __future__ import annotations

import os
import pathlib
import resource
from collections.abc import Callable

import pytest
from conftest import VECTORS
from onebloom import BloomFilter, OnebloomError


def maps() -> int:
    return pathlib.Path("/proc/self/maps").read_text().count("\n")


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def grown(work: Callable[[], object], times: int) -> tuple[int, int, int]:
    """How many KiB of peak memory, maps and descriptors the second half of the calls has cost."""
    for _ in range(times // 2):
        work()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, maps(), open_files()
    for _ in range(times // 2):
        work()
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, maps(), open_files()
    return after[0] - before[0], after[1] - before[1], after[2] - before[2]


def failing(path: pathlib.Path) -> None:
    for read in (BloomFilter.open, BloomFilter.load):
        with pytest.raises(OnebloomError):
            read(path)


@pytest.mark.parametrize("what", ["forgotten", "closed", "copied", "bytes", "grown", "bad batches"])
def test_memory_comes_back_B103(what: str) -> None:
    base = BloomFilter(800_000)  # about 1 MiB

    def work() -> None:
        match what:
            case "forgotten":
                BloomFilter(800_000).add("a")
            case "closed":
                BloomFilter(800_000).close()
            case "copied":
                base.copy() | base
            case "bytes":
                BloomFilter.from_bytes(base.to_bytes())
                memoryview(base)
            case "grown":
                BloomFilter(1000, growth=2).add_many(range(5000))
            case "bad batches":
                for keys in ([*range(2000), 1.5], iter(["a", "\ud800"])):
                    with pytest.raises(OnebloomError):
                        base.add_many(keys)

    kib, mapped, files = grown(work, 600)
    assert kib < 20_000 and mapped < 20 and files == 0


def test_files_come_back(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "f.bloom"
    f = BloomFilter(1000)
    hostile = sorted((VECTORS / "hostile").glob("*.bloom"))
    # Damage of the body is not seen by a mapped open.
    hostile = [path for path in hostile if path.stem not in ("body_bit_flipped", "items_bit_flipped")]

    def work() -> None:
        f.save(path)
        f.replace(path)
        reader = BloomFilter.open(path)
        BloomFilter.open(path, "r+").add("forgotten")
        f.replace(path)
        assert reader.reload()
        BloomFilter.load(path).close()

    assert grown(work, 40)[1:] == (0, 0)
    assert grown(lambda: [failing(path) for path in hostile], 6)[1:] == (0, 0)

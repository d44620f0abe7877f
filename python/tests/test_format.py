"""The bytes: goldens rebuilt, odd and hostile files, sizing and probe vectors."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import pytest
from conftest import ROOT, TESTS, VECTORS, key_vectors, sparse_file, table
from matrix_program import build, cases
from onebloom import BloomFilter, FormatError, StateError

GOLDEN = VECTORS / "golden"
ODD = [row[0] for row in table(GOLDEN / "ODD.tsv")]
HOSTILE = table(VECTORS / "hostile" / "MANIFEST.tsv")
# Found when the body is read: on load and verify, not on a mapped open.
LATE = {"body_bit_flipped", "items_bit_flipped"}


@pytest.mark.parametrize("case", cases())
def test_goldens_are_rebuilt_to_the_byte(case: str, tmp_path: pathlib.Path) -> None:
    expected = (GOLDEN / f"{case}.bloom").read_bytes()
    f = build(case)
    assert f.to_bytes() == expected and bytes(f) == expected
    f.save(tmp_path / "f.bloom")
    assert (tmp_path / "f.bloom").read_bytes() == expected
    assert BloomFilter.from_bytes(expected) == f
    assert BloomFilter.from_bytes(expected).to_bytes() == expected
    assert BloomFilter.open(GOLDEN / f"{case}.bloom") == f


def test_the_cases_are_those_of_the_manifest() -> None:
    assert cases() == [row[0] for row in table(GOLDEN / "MANIFEST.tsv")]


@pytest.mark.parametrize("name", ODD)
def test_odd_files_open(name: str) -> None:
    path = GOLDEN / f"{name}.bloom"
    for f in (BloomFilter.open(path), BloomFilter.load(path), BloomFilter.from_bytes(path.read_bytes())):
        assert f.verify() is (name not in {"odd-unsealed"}) or name in {"odd-ro-compat-bit0"}
        f.stats(), repr(f), f.contains_many(["a", 1])
        if "ro-compat" in name:
            assert f.stats()["read_only"]
            for write in (lambda f=f: f.add("a"), lambda f=f: f.add_many(["a"]), f.clear, lambda f=f: f.merge(f.copy())):
                with pytest.raises(StateError) as caught:
                    write()
                assert caught.value.name == "READ_ONLY"


def test_odd_rotating_unused() -> None:
    f = BloomFilter.load(GOLDEN / "odd-rotating-unused.bloom")
    f.set_now(1767441600000)
    rows = f.stats()["sections"]
    assert [row["live"] for row in rows].count(False) == 1


@pytest.mark.parametrize("row", HOSTILE, ids=lambda row: row[0])
def test_hostile_files_give_their_code(row: list[str], tmp_path: pathlib.Path) -> None:
    name, code = row[:2]
    path = VECTORS / "hostile" / f"{name}.bloom"
    data = path.read_bytes()
    for read in (lambda: BloomFilter.load(path), lambda: BloomFilter.from_bytes(data)):
        with pytest.raises(FormatError) as caught:
            read()
        assert caught.value.name == code and isinstance(caught.value, ValueError)
    if name in LATE:
        f = BloomFilter.open(path)
        with pytest.raises(FormatError) as caught:
            f.verify()
    else:
        for mode in ("r", "r+"):
            copy = tmp_path / "copy.bloom"
            copy.write_bytes(data)
            with pytest.raises(FormatError) as caught:
                BloomFilter.open(copy, mode)
            assert caught.value.name == code
            assert copy.read_bytes() == data
    assert caught.value.name == code


# Rows "section" have a rate below the limit for new filters: the tests of the core have them.
SIZES = [row for row in table(VECTORS / "sizing.tsv") if row[0] != "section"]


@pytest.mark.parametrize("row", SIZES, ids=lambda row: "-".join(row[:3]))
def test_sizing(row: list[str]) -> None:
    kind, capacity, fpp, m, k = row
    plan = BloomFilter.plan(int(capacity), float(fpp), kind=kind)
    if kind == "blocked":
        assert abs(plan["m"] - int(m)) <= 256 and plan["k"] == 8
    else:
        assert (plan["m"], plan["k"]) == (int(m), int(k))


def test_probes(tmp_path: pathlib.Path) -> None:
    """Up to m = 2^40, in files of holes that are mapped."""
    keys = key_vectors()
    rows = table(VECTORS / "probes.tsv")
    assert len(rows) > 2000
    filters: dict[tuple[str, ...], BloomFilter] = {}
    for scheme, seed, m, k, name, positions in rows:
        of = (scheme, seed, m, k)
        if of not in filters:
            path = sparse_file(tmp_path / "-".join(of), scheme=scheme, seed=int(seed), m=int(m), k=int(k))
            filters[of] = BloomFilter.open(path)
            assert keys[name] not in filters[of]
        assert filters[of].positions(keys[name]) == [int(p) for p in positions.split(",")], (of, name)


def test_block_probes(tmp_path: pathlib.Path) -> None:
    keys = key_vectors()
    for scheme, seed, m, name, positions in table(VECTORS / "block_probes.tsv"):
        path = tmp_path / f"{scheme}-{seed}-{m}"
        if not path.exists():
            sparse_file(path, kind="blocked", scheme=scheme, seed=int(seed), m=int(m), k=8)
        with BloomFilter.open(path) as f:
            assert f.positions(keys[name]) == [int(p) for p in positions.split(",")], name


def test_shards() -> None:
    """The section of a key: the one whose items grow."""
    keys = key_vectors()
    for scheme, seed, shards, name, index in table(VECTORS / "shards.tsv"):
        f = BloomFilter(100, scheme=scheme, seed=int(seed), shards=int(shards))
        f.add(keys[name])
        items = [section["items"] for section in f.stats()["sections"]]
        assert items.index(1) == int(index) and sum(items) == 1, name


def test_the_matrix_program(tmp_path: pathlib.Path) -> None:
    """As the matrix runs it: in the repository's root, with plain arguments."""
    program = [sys.executable, "python/tests/matrix_program.py"]

    def run(*args: str) -> str:
        return subprocess.run([*program, *args], cwd=ROOT, check=True, capture_output=True, text=True, timeout=200).stdout

    assert run("write-all", str(tmp_path)) == ""
    for case in cases():
        assert (tmp_path / f"{case}.bloom").read_bytes() == (GOLDEN / f"{case}.bloom").read_bytes()
    assert run("write", "classic-xxh3", str(tmp_path / "classic-xxh3.bloom")) == ""
    lines = run("check", "classic-xxh3", str(tmp_path / "classic-xxh3.bloom")).splitlines()
    assert len(lines) == 2000 and lines[:1000] == [f"user:{i}\t1" for i in range(1000)]
    assert sum(line.endswith("\t1") for line in lines[1000:]) < 30
    lines = run("check-all", str(tmp_path)).splitlines()
    assert len(lines) == 2000 * len(cases())
    assert "blocked-xxh3-seeded-ints\t7\t1" in lines
    expected = sorted(f"{row[0]}\t{row[1]}" for row in HOSTILE)
    assert sorted(run("codes", str(VECTORS / "hostile")).splitlines()) == expected
    assert "classic-xxh3\tOK" in run("codes", str(tmp_path)).splitlines()


def test_the_reference_reads_what_python_writes(tmp_path: pathlib.Path) -> None:
    reference = TESTS / "reference" / "reference.py"
    build("classic-tricky-keys").save(tmp_path / "classic-tricky-keys.bloom")
    out = subprocess.run([sys.executable, str(reference), "codes", str(tmp_path)], capture_output=True, text=True, timeout=100)
    assert out.stdout == "classic-tricky-keys\tOK\n", out.stderr

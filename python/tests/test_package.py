"""What is installed: version, stubs, docs, and the surface that every language shares."""

from __future__ import annotations

import doctest
import importlib.metadata
import inspect
import os
import pathlib
import subprocess
import sys

import onebloom
from conftest import TESTS, table
from onebloom import BloomFilter

HERE = pathlib.Path(__file__).parent


def run(*args: str, **kwargs: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # type: ignore[call-overload,no-any-return]
        [sys.executable, *args], capture_output=True, text=True, timeout=200, **kwargs
    )


def test_version_is_that_of_the_metadata_B117() -> None:
    assert onebloom.__version__ == importlib.metadata.version("onebloom")


def test_no_runtime_dependency_B83() -> None:
    assert importlib.metadata.requires("onebloom") in (None, [])
    loaded = run("-I", "-c", "import sys, onebloom; print('numpy' in sys.modules, 'pyarrow' in sys.modules)")
    assert loaded.stdout.split() == ["False", "False"], loaded.stderr


def test_the_extension_is_of_the_stable_abi_B115() -> None:
    path = pathlib.Path(onebloom._onebloom.__file__ or "")
    assert path.name == "_onebloom.abi3.so"


def test_stubs_and_module_agree() -> None:
    allow = str(HERE / "stubtest-allowlist.txt")
    found = run(
        "-m", "mypy.stubtest", "onebloom", "--allowlist", allow, "--ignore-unused-allowlist", cwd=os.sep
    )
    assert found.returncode == 0, found.stdout + found.stderr


def test_typed_programs_type_check(tmp_path: pathlib.Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        """
import pathlib
from onebloom import BloomFilter, OnebloomError, Plan, Stats, StorageError

def main(path: pathlib.Path) -> int:
    f = BloomFilter(1000, fpp=0.01, kind="counting")
    new: bool = f.add("a") or f.add(b"b") or f.add(7)
    count: int = f.update(str(i) for i in range(10))
    answers: list[bool] = f.contains_many(["a", 1])
    stats: Stats = f.stats(exact=True)
    plan: Plan = BloomFilter.plan(1000)
    items: int = stats["items"] + stats["sections"][0]["items"] + plan["bytes"]
    with BloomFilter.open(path, "r+") as g:
        g |= f
        h: BloomFilter = g | f
    try:
        h.save(str(path))
    except StorageError as e:
        print(e.errno, e.filename, e.code, e.name)
    except OnebloomError as e:
        print(e.index)
    return items + count + len(answers) + new + len(bytes(h.to_bytes()))
"""
    )
    wrong = tmp_path / "wrong.py"
    wrong.write_text("from onebloom import BloomFilter\nBloomFilter(10).add(1.5)\nBloomFilter(10).add(None)\n")
    right = run("-m", "mypy", "--strict", str(program), cwd=tmp_path)
    assert right.returncode == 0, right.stdout
    errors = run("-m", "mypy", "--strict", str(wrong), cwd=tmp_path)
    assert errors.stdout.count("[arg-type]") == 2, errors.stdout


def test_docs_run() -> None:
    flags = doctest.ELLIPSIS
    found = doctest.testmod(onebloom, optionflags=flags)
    assert found.attempted > 10 and found.failed == 0
    readme = doctest.testfile(str(HERE.parent / "README.md"), module_relative=False, optionflags=flags)
    assert readme.attempted > 3 and readme.failed == 0


def test_every_public_thing_says_what_it_does() -> None:
    for name in onebloom.__all__:
        thing = getattr(onebloom, name)
        if name != "__version__":
            assert inspect.getdoc(thing), name
    for name, member in vars(BloomFilter).items():
        if not name.startswith("_"):
            assert inspect.getdoc(member), name


def test_the_surface_is_the_shared_one() -> None:
    rows = table(TESTS / "surface.tsv")
    header = "verb rust c python java php cli".split()
    assert len(rows) > 20 and all(len(row) == len(header) for row in rows)
    verbs = {row[3] for row in rows if row[0] != "error_codes" and row[3] != "-"}
    for verb in verbs:
        assert callable(getattr(BloomFilter, verb)), verb
    assert {row[0]: row[3] for row in rows}["error_codes"] == "error_codes"
    assert callable(onebloom.error_codes)
    public = {name for name in vars(BloomFilter) if not name.startswith("_")}
    # Set-like alias, and the state that files have too.
    assert public - verbs == {"update", "closed"}


def test_signatures_are_readable() -> None:
    assert str(inspect.signature(BloomFilter.add)) == "(self, key, /)"
    assert str(inspect.signature(BloomFilter.contains)) == "(self, key, /)"
    assert str(inspect.signature(BloomFilter.open)) == "(path, mode='r')"
    assert str(inspect.signature(BloomFilter.stats)) == "(self, /, exact=False)"

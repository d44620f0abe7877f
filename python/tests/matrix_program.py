"""Python's program of the matrix: tests/matrix/README.md says what each verb does.

python python/tests/matrix_program.py write CASE FILE | write-all DIR | check CASE FILE | check-all DIR | codes DIR
"""

from __future__ import annotations

import os
import pathlib
import sys

from onebloom import BloomFilter, OnebloomError

ROOT = pathlib.Path(__file__).resolve().parents[2]
VECTORS = pathlib.Path(os.environ.get("ONEBLOOM_VECTORS", ROOT / "tests" / "vectors"))
TABLE = ROOT / "tests" / "matrix" / "cases.tsv"
# 2026-01-03 12:00 UTC, when rotating cases are asked.
ASKED_AT = 1767441600000


def rows() -> dict[str, tuple[str, str]]:
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    split = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return {case: (options, steps) for case, options, steps, _sha256 in split}


def cases() -> list[str]:
    """All cases, in the table's order."""
    return list(rows())


def option(text: str) -> tuple[str, str | float | int]:
    name, value = text.split("=")
    if name in ("kind", "scheme"):
        return name, value
    return name, float(value) if name == "fpp" else int(value)


def vector_keys() -> list[bytes]:
    lines = (VECTORS / "keys.tsv").read_text().splitlines()[1:]
    return [bytes.fromhex(line.split("\t")[1]) for line in lines]


def build(case: str) -> BloomFilter:
    """The filter of a case, with its steps done."""
    options, steps = rows()[case]
    f = BloomFilter(**dict(option(text) for text in options.split()))
    for step in steps.split("; "):
        match step.split():
            case ["user", first, last]:
                f.add_many(f"user:{i}" for i in range(int(first), int(last) + 1))
            case ["int", first, last]:
                f.add_many(range(int(first), int(last) + 1))
            case ["text", word, times]:
                f.add_many([word] * int(times))
            case ["keys"]:
                f.add_many(vector_keys())
            case ["now", ms]:
                f.set_now(int(ms))
            case ["none"]:
                pass
            case _:
                raise ValueError(step)
    return f


def answers(case: str, path: pathlib.Path) -> list[str]:
    """`key<TAB>0|1` of the 2000 keys; the map and the copy must agree."""
    integers = case.endswith("-ints")
    keys = list(range(2000)) if integers else [f"user:{i}" for i in range(2000)]
    found = []
    for f in (BloomFilter.open(path, "r"), BloomFilter.load(path)):
        if "rotating" in case:
            f.set_now(ASKED_AT)
        found.append([f.contains(key) for key in keys])
        if found[-1] != f.contains_many(keys) or found[-1] != [key in f for key in keys]:
            sys.exit(f"{path}: contains and contains_many differ")
    if found[0] != found[1]:
        sys.exit(f"{path}: mapped and loaded differ")
    return [f"{key}\t{int(answer)}" for key, answer in zip(keys, found[0], strict=True)]


def code(path: pathlib.Path) -> str:
    try:
        BloomFilter.load(path)
    except OnebloomError as error:
        return error.name
    return "OK"


def files(folder: str) -> list[pathlib.Path]:
    return sorted(pathlib.Path(folder).glob("*.bloom"), key=lambda path: os.fsencode(path.stem))


def main(args: list[str]) -> None:
    lines: list[str] = []
    match args:
        case ["write", case, path]:
            build(case).save(path)
        case ["write-all", folder]:
            for name in cases():
                build(name).save(pathlib.Path(folder, f"{name}.bloom"))
        case ["check", case, path]:
            lines = answers(case, pathlib.Path(path))
        case ["check-all", folder]:
            lines = [f"{path.stem}\t{line}" for path in files(folder) for line in answers(path.stem, path)]
        case ["codes", folder]:
            lines = [f"{path.stem}\t{code(path)}" for path in files(folder)]
        case _:
            sys.exit(__doc__)
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    sys.stdout.writelines(line + "\n" for line in lines)


if __name__ == "__main__":
    main(sys.argv[1:])

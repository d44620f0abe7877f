#!/usr/bin/env python3
"""Every writer × every reader over the golden cases; README.md says what a program must do.

    matrix.py [--skip-missing] [--only NAME,NAME] [--jobs N] [--program NAME=COMMAND] [--damaged N] [--seed N]

Needs the package xxhash (for the damaged files, damage.py). Closes with "matrix: N passed, M failed".
"""

import argparse
import fnmatch
import hashlib
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import damage

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
VECTORS = ROOT / "tests/vectors"
SHOWN = 60  # failures printed in full; the rest is only counted
TIMEOUT = 300


def table(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


class Program:
    def __init__(self, name, command, needs="", cannot=""):
        self.name, self.command, self.needs, self.patterns = name, shlex.split(command), needs, cannot.split()

    def missing(self):
        """What is not there, or None."""
        for part in [self.needs, *(word for word in self.command if "/" in word and "=" not in word)]:
            if part and not (ROOT / part).exists():
                return part
        return None

    def cannot(self, case):
        return any(fnmatch.fnmatchcase(case, pattern) for pattern in self.patterns)

    def run(self, *words):
        """Standard output; ends with RuntimeError if the program fails."""
        try:
            done = subprocess.run([*self.command, *map(str, words)], cwd=ROOT, capture_output=True, timeout=TIMEOUT, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise RuntimeError(str(error)) from None
        if done.returncode != 0:
            said = done.stderr.decode("utf-8", "replace").strip().splitlines()[-3:]
            raise RuntimeError(f"exit code {done.returncode}: {' | '.join(said)}")
        return done.stdout.decode("utf-8", "replace")


class Score:
    def __init__(self):
        self.passed, self.failures = 0, []

    def expect(self, what, good, why=""):
        if good:
            self.passed += 1
        else:
            self.failures.append(f"{what}: {why}")
            if len(self.failures) <= SHOWN:
                print(f"FAILED {what}: {why}", flush=True)


def answers(text):
    """check-all's lines as {case: [(key, bit), …]}."""
    out = {}
    for line in text.splitlines():
        case, _, rest = line.partition("\t")
        out.setdefault(case, []).append(rest)
    return out


def write_all(program, folder, cases, score):
    try:
        program.run("write-all", folder)
    except RuntimeError as error:
        score.expect(f"{program.name} write-all", False, error)
    for case, sha in cases.items():
        if program.cannot(case):
            continue
        path = folder / f"{case}.bloom"
        if not path.exists():
            score.expect(f"{program.name} writes {case}", False, "no file")
            continue
        got, want = path.read_bytes(), (VECTORS / "golden" / f"{case}.bloom").read_bytes()
        why = ""
        if got != want:
            at = next((i for i, (a, b) in enumerate(zip(got, want)) if a != b), min(len(got), len(want)))
            why = f"{len(got)} bytes, expected {len(want)}; first difference at byte {at}"
        score.expect(f"{program.name} writes {case}", got == want and hashlib.sha256(got).hexdigest() == sha, why)


def check_all(reader, folder, label, truth, score):
    try:
        got = answers(reader.run("check-all", folder))
    except RuntimeError as error:
        score.expect(f"{reader.name} check-all of {label}", False, error)
        return
    for path in sorted(folder.glob("*.bloom")):
        case = path.stem
        if reader.cannot(case):
            continue
        lines, want = got.get(case), truth.get(case, [])
        if lines == want:
            score.expect(f"{reader.name} reads {label} {case}", True)
            continue
        why = "no answer" if lines is None else f"{len(lines)} lines, expected {len(want)}"
        if lines and len(lines) == len(want):
            why = next(f"says {a!r}, expected {b!r}" for a, b in zip(lines, want) if a != b)
        score.expect(f"{reader.name} reads {label} {case}", False, why)


def codes(reader, folder, want, score):
    try:
        got = dict(line.split("\t") for line in reader.run("codes", folder).splitlines())
    except (RuntimeError, ValueError) as error:
        score.expect(f"{reader.name} codes of {folder.name}", False, error)
        return
    for name, code in want.items():
        score.expect(f"{reader.name} code of {folder.name}/{name}", got.get(name) == code, f"{got.get(name)}, expected {code}")


def truth_of(programs, score):
    """The answers that all readers must give: members are in by construction, and the readers agree on the rest."""
    golden = VECTORS / "golden"
    votes = []
    for program in programs:
        try:
            votes.append((program, answers(program.run("check-all", golden))))
        except RuntimeError:
            pass  # counted where its own check-all fails
    truth = {}
    for path in sorted(golden.glob("*.bloom")):
        said = [vote[path.stem] for program, vote in votes if path.stem in vote and not program.cannot(path.stem)]
        if not said:
            continue  # nobody here can read it, or everybody failed: counted there
        common = max(said, key=said.count)
        truth[path.stem] = common
        keys = [f"user:{i}" if not path.stem.endswith("-ints") else str(i) for i in range(2000)]
        score.expect(f"answers to {path.stem}", [line.split("\t")[0] for line in common] == keys, "not the 2000 keys in order")
    for case, _, steps, _ in table(HERE / "cases.tsv"):
        bits = [line.endswith("\t1") for line in truth.get(case, [])]
        if not bits:
            continue
        for step in steps.split("; "):
            verb, *words = step.split(" ")
            if verb in ("user", "int"):
                members = bits[int(words[0]) : int(words[1]) + 1]
                score.expect(f"members of {case}", members and all(members), "a member is missing")
        if case == "classic-empty":
            score.expect("nothing in classic-empty", not any(bits), "a key is in the empty filter")
    return truth


def main():
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--skip-missing", action="store_true", help="leave out programs that are not built")
    asked.add_argument("--only", help="names of programs, commas between")
    asked.add_argument("--damaged", type=int, default=400, help="how many damaged files to make")
    asked.add_argument("--seed", type=int, default=1, help="of the damaged files")
    asked.add_argument("--jobs", type=int, default=2)
    asked.add_argument("--program", action="append", default=[], metavar="NAME=COMMAND", help="use this command for NAME")
    asked = asked.parse_args()

    programs = [Program(*row) for row in table(HERE / "programs.tsv")]
    for given in asked.program:
        name, command = given.split("=", 1)
        old = next((p for p in programs if p.name == name), None)
        programs = [p for p in programs if p is not old] + [Program(name, command, "", " ".join(old.patterns) if old else "")]
    if asked.only:
        programs = [p for p in programs if p.name in asked.only.split(",")]
    score, built = Score(), []
    for program in programs:
        gone = program.missing()
        if gone is None:
            built.append(program)
        elif asked.skip_missing:
            print(f"skipped {program.name}: {gone} is not there")
        else:
            score.expect(program.name, False, f"not built: {gone} is not there")

    if not built:
        score.expect("matrix", False, "no program is built")
    cases = {row[0]: row[3] for row in table(HERE / "cases.tsv")}
    hostile = {row[0]: row[1] for row in table(VECTORS / "hostile/MANIFEST.tsv")}
    fine = {path.stem: "OK" for path in (VECTORS / "golden").glob("*.bloom")}
    with tempfile.TemporaryDirectory(prefix="onebloom-matrix-") as temporary, ThreadPoolExecutor(asked.jobs) as pool:
        folders = {program.name: Path(temporary) / program.name for program in built}
        for folder in folders.values():
            folder.mkdir()
        list(pool.map(lambda p: write_all(p, folders[p.name], cases, score), built))
        ruins = Path(temporary) / "damaged"
        ruins.mkdir()
        verdicts = damage.fill(ruins, asked.damaged, asked.seed)
        truth = truth_of(built, score)
        work = [(check_all, reader, VECTORS / "golden", "golden", truth, score) for reader in built]
        work += [(check_all, reader, folders[writer.name], f"{writer.name}'s", truth, score) for reader in built for writer in built]
        work += [(codes, reader, VECTORS / "hostile", hostile, score) for reader in built]
        work += [(codes, reader, VECTORS / "golden", fine, score) for reader in built]
        work += [(codes, reader, ruins, verdicts, score) for reader in built]
        list(pool.map(lambda job: job[0](*job[1:]), work))
    if len(score.failures) > SHOWN:
        print(f"… and {len(score.failures) - SHOWN} more failures")
    print(f"matrix: {score.passed} passed, {len(score.failures)} failed")
    return 1 if score.failures else 0


if __name__ == "__main__":
    sys.exit(main())

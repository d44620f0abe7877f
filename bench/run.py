"""make bench: tables of ns a key, medians of interleaved rounds, with the ratio to the first contender.

    bench/run.py [--rounds N] [--sizes N,N] [NAME ...]      (names: those of rows.tsv)

Writes build/bench/NAME.md and prints the same.
"""

import argparse
import platform
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "bench"


def machine():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return platform.processor()


def prepare(name):
    """What a row needs beyond make build: the libraries that it is compared with."""
    if name == "rust":
        subprocess.run(["cargo", "build", "--release", "--quiet", "--manifest-path", "bench/rust/Cargo.toml",
                        "--target-dir", "build/bench/rust"], cwd=ROOT, check=True)
    elif name == "python":
        # Beside .venv, not into it.
        if not (FOLDER / "others").exists():
            subprocess.run([ROOT / ".venv/bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                            "--target", FOLDER / "others", "-r", ROOT / "bench/python-others.txt"], check=True)


def tables(samples):
    """{table: {contender: {measure: [ns, ...]}}} in the order of their first sample."""
    result = {}
    for line in samples.splitlines():
        table, contender, measure, ns = line.split("\t")
        result.setdefault(table, {}).setdefault(contender, {}).setdefault(measure, []).append(float(ns))
    return result


def markdown(name, result, rounds):
    yield f"# {name}: ns a key, medians of {rounds} rounds (ratio to the first row)\n"
    yield f"{machine()}, {platform.system()} {platform.machine()}; `make bench` makes this anew. Ratios travel, absolute times do not.\n"
    for table, contenders in result.items():
        measures = list(dict.fromkeys(m for values in contenders.values() for m in values))
        medians = {c: {m: statistics.median(v) for m, v in values.items()} for c, values in contenders.items()}
        medians = dict(sorted(medians.items(), key=lambda item: not item[0].startswith("onebloom")))
        first = next(iter(medians.values()))
        yield f"## {table}\n"
        yield "| | " + " | ".join(measures) + " |"
        yield "|---|" + "--:|" * len(measures)
        for contender, values in medians.items():
            cells = [f"{values[m]:.1f} ({values[m] / first[m]:.2f})" if m in values and m in first
                     else f"{values[m]:.1f}" if m in values else "" for m in measures]
            yield f"| {contender} | " + " | ".join(cells) + " |"
        yield ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", default="5")
    parser.add_argument("--sizes", default="10000,1000000")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    failed = []
    for line in (ROOT / "bench" / "rows.tsv").read_text().splitlines():
        if line.startswith("#") or not line:
            continue
        name, command = line.split("\t")
        if args.names and name not in args.names:
            continue
        print(f"running {name} ...", file=sys.stderr, flush=True)
        try:
            prepare(name)
        except subprocess.CalledProcessError:
            failed.append(name)
            continue
        done = subprocess.run([*command.split(), args.rounds, *args.sizes.split(",")], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        if done.returncode or not done.stdout:
            failed.append(name)
            continue
        text = "\n".join(markdown(name, tables(done.stdout), args.rounds))
        (FOLDER / f"{name}.md").write_text(text + "\n")
        print(text)
    if failed:
        sys.exit(f"bench: failed: {', '.join(failed)}")


main()

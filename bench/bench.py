"""Python rows: onebloom beside rbloom and abloom, text keys and integers, at 1 %.

Prints samples, one a line: table, contender, measure, ns a key (tabs between); run.py takes medians.
"""

import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "build" / "bench" / "others"))
import abloom
import rbloom
from onebloom import BloomFilter

FPP = 0.01


def sample(table, contender, measure, keys, work):
    start = time.perf_counter_ns()
    work(keys)
    ns = (time.perf_counter_ns() - start) / len(keys)
    print(table, contender, measure, f"{ns:.2f}", sep="\t", flush=True)


def one_by_one(filter):
    def work(keys):
        add = filter.add
        for key in keys:
            add(key)

    return work


def asking(filter):
    def work(keys):
        for key in keys:
            key in filter

    return work


def contenders(n):
    """Name, maker. Default hashing of each: those of rbloom and abloom hold in one process only."""
    yield "onebloom classic", lambda: BloomFilter(n, FPP)
    yield "onebloom blocked", lambda: BloomFilter(n, FPP, kind="blocked")
    yield "rbloom", lambda: rbloom.Bloom(n, FPP)
    yield "abloom", lambda: abloom.BloomFilter(n, FPP)


def main(rounds, sizes):
    for n in sizes:
        families = {
            "text": ([f"user:{i:08}" for i in range(n)], [f"none:{i:08}" for i in range(n)]),
            "integers": (list(range(n)), list(range(n, 2 * n))),
        }
        for family, (present, absent) in families.items():
            table = f"Python, {n} keys, {family}"
            for _ in range(rounds):
                for name, make in contenders(n):
                    filter = make()
                    sample(table, name, "add", present, one_by_one(filter))
                    sample(table, name, "in, present", present, asking(filter))
                    sample(table, name, "in, absent", absent, asking(filter))
                    many = make()
                    sample(table, name, "update", present, many.update)


main(int(sys.argv[1]), [int(n) for n in sys.argv[2:]])

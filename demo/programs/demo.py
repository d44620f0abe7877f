"""The Python row of the demo."""

import sys
import time
from pathlib import Path

from onebloom import BloomFilter


def read(path):
    return Path(path).read_text(encoding="utf-8").splitlines()


def build(words, out, capacity, fpp):
    filter = BloomFilter(int(capacity), float(fpp))
    filter.add_many(read(words))
    filter.save(out)


def ask(file, words):
    words = read(words)
    with BloomFilter.open(file) as filter:
        start = time.perf_counter_ns()
        maybe = 0
        for word in words:
            if word in filter:
                maybe += 1
        ns = (time.perf_counter_ns() - start) / max(1, len(words))
    print(len(words), maybe, round(ns), sep="\t")


{"build": build, "ask": ask}[sys.argv[1]](*sys.argv[2:])

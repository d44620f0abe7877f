#!/usr/bin/env python3
"""The numbers of docs/sizing.md, computed. `numbers_of_docs.py --write` puts the tables into the page; a test compares them."""

import math
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/reference"))
import sizes  # noqa: E402

PAGE = ROOT / "docs/sizing.md"


def size(bits):
    value = bits / 8
    for unit in ("B", "kB", "MB", "GB"):
        if value < 1000:
            return f"{value:.3g} {unit}"
        value /= 1000
    return f"{value:.3g} TB"


def rate(f):
    return f"{f * 100:.3g} %" if f > 0.99e-4 else f"{f:.2g}"


def classic_rate(n, m, k):
    return (-math.expm1(-k * n / m)) ** k


def classic():
    yield "| fpp | k | bits a key | 1 million keys | 1 billion keys |"
    yield "|---:|---:|---:|---:|---:|"
    for f in (0.1, 0.03, 0.02, 0.01, 0.005, 0.001, 1e-4, 1e-5, 1e-6, 1e-9):
        m, k = sizes.classic(10**6, f)
        yield f"| {rate(f)} | {k} | {m / 10**6:.2f} | {size(m)} | {size(sizes.classic(10**9, f)[0])} |"


def blocked():
    yield "| fpp | bits a key | against classic |"
    yield "|---:|---:|---:|"
    for f in (0.1, 0.03, 0.01, 0.005, 0.001, 1e-4, 1e-5):
        m, _ = sizes.blocked(10**6, f)
        yield f"| {rate(f)} | {m / 10**6:.2f} | {m / sizes.classic(10**6, f)[0] * 100 - 100:+.0f} % |"


def over():
    yield "| made for | at n | at 1.5 n | at 2 n | at 3 n | at 5 n |"
    yield "|---|---:|---:|---:|---:|---:|"
    n = 10**6
    for f in (0.01, 0.001, 1e-4):
        m, k = sizes.classic(n, f)
        yield f"| classic, {rate(f)} | " + " | ".join(rate(classic_rate(n * x, m, k)) for x in (1, 1.5, 2, 3, 5)) + " |"
    for f in (0.01, 0.001):
        m, _ = sizes.blocked(n, f)
        yield f"| blocked, {rate(f)} | " + " | ".join(rate(sizes.blocked_rate(n * x, m / 256)) for x in (1, 1.5, 2, 3, 5)) + " |"


def scalable():
    yield "| keys in the end | sections | bits a key | against one classic filter |"
    yield "|---:|---:|---:|---:|"
    n, f, growth, keys, bits = 1000, 0.01, 2, 0, 0
    for i in range(11):
        capacity, fpp = sizes.scalable(n, f, growth, i)
        bits += sizes.classic(capacity, fpp)[0]
        keys += capacity
        if i in (0, 1, 3, 6, 10):
            yield f"| {keys:,} | {i + 1} | {bits / keys:.1f} | {bits / sizes.classic(keys, f)[0] * 100 - 100:+.0f} % |"


def largest(room, f, step=512):
    """The most keys for which m fits into `room` cells."""
    low, high = 1, 2**48
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if sizes.classic(middle, f, step)[0] <= room else (low, middle)
    return low


def limits():
    yield "| limit | value |"
    yield "|---|---:|"
    yield f"| largest section: 2^42 bits | {size(2**42)} |"
    yield f"| keys in it at 1 % | {largest(2**42, 0.01):,} |"
    yield f"| one Redis key, classic (m ≤ 2^32 − 1024): keys at 1 % | {largest(2**32 - 1024, 0.01):,} |"
    yield f"| one Redis key, classic: keys at 0.01 % | {largest(2**32 - 1024, 1e-4):,} |"
    yield f"| one Redis key, counting (m ≤ 2^30 − 256): keys at 1 % | {largest(2**30 - 256, 0.01, 128):,} |"
    yield f"| smallest classic filter | {size((128 + 64) * 8)} on disk |"


TABLES = {function.__name__: function for function in (classic, blocked, over, scalable, limits)}


def page(text):
    """The page with its tables computed anew."""
    def fill(found):
        return f"<!-- table: {found[1]} -->\n" + "\n".join(TABLES[found[1]]()) + "\n<!-- end -->"
    return re.sub(r"<!-- table: (\w+) -->\n.*?<!-- end -->", fill, text, flags=re.S)


if __name__ == "__main__":
    made = page(PAGE.read_text(encoding="utf-8"))
    if "--write" in sys.argv:
        PAGE.write_text(made, encoding="utf-8")
    elif made != PAGE.read_text(encoding="utf-8"):
        sys.exit("docs/sizing.md is not what numbers_of_docs.py computes; run it with --write")

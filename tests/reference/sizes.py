"""How large a section is made: docs/format.md §7.

Uses the C library's ln, exp, log1p; they may differ from the library's in the last bit, which has not been seen to
change any m in tests/vectors/sizing.tsv.
"""

import math


def round_up(x, step):
    return -(-x // step) * step


def classic(n, f, step=512):
    """(m, k) of a classic section; step 128 for a counting one."""
    best = None
    for k in range(1, 65):
        r = math.exp(math.log(f) / k)
        m = math.ceil(-float(k) * float(n) / math.log1p(-r))
        if best is None or m < best[0]:
            best = (m, k)
    return round_up(best[0], step), best[1]


def blocked_rate(n, z):
    """The rate of a blocked filter with z blocks and n keys: a Poisson mixture over the keys of a block."""
    mean = n / z
    if mean > 600:  # every lane is full
        return 1.0
    p, total, j = math.exp(-mean), 0.0, 0
    while True:
        total += p * (1.0 - (31.0 / 32.0) ** j) ** 8
        j += 1
        p *= mean / j
        if j > mean and p < 1e-30:
            return total


def blocked(n, f):
    low, high = 0, 1  # low is too few
    while blocked_rate(n, high) > f:
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        if blocked_rate(n, middle) > f:
            low = middle
        else:
            high = middle
    return 256 * high, 8


def section(kind, n, f):
    """(m, k) for kind 1, 2 or 3."""
    if kind == 2:
        return blocked(n, f)
    return classic(n, f, 512 if kind == 1 else 128)


def scalable(n, f, growth, i):
    """(capacity, fpp) of section i."""
    return n * growth**i, max(f * 0.5 ** (i + 1), 2.0**-60)


def sharded(n, shards):
    """capacity of each section"""
    return math.ceil(n / shards + math.sqrt(n / shards))


def estimate(m, k, kind, nonzero):
    k = 8 if kind == 2 else k
    x = min(nonzero, m - 1)
    value = -m / k * math.log1p(-x / m)
    return math.floor(value + 0.5)

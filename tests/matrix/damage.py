"""Damaged files for the matrix: fields set to edges, pieces cut, doubled and swapped, sums repaired or not. The same for the same seed."""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "reference"))
import reference  # noqa: E402
from hashes import xxh3_64  # noqa: E402

VICTIMS = (
    {"capacity": 60},
    {"capacity": 60, "kind": "blocked"},
    {"capacity": 30, "kind": "counting"},
    {"capacity": 30, "growth": 2},
    {"capacity": 30, "growth": 3, "kind": "blocked"},
    {"capacity": 30, "keep": 3, "period": 3600},
    {"capacity": 60, "shards": 3},
    {"capacity": 9, "scheme": "murmur3-double", "m": 777, "k": 5},
)
EDGES = (0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 127, 128, 255, 256, 1023, 1024, 1025, 32767, 32768, 32769, 2**31, 2**32 - 1, 2**32, 2**37, 2**40,
         2**40 + 256, 2**42, 2**42 + 1, 2**48, 2**48 + 1, 2**63, 2**64 - 1, 0x7FF0000000000000, 0x3FF0000000000000, 0x3FEFFFFFFFFFFFFF)
FIELDS = ((8, 2), (10, 1), (11, 1), (12, 1), (13, 1), (14, 2), (16, 8), (24, 8), (32, 8), (40, 8), (48, 1), (49, 1), (50, 2), (52, 4),
          (64, 8), (72, 8), (80, 8), (88, 4), (92, 4), (96, 2), (98, 2), (120, 8))


def starts(data):
    """Where sections begin, as far as the lengths make sense."""
    found, at = [], 0
    while at + 128 <= len(data) and data[at : at + 8] == reference.MAGIC:
        found.append(at)
        at += 128 + reference.body_length(data[at + 10], int.from_bytes(data[at + 16 : at + 24], "little"))
    return found or [0]


def damaged(victims, rng):
    data, touched = bytearray(rng.choice(victims)), set()
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
        begins, what = starts(data), rng.random()
        at = rng.choice(begins)
        if len(data) < 128:
            break
        if what < 0.7:
            offset, size = rng.choice(FIELDS)
            if at + offset + size > len(data):
                continue
            value = rng.choice(EDGES) if rng.random() < 0.7 else rng.getrandbits(8 * size)
            if rng.random() < 0.2:
                value = int.from_bytes(data[at + offset : at + offset + size], "little") + rng.choice((-1, 1))
            data[at + offset : at + offset + size] = (value % (1 << 8 * size)).to_bytes(size, "little")
            touched.add(at)
        elif what < 0.8:
            del data[rng.randrange(len(data)) :]
        elif what < 0.88:
            data += rng.choice((b"x", rng.choice(victims), rng.choice(victims)[: rng.randrange(300)], bytes(rng.randrange(200))))
        elif what < 0.94 and len(begins) > 1:
            size = begins[1]
            data[:size], data[size : 2 * size] = data[size : 2 * size], data[:size]
        else:
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    for at in touched:
        if at + 128 <= len(data) and rng.random() < 0.9:
            data[at + 56 : at + 64] = xxh3_64(bytes(data[at : at + 56])).to_bytes(8, "little")
        if at + 128 <= len(data) and rng.random() < 0.7:
            data[at + 88] &= 0xFE  # not sealed: the body is not compared
    return bytes(data)


def fill(folder, count, seed):
    """Writes `count` damaged files into the folder; returns what the reference says of each."""
    rng, victims, codes = random.Random(seed), [], {}
    for options in VICTIMS:
        made = reference.Filter.create(**options)
        made.now = 1700000000000
        for key in range(90):
            made.add(key)
        victims.append(made.image())
    for number in range(count):
        name, data = f"{number:06d}", damaged(victims, rng)
        (folder / f"{name}.bloom").write_bytes(data)
        try:
            reference.read(data)
            codes[name] = "OK"
        except reference.Refused as error:
            codes[name] = error.code
    return codes

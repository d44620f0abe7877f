#!/usr/bin/env python3
"""A second reader and writer of .bloom files, written from docs/format.md alone.

It shares no code with the library and is slow. Verbs: tests/matrix/README.md. Needs the package xxhash (4.x).
"""

import math
import os
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import sizes  # noqa: E402
from hashes import xxh3_64  # noqa: E402
from schemes import ARRANGEMENTS, KINDS, SCHEMES, cells, key_bytes, ready_hash, section_of  # noqa: E402

MAGIC = b"\x89BLOOM\r\n"
HEADER = struct.Struct("<8sHBBBBHQQdQBBHIQ" "QQQIIH30s")
assert HEADER.size == 128
FIELDS = ("magic version kind scheme arrangement k index m capacity fpp seed incompat ro_compat sections param header_sum "
          "items opened_at seal state generation committed reserved").split()
CLASSIC, BLOCKED, COUNTING = 1, 2, 3
SINGLE, SCALABLE, ROTATING, SHARDED = 0, 1, 2, 3
DAY_OF_CHECK = 1767441600000  # 2026-01-03 12:00 UTC, see tests/matrix/README.md


class Refused(Exception):
    """A verb or file is refused; `code` is the name of docs/format.md."""

    def __init__(self, code, message=""):
        super().__init__(f"{code}: {message}")
        self.code = code


def body_length(kind, m):
    return sizes.round_up(-(-m // 2) if kind == COUNTING else -(-m // 8), 64)


class Section:
    """A header, field by field, and a body."""

    def __init__(self, fields, body=None):
        self.__dict__.update(fields)
        self.body = bytearray(body_length(self.kind, self.m)) if body is None else bytearray(body)

    @classmethod
    def new(cls, **given):
        fields = dict.fromkeys(FIELDS, 0)
        fields.update(magic=MAGIC, version=1, reserved=bytes(30), **given)
        return cls(fields)

    def head(self):
        return HEADER.pack(*(getattr(self, name) for name in FIELDS))

    def image(self, sealed=True):
        self.header_sum = xxh3_64(self.head()[:56])
        self.state, self.seal = (1, self.sum()) if sealed else (0, 0)
        return self.head() + bytes(self.body)

    def sum(self):
        head = self.head()
        return xxh3_64(head[64:80] + head[92:128] + bytes(self.body))

    def sealed(self):
        return self.state & 1 == 1

    def cells(self, key):
        return cells(self.kind, self.scheme, self.seed, self.m, self.k, key)

    def get(self, p):
        if self.kind == COUNTING:
            return self.body[p // 2] >> (4 if p % 2 == 0 else 0) & 15
        if self.kind == BLOCKED:
            return self.body[p // 8] >> (p % 8) & 1
        return self.body[p // 8] >> (7 - p % 8) & 1

    def put(self, p, value):
        if self.kind == COUNTING:
            shift = 4 if p % 2 == 0 else 0
            self.body[p // 2] = self.body[p // 2] & ~(15 << shift) | value << shift
        elif self.kind == BLOCKED:
            self.body[p // 8] |= 1 << (p % 8)
        else:
            self.body[p // 8] |= 0x80 >> (p % 8)

    def has(self, key):
        return all(self.get(p) for p in self.cells(key))

    def add(self, key):
        distinct = set(self.cells(key))
        new = any(self.get(p) == 0 for p in distinct)
        for p in distinct:
            self.put(p, min(15, self.get(p) + 1))
        self.items += new
        return new

    def remove(self, key):
        if not self.has(key):
            return False
        for p in set(self.cells(key)):
            if self.get(p) != 15:
                self.put(p, self.get(p) - 1)
        if not self.has(key) and self.items > 0:
            self.items -= 1
        return True

    def nonzero(self):
        return sum(1 for p in range(self.m) if self.get(p))

    def clear(self):
        self.body, self.items, self.opened_at = bytearray(len(self.body)), 0, 0

    def merge(self, other):
        for p in range(self.m):
            total = self.get(p) + other.get(p)
            if total:
                self.put(p, min(15 if self.kind == COUNTING else 1, total))
        estimate = sizes.estimate(self.m, self.k, self.kind, self.nonzero())
        self.items = min(max(estimate, self.items, other.items), self.items + other.items)


class Filter:
    def __init__(self, sections):
        self.parts = sections
        self.now = None
        self.read_only = any(part.ro_compat for part in sections)

    first = property(lambda self: self.parts[0])

    @classmethod
    def create(cls, capacity, fpp=0.01, kind="classic", scheme="xxh3", seed=0, growth=0, period=0, keep=0, shards=0, m=0, k=0):
        base = {"kind": KINDS[kind], "scheme": SCHEMES[scheme], "seed": seed}
        if m:
            return cls([Section.new(**base, m=m, k=k, capacity=capacity, fpp=fpp, sections=1)])
        count, share, rate, more = 1, capacity, fpp, {"arrangement": SINGLE, "sections": 1}
        if growth:
            share, rate = sizes.scalable(capacity, fpp, growth, 0)
            more = {"arrangement": SCALABLE, "sections": 0, "param": growth}
        elif keep:
            count, rate = keep, fpp / keep
            more = {"arrangement": ROTATING, "sections": keep, "param": period}
        elif shards:
            count, share = shards, sizes.sharded(capacity, shards)
            more = {"arrangement": SHARDED, "sections": shards}
        m, k = sizes.section(base["kind"], share, rate)
        made = [Section.new(**base, **more, index=i, m=m, k=k, capacity=share, fpp=rate) for i in range(count)]
        made[0].committed = 1 if growth else 0
        return cls(made)

    def image(self):
        return b"".join(part.image() for part in self.parts)

    def verify(self):
        """True: all sealed and right; False: some are not sealed."""
        for part in self.parts:
            if part.sealed() and part.seal != part.sum():
                raise Refused("CHECKSUM_MISMATCH", f"section {part.index}")
        return all(part.sealed() for part in self.parts)

    def _period(self):
        return self.now // (1000 * self.first.param)

    def _asked(self, key):
        """The sections in which the key may be."""
        if self.first.arrangement == SHARDED:
            h = ready_hash(self.first.scheme, self.first.seed, key)
            return [self.parts[section_of(h, len(self.parts))]]
        if self.first.arrangement == ROTATING:
            length, oldest = 1000 * self.first.param, self._period() - len(self.parts)
            return [part for part in self.parts if part.opened_at // length > oldest]
        return self.parts

    def contains(self, key):
        key = key_bytes(key)
        return any(part.has(key) for part in self._asked(key))

    def add(self, key):
        if self.read_only:
            raise Refused("READ_ONLY")
        key = key_bytes(key)
        if self.first.arrangement == ROTATING:
            t = self._period()
            current = self.parts[t % len(self.parts)]
            start = t * 1000 * self.first.param
            if current.opened_at < start:
                current.clear()
                current.opened_at = start
            known = self.contains(key)
            current.add(key)
            return not known
        if self.first.arrangement == SCALABLE:
            if self.contains(key):
                return False
            if self.parts[-1].items >= self.parts[-1].capacity:
                self._append()
            return self.parts[-1].add(key)
        return self._asked(key)[0].add(key)

    def _append(self):
        last, head = self.parts[-1], self.first
        capacity, fpp = sizes.scalable(head.capacity, head.fpp * 2, head.param, len(self.parts))
        m, k = sizes.section(head.kind, capacity, fpp)
        if len(self.parts) == 1024 or capacity > 2**48 or m > (2**37 if head.kind == BLOCKED else 2**42):
            return
        self.parts.append(Section.new(kind=last.kind, scheme=last.scheme, seed=last.seed, arrangement=SCALABLE, param=last.param,
                                      index=len(self.parts), m=m, k=k, capacity=capacity, fpp=fpp))
        head.committed = len(self.parts)

    def remove(self, key):
        if self.first.kind != COUNTING or self.first.arrangement not in (SINGLE, SHARDED):
            raise Refused("UNSUPPORTED")
        key = key_bytes(key)
        return self._asked(key)[0].remove(key)

    def clear(self):
        if self.first.arrangement == SCALABLE:
            del self.parts[1:]
            self.first.committed = 1
        for part in self.parts:
            part.clear()

    def merge(self, other):
        if other is self:
            return
        same = ("kind", "scheme", "seed", "arrangement", "param") + (("capacity", "fpp") if self.first.arrangement == SCALABLE else ())
        pairs = list(zip(self.parts, other.parts))
        if (any(getattr(self.first, name) != getattr(other.first, name) for name in same) or any((a.m, a.k) != (b.m, b.k) for a, b in pairs)
                or self.first.arrangement != SCALABLE and len(self.parts) != len(other.parts)):
            raise Refused("INCOMPATIBLE")
        for place, (mine, theirs) in enumerate(pairs):
            if mine.opened_at == theirs.opened_at:
                mine.merge(theirs)
            elif mine.opened_at < theirs.opened_at:
                mine.body, mine.items, mine.opened_at = bytearray(theirs.body), theirs.items, theirs.opened_at
        if self.first.arrangement == SCALABLE:
            self.parts += [Section({name: getattr(part, name) for name in FIELDS}, part.body) for part in other.parts[len(self.parts):]]
            self.first.committed = len(self.parts)


def _check_header(data, at, first):
    """Checks 1 to 5 of §9 for the section at `at`; returns its fields."""
    left = data[at : at + 128]
    if first is None:
        if left[:8] != MAGIC:
            raise Refused("NOT_A_FILTER")
    elif len(left) < 128:
        raise Refused("TRUNCATED", "a section is due")
    elif left[:8] != MAGIC:
        raise Refused("TRAILING_BYTES", "no magic where a section is due")
    if len(left) < 128:
        raise Refused("TRUNCATED", "shorter than a header")
    f = dict(zip(FIELDS, HEADER.unpack(left)))
    if f["version"] != 1:
        raise Refused("VERSION_UNSUPPORTED", str(f["version"]))
    if f["header_sum"] != xxh3_64(left[:56]):
        raise Refused("CORRUPT_HEADER", "header_sum")
    if f["incompat"] or f["kind"] not in KINDS.values() or f["scheme"] not in SCHEMES.values() or f["arrangement"] not in ARRANGEMENTS.values():
        raise Refused("FEATURE_UNSUPPORTED")
    if not f["ro_compat"] and (any(f["reserved"]) or f["state"] >> 1):
        raise Refused("RESERVED_NOT_ZERO")
    for name, good in _ranges(f).items():
        if not good:
            raise Refused("CORRUPT_HEADER", f"{name} is {f[name]}")
    return f


def _ranges(f):
    """Check 5: the field's name → whether it is right."""
    blocked, arrangement, sections, param = f["kind"] == BLOCKED, f["arrangement"], f["sections"], f["param"]
    length = 1000 * param
    return {
        "k": f["k"] == 8 if blocked else 1 <= f["k"] <= 64,
        "m": 256 <= f["m"] <= 2**40 and f["m"] % 256 == 0 if blocked else 1 <= f["m"] <= 2**42,
        "capacity": 1 <= f["capacity"] <= 2**48,
        "fpp": math.isfinite(f["fpp"]) and 0 < f["fpp"] < 1,
        "sections": {SINGLE: sections == 1, SCALABLE: sections == 0}.get(arrangement, 2 <= sections <= 1024),
        "param": {SCALABLE: 1 <= param <= 32768, ROTATING: param >= 1}.get(arrangement, param == 0),
        "seed": f["seed"] == 0 or f["scheme"] <= 2,
        "committed": 1 <= f["committed"] <= 1024 if arrangement == SCALABLE and f["index"] == 0 else f["committed"] == 0,
        "scheme": f["scheme"] <= 2 or not blocked and arrangement != SHARDED,
        "opened_at": f["opened_at"] == 0 or arrangement == ROTATING and param >= 1 and sections >= 1
        and f["opened_at"] % length == 0 and f["opened_at"] // length % sections == f["index"],
    }


def read(data):
    """Opens a file's bytes as §9 says, seals included."""
    sections, at, due = [], 0, 1
    while len(sections) < due:
        first = sections[0] if sections else None
        if first is not None and at == len(data):
            raise Refused("INCOMPLETE", f"{len(sections)} of {due} sections")
        f = _check_header(data, at, first)
        end = at + 128 + body_length(f["kind"], f["m"])
        if end > len(data):
            raise Refused("TRUNCATED", "the body")
        if f["index"] != len(sections):
            raise Refused("CORRUPT_HEADER", "index")
        if first is not None:
            same = "kind scheme arrangement sections param seed".split()
            if first.arrangement in (ROTATING, SHARDED):
                same += "m k capacity fpp".split()
            for name in same:
                if f[name] != getattr(first, name):
                    raise Refused("CORRUPT_HEADER", f"{name} differs from the first section's")
        sections.append(Section(f, data[at + 128 : end]))
        due = sections[0].committed if sections[0].arrangement == SCALABLE else sections[0].sections
        at = end
    if at < len(data) and sections[0].arrangement != SCALABLE:
        raise Refused("TRAILING_BYTES")
    made = Filter(sections)
    made.verify()
    return made


# ---- the verbs of the matrix ----

ROOT = Path(__file__).resolve().parents[2]
VECTORS = Path(os.environ.get("ONEBLOOM_VECTORS", ROOT / "tests/vectors"))


def cases():
    lines = (ROOT / "tests/matrix/cases.tsv").read_text(encoding="utf-8").splitlines()
    return {row[0]: row[1:] for row in (line.split("\t") for line in lines if not line.startswith("#"))}


def build(case):
    options, steps, _ = cases()[case]
    given = dict(pair.split("=") for pair in options.split())
    made = Filter.create(**{n: v if n in ("kind", "scheme") else float(v) if n == "fpp" else int(v) for n, v in given.items()})
    for step in steps.split("; "):
        verb, *words = step.split(" ")
        if verb == "now":
            made.now = int(words[0])
        keys = {"user": lambda: [f"user:{i}" for i in range(int(words[0]), int(words[1]) + 1)],
                "int": lambda: range(int(words[0]), int(words[1]) + 1),
                "text": lambda: [words[0]] * int(words[1]),
                "keys": lambda: [bytes.fromhex(line.split("\t")[1]) for line in
                                 (VECTORS / "keys.tsv").read_text().splitlines() if not line.startswith("#")]}
        for key in keys.get(verb, list)():
            made.add(key)
    return made


def answers(case, path):
    opened = read(Path(path).read_bytes())
    opened.now = DAY_OF_CHECK
    for i in range(2000):
        key = i if case.endswith("-ints") else f"user:{i}"
        yield f"{key}\t{int(opened.contains(key))}\n"


def main(verb, *rest):
    write = sys.stdout.write
    if verb == "write":
        Path(rest[1]).write_bytes(build(rest[0]).image())
    elif verb == "write-all":
        for case in cases():
            (Path(rest[0]) / f"{case}.bloom").write_bytes(build(case).image())
    elif verb == "check":
        sys.stdout.writelines(answers(*rest))
    elif verb == "check-all":
        for path in sorted(Path(rest[0]).glob("*.bloom")):
            sys.stdout.writelines(f"{path.stem}\t{line}" for line in answers(path.stem, path))
    elif verb == "codes":
        for path in sorted(Path(rest[0]).glob("*.bloom")):
            try:
                read(path.read_bytes())
                write(f"{path.stem}\tOK\n")
            except Refused as error:
                write(f"{path.stem}\t{error.code}\n")
    else:
        raise SystemExit(f"verbs: write, write-all, check, check-all, codes; got {verb!r}")


if __name__ == "__main__":
    main(*sys.argv[1:])

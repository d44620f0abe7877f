"""onebloom: Bloom filters whose file is the same in Python, Rust, C, Java and PHP.

A Bloom filter answers whether it has seen a key: *False* is certain, *True* means maybe, with a
probability of error (``fpp``) that you choose. It takes a few bits a key, whatever the keys are.

>>> from onebloom import BloomFilter
>>> f = BloomFilter(1000, 0.01)          # for 1000 keys, 1 % wrong "maybe"
>>> f.add("alice")                       # True: certainly not there before
True
>>> f.update(["bob", b"carol", 42])      # any iterable; numpy and Arrow arrays too
3
>>> "alice" in f, "42" in f, "dave" in f
(True, True, False)
>>> f.contains_many(["bob", "dave"])
[True, False]
>>> f
<BloomFilter kind=classic capacity=1000 fpp=0.01 m=9728 k=7 items=4>

The file is the same in every language, byte for byte:

>>> import os, tempfile
>>> path = os.path.join(tempfile.mkdtemp(), "users.bloom")
>>> f.save(path)
>>> with BloomFilter.open(path) as users:     # mapped: opens at once, shared between processes
...     "bob" in users
True
>>> BloomFilter.load(path) == f               # a private copy
True

Keys are ``str``, bytes and integers; anything else is a ``KeyTypeError``:

>>> f.add(1.5)
Traceback (most recent call last):
    ...
onebloom.errors.KeyTypeError: a key must be text, bytes or an integer, got float; ...

Threads: every method may be called from any thread at any time. An add is atomic towards other
threads of the process; while a long batch, merge, copy or save runs outside the GIL, who wants to
write waits, who asks does not. After ``close()`` every other method raises ``StateError``.

Fork: memory is private to each process afterwards. A filter in memory, and one opened ``"r"``, are
then two filters; what one process adds the other does not see. A file opened ``"r+"`` stays shared.
A batch that another thread ran at the moment of the fork does not go on in the child, and the child
does not wait for it (on a free-threaded interpreter it would: do not fork there during a batch).

Pickle, copy and ``copy.deepcopy`` carry the content: what comes out is a filter in memory, also
for a mapped one (``copy`` also the time that ``set_now`` gave it). The buffer protocol gives the same
bytes as ``to_bytes``, read-only, as of that moment.

A mapped file must not be shortened or rewritten in place by others (the operating system then
ends the process with SIGBUS); ``save`` and ``replace`` never do, they rename. ``load`` is safe from
that, for it copies.

Subinterpreters: one interpreter of a process can import this module; a second gets ImportError.
"""

from ._onebloom import BloomFilter, __version__, error_codes
from .errors import (
    AccessError,
    ExistsError,
    FilterUnavailable,
    FormatError,
    InvalidArgumentError,
    KeyEncodingError,
    KeyTypeError,
    LockedError,
    NotFoundError,
    OnebloomError,
    StateError,
    StorageError,
)
from .figures import Plan, Rate, SectionStats, Stats

__all__ = [
    "AccessError",
    "BloomFilter",
    "ExistsError",
    "FilterUnavailable",
    "FormatError",
    "InvalidArgumentError",
    "KeyEncodingError",
    "KeyTypeError",
    "LockedError",
    "NotFoundError",
    "OnebloomError",
    "Plan",
    "Rate",
    "SectionStats",
    "StateError",
    "Stats",
    "StorageError",
    "__version__",
    "error_codes",
]

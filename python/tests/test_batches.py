"""Batches: every source of keys, how they stop, and what may happen while they run."""

from __future__ import annotations

import array
import collections
import gc
import signal
import sys
import threading
from collections.abc import Callable, Iterator

import nanoarrow as na
import numpy as np
import pytest
from onebloom import BloomFilter, InvalidArgumentError, KeyEncodingError, KeyTypeError, OnebloomError, StateError

MIXED = ["a", b"b", 3, "中文", bytearray(b"x"), -(10**30), 2**64, "", b"\0", np.int64(9)]
SIZES = [0, 1, 2, 255, 256, 257, 511, 512, 513, 1000, 4095, 4096, 4097, 10_000]


def one_by_one(keys: object) -> BloomFilter:
    f = BloomFilter(20_000, 1e-6)
    for key in keys:
        f.add(key)
    return f


SOURCES: dict[str, Callable[[list[object]], object]] = {
    "list": list,
    "tuple": tuple,
    "generator": lambda keys: (key for key in keys),
    "iterator": iter,
    "deque": collections.deque,
    "dict": dict.fromkeys,
    "keys": lambda keys: dict.fromkeys(keys).keys(),
    "map": lambda keys: map(lambda key: key, keys),
    "list subclass": type("L", (list,), {}),
    "getitem": lambda keys: type("S", (), {"__getitem__": lambda self, i: keys[i]})(),
}


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("size", SIZES)
def test_any_iterable(source: str, size: int) -> None:
    keys = [f"user:{i}" for i in range(size)]
    f = BloomFilter(20_000, 1e-6)
    assert f.add_many(SOURCES[source](keys)) == size
    assert f == one_by_one(keys)
    assert f.contains_many(SOURCES[source]([*keys, "absent"])) == [True] * size + [False]
    assert f.update(SOURCES[source](keys)) == 0


def test_mixed_keys_keep_their_order() -> None:
    keys = MIXED * 300
    expected = one_by_one(keys)
    for source in ("list", "tuple", "generator"):
        f = BloomFilter(20_000, 1e-6)
        assert f.add_many(SOURCES[source](keys)) == len(MIXED)
        assert f == expected
        absent = [f"absent:{i}" for i in range(len(keys))]
        asked = [key for pair in zip(keys, absent, strict=True) for key in pair]
        assert f.contains_many(SOURCES[source](asked)) == [True, False] * len(keys)


@pytest.mark.parametrize("place", [0, 1, 255, 256, 257, 1000, 4999])
@pytest.mark.parametrize("source", ["list", "tuple", "generator"])
@pytest.mark.parametrize(
    ("bad", "kind", "name"),
    [(1.5, KeyTypeError, "KEY_TYPE"), (True, KeyTypeError, "KEY_TYPE"), ("\ud800", KeyEncodingError, "KEY_ENCODING")],
)
def test_a_bad_key_stops_it(place: int, source: str, bad: object, kind: type[OnebloomError], name: str) -> None:
    keys: list[object] = [f"user:{i}" for i in range(5000)]
    f = BloomFilter(20_000, 1e-6)
    f.add("user:0")
    keys[place] = bad
    new = max(place - 1, 0)
    with pytest.raises(kind, match=f"key {place} of the batch") as caught:
        f.add_many(SOURCES[source](keys))
    assert (caught.value.name, caught.value.index, caught.value.added) == (name, place, new)
    assert f"the {place} before it are in, {new} of them new" in str(caught.value)
    assert f == one_by_one(keys[:place] or ["user:0"])
    with pytest.raises(kind, match=f"key {place} of the batch") as caught:
        f.contains_many(SOURCES[source](keys))
    assert (caught.value.index, caught.value.added) == (place, None)


def test_an_iterator_that_fails() -> None:
    def keys() -> Iterator[str]:
        for i in range(300):
            yield f"user:{i}"
        raise LookupError("mine")

    f = BloomFilter(20_000, 1e-6)
    with pytest.raises(LookupError, match="mine") as caught:
        f.add_many(keys())
    assert f == one_by_one(f"user:{i}" for i in range(300))
    assert any("the 300 before it are in" in note for note in caught.value.__notes__)
    with pytest.raises(LookupError, match="mine"):
        f.contains_many(keys())


def test_not_an_iterable() -> None:
    f = BloomFilter(10)
    for wrong in (None, 1, 1.5, object()):
        for verb in (f.add_many, f.update, f.contains_many):
            with pytest.raises(TypeError):
                verb(wrong)


def test_one_key_is_no_batch() -> None:
    """A str would be taken for its characters and bytes for numbers: a false negative to come."""
    f = BloomFilter(10)
    for wrong in ("abc", b"abc", bytearray(b"abc"), np.str_("abc")):
        for verb in (f.add_many, f.contains_many):
            with pytest.raises(InvalidArgumentError, match="for a single key use add or contains"):
                verb(wrong)
    with pytest.raises(InvalidArgumentError, match="use merge"):
        f.add_many(BloomFilter(10))
    assert f == BloomFilter(10)


def test_an_iterator_is_asked_for_256_ahead_at_most() -> None:
    f = BloomFilter(20_000, 1e-6)
    ahead = []

    def keys() -> Iterator[str]:
        for i in range(2000):
            ahead.append(i - f.stats()["items"])
            yield f"user:{i}"

    f.add_many(keys())
    assert max(ahead) <= 256 and f.stats()["items"] == 2000


def test_generators_may_use_the_filter_itself() -> None:
    f = BloomFilter(20_000, 1e-6)

    def keys() -> Iterator[str]:
        for i in range(1000):
            f.add(f"inner:{i}")
            assert f"inner:{i}" in f
            if i % 100 == 0:
                f.add_many(f"deep:{i}:{j}" for j in range(300))
                f.copy().merge(f)
                f.merge(BloomFilter(20_000, 1e-6))
            yield f"user:{i}"

    assert f.add_many(keys()) == 1000
    for i in range(1000):
        assert f"inner:{i}" in f and f"user:{i}" in f
    assert "deep:900:299" in f


def test_generators_may_close_the_filter() -> None:
    f = BloomFilter(20_000, 1e-6)

    def keys(after: int) -> Iterator[str]:
        for i in range(1000):
            if i == after:
                f.close()
            yield f"user:{i}"

    with pytest.raises(StateError, match="closed"):
        f.add_many(keys(700))


def test_generators_may_swap_the_file(tmp_path: object) -> None:
    """Keys that were taken before a reload are hashed with the seed of the file after it."""
    path = f"{tmp_path}/f.bloom"
    BloomFilter(20_000, 1e-6).save(path)
    f = BloomFilter.load(path)

    def keys() -> Iterator[str]:
        for i in range(1000):
            if i == 600:
                BloomFilter(20_000, 1e-6, seed=7, scheme="xxh64").save(path)
                assert f.reload()
            yield f"user:{i}"

    f.add_many(keys())
    assert f.stats()["seed"] == 7
    assert all(f.contains_many(f"user:{i}" for i in range(600, 1000)))


def test_lists_may_change_while_they_are_walked() -> None:
    f = BloomFilter(20_000, 1e-6)
    keys: list[object] = []

    class Shrinks:
        def __index__(self) -> int:
            del keys[5:]
            return 7

    class Grows:
        def __index__(self) -> int:
            keys.extend(["more"] * 10)
            return 8

    keys[:] = [*"abc", Shrinks(), "d", *"efghij" * 1000]
    assert f.add_many(keys) == 5
    keys[:] = [*"abc", Grows()]
    assert f.add_many(keys) == 2 and "more" in f
    keys[:] = [*"abc", Shrinks(), *"x" * 1000]
    assert len(f.contains_many(keys)) == 5


INTS = ["b", "B", "h", "H", "i", "I", "l", "L", "q", "Q"]


@pytest.mark.parametrize("size", [0, 1, 256, 257, 5000])
@pytest.mark.parametrize("code", INTS)
def test_arrays_of_integers(code: str, size: int) -> None:
    numbers = array.array(code, bytes(array.array(code).itemsize * size))
    bits = numbers.itemsize * 8
    low = -(2 ** (bits - 1)) if code.islower() else 0
    high = low + 2**bits - 1
    for i in range(size):
        numbers[i] = [low, high, i % 100, 0][i % 4]
    expected = one_by_one(numbers.tolist())
    for source in (numbers, memoryview(numbers), np.array(numbers), np.frombuffer(numbers, dtype=numbers.typecode)):
        f = BloomFilter(20_000, 1e-6)
        assert f.add_many(source) == expected.stats()["items"]
        assert f == expected
        assert f.contains_many(source) == [True] * size


def test_strided_and_odd_arrays() -> None:
    base = np.arange(30_000, dtype=np.int64)
    for view in (base[::-1], base[::3], base[5:7], base.reshape(100, 300)[:, 7], base[:0], base.astype(">i8")[::2]):
        f = BloomFilter(40_000, 1e-6)
        assert f.add_many(view) == len(view)
        assert f == (lambda g: (g.add_many(view.tolist()), g)[1])(BloomFilter(40_000, 1e-6))
    records = np.zeros(5000, dtype=[("a", "u1"), ("b", "<i8")])
    records["b"] = np.arange(5000)
    f = BloomFilter(20_000, 1e-6)
    assert f.add_many(records["b"]) == 5000 and all(f.contains_many(range(5000)))


def test_other_arrays_are_walked_or_refused() -> None:
    f = BloomFilter(20_000, 1e-6)
    assert f.add_many(np.array(["a", "b\0c", "中文"])) == 3 and "b\0c" in f and "中文" in f
    assert f.add_many(np.array([b"x", b"yy"])) == 2 and "yy" in f
    assert f.add_many(np.array(["o", 7, b"z"], dtype=object)) == 3 and 7 in f
    before = f.to_bytes()
    for wrong in (
        np.array([1.5]), np.array([True]), np.array([[1, 2]]), np.array(["2026-01-01"], "M8[D]"), array.array("d", [1.0]),
    ):  # fmt: skip
        with pytest.raises(KeyTypeError, match="key 0 of the batch"):
            f.add_many(wrong)
        with pytest.raises(KeyTypeError):
            f.contains_many(wrong)
    assert f.to_bytes() == before
    with pytest.raises(TypeError):
        f.add_many(np.array(5))


ARROW = [
    (na.string(), ["a", "", "中文", "b\0c"]),
    (na.large_string(), ["a", "", "中文", "b\0c"]),
    (na.binary(), [b"a", b"", b"\xff\x00"]),
    (na.large_binary(), [b"a", b"", b"\xff\x00"]),
    (na.int8(), [-128, 0, 127]),
    (na.uint8(), [0, 255]),
    (na.int16(), [-(2**15), 7]),
    (na.uint16(), [2**16 - 1]),
    (na.int32(), [-(2**31), 5]),
    (na.uint32(), [2**32 - 1]),
    (na.int64(), [-(2**63), 2**63 - 1]),
    (na.uint64(), [2**64 - 1, 0]),
]


@pytest.mark.parametrize(("kind", "values"), ARROW, ids=lambda p: str(p)[:30] if isinstance(p, na.Schema) else "")
def test_arrow_arrays(kind: na.Schema, values: list[object]) -> None:
    for keys in (values, values * 2000, []):
        f = BloomFilter(20_000, 1e-6)
        arrow = na.c_array(keys, kind)
        assert f.add_many(arrow) == len(set(keys))
        assert f == one_by_one(dict.fromkeys(keys))
        assert f.contains_many(arrow) == [True] * len(keys)


@pytest.mark.parametrize(("kind", "values"), ARROW, ids=lambda p: str(p)[:30] if isinstance(p, na.Schema) else "")
def test_arrow_slices_and_nulls(kind: na.Schema, values: list[object]) -> None:
    keys = values * 2000
    arrow = na.c_array(keys, kind)[3:-2]
    f = BloomFilter(20_000, 1e-6)
    f.add_many(arrow)
    assert f == one_by_one(dict.fromkeys(keys[3:-2]))
    for place in (0, 1, 300, len(keys) - 1):
        place = min(place, len(keys) - 1)
        with_null = [*keys]
        with_null[place] = None
        f = BloomFilter(20_000, 1e-6)
        with pytest.raises(KeyTypeError, match=f"key {place} of the batch.*got null") as caught:
            f.add_many(na.c_array(with_null, kind))
        assert caught.value.index == place
        assert f == one_by_one(dict.fromkeys(keys[:place]))


def test_other_arrow_arrays_are_refused() -> None:
    f = BloomFilter(10)
    for wrong in (na.c_array([1.5], na.float64()), na.c_array([True], na.bool_())):
        with pytest.raises(TypeError):
            f.add_many(wrong)


def test_no_leak_of_arrays() -> None:
    f = BloomFilter(20_000, 1e-6)
    numbers = np.arange(5000)
    arrow = na.c_array(["a", "b"], na.string())
    keys = ["a", "b", 3]
    before = [sys.getrefcount(x) for x in (numbers, arrow, keys)]
    for _ in range(200):
        for source in (numbers, arrow, keys, tuple(keys), iter(keys)):
            f.add_many(source)
        for source in (numbers, arrow, keys, tuple(keys), iter(keys)):
            f.contains_many(source)
    assert [sys.getrefcount(x) for x in (numbers, arrow, keys)] == before
    numbers.resize(6000, refcheck=False)  # fails if a view were still lent
    gc.collect()


def test_ctrl_c_ends_a_long_batch() -> None:
    """A signal handler may also use the filter: nothing is held when it runs."""
    f = BloomFilter(1000)
    seen = []

    def handler(signum: int, frame: object) -> None:
        f.add(f"signal {len(seen)}")
        seen.append(signum)
        if len(seen) >= 3:
            raise KeyboardInterrupt

    old = signal.signal(signal.SIGUSR1, handler)
    stop = threading.Event()

    def shoot() -> None:
        while not stop.wait(0.01):
            signal.raise_signal(signal.SIGUSR1)

    thread = threading.Thread(target=shoot)
    try:
        thread.start()
        for source in (np.broadcast_to(np.int64(7), (1 << 33,)), ["a"] * (1 << 25)):
            seen.clear()
            with pytest.raises(KeyboardInterrupt):
                f.add_many(source)
        assert "signal 2" in f
    finally:
        stop.set()
        thread.join()
        signal.signal(signal.SIGUSR1, old)

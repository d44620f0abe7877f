"""What is a key, which keys are one, and what is none."""

from __future__ import annotations

import datetime
import decimal
import enum
import fractions
import struct
import sys
from collections.abc import Callable

import numpy as np
import pytest
from conftest import TESTS, key_vectors, table
from onebloom import BloomFilter, KeyEncodingError, KeyTypeError, OnebloomError

ROWS = table(TESTS / "keys.tsv")

SPECIAL = {"nan": float("nan")}


def value(kind: str, text: str) -> object:
    match kind:
        case "text":
            return bytes.fromhex(text).decode("utf-8")
        case "bytes":
            return bytes.fromhex(text)
        case "int":
            return int(text)
        case "utf16":
            return bytes.fromhex(text).decode("utf-16-be", "surrogatepass")
        case "bool":
            return text == "true"
        case "null":
            return None
        case "float":
            return float(text)
        case "list":
            return []
        case "object":
            return object()
    raise AssertionError(kind)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: "-".join(row[:5]))
def test_the_shared_table(row: list[str]) -> None:
    row = row + [""] * (5 - len(row))
    expected, a = row[0], value(row[1], row[2])
    f = BloomFilter(16, 1e-9)
    if expected in ("one", "two"):
        b = value(row[3], row[4])
        for first, second in ((a, b), (b, a)):
            f = BloomFilter(16, 1e-9)
            assert f.add(first)
            assert (second in f) == (expected == "one")
            assert f.contains(second) == (expected == "one")
            assert f.contains_many([second]) == [expected == "one"]
            assert f.add(second) == (expected == "two")
    else:
        before = f.to_bytes()
        verbs: list[Callable[[], object]] = [
            lambda: f.add(a),
            lambda: a in f,
            lambda: f.contains(a),
            lambda: f.add_many([a]),
            lambda: f.contains_many([a]),
            lambda: f.contains_many(iter([a])),
            lambda: f.positions(a),
            lambda: f.remove(a),
        ]
        for verb in verbs:
            with pytest.raises(OnebloomError) as caught:
                verb()
            assert caught.value.name == expected
        assert f.to_bytes() == before


EVERY_TYPE = [
    True, False, None, 1.5, 1.0, float("inf"), 1j, (), (1, 2), [1], {}, {"a": 1}, set(), frozenset(), object(),
    object, len, decimal.Decimal(1), fractions.Fraction(1), datetime.date(2026, 1, 1), slice(1), range(3), ...,
    np.bool_(True), np.float64(1), np.float32(1), np.datetime64("2026-01-01"), np.complex64(1),
    np.array([1, 2]), np.array([True]), np.array(1.5), np.void(b"ab"),
]  # fmt: skip


@pytest.mark.parametrize("key", EVERY_TYPE, ids=lambda key: type(key).__name__)
def test_other_types_are_refused_by_name_B10_B20(key: object) -> None:
    f = BloomFilter(100)
    before = f.to_bytes()
    name = type(key).__qualname__.split(".")[-1]
    for verb in (f.add, f.contains, f.positions, f.__contains__):
        with pytest.raises(KeyTypeError, match="a key must be text, bytes or an integer, got ") as caught:
            verb(key)
        assert name in str(caught.value) and caught.value.code == 8
    with pytest.raises(TypeError):
        f.add(key)
    assert f.to_bytes() == before


class Number(enum.IntEnum):
    SEVEN = 7


class Index:
    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


class Text(str):
    pass


class Bytes(bytes):
    pass


class Int(int):
    def __str__(self) -> str:
        return "something else"

    __repr__ = __str__


@pytest.mark.parametrize(
    ("key", "text"),
    [
        (np.int8(-5), "-5"), (np.uint8(200), "200"), (np.int16(-3), "-3"), (np.uint16(65535), "65535"),
        (np.int32(-7), "-7"), (np.uint32(2**32 - 1), "4294967295"), (np.int64(42), "42"),
        (np.int64(-(2**63)), str(-(2**63))), (np.uint64(2**64 - 1), str(2**64 - 1)), (np.intp(5), "5"),
        (np.str_("ab"), "ab"), (np.bytes_(b"ab"), "ab"), (np.array(42), "42"), (Number.SEVEN, "7"),
        (Index(42), "42"), (Index(-(2**70)), str(-(2**70))), (Text("ab"), "ab"), (Bytes(b"ab"), "ab"),
        (Int(7), "7"), (bytearray(b"ab"), "ab"), (memoryview(b"ab"), "ab"), (memoryview(b"a-b-")[::2], "ab"),
        (memoryview(struct.pack("<HH", 0x6162, 0x6364)).cast("H"), "badc"),
    ],
    ids=lambda p: type(p).__name__,
)  # fmt: skip
def test_near_relatives_are_keys(key: object, text: str) -> None:
    assert BloomFilter(100).positions(key) == BloomFilter(100).positions(text)
    f = BloomFilter(100)
    assert f.add(key) and text in f and text.encode() in f
    f = BloomFilter(100)
    assert f.add_many([text, key, key]) == 1 and f.contains_many([key]) == [True] and key in f


@pytest.mark.parametrize("bits", [62, 63, 64, 65, 100, 127, 128, 129, 1000, 20_000])
def test_integers_of_every_size(bits: int) -> None:
    f = BloomFilter(1000, 1e-6)
    limit = sys.get_int_max_str_digits()
    for number in {2**bits, 2**bits - 1, 2**bits + 1, -(2**bits), -(2**bits) - 1, 1 - 2**bits}:
        sys.set_int_max_str_digits(0)
        try:
            text = str(number)
        finally:
            sys.set_int_max_str_digits(limit)
        assert f.positions(number) == f.positions(text)
        f.add(number)
        assert text in f and number in f and f.contains_many([number, text.encode()]) == [True, True]


def test_integers_beyond_the_limit_of_str() -> None:
    number = 10**5000 + 7
    with pytest.raises(ValueError, match="limit"):
        str(number)
    text = "1" + "0" * 4999 + "7"
    f = BloomFilter(100)
    assert f.add(number) and text in f and -number not in f


def test_index_may_do_anything() -> None:
    class Bad:
        def __index__(self) -> int:
            raise LookupError("mine")

    class Text:
        def __index__(self) -> str:
            return "7"

    class Closes:
        def __init__(self, f: BloomFilter) -> None:
            self.f = f

        def __index__(self) -> int:
            self.f.close()
            return 7

    f = BloomFilter(100)
    with pytest.raises(LookupError, match="mine"):
        f.add(Bad())
    with pytest.raises(KeyTypeError):
        f.add(Text())
    with pytest.raises(RuntimeError, match="closed"):
        f.add(Closes(f))
    f = BloomFilter(100)
    with pytest.raises(RuntimeError, match="closed"):
        f.add_many([1, 2, Closes(f), 3])


def test_a_released_view_is_refused() -> None:
    view = memoryview(b"ab")
    view.release()
    with pytest.raises(ValueError, match="released"):
        BloomFilter(100).add(view)


@pytest.mark.parametrize("key", ["\ud800", "\udc00x", "\ude00\ud83d", "a\ud800", "中\udfff"])
def test_lone_surrogates_B04(key: str) -> None:
    f = BloomFilter(100)
    before = f.to_bytes()
    for verb in (f.add, f.contains, f.positions, lambda key: f.add_many([key]), lambda key: f.contains_many([key])):
        with pytest.raises(KeyEncodingError, match="lone surrogate at index") as caught:
            verb(key)
        assert isinstance(caught.value, UnicodeError) and caught.value.name == "KEY_ENCODING"
    with pytest.raises(KeyEncodingError):
        f.add(np.str_(key))
    assert f.to_bytes() == before
    assert "?" not in f and f.add(b"\xed\xa0\x80")
    assert f.add("😀")  # two surrogates in UTF-16, one character here


def test_named_keys_of_the_vectors() -> None:
    f = BloomFilter(10_000, 1e-6)
    for name, key in key_vectors().items():
        assert key not in f, name
        assert f.add(key)
        assert key in f and bytearray(key) in f
        try:
            text = key.decode()
        except UnicodeDecodeError:
            continue
        assert text in f and f.positions(text) == f.positions(key)


def test_keys_are_not_kept_alive() -> None:
    f = BloomFilter(1000)
    key = b"x" * 100
    text = "é" * 100
    before = sys.getrefcount(key), sys.getrefcount(text)
    for _ in range(1000):
        f.add(key), key in f, f.contains(text), f.add_many([key, text]), f.contains_many((key, text))
        f.add_many(iter([key, text]))
    assert (sys.getrefcount(key), sys.getrefcount(text)) == before

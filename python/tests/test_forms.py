"""A filter in other forms: bits of other programs, parts, counting to classic."""

from __future__ import annotations

import pytest
from onebloom import BloomFilter, InvalidArgumentError, KeyTypeError, OnebloomError, StateError

# parquet-java, "hello" in a column filter of one block of 32 bytes.
PARQUET = bytes.fromhex("0000100000020000000400008000000000020000000000800000001000000008")


def test_a_column_of_parquet() -> None:
    f = BloomFilter.from_bits(PARQUET, bits="lsb", kind="blocked", scheme="xxh64", m=256, k=8)
    assert "hello" in f and "hallo" not in f
    assert f.to_bits("lsb") == PARQUET
    assert BloomFilter.from_bits(PARQUET, kind="blocked", scheme="xxh64", m=256, k=8) == f
    made = BloomFilter(kind="blocked", scheme="xxh64", m=256, k=8)
    made.add("hello")
    assert made == f


# Cells 1, 8 and 15 of 16.
BODIES = {"msb": b"\x40\x81", "lsb": b"\x02\x81", "bytes": bytes(i in (1, 8, 15) for i in range(16))}


@pytest.mark.parametrize("order", BODIES)
@pytest.mark.parametrize("wrap", [bytes, bytearray, memoryview])
def test_every_order(order: str, wrap: type) -> None:
    f = BloomFilter.from_bits(wrap(BODIES[order]), scheme="murmur3-seeded", m=16, k=3, bits=order)  # type: ignore[arg-type]
    for other, body in BODIES.items():
        assert f.to_bits(other) == body  # type: ignore[arg-type]


def test_a_short_body() -> None:
    assert BloomFilter.from_bits(b"\x40", m=64, k=3).to_bits("msb") == b"\x40" + bytes(7)
    assert "x" not in BloomFilter.from_bits(b"", m=64, k=3)


@pytest.mark.parametrize(
    ("body", "options", "name", "says"),
    [
        (bytes(9), {"m": 64, "k": 3}, "OUT_OF_RANGE", "m = 64"),
        (b"\1", {"m": 7, "k": 3}, "OUT_OF_RANGE", "m = 7"),
        (b"\1", {"m": 64}, "INVALID_ARGUMENT", "m and k"),
        (b"\1", {"capacity": 64}, "INVALID_ARGUMENT", "m and k"),
        (b"\1", {"m": 64, "k": 3, "bits": "big"}, "INVALID_ARGUMENT", "msb, lsb, bytes"),
        (b"\1", {"m": 64, "k": 3, "bits": 1}, "INVALID_ARGUMENT", "bits must be text"),
        (b"\1", {"m": 64, "k": 3, "size": 1}, "INVALID_ARGUMENT", "size"),
        (b"\1", {"m": 64, "k": 3, "kind": "counting", "bits": "lsb"}, "INVALID_ARGUMENT", "msb"),
    ],
)
def test_what_does_not_fit(body: bytes, options: dict[str, object], name: str, says: str) -> None:
    with pytest.raises(InvalidArgumentError, match=says) as caught:
        BloomFilter.from_bits(body, **options)  # type: ignore[arg-type]
    assert caught.value.name == name


def test_orders_that_are_none() -> None:
    counting = BloomFilter(10, kind="counting")
    for order in ("lsb", "bytes", "", "MSB"):
        with pytest.raises(InvalidArgumentError):
            counting.to_bits(order)  # type: ignore[arg-type]
    with pytest.raises(OnebloomError, match="from_bits"):
        BloomFilter(10, bits="lsb")  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        BloomFilter.from_bits("text", m=64, k=3)  # type: ignore[arg-type]


def test_parts() -> None:
    f = BloomFilter(1000, shards=5)
    f.update(range(1000))
    parts = f.to_parts()
    assert len(parts) == 5 and b"".join(parts) == f.to_bytes()
    assert BloomFilter.open_parts(parts) == f
    assert {f.section_of(i) for i in range(100)} == set(range(5))
    assert f.section_of(7) == f.section_of("7") == f.section_of(b"7")
    with pytest.raises(KeyTypeError):
        f.section_of(None)  # type: ignore[arg-type]
    single = BloomFilter(10)
    assert single.to_parts() == [single.to_bytes()] and single.section_of("x") == 0


def test_counting_to_classic() -> None:
    f = BloomFilter(1000, kind="counting")
    f.update(range(1000))
    classic = f.to_classic()
    assert classic.stats()["kind"] == "classic"
    assert classic.stats()["bytes"] < f.stats()["bytes"] / 3
    assert classic.contains_many(range(10_000)) == f.contains_many(range(10_000))
    with pytest.raises(StateError, match="counting"):
        classic.to_classic()

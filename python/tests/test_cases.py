"""Public bug reports of this field, by the numbers of tests/cases/public-cases.md.

Others are where they belong: B04 B10 B20 in test_keys, B96 B94 in test_threads, B08 B09 B49 B85 B87
B89 B91 B93 B99 B108 in test_processes, B51 B65 B66 B67 B95 in test_properties, B88 in test_verbs,
B83 B115 B117 in test_package.
"""

from __future__ import annotations

import itertools
import json
import math
import pathlib
import struct
from collections.abc import Callable

import pytest
from conftest import TESTS, VECTORS, set_bits
from onebloom import BloomFilter, FormatError, InvalidArgumentError, KeyTypeError, OnebloomError
from test_properties import resign

Saved = Callable[..., pathlib.Path]
CASES = json.loads((TESTS / "cases" / "key-vectors.json").read_text())


def flip(data: bytes, *places: int) -> bytes:
    changed = bytearray(data)
    for place in places:
        changed[place] ^= 1
    return bytes(changed)


def test_B10_the_documented_classes_and_no_others() -> None:
    keys = [1, "1", b"1", -1, -2, 0, 2**61 - 1, 2**64 - 1, 256, b"\x00\x01", "\0\1", 2**64, "-1", b"\x01"]
    for a, b in itertools.permutations(keys, 2):
        f = BloomFilter(16, 1e-9)
        f.add(a)
        same = {str(k) if isinstance(k, int) else k if isinstance(k, str) else k.decode() for k in (a, b)}
        assert (b in f) == (len(same) == 1), (a, b)
    f = BloomFilter(16, 1e-9)
    f.add(1)
    for refused in (True, 1.0, None):
        with pytest.raises(KeyTypeError):
            refused in f


def test_B12_no_aliasing_at_the_ends_of_64_bits() -> None:
    numbers = [2**63, 2**64 - 1, -1, -(2**63), 2**63 - 1, -(2**63) - 1, 2**64, 0, 2**32, -(2**32), 2**128, -(2**127)]
    for number in numbers:
        f = BloomFilter(16, 1e-9)
        f.add(number)
        assert [n for n in numbers if n in f] == [number] and str(number) in f


def test_B15_nobody_normalises() -> None:
    for a, b in [("\u00e9", "e\u0301"), ("\ud55c", "\u1112\u1161\u11ab"), ("\u2126", "\u03a9"), ("É", "é"), ("ß", "ss")]:
        f = BloomFilter(16, 1e-9)
        f.add(a)
        assert a in f and b not in f


def test_B17_not_cut_at_nul() -> None:
    f = BloomFilter(16, 1e-9)
    f.add("ab\0cd")
    assert b"ab\0cd" in f
    for other in ("ab", "ab\0ce", "ab\0", "\0", "ab\0cd\0", "cd"):
        assert other not in f
    long = b"x" * (1 << 19) + b"\0" + b"y" * (1 << 19)
    f.add(long)
    assert long in f and long[:-1] not in f and long[: 1 << 19] not in f


@pytest.mark.parametrize("kind", ["classic", "blocked", "counting"])
@pytest.mark.parametrize("scheme", ["xxh3", "xxh64"])
def test_B21_the_empty_key_is_a_key_like_any_other(kind: str, scheme: str) -> None:
    f = BloomFilter(100, 0.01, kind=kind, scheme=scheme)
    assert "" not in f and b"" not in f and f.contains_many(["", b""]) == [False, False]
    assert f.add("") and "" in f and b"" in f and not f.add(b"")
    assert set_bits(f.to_bytes()) == len(set(f.positions("")))


ADVERSARIAL = ["b497732843aea817d9cb220783b774c7", "42d568e138d727ff", "5f6f924ad74abd12", "", "00", "00" * 16]


@pytest.mark.parametrize("key", [bytes.fromhex(key) for key in ADVERSARIAL])
@pytest.mark.parametrize("kind", ["classic", "blocked"])
@pytest.mark.parametrize("capacity", [10, 1000, 100_000])
def test_B35_no_key_has_degenerate_probes(key: bytes, kind: str, capacity: int) -> None:
    f = BloomFilter(capacity, 1e-4, kind=kind)
    f.add(key)
    positions = f.positions(key)
    assert set_bits(f.to_bytes()) == len(set(positions)) >= len(positions) - 1


def test_B40_no_rate_below_what_the_hash_can_give() -> None:
    with pytest.raises(InvalidArgumentError, match="fpp must be between") as caught:
        BloomFilter.plan(500_000_000, 1e-12)
    assert caught.value.name == "OUT_OF_RANGE"


def test_B42_short_keys_collide_no_more_than_others() -> None:
    f = BloomFilter(10_000, 0.1)
    f.add("a")
    assert f.contains_many(["s", "1", "", "lee"]) == [False] * 4
    assert f.add("lee") and "lee" in f
    ones = [bytes([a]) for a in range(256)]
    twos = [bytes([a, b]) for a in range(256) for b in range(256)]
    every = ones + twos
    half = len(every) // 2
    f = BloomFilter(half, 0.01)
    f.add_many(every[:half])
    assert all(f.contains_many(every[:half]))
    wrong = sum(f.contains_many(every[half:]))
    rest = len(every) - half
    assert wrong <= rest * 0.01 + 4 * math.sqrt(rest * 0.01 * 0.99)


@pytest.mark.parametrize("capacity", [0, -1, -(2**63), 2**48 + 1, 2**64])
def test_B45_capacity_out_of_range(capacity: int) -> None:
    for make in (BloomFilter, BloomFilter.plan):
        with pytest.raises(ValueError, match=f"capacity.*got {capacity}"):
            make(capacity, 1e-6)


BAD = [0, 0.0, -0.0, 1, 1.0, 1.5, 2, 5, -0.5, 0.51, 1e-10, float("nan"), float("inf"), -float("inf")]


@pytest.mark.parametrize("fpp", BAD)
def test_B46_rate_out_of_range(fpp: float) -> None:
    for make in (BloomFilter, BloomFilter.plan):
        with pytest.raises(ValueError, match="fpp must be between"):
            make(1000, fpp)


def test_B46_swapped_arguments() -> None:
    with pytest.raises(ValueError, match="capacity must be a whole number.*0.01"):
        BloomFilter(0.01, 1000)


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("fpp", [0.5, 0.9, 0.99, 0.999999])
def test_B48_no_filter_of_zero_bits(n: int, fpp: float) -> None:
    if fpp > 0.5:
        with pytest.raises(ValueError):
            BloomFilter(n, fpp)
        return
    f = BloomFilter(n, fpp)
    assert f.stats()["m"] >= 64 and f.stats()["k"] >= 1
    f.add_many(range(n))
    assert sum(f.contains_many(f"absent:{i}" for i in range(1000))) < 700


def test_B52_ten_milliard_keys_are_not_350_megabytes() -> None:
    for n, p in [(268435456, 0.001), (536870912, 0.001), (1073741824, 0.001), (2147483648, 0.001)]:
        exact = -n * math.log(p) / math.log(2) ** 2 / 8
        assert exact <= BloomFilter.plan(n, p)["bytes"] <= exact * 1.01
    plan = BloomFilter.plan(10**10, 1e-8)
    assert 47_900_000_000 <= plan["bytes"] <= 48_500_000_000


def test_B55_B57_as_strict_as_asked_and_not_stricter() -> None:
    plan = BloomFilter.plan(1000, 0.01)
    assert 9586 <= plan["m"] <= 9586 + 512 and plan["k"] == 7
    for p, bits in [(0.01, 9.585), (0.001, 14.378), (0.0001, 19.170)]:
        plan = BloomFilter.plan(10**7, p)
        assert abs(plan["bits_per_key"] - bits) < 0.05
        assert p * 0.99 < plan["rates"][0]["rate"] <= p


def test_B69_every_short_prefix_is_refused(saved: Saved) -> None:
    data = saved().read_bytes()
    for size in range(144):
        with pytest.raises(FormatError):
            BloomFilter.from_bytes(data[:size])
    with pytest.raises(FormatError):
        BloomFilter.from_bytes(bytes([1, 1]))


@pytest.mark.parametrize("sealed", [True, False])
def test_B70_a_shortened_file_is_never_a_filter(sealed: bool, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "f.bloom"
    BloomFilter(1000).save(path)
    if not sealed:
        with BloomFilter.open(path, "r+") as f:
            f.add("x")
    data = path.read_bytes()
    assert len(data) == 1344
    for size in range(len(data)):
        path.write_bytes(data[:size])
        for read in (BloomFilter.open, BloomFilter.load, lambda path, size=size: BloomFilter.from_bytes(data[:size])):
            with pytest.raises(FormatError) as caught:
                read(path)
            assert caught.value.name == ("NOT_A_FILTER" if size < 8 else "TRUNCATED")


def test_B71_damage_of_the_body_is_found(saved: Saved) -> None:
    path = saved(range(10_000), capacity=10_000)
    data = path.read_bytes()
    page = 4096
    swapped = data[:128] + data[128 + page : 128 + 2 * page] + data[128 : 128 + page] + data[128 + 2 * page :]
    for damage in (
        flip(data, 700), flip(data, len(data) - 1), flip(data, 128), data[:3000] + bytes(500) + data[3500:], swapped,
        flip(data, 64), flip(data, 92), flip(data, 80),
    ):  # fmt: skip
        assert damage != data
        path.write_bytes(damage)
        with BloomFilter.open(path) as f, pytest.raises(FormatError) as caught:
            f.verify()
        assert caught.value.name == "CHECKSUM_MISMATCH"
        with pytest.raises(FormatError, match="f.bloom"):
            BloomFilter.load(path)
    path.write_bytes(data)
    assert BloomFilter.open(path).verify()


def test_B73_bytes_behind_are_refused_not_eaten(saved: Saved) -> None:
    data = saved().read_bytes()
    for behind in (b"TAIL", b"\0", data):
        with pytest.raises(FormatError) as caught:
            BloomFilter.from_bytes(data + behind)
        assert caught.value.name == "TRAILING_BYTES"
        # The exact part of a larger buffer is fine, without a copy of it.
        assert BloomFilter.from_bytes(memoryview(data + behind)[: len(data)]).verify()


def test_B76_usable_at_once_after_opening(saved: Saved) -> None:
    path = saved(["a"])
    firsts: list[Callable[[BloomFilter], object]] = [
        lambda f: "a" in f, lambda f: f | f, lambda f: f.stats()["estimated_items"], lambda f: f.to_bytes(),
        lambda f: f.save(path.parent / "g"), lambda f: f.copy(), lambda f: f.verify(), lambda f: f.contains_many(["a"]),
        lambda f: f.positions("a"), lambda f: f == f.copy(), repr, bytes,
    ]  # fmt: skip
    for first in firsts:
        for f in (BloomFilter.open(path), BloomFilter.load(path), BloomFilter.from_bytes(path.read_bytes())):
            first(f)
            assert "a" in f


def test_B77_another_version_or_scheme_is_refused_by_name(saved: Saved) -> None:
    data = saved().read_bytes()
    for place, value, name, text in [
        (8, 2, "VERSION_UNSUPPORTED", "2"),
        (11, 99, "FEATURE_UNSUPPORTED", "scheme"),
        (10, 99, "FEATURE_UNSUPPORTED", "kind"),
        (12, 99, "FEATURE_UNSUPPORTED", "arrangement"),
        (48, 4, "FEATURE_UNSUPPORTED", "feature"),
    ]:
        with pytest.raises(FormatError, match=text) as caught:
            BloomFilter.from_bytes(resign(data[:place] + bytes([value]) + data[place + 1 :]))
        assert caught.value.name == name
    for path in (VECTORS / "golden").glob("*.bloom"):
        BloomFilter.open(path).close()


def test_B79_opening_needs_no_parameters(saved: Saved) -> None:
    path = saved(["a"], capacity=123, fpp=0.05, seed=7)
    stats = BloomFilter.open(path).stats()
    assert (stats["capacity"], stats["fpp"], stats["seed"]) == (123, 0.05, 7)


def test_B81_bytes_that_went_through_text_are_refused() -> None:
    f = BloomFilter(1000)
    f.add_many(range(500))
    data = f.to_bytes()
    through = [
        data.decode("utf-8", "replace").encode(), data.decode("utf-8", "ignore").encode(), data.decode("latin-1").encode(),
        data.replace(b"\r\n", b"\n"), data.replace(b"\n", b"\r\n"), repr(data).encode(),
    ]  # fmt: skip
    for damage in through:
        with pytest.raises(FormatError):
            BloomFilter.from_bytes(damage)
    with pytest.raises(TypeError):
        BloomFilter.from_bytes(data.decode("latin-1"))


def test_B91_the_count_survives_a_file(tmp_path: pathlib.Path) -> None:
    f = BloomFilter(100)
    f.update(["a", "b", "c", "a"])
    f.save(tmp_path / "f.bloom")
    assert BloomFilter.open(tmp_path / "f.bloom").stats()["items"] == f.stats()["items"] == 3


def test_B120_overfilling_shows() -> None:
    f = BloomFilter(1000, 0.01)
    seen = []
    for start in range(0, 20_000, 50):
        f.add_many(range(start, start + 50))
        status = f.stats()["status"]
        if not seen or seen[-1][0] != status:
            seen.append((status, f.stats()["load"]))
    assert [status for status, _ in seen] == ["ok", "warn", "over"]
    assert abs(seen[1][1] - 0.85) < 0.06 and 1 < seen[2][1] < 1.06
    stats = f.stats()
    assert stats["fill_ratio"] > 0.99 and stats["expected_fpp"] > 0.9


def test_B122_the_count_is_at_most_the_adds() -> None:
    f = BloomFilter(5000, 0.01)
    f.add_many(range(5000))
    stats = f.stats()
    assert stats["items"] <= 5000 and abs(stats["estimated_items"] - 5000) < 100


def test_B123_a_scalable_filter_goes_on() -> None:
    f = BloomFilter(1000, 0.01, growth=2)
    for count in (1000, 1001, 1002):
        f.add_many(range(f.stats()["items"] + 100, 3000))
        assert all(f.contains_many(range(150, 3000)))
        assert f.stats()["status"] == "ok", count


def test_B125_saturated_counters_stay() -> None:
    f = BloomFilter(100, kind="counting")
    f.add_many(["x"] * 300)
    for _ in range(299):
        f.remove("x")
    assert "x" in f
    f = BloomFilter(100, kind="counting")
    f.add_many(["y"] * 16)
    for _ in range(16):
        f.remove("y")
    assert "y" in f


def test_B126_removing_what_is_absent_changes_nothing() -> None:
    f = BloomFilter(1000, 0.01, kind="counting")
    f.add_many(range(1000))
    before = f.to_bytes()
    absent = [f"absent:{i}" for i in range(20_000)]
    maybe = f.contains_many(absent)
    assert not any(f.remove(key) for key, there in zip(absent, maybe, strict=True) if not there)
    assert f.to_bytes() == before


def test_B129_a_union_that_does_not_fit_raises() -> None:
    base: dict[str, object] = {"capacity": 1000, "fpp": 0.01}
    f = BloomFilter(**base)
    f.add("mine")
    before = f.to_bytes()
    for other in (
        {"capacity": 62_500}, {"capacity": 100}, {"fpp": 0.1}, {"seed": 1}, {"scheme": "xxh64"}, {"kind": "blocked"},
        {"kind": "counting"}, {"growth": 2}, {"shards": 2}, {"period": 60, "keep": 2}, {"m": 9728, "k": 6},
    ):  # fmt: skip
        g = BloomFilter(**{**base, **other})
        g.add("theirs")
        for unite in (lambda: f.merge(g), lambda: f | g, lambda: f.__ior__(g)):
            with pytest.raises(InvalidArgumentError) as caught:
                unite()
            assert caught.value.name == "INCOMPATIBLE"
        assert f.to_bytes() == before


def test_B142_a_secret_seed_moves_every_key() -> None:
    f, g = BloomFilter(1000), BloomFilter(1000, seed=0x5EC2E7)
    assert sum(f.positions(key) == g.positions(key) for key in range(100)) == 0


def test_B22_B31_the_hash_is_the_published_one() -> None:
    """Through positions: with m = 2^41 and k = 1 the position is the top 41 bits of the hash."""
    import xxhash

    keys = [bytes((7 * i + 13) & 255 for i in range(n)) for n in (0, 1, 3, 4, 8, 9, 16, 17, 128, 129, 240, 241, 1024, 1025)]
    f = BloomFilter(m=1 << 20, k=1)
    g = BloomFilter(m=1 << 20, k=1, scheme="xxh64", seed=3)
    for key in keys:
        assert f.positions(key) == [xxhash.xxh3_64_intdigest(key) >> 44]
        assert g.positions(key) == [xxhash.xxh64_intdigest(key, 3) >> 44]


def test_B132_bit_zero_is_the_top_bit_of_byte_zero() -> None:
    f = BloomFilter(m=512, k=3)
    f.add("a")
    body = f.to_bytes()[128:]
    expected = bytearray(64)
    for p in f.positions("a"):
        expected[p >> 3] |= 0x80 >> (p & 7)
    assert body == bytes(expected)


def test_every_case_of_bad_parameters_in_the_shared_file() -> None:
    for case in CASES["bad_params"]:
        with pytest.raises(OnebloomError) as caught:
            BloomFilter(case["n"], case["p"])
        assert caught.value.name in ("OUT_OF_RANGE", "INVALID_ARGUMENT", "OUT_OF_MEMORY"), case


def test_header_fields_cannot_ask_for_memory_B66_B67() -> None:
    data = BloomFilter(1000).to_bytes()[:200]
    for m in (2**40, 2**42, 2**63, 2**64 - 1):
        with pytest.raises(FormatError) as caught:
            BloomFilter.from_bytes(resign(data[:16] + struct.pack("<Q", m) + data[24:]))
        assert caught.value.name in ("TRUNCATED", "CORRUPT_HEADER")
    for k in (0, 65, 255):
        with pytest.raises(FormatError) as caught:
            BloomFilter.from_bytes(resign(data[:13] + bytes([k]) + data[14:]))
        assert caught.value.name == "CORRUPT_HEADER"

"""Properties that hold for every key, every option and every damage (hypothesis)."""

from __future__ import annotations

import resource
import struct

import pytest
from conftest import VECTORS, set_bits
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from onebloom import BloomFilter, FormatError, InvalidArgumentError, KeyTypeError

QUICK = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])

text = st.text(st.characters(exclude_categories=["Cs"]))
keys = st.one_of(text, st.binary(), st.integers(), st.integers(-(2**70), 2**70), st.binary().map(bytearray))
options = st.one_of(
    st.fixed_dictionaries(
        {"kind": st.sampled_from(["classic", "blocked", "counting"]), "scheme": st.sampled_from(["xxh3", "xxh64"])},
        optional={"seed": st.integers(0, 2**64 - 1)},
    ),
    st.fixed_dictionaries({"growth": st.integers(2, 16)}),
    st.fixed_dictionaries({"shards": st.integers(2, 9)}, optional={"seed": st.integers(0, 2**64 - 1)}),
    st.fixed_dictionaries({"period": st.integers(60, 10**6), "keep": st.integers(2, 5)}),
    st.fixed_dictionaries({"scheme": st.sampled_from(["murmur3-double", "fnv1a-seeded", "crc32-double"])}),
)
capacities = st.integers(1, 300)
NOW = 1_767_225_600_000


def make(capacity: int, opts: dict[str, object]) -> BloomFilter:
    f = BloomFilter(capacity, 0.01, **opts)
    f.set_now(NOW)
    return f


def canonical(key: object) -> bytes:
    match key:
        case str():
            return key.encode()
        case int():
            return str(key).encode()
    return bytes(key)  # type: ignore[call-overload,no-any-return]


@QUICK
@given(capacities, options, st.lists(keys, max_size=600), st.randoms())
def test_no_false_negative_ever(capacity: int, opts: dict[str, object], some: list[object], chance: object) -> None:
    f, g = make(capacity, opts), make(capacity, opts)
    f.add_many(some)
    for key in some:
        g.add(key)
    for h in (f, g, f.copy()):
        assert all(h.contains_many(some)) and all(key in h for key in some)
    assert f == g and f.to_bytes() == g.to_bytes()
    assert all(f.contains_many(map(canonical, some)))
    back = BloomFilter.from_bytes(f.to_bytes())
    back.set_now(NOW)
    assert all(back.contains_many(iter(some)))


@QUICK
@given(capacities, options, st.lists(keys, max_size=200))
def test_bytes_and_back_is_identity(capacity: int, opts: dict[str, object], some: list[object]) -> None:
    f = make(capacity, opts)
    f.add_many(some)
    image = f.to_bytes()
    g = BloomFilter.from_bytes(image)
    g.set_now(NOW)
    assert g.to_bytes() == image and g == f and g.verify() is True
    assert g.stats()["items"] == f.stats()["items"]


@QUICK
@given(capacities, options, st.lists(keys, max_size=100), st.lists(keys, max_size=100))
def test_merging_is_adding(capacity: int, opts: dict[str, object], a: list[object], b: list[object]) -> None:
    left, right, both = make(capacity, opts), make(capacity, opts), make(capacity, opts)
    left.add_many(a)
    right.add_many(b)
    both.add_many(a + b)
    union = left | right
    assert all(union.contains_many(a + b))
    if opts.get("kind") != "counting" and "growth" not in opts:
        assert cells(union) == cells(both)
        assert cells(right | left) == cells(union)
    left |= right
    assert left == union


def cells(f: BloomFilter) -> list[bytes]:
    image, sections = f.to_bytes(), f.stats()["section_count"]
    size = len(image) // sections
    return [image[i * size + 128 : (i + 1) * size] for i in range(sections)]


@QUICK
@given(st.lists(st.integers(0, 50), max_size=60))
def test_adding_twice_changes_nothing_B95(some: list[int]) -> None:
    once, often = make(100, {}), make(100, {})
    once.add_many(dict.fromkeys(some))
    often.add_many(some * 5)
    assert once == often and set_bits(once.to_bytes()) == set_bits(often.to_bytes())
    assert once.stats()["items"] == often.stats()["items"]


@QUICK
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 30)), max_size=120))
def test_counting_keeps_what_was_not_removed(steps: list[tuple[bool, int]]) -> None:
    f = BloomFilter(1000, 1e-6, kind="counting")
    present: dict[int, int] = {}
    for add, key in steps:
        if add and present.get(key, 0) < 15:
            f.add(key)
            present[key] = present.get(key, 0) + 1
        elif present.get(key):
            assert f.remove(key)
            present[key] -= 1
    assert all(f.contains_many(key for key, count in present.items() if count))


GOLDEN = sorted(path.read_bytes() for path in (VECTORS / "golden").glob("*.bloom"))
HOSTILE = sorted(path.read_bytes() for path in (VECTORS / "hostile").glob("*.bloom"))


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    data = bytearray(draw(st.sampled_from(GOLDEN + HOSTILE)))
    for _ in range(draw(st.integers(1, 4))):
        if not data:
            break
        place = draw(st.one_of(st.integers(0, min(len(data), 130) - 1), st.integers(0, len(data) - 1)))
        match draw(st.integers(0, 5)):
            case 0:
                data[place] ^= 1 << draw(st.integers(0, 7))
            case 1:
                data[place] = draw(st.sampled_from([0, 1, 0x7F, 0x80, 0xFF]))
            case 2:
                value = draw(st.sampled_from([0, 1, 2**31, 2**32 - 1, 2**40, 2**42, 2**63, 2**64 - 1]))
                data[place : place + 8] = struct.pack("<Q", value)
            case 3:
                del data[place:]
            case 4:
                data[place:place] = draw(st.binary(max_size=40))
            case 5:
                data += data[: draw(st.integers(0, len(data)))]
    return bytes(data)


def resign(data: bytes) -> bytes:
    """The same bytes with a right header_sum, so that the checks behind it are reached."""
    import xxhash

    if len(data) < 64:
        return data
    return data[:56] + struct.pack("<Q", xxhash.xxh3_64_intdigest(data[:56])) + data[64:]


@settings(max_examples=600, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(damaged(), st.booleans())
@example(b"", False)
@example(b"\x01\x01", False)
def test_damage_is_an_error_or_a_filter_in_bounds_B65_B66_B67(tmp_path_factory: pytest.TempPathFactory, data: bytes, sign: bool) -> None:  # fmt: skip
    """Never a crash, never memory out of proportion; what opens answers everything."""
    if sign:
        data = resign(data)
    path = tmp_path_factory.getbasetemp() / "damaged.bloom"
    path.write_bytes(data)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for read in (lambda: BloomFilter.from_bytes(data), lambda: BloomFilter.load(path), lambda: BloomFilter.open(path)):
        try:
            f = read()
        except FormatError as error:
            assert 20 <= error.code < 40
            continue
        f.contains_many(["a", b"", 7, *range(50)])
        f.positions("a"), f.stats(), repr(f), f.copy()
        try:
            f.verify()
        except FormatError:
            pass
        if not f.stats()["read_only"]:
            f.add_many(range(20))
            assert all(f.contains_many(range(20)))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak < 64 * 1024  # KiB


@QUICK
@given(st.one_of(st.floats(), st.booleans(), st.none(), st.tuples(), st.lists(st.integers()), st.complex_numbers()))
def test_nothing_else_is_a_key(key: object) -> None:
    f = BloomFilter(10)
    with pytest.raises(KeyTypeError):
        f.add(key)
    assert f == BloomFilter(10)


@QUICK
@given(
    st.one_of(st.integers(), st.floats(), st.text(), st.none(), st.booleans()),
    st.one_of(st.floats(), st.integers(), st.text(), st.none(), st.booleans()),
    st.dictionaries(
        st.sampled_from(["kind", "scheme", "seed", "growth", "period", "keep", "shards", "m", "k", "x", ""]),
        st.one_of(st.integers(-5, 2000), st.integers(), st.floats(), st.sampled_from(["classic", "xxh3", "blocked"])),
        max_size=3,
    ),
)
def test_options_make_a_plan_or_an_argument_error(capacity: object, fpp: object, opts: dict[str, object]) -> None:
    try:
        plan = BloomFilter.plan(capacity, fpp, **opts)
    except InvalidArgumentError as error:
        assert error.name in ("INVALID_ARGUMENT", "OUT_OF_RANGE") and len(str(error)) > 10
        return
    assert plan["m"] >= 1 and 1 <= plan["k"] <= 64
    if plan["bytes"] < 10_000_000:
        stats = BloomFilter(capacity, fpp, **opts).stats()
        assert (stats["m"], stats["k"], stats["bytes"]) == (plan["m"], plan["k"], plan["bytes"])


@settings(max_examples=300, deadline=None)
@given(st.integers(1, 2**37), st.integers(1, 2**37), st.sampled_from([0.1, 0.01, 1e-3, 1e-6]))
@example(268435456, 536870912, 0.001)
def test_more_keys_never_take_fewer_bytes_B51(a: int, b: int, fpp: float) -> None:
    small, large = sorted((a, b))
    assert BloomFilter.plan(small, fpp)["bytes"] <= BloomFilter.plan(large, fpp)["bytes"]

"""Every verb of the surface, on filters in memory and in files."""

from __future__ import annotations

import copy
import os
import pathlib
import pickle
import stat
from collections.abc import Callable

import pytest
from conftest import set_bits
from onebloom import (
    AccessError,
    BloomFilter,
    InvalidArgumentError,
    KeyTypeError,
    LockedError,
    NotFoundError,
    StateError,
    StorageError,
)

Saved = Callable[..., pathlib.Path]

EVERY_KIND = [
    {},
    {"kind": "blocked"},
    {"kind": "counting"},
    {"scheme": "xxh64"},
    {"seed": 2**64 - 1},
    {"growth": 2, "capacity": 100},
    {"period": 3600, "keep": 3},
    {"shards": 4},
    {"scheme": "murmur3-double"},
    {"m": 9592, "k": 7},
]


def make(options: dict[str, object]) -> BloomFilter:
    return BloomFilter(**{"capacity": 1000, **options})


@pytest.fixture(params=EVERY_KIND, ids=lambda o: "-".join(f"{k}={v}" for k, v in o.items()) or "plain")
def options(request: pytest.FixtureRequest) -> dict[str, object]:
    return dict(request.param)


def test_add_and_ask(options: dict[str, object]) -> None:
    f = make(options)
    assert "a" not in f and not f.contains("a") and f.contains_many(["a", "b"]) == [False, False]
    assert f.add("a") is True
    assert f.add("a") is False
    assert "a" in f and f.contains("a") is True
    assert f.add_many(["a", "b", "c", "c"]) == 2
    assert f.update({"d": 1, "e": 2}) == 2
    assert f.contains_many(["a", "b", "c", "d", "e", "nope"]) == [True] * 5 + [False]
    assert f.stats()["items"] == 5


def test_bytes_are_the_whole_filter(options: dict[str, object]) -> None:
    f = make(options)
    f.add_many(range(500))
    image = f.to_bytes()
    g = BloomFilter.from_bytes(image)
    assert g == f and g.to_bytes() == image
    assert all(g.contains_many(range(500)))
    assert g.verify() is True and f.verify() is False
    assert g.stats()["sealed"] and not f.stats()["sealed"]
    assert len(image) == f.stats()["bytes"]


def test_copies_are_independent(options: dict[str, object]) -> None:
    f = make(options)
    f.add("a")
    for g in (f.copy(), copy.copy(f), copy.deepcopy(f), pickle.loads(pickle.dumps(f)), copy.deepcopy([f])[0]):
        assert g == f and "a" in g and g is not f
        g.add("b")
        assert "b" not in f and g != f
        assert g.stats()["items"] == 2 and f.stats()["items"] == 1


def test_clear(options: dict[str, object]) -> None:
    f = make(options)
    empty = f.to_bytes()
    f.add_many(range(300))
    f.clear()
    assert f.to_bytes() == empty and 1 not in f


def test_save_open_load(options: dict[str, object], tmp_path: pathlib.Path) -> None:
    f = make(options)
    f.add_many(range(500))
    path = tmp_path / "f.bloom"
    f.save(path)
    assert path.read_bytes() == f.to_bytes()
    with BloomFilter.open(path) as mapped, BloomFilter.load(path) as loaded:
        for g in (mapped, loaded):
            assert all(g.contains_many(range(500))) and g == f
            assert g.verify() is True and g.stats()["path"] == str(path)
        assert mapped.stats()["mapped"] and mapped.stats()["read_only"]
        assert not loaded.stats()["mapped"] and not loaded.stats()["read_only"]
        loaded.add("new")
        with pytest.raises(StateError) as caught:
            mapped.add("new")
        assert caught.value.name == "READ_ONLY"
    assert path.read_bytes() == f.to_bytes()


def test_write_to_a_mapped_file(options: dict[str, object], tmp_path: pathlib.Path) -> None:
    path = tmp_path / "f.bloom"
    make(options).save(path)
    with BloomFilter.open(path, "r+") as f, BloomFilter.open(path) as reader:
        assert f.add("a") and not f.add("a")
        assert f.add_many(range(500)) > 450
        assert "a" in reader and all(reader.contains_many(range(500)))
        f.flush()
        assert not f.stats()["sealed"] and f.verify() is False
        with pytest.raises(LockedError) as caught:
            make(options).save(path)
        assert caught.value.filename == str(path)
    assert "a" in BloomFilter.load(path)
    make(options).save(path)
    assert "a" not in BloomFilter.load(path)


def test_merge_is_union(options: dict[str, object]) -> None:
    f, g, both = make(options), make(options), make(options)
    f.add_many(range(50))
    g.add_many(range(40, 90))
    both.add_many(range(90))
    union = f | g
    assert union is not f and 80 not in f
    f |= g
    assert union == f
    assert all(f.contains_many(range(90)))
    if "capacity" not in options and options.get("kind") != "counting":
        assert set_bits(f.to_bytes()) >= set_bits(both.to_bytes())
    assert f.merge(g) is None


def test_merge_with_itself_changes_nothing(options: dict[str, object]) -> None:
    f = make(options)
    f.add_many(range(100))
    before = f.to_bytes()
    f.merge(f)
    assert f.to_bytes() == before
    f |= f
    assert f.to_bytes() == before
    assert (f | f).stats()["fill_ratio"] == f.stats()["fill_ratio"]


def test_operators_with_other_types() -> None:
    f = BloomFilter(10)
    for other in (1, "a", None, {1}, b""):
        assert f != other and not f == other
        with pytest.raises(TypeError, match="unsupported operand"):
            f | other
        with pytest.raises(TypeError, match="unsupported operand"):
            f |= other
        with pytest.raises(TypeError):
            f.merge(other)
    with pytest.raises(TypeError, match="not supported"):
        f < BloomFilter(10)


def test_no_hash_and_equality() -> None:
    f = BloomFilter(10)
    assert BloomFilter.__hash__ is None
    with pytest.raises(TypeError, match="unhashable"):
        hash(f)
    assert f == f.copy() and not f != f.copy()
    assert f != BloomFilter(10, seed=1) and f != BloomFilter(10, scheme="xxh64")


def test_remove_counting() -> None:
    f = BloomFilter(1000, kind="counting")
    f.add_many(range(500))
    assert f.remove(7) is True and 7 not in f
    assert f.remove("certainly absent") is False
    assert all(f.contains_many([i for i in range(500) if i != 7]))


def test_remove_elsewhere_is_unsupported() -> None:
    for options in ({}, {"kind": "blocked"}, {"kind": "counting", "growth": 2}):
        with pytest.raises(StateError) as caught:
            make(options).remove("a")
        assert caught.value.name == "UNSUPPORTED"


def test_positions_and_plan() -> None:
    f = BloomFilter(1000, 0.01)
    places = f.positions("a")
    assert len(places) == 7 and all(0 <= p < 9728 for p in places)
    plan = BloomFilter.plan(1000, 0.01)
    stats = f.stats()
    assert (plan["m"], plan["k"], plan["bytes"]) == (stats["m"], stats["k"], stats["bytes"]) == (9728, 7, 1344)
    rates = {r["times"]: r["rate"] for r in plan["rates"]}
    assert 0 < rates[1] <= 0.01 < rates[1.5] < rates[2] < rates[3] < 1
    assert BloomFilter.plan(capacity=10, fpp=0.1, kind="blocked")["k"] == 8
    with pytest.raises(InvalidArgumentError):
        BloomFilter.plan(0)


def test_stats_are_plain_data() -> None:
    f = BloomFilter(1000, 0.01)
    f.add_many(range(1000))
    stats = f.stats()
    assert stats == f.stats(exact=True) == f.stats(True)
    assert type(stats) is dict and type(stats["sections"]) is list
    assert stats["kind"] == "classic" and stats["scheme"] == "xxh3" and stats["arrangement"] == "single"
    assert stats["load"] == stats["items"] / 1000
    assert 0.3 < stats["fill_ratio"] < 0.6 and abs(stats["estimated_items"] - 1000) < 40
    assert 0.001 < stats["expected_fpp"] < 0.02 and stats["status"] == "warn"
    assert stats["path"] is None and stats["generation"] == 0


def test_stats_have_the_fields_of_the_types() -> None:
    from onebloom import Plan, SectionStats, Stats

    stats = BloomFilter(10).stats()
    assert list(stats) == list(Stats.__annotations__)
    assert list(stats["sections"][0]) == list(SectionStats.__annotations__)
    assert list(BloomFilter.plan(10)) == list(Plan.__annotations__)


def test_repr() -> None:
    f = BloomFilter(1000, 0.01)
    f.add_many("ab cd ef".split())
    assert repr(f) == "<BloomFilter kind=classic capacity=1000 fpp=0.01 m=9728 k=7 items=3>"
    f.close()
    assert repr(f) == "<BloomFilter closed>"


def test_scalable_grows() -> None:
    f = BloomFilter(100, 0.01, growth=2)
    for n in (100, 1, 1, 2000):
        f.add_many(range(f.stats()["items"], f.stats()["items"] + n))
    assert f.stats()["section_count"] > 3 and all(f.contains_many(range(2000)))


def test_rotating_forgets() -> None:
    f = BloomFilter(100, 0.01, period=60, keep=2)
    f.set_now(60_000 * 100)
    f.add("first")
    f.set_now(60_000 * 101)
    f.add("second")
    assert "first" in f and "second" in f
    f.set_now(60_000 * 102)
    assert "first" not in f and "second" in f
    f.set_now(None)
    assert "second" not in f
    with pytest.raises(OverflowError):
        f.set_now(2**63)
    with pytest.raises(TypeError):
        f.set_now("now")


def test_open_parts() -> None:
    f = BloomFilter(1000, shards=4)
    f.add_many(range(1000))
    image = f.to_bytes()
    size = len(image) // 4
    parts = [image[i * size : (i + 1) * size] for i in range(4)]
    assert BloomFilter.open_parts(parts) == f
    assert BloomFilter.open_parts(bytearray(p) for p in parts) == f
    assert BloomFilter.open_parts((memoryview(image)[i * size :][:size] for i in range(4))) == f
    with pytest.raises(ValueError) as caught:
        BloomFilter.open_parts(parts[:3])
    assert caught.value.name == "INCOMPLETE"
    with pytest.raises(TypeError):
        BloomFilter.open_parts([1, 2])
    with pytest.raises(TypeError):
        BloomFilter.open_parts(7)
    with pytest.raises(ValueError):
        BloomFilter.open_parts([])


@pytest.mark.parametrize("offset", range(0, 16))
def test_buffers_of_every_kind_and_alignment(offset: int) -> None:
    import array
    import mmap

    f = BloomFilter(1000)
    f.add_many(range(500))
    image = f.to_bytes()
    shifted = bytearray(b"x" * offset + image)
    for data in (image, bytearray(image), memoryview(shifted)[offset:], array.array("Q", image), f):
        assert BloomFilter.from_bytes(data) == f
    with mmap.mmap(-1, len(image)) as area:
        area[:] = image
        assert BloomFilter.from_bytes(area) == f
    with pytest.raises(BufferError):
        BloomFilter.from_bytes(memoryview(image * 2)[::2])
    with pytest.raises(TypeError):
        BloomFilter.from_bytes(image.decode("latin-1"))


def test_the_buffer_is_a_read_only_snapshot() -> None:
    f = BloomFilter(1000)
    f.add("a")
    view = memoryview(f)
    assert view.readonly and view.c_contiguous and view.format == "B" and view == f.to_bytes()
    f.add("b")
    assert view != f.to_bytes()
    f.close()
    assert len(view) == 1344
    with pytest.raises(StateError):
        bytes(f)
    with pytest.raises(TypeError):
        view[0] = 0


def test_a_stream_takes_it_as_bytes(tmp_path: pathlib.Path) -> None:
    f = BloomFilter(1000)
    with open(tmp_path / "f.bloom", "wb") as out:
        out.write(f)
    assert BloomFilter.load(tmp_path / "f.bloom") == f


def test_paths_of_every_kind(tmp_path: pathlib.Path) -> None:
    f = BloomFilter(10)
    f.add("a")

    class Path:
        def __init__(self, path: str | bytes) -> None:
            self.path = path

        def __fspath__(self) -> str | bytes:
            return self.path

    odd = os.fsencode(tmp_path) + b"/\xff\xfe\xe4\xb8\xad.bloom"
    texts = [str(tmp_path / "é中😀 .bloom"), os.fsdecode(odd)]
    for path in [*texts, odd, pathlib.Path(texts[0]), Path(texts[1]), Path(odd), pathlib.Path(os.fsdecode(odd))]:
        f.save(path)
        f.replace(path)
        assert "a" in BloomFilter.open(path) and "a" in BloomFilter.load(path)
    assert sorted(os.listdir(os.fsencode(tmp_path))) == sorted([os.path.basename(odd), os.fsencode(os.path.basename(texts[0]))])
    for wrong in (None, 1, 1.5, [], object()):
        for verb in (BloomFilter.open, BloomFilter.load, f.save, f.replace):
            with pytest.raises(TypeError):
                verb(wrong)


def test_modes(saved: Saved) -> None:
    path = saved()
    BloomFilter.open(path, mode="r").close()
    BloomFilter.open(path, mode="r+").close()
    for mode in ("w", "rb", "", "r ", "a+", "R"):
        with pytest.raises(InvalidArgumentError, match="r\\+"):
            BloomFilter.open(path, mode)


def test_replace_raises_the_generation(tmp_path: pathlib.Path) -> None:
    f = BloomFilter(10)
    path = tmp_path / "f.bloom"
    f.replace(path)
    generations = [BloomFilter.load(path).stats()["generation"]]
    for _ in range(3):
        f.replace(path)
        generations.append(BloomFilter.load(path).stats()["generation"])
    assert generations == [0, 1, 2, 3]


def test_reload_follows_a_replaced_file(saved: Saved) -> None:
    path = saved(["a"])
    f = BloomFilter.open(path)
    assert not f.is_stale() and f.reload() is False
    g = BloomFilter(1000)
    g.add("b")
    g.replace(path)
    assert f.is_stale() and "a" in f and "b" not in f
    assert f.reload() is True
    assert not f.is_stale() and "a" not in f and "b" in f
    os.unlink(path)
    with pytest.raises(NotFoundError):
        f.reload()
    assert "b" in f


def test_nothing_to_reload_in_memory() -> None:
    f = BloomFilter(10)
    assert f.is_stale() is False
    with pytest.raises(StateError) as caught:
        f.reload()
    assert caught.value.name == "UNSUPPORTED"


CLOSED: list[Callable[[BloomFilter], object]] = [
    lambda f: f.add("a"),
    lambda f: f.add_many(["a"]),
    lambda f: f.add_many([]),
    lambda f: f.update(iter("a")),
    lambda f: f.contains("a"),
    lambda f: "a" in f,
    lambda f: f.contains_many([]),
    lambda f: f.contains_many(["a"]),
    lambda f: f.remove("a"),
    lambda f: f.merge(BloomFilter(10)),
    lambda f: BloomFilter(10).merge(f),
    lambda f: f.merge(f),
    lambda f: f | f,
    lambda f: BloomFilter(10) | f,
    lambda f: f == f,
    lambda f: f == BloomFilter(10),
    lambda f: BloomFilter(10) != f,
    lambda f: f.clear(),
    lambda f: f.copy(),
    lambda f: copy.copy(f),
    lambda f: copy.deepcopy(f),
    lambda f: pickle.dumps(f),
    lambda f: f.save("/nonexistent/x"),
    lambda f: f.replace("/nonexistent/x"),
    lambda f: f.to_bytes(),
    lambda f: f.to_parts(),
    lambda f: f.to_bits("msb"),
    lambda f: f.to_classic(),
    lambda f: f.section_of("a"),
    lambda f: memoryview(f),
    lambda f: bytes(f),
    lambda f: f.flush(),
    lambda f: f.__enter__(),
    lambda f: f.verify(),
    lambda f: f.reload(),
    lambda f: f.is_stale(),
    lambda f: f.set_now(None),
    lambda f: f.stats(),
    lambda f: f.positions("a"),
]


def test_every_verb_after_close(saved: Saved) -> None:
    path = saved()
    for f in (BloomFilter(10), BloomFilter.open(path), BloomFilter.open(path, "r+")):
        assert f.closed is False
        assert f.close() is None
        f.close()
        assert f.closed is True
        for verb in CLOSED:
            with pytest.raises(StateError) as caught:
                verb(f)
            assert caught.value.name == "CLOSED"
    assert "a" in BloomFilter.open(path)


def test_context_manager(saved: Saved) -> None:
    with BloomFilter.open(saved()) as f:
        assert "a" in f
    assert f.closed
    with pytest.raises(ZeroDivisionError), BloomFilter(10) as f:
        1 / 0
    assert f.closed
    with pytest.raises(StateError), f:
        pass


def test_close_gives_the_memory_back(saved: Saved) -> None:
    path = saved(capacity=10_000_000)
    f = BloomFilter.open(path)
    maps = pathlib.Path("/proc/self/maps")
    assert str(path) in maps.read_text()
    f.close()
    assert str(path) not in maps.read_text()
    f = BloomFilter.open(path)
    del f
    assert str(path) not in maps.read_text()


def test_rights(saved: Saved, tmp_path: pathlib.Path) -> None:
    path = saved()
    path.chmod(0)
    if os.geteuid() != 0:
        with pytest.raises(AccessError):
            BloomFilter.open(path)
    path.chmod(0o640)
    BloomFilter(10).save(path)
    assert stat.S_IMODE(path.stat().st_mode) in (0o640, 0o644, 0o600)


@pytest.mark.parametrize("verb", ["open", "load"])
def test_bad_paths_B88(verb: str, tmp_path: pathlib.Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    call = getattr(BloomFilter, verb)
    for path, kinds in [
        (tmp_path / "missing" / "f", NotFoundError),
        (tmp_path, (StorageError, ValueError)),
        (fifo, (StorageError, ValueError)),
        ("/dev/null", (StorageError, ValueError)),
        ("/dev/zero", (StorageError, ValueError)),
        (str(tmp_path / "a\0b"), (StorageError, ValueError)),
        (str(tmp_path / ("x" * 5000)), StorageError),
        ("", (NotFoundError, StorageError, ValueError)),
    ]:
        with pytest.raises(kinds) as caught:
            call(path)
        assert caught.value.code, path
    with pytest.raises(TypeError):
        call(None)


def test_bad_paths_to_save_B88(tmp_path: pathlib.Path) -> None:
    f = BloomFilter(10)
    for path, kinds in [
        (tmp_path / "missing" / "f", NotFoundError),
        (tmp_path, (StorageError, ValueError)),
        (str(tmp_path / "a\0b"), (StorageError, ValueError)),
        (str(tmp_path / ("x" * 5000)), StorageError),
        ("", (NotFoundError, StorageError, ValueError)),
    ]:
        for verb in (f.save, f.replace):
            with pytest.raises(kinds):
                verb(path)
    assert os.listdir(tmp_path) == []


def test_arguments_by_name() -> None:
    assert BloomFilter(capacity=1000, fpp=0.01) == BloomFilter(1000) == BloomFilter(1000, None, kind=None)
    with pytest.raises(TypeError):
        BloomFilter(1, 2, 3)
    with pytest.raises(InvalidArgumentError, match="capacity is missing"):
        BloomFilter()
    with pytest.raises(TypeError):
        BloomFilter(10).add()
    with pytest.raises(TypeError):
        BloomFilter(10).add("a", "b")
    with pytest.raises(TypeError):
        BloomFilter(10).add(key="a")
    with pytest.raises(KeyTypeError):
        BloomFilter(10).add(...)


def test_options_of_every_type() -> None:
    import decimal
    import fractions

    import numpy as np

    assert BloomFilter(np.int64(1000), np.float64(0.01)) == BloomFilter(1000, 0.01)
    assert BloomFilter(1000, decimal.Decimal("0.01")) == BloomFilter(1000, fractions.Fraction(1, 100))
    assert BloomFilter(1000, seed=2**64 - 1).stats()["seed"] == 2**64 - 1
    for name, wrong in [
        ("capacity", True), ("capacity", "1000"), ("capacity", 10.0), ("capacity", [1]), ("capacity", object()),
        ("fpp", "0.01"), ("fpp", False), ("kind", 1), ("kind", "bloom"), ("kind", b"classic"), ("scheme", 1.5),
        ("scheme", "md5"), ("seed", 1.0), ("growth", "2"), ("k", True),
    ]:  # fmt: skip
        with pytest.raises(InvalidArgumentError, match=name) as caught:
            BloomFilter(**{"capacity": 1000, name: wrong})
        assert caught.value.name == "INVALID_ARGUMENT"
    for name, wrong in [
        ("capacity", 0), ("capacity", -1), ("capacity", 2**64), ("capacity", 2**200), ("capacity", -(2**127) - 1),
        ("seed", -1), ("seed", 2**64), ("seed", 10**5000), ("growth", 1), ("shards", 1), ("keep", 0), ("k", 65),
        ("m", 0), ("m", 2**60), ("fpp", 2), ("fpp", 2**2000),
    ]:  # fmt: skip
        with pytest.raises(InvalidArgumentError, match=name) as caught:
            BloomFilter(**{"capacity": 1000, "period": 60 if name == "keep" else None, name: wrong})
        assert caught.value.name == "OUT_OF_RANGE"
    with pytest.raises(InvalidArgumentError, match="exclude each other"):
        BloomFilter(1000, growth=2, shards=2)

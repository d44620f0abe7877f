"""tests/family.tsv: every verb over every kind, arrangement and scheme, which travel by name."""

from __future__ import annotations

import pathlib

import pytest
from conftest import TESTS, table
from onebloom import BloomFilter, StateError

NOW = 1767225600000
ROWS = table(TESTS / "family.tsv")


def options(text: str) -> dict[str, object]:
    """The options of "name=value name=value"."""
    words = dict(word.split("=") for word in text.split(" "))
    return {
        name: value if name in ("kind", "scheme") else float(value) if name == "fpp" else int(value)
        for name, value in words.items()
    }


def users(start: int, stop: int) -> list[str]:
    return [f"user:{i}" for i in range(start, stop)]


def fresh(text: str, start: int) -> BloomFilter:
    f = BloomFilter(**options(text))  # type: ignore[arg-type]
    if "period" in text:
        f.set_now(NOW)
    f.update(users(start, start + 300))
    return f


def maybe(f: BloomFilter, start: int, stop: int) -> int:
    return sum(f.contains_many(users(start, stop)))


def test_the_table_is_whole() -> None:
    assert len(ROWS) == 74 and all(len(row) == 7 for row in ROWS)


@pytest.mark.parametrize(("text", "kind", "scheme", "arrangement", "sections", "remove", "bits"), ROWS)
def test_every_verb(
    text: str, kind: str, scheme: str, arrangement: str, sections: str, remove: str, bits: str, tmp_path: pathlib.Path
) -> None:
    rotating = arrangement == "rotating"
    f = fresh(text, 0)
    stats = f.stats(exact=True)
    assert (stats["kind"], stats["scheme"], stats["arrangement"]) == (kind, scheme, arrangement)
    assert stats["section_count"] == len(stats["sections"]) == int(sections)
    assert stats["seed"] == options(text).get("seed", 0)
    assert stats["items"] > 200 and not stats["sealed"]

    assert maybe(f, 0, 300) == 300 and maybe(f, 300, 1300) < 50
    assert f.add("user:0") is False and "user:0" in f
    f.add_many([7, -7])
    assert f.contains_many(["7", b"-7"]) == [True, True]
    assert 0 < len(f.positions("user:0")) <= stats["sections"][f.section_of("user:0")]["k"]

    image = f.to_bytes()
    again = BloomFilter.from_bytes(image)
    assert again == f and again.verify() is True and again.to_bytes() == image
    parts = f.to_parts()
    assert len(parts) == int(sections) and b"".join(parts) == image
    assert BloomFilter.open_parts(parts) == f
    path = tmp_path / "family.bloom"
    f.save(path)
    with BloomFilter.open(path, "r+") as mapped:
        if rotating:
            mapped.set_now(NOW)
        assert mapped == f and maybe(mapped, 0, 300) == 300 and mapped.is_stale() is False
        mapped.add("more")
        mapped.flush()
    loaded = BloomFilter.load(path)
    if rotating:
        loaded.set_now(NOW)
    assert "more" in loaded and maybe(loaded, 0, 300) == 300 and loaded.verify() is False

    copy = f.copy()
    assert copy == f
    copy |= fresh(text, 300)
    assert maybe(copy, 0, 600) == 600 and maybe(f, 300, 600) < 30
    if rotating:
        copy.set_now(NOW + 2 * 60_000)
        assert maybe(copy, 0, 300) == 300
        copy.set_now(NOW + 3 * 60_000)
        assert maybe(copy, 0, 300) == 0
        copy.set_now(NOW)
    copy.clear()
    assert maybe(copy, 0, 600) == 0

    if remove == "yes":
        assert f.remove("user:3") is True
        assert maybe(f, 0, 300) >= 299
        f.add("user:3")
    else:
        unsupported(lambda: f.remove("user:3"))
    if kind == "counting":
        classic = f.to_classic()
        assert classic.contains_many(users(0, 1300)) == f.contains_many(users(0, 1300))
    else:
        unsupported(f.to_classic)
    if bits == "-":
        unsupported(lambda: f.to_bits("lsb"))
    else:
        own = {name: stats[name] for name in ("kind", "scheme", "seed", "m", "k")}  # type: ignore[literal-required]
        back = BloomFilter.from_bits(f.to_bits(bits), bits=bits, **own)  # type: ignore[arg-type]
        assert back.contains_many(users(0, 1300)) == f.contains_many(users(0, 1300))
    assert maybe(f, 0, 300) == 300


def unsupported(call: object) -> None:
    with pytest.raises(StateError) as caught:
        call()  # type: ignore[operator]
    assert caught.value.name == "UNSUPPORTED"

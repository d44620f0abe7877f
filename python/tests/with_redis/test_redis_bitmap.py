"""Bitmaps of the widely copied recipes, written by programs that know nothing of onebloom."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import pytest
from servers import Server

from onebloom import BloomFilter, ExistsError, InvalidArgumentError, StateError
from onebloom.redis import FilterUnavailable, RedisBloomFilter

RECIPES = pathlib.Path(__file__).resolve().parents[3] / "tests/recipes"
PYTHON = ([sys.executable, str(RECIPES / "mmh3_bitmap.py")], "murmur3-double", "truncated")
PHP = (["php", str(RECIPES / "crc32_bitmap.php")], "crc32-double", "ceiling")
KEYS = [f"key {i}" for i in range(400)] + ["", "中文", "a b"]
OTHERS = [f"other {i}" for i in range(2000)]


def recipe(program, server, verb, keys, name="b"):
    command = [*program, str(server.port), name, "500", "0.02", verb]
    text = "".join(key + "\n" for key in keys)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return [digit == "1" for digit in done.stdout.strip()]


def bitmap(client, scheme, sizing, name="b", **more):
    return RedisBloomFilter(
        client, name, backend="bitmap", scheme=scheme, sizing=sizing, capacity=500, fpp=0.02, **more
    )


@pytest.mark.parametrize(("program", "scheme", "sizing"), [PYTHON, PHP], ids=["python", "php"])
def test_answers_are_those_of_the_recipe(server: Server, client, program, scheme, sizing):
    new = recipe(program, server, "add", KEYS)
    f = bitmap(client, scheme, sizing)
    there = recipe(program, server, "check", KEYS + OTHERS)
    assert f.contains_many(KEYS + OTHERS) == there
    assert all(there[: len(KEYS)]) and not all(there)
    # What we add, they find, with the same answers to "was it new?".
    mine = [f"mine {i}" for i in range(100)]
    local = BloomFilter(500, 0.02, m=f.stats()["m"], k=f.stats()["k"], scheme=scheme)
    assert local.add_many(KEYS) == sum(new)
    assert f.add_each(mine) == [local.add(key) for key in mine]
    assert all(recipe(program, server, "check", mine))
    # A file, and a proper key, with the same answers.
    pulled = f.pull()
    assert pulled == local
    proper = RedisBloomFilter(client, "proper").push(pulled)
    assert proper.contains_many(KEYS + OTHERS) == f.contains_many(KEYS + OTHERS)
    # The old program goes on with its bitmap: merging again brings over what it has added.
    recipe(program, server, "add", ["late"])
    assert not proper.contains("late")
    proper.merge(f)
    assert proper.contains("late")
    assert f.stats()["estimated_items"] == pytest.approx(len(KEYS) + 100, rel=0.1)


@pytest.mark.parametrize(("program", "scheme", "sizing"), [PYTHON, PHP], ids=["python", "php"])
def test_a_bitmap_that_is_gone(server: Server, client, program, scheme, sizing):
    f = bitmap(client, scheme, sizing)
    for act in (lambda: f.contains("x"), lambda: f.add("x"), lambda: f.pull(), lambda: f.stats()):
        with pytest.raises(FilterUnavailable):
            act()
    assert not client.keys()
    RedisBloomFilter.create(
        client, "b", backend="bitmap", scheme=scheme, sizing=sizing, capacity=500, fpp=0.02
    )
    assert not any(recipe(program, server, "check", OTHERS))
    recipe(program, server, "add", KEYS)
    assert all(f.contains_many(KEYS))
    with pytest.raises(ExistsError):
        RedisBloomFilter.create(client, "b", backend="bitmap", scheme=scheme, m=100, k=3)
    client.delete("b")
    with pytest.raises(FilterUnavailable):
        f.contains_many(KEYS)


def test_wrong_parameters(server: Server, client):
    recipe(PYTHON[0], server, "add", KEYS)
    small = RedisBloomFilter(client, "b", backend="bitmap", scheme="murmur3-double", m=1000, k=5)
    with pytest.raises(InvalidArgumentError, match="another m"):
        small.pull()
    with pytest.raises(InvalidArgumentError, match="classic"):
        RedisBloomFilter(client, "b", backend="bitmap", kind="counting", m=1000, k=5)
    with pytest.raises(StateError):
        small.remove("x")
    with pytest.raises(StateError):
        small.rebuild(100)

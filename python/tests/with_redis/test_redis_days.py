"""One filter a period behind one name."""

from __future__ import annotations

import pytest
from servers import Server

from onebloom import BloomFilter, ExistsError, InvalidArgumentError, StateError
from onebloom.redis import FilterUnavailable, RedisBloomFilter

DAY = 86_400_000
T0 = 20_000 * DAY
KEYS = [f"key {i}" for i in range(300)]


def at(f: RedisBloomFilter, day: float) -> RedisBloomFilter:
    f.set_now(int(T0 + day * DAY))
    return f


@pytest.mark.parametrize("kind", ["classic", "blocked", "counting"])
def test_a_window_of_three_days(client, kind):
    f = RedisBloomFilter.create(client, "seen", 1000, 0.01, kind=kind, period=86_400, keep=3)
    local = BloomFilter(1000, 0.01, kind=kind, period=86_400, keep=3)
    other = RedisBloomFilter(client, "seen", backend="days")
    for day in (0.5, 0.9, 1.1, 2.5, 3.2, 3.9, 5.0, 9.0, 9.5):
        local.set_now(int(T0 + day * DAY))
        for each in (f, other):
            at(each, day)
        asked = [*KEYS, *(f"day {d}" for d in range(10))]
        assert f.contains_many(asked) == other.contains_many(asked) == local.contains_many(asked)
        batch = [f"day {int(day)}", *KEYS[int(day) * 20 : int(day) * 20 + 30]]
        assert f.add_each(batch) == [local.add(key) for key in batch]
        assert f.contains_many(asked) == other.contains_many(asked) == local.contains_many(asked)
        assert other.add(f"day {int(day)}") is False
    names = {key for key in client.keys() if key != b"seen"}
    assert all(key.startswith(b"{seen}:200") for key in names)
    assert b"{seen}:20009" in names and client.pttl("{seen}:20009") > 2 * DAY
    stats = f.stats()
    assert stats["layout"] == "days" and stats["period"] == 86_400 and stats["keep"] == 3
    assert stats["estimated_items"] > 20
    f.delete()
    assert not client.keys()


def test_a_day_without_adds_is_no_day_that_was_lost(client):
    f = at(RedisBloomFilter.create(client, "seen", 1000, period=86_400, keep=3), 0)
    assert not f.contains("a")
    f.add("a")
    at(f, 2)
    assert f.contains("a") and f.add("b")
    # A day of the window was evicted: nothing is answered "absent".
    client.delete("{seen}:20000")
    with pytest.raises(FilterUnavailable, match="evicted"):
        f.contains("b")
    with pytest.raises(FilterUnavailable):
        f.add("c")
    maybe = RedisBloomFilter(client, "seen", backend="days", on_unavailable="maybe")
    assert at(maybe, 2).contains("x")
    at(f, 3)
    assert f.contains("b") and not f.contains("a"), "the lost day is out of the window"
    client.delete("{seen}:20002")
    with pytest.raises(FilterUnavailable):
        at(f, 2).add("c")
    client.delete("seen")
    for act in (lambda: f.contains("b"), lambda: f.add("b"), lambda: f.stats(), lambda: f.contains_many([])):
        with pytest.raises(FilterUnavailable):
            act()
    client.set("seen", "text")
    with pytest.raises(FilterUnavailable):
        f.contains("b")


def test_made_anew_with_other_parameters(client):
    f = at(RedisBloomFilter.create(client, "seen", 1000, period=86_400, keep=3), 0)
    f.add_many(KEYS)
    with pytest.raises(ExistsError):
        RedisBloomFilter.create(client, "seen", 1000, period=86_400, keep=3)
    f.delete()
    at(RedisBloomFilter.create(client, "seen", 5000, 0.001, period=3600, keep=30), 0).add("new")
    assert f.contains_many(["new", *KEYS]) == [True] + [False] * len(KEYS)


def test_what_days_cannot(client, server: Server):
    with pytest.raises(InvalidArgumentError, match="keep"):
        RedisBloomFilter.create(client, "seen", 1000, period=86_400)
    f = RedisBloomFilter.create(client, "seen", 1000, period=86_400, keep=3)
    for act in (f.pull, lambda: f.push(BloomFilter(10)), lambda: f.merge(BloomFilter(10)), f.version):
        with pytest.raises(StateError):
            act()
    with pytest.raises(StateError):
        f.remove("x")
    with pytest.raises(StateError):
        f.rebuild(100)


def test_a_real_period_expires(client):
    """Two-second periods on the clock: keys go when their time has come."""
    f = RedisBloomFilter.create(client, "seen", 100, period=2, keep=2)
    f.add("a")
    assert "a" in f
    (key,) = (k for k in client.keys() if k != b"seen")
    assert 0 < client.pttl(key) <= 6000

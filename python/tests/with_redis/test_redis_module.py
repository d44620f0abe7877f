"""RedisBloom's own filters under the same verbs, against its real module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import redis
from servers import Server

from onebloom import ExistsError, InvalidArgumentError, OnebloomError, StateError
from onebloom.redis import FilterUnavailable, RedisBloomFilter

KEYS = [f"key {i}" for i in range(450)]


@pytest.fixture
def client(module_server: Server) -> Iterator[redis.Redis]:
    with module_server.client() as client:
        client.flushall()
        yield client


def theirs(client, **options):
    return RedisBloomFilter(client, "f", backend="redisbloom", **options)


def test_verbs(client):
    f = RedisBloomFilter.create(client, "f", 1000, 0.001, backend="redisbloom")
    assert f.add("a") and not f.add("a") and "a" in f and "b" not in f
    assert f.add_many(KEYS) == len(KEYS)
    assert f.contains_many([*KEYS, "b", 7]) == [True] * len(KEYS) + [False, False]
    assert client.execute_command("BF.MEXISTS", "f", *KEYS) == [1] * len(KEYS)
    client.execute_command("BF.ADD", "f", "42")
    assert 42 in f and b"42" in f
    stats = f.stats()
    assert stats["items"] == len(KEYS) + 2 and stats["capacity"] == 1000
    assert stats["section_count"] == 1 and stats["layout"] == "redisbloom"
    assert f.delete() == 1
    with pytest.raises(StateError):
        f.remove("a")
    with pytest.raises(StateError):
        f.pull()


def test_growth_and_refusing_to_grow(client):
    f = RedisBloomFilter.create(client, "f", 100, 0.01, backend="redisbloom", expansion=4)
    f.add_many(KEYS)
    assert f.stats()["section_count"] == 2 and f.stats()["expansion"] == 4
    with pytest.raises(ExistsError):
        RedisBloomFilter.create(client, "f", 100, 0.01, backend="redisbloom")
    RedisBloomFilter.create(client, "g", 100, 0.01, backend="redisbloom", expansion=0)
    g = RedisBloomFilter(client, "g", backend="redisbloom")
    with pytest.raises(InvalidArgumentError, match="of 450 keys"):
        g.add_many(KEYS)
    assert g.stats()["status"] == "warn" or g.stats()["status"] == "ok"


def test_a_missing_key_is_an_error_here_too(client):
    f = theirs(client)
    for act in (
        lambda: f.add("x"),
        lambda: f.add_many(KEYS),
        lambda: f.contains("x"),
        lambda: f.contains_many(KEYS),
        lambda: f.stats(),
        lambda: RedisBloomFilter.open(client, "f", backend="redisbloom"),
    ):
        with pytest.raises(FilterUnavailable):
            act()
    assert not client.keys()
    assert theirs(client, on_unavailable="maybe").contains_many(KEYS) == [True] * len(KEYS)
    client.set("f", "text")
    with pytest.raises(FilterUnavailable, match="holds a string"):
        f.contains("x")


def test_a_server_without_the_module(server: Server):
    with server.client() as plain, pytest.raises(OnebloomError) as raised:
        RedisBloomFilter.create(plain, "f", 100, backend="redisbloom")
    assert raised.value.name == "UNSUPPORTED" and "module" in str(raised.value)


def test_the_clients_own_bf_does_not_disturb(client):
    """redis-py's client.bf() installs callbacks that change replies."""
    client.bf().create("f", 0.01, 1000)
    client.bf().add("f", "a")
    f = RedisBloomFilter.open(client, "f", backend="redisbloom")
    assert "a" in f and f.stats()["items"] == 1

"""A filter that is not there is never answered "absent", and nothing is made in its place."""

from __future__ import annotations

import socket
import threading
import time

import pytest
import redis
from servers import Server, serving

from onebloom import BloomFilter, OnebloomError, StateError
from onebloom.redis import FilterUnavailable, RedisBloomFilter

KEYS = [f"key {i}" for i in range(300)]


def filled(client, **options):
    f = RedisBloomFilter.create(client, "f", 1000, **options)
    f.add_many(KEYS)
    return f


def is_unavailable(client, f, creates_nothing=True):
    maybe = RedisBloomFilter(client, f.name, on_unavailable="maybe")
    for _ in range(2):
        with pytest.raises(FilterUnavailable):
            f.contains("key 1")
        with pytest.raises(FilterUnavailable):
            f.contains_many([*KEYS, "absent"])
        with pytest.raises(FilterUnavailable):
            f.add("new")
        with pytest.raises(FilterUnavailable):
            f.add_many(KEYS)
        assert maybe.contains("absent") and all(maybe.contains_many(KEYS))
        with pytest.raises(FilterUnavailable):
            maybe.add("new")
    if creates_nothing:
        assert not client.exists(f.name) and not client.keys()


def test_deleted(client):
    f = filled(client)
    client.delete("f")
    is_unavailable(client, f)


def test_flushed(client):
    f = filled(client)
    client.flushall()
    is_unavailable(client, f)


def test_expired(client):
    f = filled(client)
    client.pexpire("f", 600_000)
    assert "key 1" in f
    client.pexpire("f", 1)
    while client.exists("f"):
        time.sleep(0.001)
    is_unavailable(client, f)


@pytest.mark.parametrize("kind", ["classic", "blocked", "counting"])
def test_gone_for_each_kind(client, kind):
    f = filled(client, kind=kind)
    client.delete("f")
    is_unavailable(client, f)
    if kind == "counting":
        with pytest.raises(FilterUnavailable):
            f.remove("key 1")


@pytest.mark.parametrize("value", ["x", "0" * 60, "x" * 100_000])
def test_overwritten(client, value):
    f = filled(client)
    client.set("f", value)
    is_unavailable(client, f, creates_nothing=False)
    assert client.get("f") == value.encode()


def test_wrong_type(client):
    f = filled(client)
    client.delete("f")
    client.hset("f", "a", "b")
    is_unavailable(client, f, creates_nothing=False)
    assert client.hgetall("f") == {b"a": b"b"}


def test_another_filter_renamed_over_it(client):
    """Other m, k, kind and seed: seen in the same round trip, asked again with the new ones."""
    f = filled(client)
    for options in ({"fpp": 0.0001}, {"kind": "blocked"}, {"kind": "counting"}, {"seed": 7}):
        other = BloomFilter(5000, **options)
        other.add_many(["only here", *KEYS[:200]])
        RedisBloomFilter(client, "g").push(other)
        client.rename("g", "f")
        asked = ["only here", *KEYS, *(f"absent {i}" for i in range(500))]
        assert f.contains_many(asked) == other.contains_many(asked)
        client.delete("f")
        RedisBloomFilter(client, "f").push(BloomFilter(77))
        assert f.add("x") and "x" in f and "only here" not in f


def test_eviction():
    """maxmemory with allkeys-lru: the filter goes, and that is said."""
    with serving("--maxmemory", "6mb", "--maxmemory-policy", "allkeys-lru") as server:
        client = server.client()
        with pytest.warns(UserWarning, match="allkeys-lru"):
            RedisBloomFilter.create(client, "f", 200_000).add_many(KEYS)
            f = RedisBloomFilter.open(client, "f")
        for i in range(20_000):
            client.set(f"other:{i}", "x" * 500)
            if not client.exists("f"):
                break
        else:
            pytest.fail("not evicted")
        with pytest.raises(FilterUnavailable):
            f.contains("key 1")
        with pytest.raises(FilterUnavailable):
            f.add("key 1")
        assert not client.exists("f")


def test_memory_is_full():
    with serving("--maxmemory", "3mb", "--maxmemory-policy", "noeviction") as server:
        client = server.client()
        f = RedisBloomFilter.create(client, "f", 1000)
        f.add("a")
        with pytest.raises(redis.exceptions.OutOfMemoryError):
            for i in range(20_000):
                client.set(f"other:{i}", "x" * 500)
        client.config_set("maxmemory", "2mb")  # well below what is used
        assert "a" in f
        with pytest.raises(OnebloomError) as raised:
            f.add("b")
        assert raised.value.name == "OUT_OF_MEMORY"
        with pytest.raises(OnebloomError) as raised:
            RedisBloomFilter.create(client, "g", 10_000_000)
        assert raised.value.name == "OUT_OF_MEMORY"
        assert not client.exists("g")


def test_restart_without_its_data():
    with serving() as server:
        client = server.client()
        f = filled(client)
        server.stop()
        with pytest.raises(FilterUnavailable, match="cannot be reached"):
            f.contains("key 1")
        with pytest.raises(FilterUnavailable):
            f.add_many(KEYS)
        maybe = RedisBloomFilter(client, "f", on_unavailable="maybe")
        assert maybe.contains("x")
        server.start()
        is_unavailable(client, f)


def test_restart_with_its_data():
    """A pooled connection that died meanwhile costs a reader nothing, and scripts are known anew."""
    with serving("--appendonly", "yes", "--appendfsync", "always") as server:
        client = server.client()
        f = filled(client)
        server.stop()
        server.start()
        assert all(f.contains_many(KEYS))
        f.add_many(["after"])
        assert "after" in f


def test_replica():
    """Reads from a replica; what was pushed is there byte for byte (B139); adds are refused."""
    with serving() as primary, serving("--replicaof", "127.0.0.1", str(primary.port)) as replica:
        f = filled(primary.client())
        local = BloomFilter(50_000)
        local.add_many(KEYS)
        RedisBloomFilter(primary.client(), "pushed").push(local)
        primary.client().wait(1, 10_000)
        there = RedisBloomFilter.open(replica.client(), "f")
        assert all(there.contains_many(KEYS)) and "absent" not in there
        for name in ("f", "pushed"):
            assert primary.client().get(name) == replica.client().get(name)
        with pytest.raises(StateError) as raised:
            there.add("x")
        assert raised.value.name == "READ_ONLY"
        assert f.add("x")
        primary.client().wait(1, 10_000)
        assert "x" in there


class Cutter:
    """A server in front of the server that cuts the connection after so many bytes of replies."""

    def __init__(self, server: Server) -> None:
        self.allow = 1 << 60
        self._server = server
        self._listen = socket.create_server(("127.0.0.1", 0))
        self.port = self._listen.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                here, _ = self._listen.accept()
            except OSError:
                return
            there = socket.create_connection(("127.0.0.1", self._server.port))
            threading.Thread(target=self._copy, args=(here, there, False), daemon=True).start()
            threading.Thread(target=self._copy, args=(there, here, True), daemon=True).start()

    def _copy(self, source: socket.socket, target: socket.socket, counts: bool) -> None:
        try:
            while data := source.recv(4096):
                if counts:
                    data = data[: max(self.allow, 0)]
                    self.allow -= len(data)
                target.sendall(data)
                if self.allow <= 0:
                    break
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()

    def close(self) -> None:
        self._listen.close()


@pytest.mark.parametrize("allow", [0, 1, 700, 5000])
def test_connection_lost_in_a_batch(server: Server, client, allow):
    filled(client)
    cutter = Cutter(server)
    try:
        through = redis.Redis(port=cutter.port, protocol=2, retry=None)
        f = RedisBloomFilter.open(through, "f")
        assert all(f.contains_many(KEYS))
        cutter.allow = allow
        with pytest.raises(FilterUnavailable) as raised:
            f.contains_many(KEYS * 20)
        assert isinstance(raised.value.__cause__, (redis.exceptions.ConnectionError, OSError))
        maybe = RedisBloomFilter(through, "f", on_unavailable="maybe")
        assert maybe.contains_many(["absent"] * 500) == [True] * 500
        with pytest.raises(FilterUnavailable, match="certainly added before"):
            f.add_many(f"new {i}" for i in range(5000))
        # Back again: no reply of the broken batch is taken for one of the next.
        cutter.allow = 1 << 60
        assert f.contains_many([*KEYS, "absent"]) == [True] * len(KEYS) + [False]
    finally:
        cutter.close()


def test_a_push_that_breaks_off_leaves_nothing_to_be_found(server: Server, client):
    """B82: half a filter is never under its name, and what was left behind expires."""
    local = BloomFilter(2_000_000)
    local.add_many(range(100_000))
    cutter = Cutter(server)
    try:
        through = redis.Redis(port=cutter.port, protocol=2, retry=None)
        through.ping()
        cutter.allow = 300_000  # some chunks have come back
        with pytest.raises(FilterUnavailable):
            RedisBloomFilter(through, "f").push(local)
        assert not client.exists("f")
        left = client.keys()
        assert left and all(b"{f}:new:" in key and 0 < client.ttl(key) <= 600 for key in left)
        with pytest.raises(FilterUnavailable):
            RedisBloomFilter(client, "f").contains("x")
    finally:
        cutter.close()


def test_no_permission(client):
    filled(client)
    client.acl_setuser("reader", enabled=True, nopass=True, keys=["f"], commands=["+bitfield_ro", "+strlen", "+select", "+client", "+hello"])
    port = client.connection_pool.connection_kwargs["port"]
    reader = redis.Redis(port=port, username="reader", password="x")
    f = RedisBloomFilter(reader, "f", layout="single")
    assert all(f.contains_many(KEYS))
    with pytest.raises(OnebloomError) as raised:
        f.add("x")
    assert raised.value.name == "PERMISSION"
    client.acl_deluser("reader")

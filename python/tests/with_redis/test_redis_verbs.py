"""Every verb against a real server: the same answers and the same bytes as in this process."""

from __future__ import annotations

import pathlib
import threading

import pytest
import redis
from servers import Server

from onebloom import (
    BloomFilter,
    ExistsError,
    FormatError,
    InvalidArgumentError,
    KeyTypeError,
    StateError,
)
from onebloom.redis import FilterUnavailable, RedisBloomFilter, RedisMirror

KINDS = ("classic", "blocked", "counting")
KEYS = [f"key {i}" for i in range(500)] + list(range(-50, 50)) + [b"\xff\x00", "", "中"]
OTHERS = [f"other {i}" for i in range(3000)]


MAKES = [(kind, scheme) for kind in KINDS for scheme in ("xxh3", "xxh64")]
MAKES += [("classic", "murmur3-guava64"), ("counting", "crc32-double")]


@pytest.mark.parametrize(("kind", "scheme"), MAKES)
def test_answers_and_bytes_are_those_of_a_local_filter(client, kind, scheme):
    local = BloomFilter(2000, 0.02, kind=kind, scheme=scheme)
    remote = RedisBloomFilter.create(client, "f", 2000, 0.02, kind=kind, scheme=scheme)
    assert remote.add_each(KEYS) == [local.add(key) for key in KEYS]
    assert remote.contains_many(KEYS) == [True] * len(KEYS)
    assert remote.contains_many(OTHERS) == local.contains_many(OTHERS)
    assert remote.pull() == local
    # The value of the key is the file.
    assert BloomFilter.from_bytes(client.get("f")) == local


@pytest.mark.parametrize("kind", KINDS)
def test_a_saved_file_set_as_it_is_is_live(client, kind):
    local = BloomFilter(1000, kind=kind)
    local.add_many(KEYS)
    client.set("f", local.to_bytes())
    remote = RedisBloomFilter.open(client, "f")
    assert all(remote.contains_many(KEYS))
    assert remote.pull().stats()["sealed"] is False or remote.pull() == local
    assert remote.add("one more")
    # The seal is taken off by the first add, so nobody takes the bytes for damaged.
    assert "one more" in BloomFilter.from_bytes(client.get("f"))


def test_single_verbs(client):
    f = RedisBloomFilter.create(client, "f", 100)
    assert (f.add("a"), f.add("a"), "a" in f, "b" in f) == (True, False, True, False)
    assert f.add_many(["a", "b", "b", 7, "7"]) == 2
    assert f.contains_many([]) == [] and f.add_many([]) == 0
    with pytest.raises(KeyTypeError):
        f.add_many(["good", 1.5])
    assert "good" not in f, "a bad key leaves Redis as it is"
    with pytest.raises(InvalidArgumentError):
        f.add_many("text")
    with pytest.raises(StateError):
        f.remove("a")
    assert f.delete() == 1
    assert f.delete() == 0


def test_counting_removes(client):
    f = RedisBloomFilter.create(client, "f", 300, kind="counting")
    local = BloomFilter(300, kind="counting")
    assert f.add_many(KEYS[:300]) == local.add_many(KEYS[:300])
    for _ in range(20):
        assert f.add("many times") == local.add("many times")
    assert f.pull() == local
    for f_ in (f, local):
        assert [f_.remove(key) for key in KEYS[:100]] == [True] * 100
        # Counters stay at 15 once they are there: a key added 20 times cannot be taken away.
        assert [f_.remove("many times") for _ in range(30)] == [True] * 30
        assert not f_.remove("never there")
    assert f.pull() == local
    assert all(f.contains_many(KEYS[100:300]))


@pytest.mark.parametrize("layout", ["tag", "spread"])
def test_shards(client, layout):
    local = BloomFilter(5000, shards=4)
    f = RedisBloomFilter.create(client, "f", 5000, shards=4, layout=layout)
    names = {b"{f}:%d" % i if layout == "tag" else b"f:{%d}" % i for i in range(4)}
    assert set(client.keys()) == names
    assert f.add_each(KEYS) == [local.add(key) for key in KEYS]
    again = RedisBloomFilter.open(client, "f")
    assert again.contains_many(OTHERS) == local.contains_many(OTHERS)
    assert again.pull() == local
    assert again.stats()["layout"] == layout
    assert again.stats()["estimated_items"] == pytest.approx(len(KEYS), rel=0.05)
    # One shard is gone: nothing of it is answered "absent".
    client.delete(sorted(names)[2])
    with pytest.raises(FilterUnavailable):
        again.contains_many(KEYS)
    with pytest.raises(FilterUnavailable):
        RedisBloomFilter.open(client, "f")


def test_shards_by_size_of_key(client):
    f = RedisBloomFilter.create(client, "f", 1_000_000, layout="tag", max_key_bytes=1 << 18)
    stats = f.stats()
    assert stats["key_bytes"] <= 1 << 18 and stats["section_count"] == 5
    assert stats["capacity"] >= 1_000_000


def test_push_and_pull(client, tmp_path: pathlib.Path):
    path = tmp_path / "f.bloom"
    local = BloomFilter(20_000)
    local.add_many(KEYS)
    local.save(path)
    f = RedisBloomFilter(client, "f", chunk=4096).push(path)
    assert f.version()[1] == 0
    assert f.pull(tmp_path / "g.bloom") == local == BloomFilter.load(tmp_path / "g.bloom")
    sharded = BloomFilter(20_000, shards=3)
    sharded.add_many(KEYS)
    # Another layout: what is of no use any more is deleted.
    f.push(sharded)
    assert set(client.keys()) == {b"{f}:0", b"{f}:1", b"{f}:2"}
    assert all(f.contains_many(KEYS)) and f.pull() == sharded
    f.push(local)
    assert client.keys() == [b"f"] and all(f.contains_many(KEYS))
    f.push(local)
    assert f.version()[1] == 1
    for unfit in (BloomFilter(10, growth=2), BloomFilter(10, period=60, keep=2)):
        with pytest.raises(StateError, match="one filter a day|single and sharded"):
            f.push(unfit)
    client.delete("f")
    client.rpush("f", "a list")
    with pytest.raises(ExistsError):
        f.push(local)
    assert client.lrange("f", 0, -1) == [b"a list"] and client.keys() == [b"f"]


@pytest.mark.parametrize("kind", KINDS)
def test_merge(client, kind):
    one, two = (BloomFilter(1000, kind=kind) for _ in range(2))
    one.add_many(KEYS[:300])
    two.add_many(KEYS[200:500])
    f = RedisBloomFilter(client, "f", chunk=4096).push(one)
    g = RedisBloomFilter(client, "g").push(two)
    f.merge(g)
    assert all(f.contains_many(KEYS[:500]))
    one.merge(two)
    assert f.pull() == one
    assert sorted(client.keys()) == [b"f", b"g"]
    with pytest.raises(InvalidArgumentError, match="differ in m"):
        f.merge(BloomFilter(2000, kind=kind))


def test_get_bit_finds_every_cell(client):
    """B132: cell p is what GETBIT reads at 1024 + p, and SETBIT makes what we read."""
    local = BloomFilter(1000)
    local.add_many(KEYS)
    RedisBloomFilter(client, "f").push(local)
    cells = {p for key in KEYS for p in local.positions(key)}
    m = local.stats()["m"]
    pipe = client.pipeline(transaction=False)
    for p in range(m):
        pipe.getbit("f", 1024 + p)
    assert {p for p, bit in enumerate(pipe.execute()) if bit} == cells
    empty = BloomFilter(1000)
    RedisBloomFilter(client, "g").push(empty)
    for p in cells:
        pipe.setbit("g", 1024 + p, 1)
    pipe.execute()
    assert client.getrange("g", 128, -1) == client.getrange("f", 128, -1)
    assert client.bitcount("g", 128, -1) == len(cells)
    assert RedisBloomFilter.open(client, "g").pull() == local


def test_stats(client):
    f = RedisBloomFilter.create(client, "f", 1000)
    f.add_many(range(900))
    stats = f.stats()
    assert stats["status"] == "warn" and stats["estimated_items"] == pytest.approx(900, rel=0.03)
    assert stats["expected_fpp"] < 0.01 and stats["ttl_ms"] is None and stats["items"] is None
    f.add_many(range(900, 1200))
    assert f.stats()["status"] == "over"
    # 6 MB: sampled unless exact.
    big = BloomFilter(5_000_000, kind="classic")
    big.add_many(range(200_000))
    g = RedisBloomFilter(client, "g").push(big)
    assert g.stats()["estimated_items"] == pytest.approx(200_000, rel=0.05)
    assert g.stats(exact=True)["estimated_items"] == big.stats(exact=True)["estimated_items"]


@pytest.mark.parametrize("kind", KINDS)
def test_stats_of_an_empty_filter(client, kind):
    stats = RedisBloomFilter.create(client, "f", 1000, kind=kind).stats()
    assert stats["estimated_items"] == 0 and stats["expected_fpp"] == 0 and stats["status"] == "ok"


def test_limits(client):
    with pytest.raises(InvalidArgumentError, match="shards=3 would do"):
        RedisBloomFilter.create(client, "f", 1_000_000_000)
    with pytest.raises(InvalidArgumentError, match="shards"):
        RedisBloomFilter.create(client, "f", 448_100_000)
    with pytest.raises(InvalidArgumentError, match="m must be at most 1073741568"):
        RedisBloomFilter.create(client, "f", 200_000_000, kind="counting")
    # B63: refused before anything is written, and before the cells are read.
    with pytest.raises(InvalidArgumentError, match="shards=2 would do"):
        RedisBloomFilter(client, "f").push(BloomFilter(450_000_000))
    assert BloomFilter.plan(447_720_895)["m"] == 2**32 - 1024, "the most that one string holds"
    for settings in ({"keys_per_command": 0}, {"operations_per_flush": 1}, {"chunk": 5}, {"x": 1}):
        with pytest.raises(InvalidArgumentError):
            RedisBloomFilter(client, "f", **settings)
    with pytest.raises(InvalidArgumentError):
        RedisBloomFilter(client, "")
    assert client.keys() == []


def test_what_is_no_filter(client):
    client.set("text", "hello")
    client.rpush("list", 1)
    with pytest.raises(FormatError):
        RedisBloomFilter.open(client, "text")
    with pytest.raises(FilterUnavailable, match="WRONGTYPE"):
        RedisBloomFilter.open(client, "list")
    client.set("rotating", BloomFilter(10, period=60, keep=2).to_bytes())
    with pytest.raises((StateError, FormatError)):
        RedisBloomFilter.open(client, "rotating")
    whole = BloomFilter(1000).to_bytes()
    client.set("short", whole[:-1])
    client.set("long", whole + b"\0")
    for name in ("short", "long"):
        with pytest.raises(FormatError):
            RedisBloomFilter.open(client, name)
        with pytest.raises(FilterUnavailable):
            RedisBloomFilter(client, name).contains("x")
        RedisBloomFilter(client, name).push(BloomFilter(1000))
        assert not RedisBloomFilter.open(client, name).contains("x")
    # B81: bytes that went through text are refused.
    client.set("mangled", whole.decode("utf-8", "replace").encode())
    with pytest.raises(FormatError):
        RedisBloomFilter.open(client, "mangled")


def test_decoding_clients(server: Server, client, tmp_path):
    """decode_responses=True changes nothing: not even pull."""
    local = BloomFilter(2000, kind="counting")
    local.add_many(KEYS)
    with server.client(decode_responses=True) as text:
        f = RedisBloomFilter(text, "f").push(local)
        assert f.pull() == local and all(f.contains_many(KEYS))
        assert f.add("x") and not f.add("x") and f.remove("x")
        assert f.stats()["estimated_items"] == pytest.approx(len(KEYS), rel=0.1)
        assert RedisBloomFilter.create(text, "g", 10).add_many(["a", "b"]) == 2
    with server.client(single_connection_client=True) as one:
        assert all(RedisBloomFilter.open(one, "f").contains_many(KEYS))
    with server.client(protocol=3) as three:
        f = RedisBloomFilter.open(three, "f")
        assert all(f.contains_many(KEYS)) and f.pull() == RedisBloomFilter(client, "f").pull()


def test_other_connections_of_redis_py(server: Server, client):
    """A blocking pool, texts and RESP3, a url with health checks: whatever the pool hands out."""
    local = BloomFilter(2000)
    local.add_many(KEYS)
    RedisBloomFilter(client, "f").push(local)
    pool = redis.BlockingConnectionPool(port=server.port, max_connections=2)
    clients = [
        redis.Redis(connection_pool=pool),
        redis.Redis(port=server.port, client_name="us", decode_responses=True, protocol=3),
        redis.Redis.from_url(f"redis://127.0.0.1:{server.port}/0?health_check_interval=1"),
    ]
    for each in clients:
        f = RedisBloomFilter.open(each, "f")
        assert all(f.contains_many(KEYS)) and f.pull() == local
        assert f.add(f"by {id(each)}") and f"by {id(each)}" in f
        local.add(f"by {id(each)}")
        each.close()
    pool.disconnect()


def test_one_object_in_many_threads(client):
    f = RedisBloomFilter.create(client, "f", 100_000, 1e-6)
    won: list[int] = []

    def work(mine: int) -> None:
        won.append(sum(f.add(f"key {i}") for i in range(mine, mine + 60)))
        won.append(f.add_many(f"batch {i}" for i in range(300)))
        assert all(f.contains_many([f"batch {i}" for i in range(300)]))

    threads = [threading.Thread(target=work, args=(10 * i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(won) == 110 + 300


def test_mirror(client):
    local = BloomFilter(1000)
    local.add_many(KEYS)
    f = RedisBloomFilter(client, "f").push(local)
    mirror = RedisMirror(client, "f", poll=0.0)
    assert all(mirror.contains_many(KEYS)) and "later" not in mirror
    held = mirror.filter
    assert mirror.filter is held, "nothing is fetched while nothing is replaced"
    f.add("later")
    assert "later" not in mirror, "single adds do not come over"
    local.add("pushed")
    f.push(local)
    assert "pushed" in mirror and mirror.filter is not held
    client.delete("f")
    assert "pushed" in mirror and mirror.unavailable is not None
    f.push(local)
    assert mirror.refresh(pull=True) and mirror.unavailable is None


def test_time_to_live_and_policy_are_warned_of(server: Server, client):
    f = RedisBloomFilter.create(client, "f", 100, ttl=1000)
    assert 990_000 < f.stats()["ttl_ms"] <= 1_000_000
    with pytest.warns(UserWarning, match="expires in"):
        RedisBloomFilter.open(client, "f")
    client.persist("f")
    client.config_set("maxmemory-policy", "allkeys-lru")
    try:
        with pytest.warns(UserWarning, match="allkeys-lru"):
            RedisBloomFilter.open(client, "f")
    finally:
        client.config_set("maxmemory-policy", "noeviction")
    RedisBloomFilter(client, "big", layout="single").push(BloomFilter(18_000_000))
    with pytest.warns(UserWarning, match="MB a key"):
        RedisBloomFilter.open(client, "big")

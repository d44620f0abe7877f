"""A cluster of three nodes: every key of a filter is asked on its own node, moved slots too."""

from __future__ import annotations

import asyncio
import pathlib
import subprocess
import threading

import pytest
import redis
from servers import Cluster

from onebloom import BloomFilter
from onebloom.redis import AsyncRedisBloomFilter, FilterUnavailable, RedisBloomFilter

KEYS = [f"key {i}" for i in range(600)]
OTHERS = [f"other {i}" for i in range(1000)]


@pytest.fixture
def client(cluster: Cluster):
    with cluster.client() as client:
        for node in cluster.nodes:
            node.client().flushall()
        yield client


@pytest.mark.parametrize("options", [{}, {"shards": 8, "layout": "tag"}, {"shards": 8, "layout": "spread"}])
def test_verbs(client, options, tmp_path: pathlib.Path):
    """B133: what is added is found, by whichever node."""
    local = BloomFilter(5000, shards=options.get("shards"))
    f = RedisBloomFilter.create(client, "f", 5000, **options)
    assert f.add_each(KEYS) == [local.add(key) for key in KEYS]
    again = RedisBloomFilter.open(client, "f")
    assert again.contains_many(KEYS + OTHERS) == local.contains_many(KEYS + OTHERS)
    assert again.add("one") and not again.add("one") and "one" in again
    local.add("one")
    assert again.pull() == local
    assert again.stats()["estimated_items"] == pytest.approx(len(KEYS), rel=0.06)
    local.add_many(OTHERS)
    again.merge(local)
    assert all(f.contains_many(OTHERS))
    RedisBloomFilter(client, "f", layout=options.get("layout")).push(local)
    assert f.pull() == local
    with f.rebuild(6000, shards=options.get("shards"), layout=options.get("layout")) as new:
        f.add("while")
        new.add_many(KEYS)
    assert all(f.contains_many([*KEYS, "while"]))
    assert f.delete() == options.get("shards", 1)
    with pytest.raises(FilterUnavailable):
        f.contains("one")


def test_spread_uses_all_nodes(cluster: Cluster, client):
    RedisBloomFilter.create(client, "f", 5000, shards=16, layout="spread")
    counts = [node.client().dbsize() for node in cluster.nodes]
    assert sum(counts) == 16 and all(counts), counts
    RedisBloomFilter.create(client, "g", 5000, shards=16, layout="tag")
    assert sorted(node.client().dbsize() for node in cluster.nodes)[-1] >= 16


def move(cluster: Cluster, slot: int) -> None:
    """Moves a slot with its keys to another node."""
    clients = [node.client() for node in cluster.nodes]
    ids = [c.cluster("myid").decode() if isinstance(c.cluster("myid"), bytes) else c.cluster("myid") for c in clients]
    (source,) = [i for i, c in enumerate(clients) if slot in owned(c)]
    target = (source + 1) % len(clients)
    clients[target].execute_command("CLUSTER SETSLOT", slot, "IMPORTING", ids[source])
    clients[source].execute_command("CLUSTER SETSLOT", slot, "MIGRATING", ids[target])
    keys = clients[source].execute_command("CLUSTER GETKEYSINSLOT", slot, 1000)
    for key in keys:
        clients[source].migrate("127.0.0.1", cluster.nodes[target].port, key, 0, 5000)
    for c in (clients[target], clients[source], *clients):
        c.execute_command("CLUSTER SETSLOT", slot, "NODE", ids[target])


def owned(client: redis.Redis) -> set[int]:
    slots = set()
    port = client.connection_pool.connection_kwargs["port"]
    for first, last, *nodes in client.execute_command("CLUSTER SLOTS"):
        if nodes[0][1] == port:
            slots.update(range(first, last + 1))
    return slots


def slot_of(cluster: Cluster, key: str) -> int:
    return int(cluster.nodes[0].client().execute_command("CLUSTER KEYSLOT", key))


def test_a_slot_moves_while_readers_and_writers_go_on(cluster: Cluster, client):
    f = RedisBloomFilter.create(client, "moving", 20_000)
    f.add_many(KEYS)
    ended, missed, added = threading.Event(), [], []

    def ask() -> None:
        mine = RedisBloomFilter(cluster.client(), "moving")
        count = 0
        while not ended.is_set():
            try:
                missed.extend(k for k, a in zip(KEYS, mine.contains_many(KEYS), strict=True) if not a)
                mine.add(f"moving {count}")
                added.append(f"moving {count}")
            except FilterUnavailable:
                pass  # for a moment, while the slot changes hands; never "absent"
            count += 1

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        for _ in range(4):
            move(cluster, slot_of(cluster, "moving"))
    finally:
        ended.set()
        thread.join()
    assert not missed and added
    assert all(f.contains_many(KEYS)) and all(f.contains_many(added))
    assert f.add("after the moves")


def test_a_single_node_client_is_told(cluster: Cluster, client):
    RedisBloomFilter.create(client, "f", 100)
    said = []
    for node in cluster.nodes:
        try:
            said.append(RedisBloomFilter.open(node.client(), "f", layout="single").contains("x"))
        except FilterUnavailable as error:
            assert "use the cluster client" in str(error)
            said.append("moved")
    assert sorted(map(str, said)) == ["False", "moved", "moved"]


def test_asyncio_cluster(cluster: Cluster, client):
    async def run() -> None:
        async with redis.asyncio.RedisCluster(host="127.0.0.1", port=cluster.nodes[0].port) as c:
            f = await AsyncRedisBloomFilter.create(c, "a", 5000, shards=6, layout="spread")
            assert await f.add_many(KEYS) >= len(KEYS) - 1
            assert all(await f.contains_many(KEYS))
            assert (await f.pull()) == RedisBloomFilter.open(client, "a").pull()

    asyncio.run(run())


def test_cluster_check_is_content(cluster: Cluster):
    done = subprocess.run(
        ["redis-cli", "--cluster", "check", f"127.0.0.1:{cluster.nodes[0].port}"],
        capture_output=True, text=True, timeout=60, check=False,
    )
    assert "All 16384 slots covered" in done.stdout

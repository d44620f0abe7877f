"""The asyncio class: the same verbs, the same answers."""

from __future__ import annotations

import asyncio
import contextlib
import pathlib

import pytest
import redis.asyncio
from servers import Server

from onebloom import BloomFilter, ExistsError
from onebloom.redis import AsyncRedisBloomFilter, FilterUnavailable, RedisBloomFilter

KEYS = [f"key {i}" for i in range(400)]


def test_verbs(server: Server, client, tmp_path: pathlib.Path):
    async def run() -> None:
        async with redis.asyncio.Redis(port=server.port) as c:
            f = await AsyncRedisBloomFilter.create(c, "f", 1000, kind="counting")
            local = BloomFilter(1000, kind="counting")
            assert await f.add_each(KEYS) == [local.add(key) for key in KEYS]
            assert await f.contains("key 1") and not await f.contains("absent")
            assert await f.contains_many(KEYS) == [True] * len(KEYS)
            assert await f.add("x") and await f.remove("x") and not await f.contains("x")
            assert await f.pull(tmp_path / "f.bloom") == local
            assert (await f.stats())["estimated_items"] == pytest.approx(len(KEYS), rel=0.1)
            with pytest.raises(ExistsError):
                await AsyncRedisBloomFilter.create(c, "f", 1000)
            g = await AsyncRedisBloomFilter(c, "g").push(tmp_path / "f.bloom")
            await g.merge(f)
            assert (await g.version())[1] == 0
            async with g.rebuild(500) as new:
                await g.add("during")
                await new.add_many(KEYS)
            assert await g.contains("during") and (await g.version())[1] == 1
            assert await g.delete() == 1
            with pytest.raises(FilterUnavailable):
                await g.contains("x")
            assert await AsyncRedisBloomFilter(c, "g", on_unavailable="maybe").contains("x")
            assert (await AsyncRedisBloomFilter.open(c, "f")).name == "f"

    asyncio.run(run())


def test_many_at_once_and_cancelled(server: Server, client):
    """Tasks run side by side; one that is cancelled leaves no reply behind for another."""
    RedisBloomFilter.create(client, "f", 100_000, 1e-6).add_many(KEYS)

    async def run() -> None:
        async with redis.asyncio.Redis(port=server.port, max_connections=50) as c:
            f = AsyncRedisBloomFilter(c, "f")
            answers = await asyncio.gather(*(f.contains(key) for key in [*KEYS[:40], "absent"]))
            assert answers == [True] * 40 + [False]
            new = await asyncio.gather(*(f.add(f"once {i % 5}") for i in range(40)))
            assert sum(new) == 5
            for delay in (0.0, 0.001, 0.003, 0.01):
                task = asyncio.create_task(f.contains_many(KEYS * 30))
                await asyncio.sleep(delay)
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
                assert await f.contains_many([*KEYS, "absent"]) == [True] * len(KEYS) + [False]

    asyncio.run(run())


def test_server_away(server: Server):
    async def run() -> None:
        async with redis.asyncio.Redis(port=1, retry=None) as c:
            with pytest.raises(FilterUnavailable, match="cannot be reached"):
                await AsyncRedisBloomFilter(c, "f").contains("x")

    asyncio.run(run())

"""AsyncRedisBloomFilter: the same verbs on redis.asyncio."""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType
from typing import Any

from .._onebloom import BloomFilter, _Remote, _Task
from ._names import Key, Path, remote, source, warn
from ._wire import AsyncWire


class AsyncRedisBloomFilter:
    """``RedisBloomFilter`` with coroutines: ``client`` is a ``redis.asyncio.Redis`` or a
    ``redis.asyncio.RedisCluster``. Settings, answers and exceptions are the same."""

    def __init__(self, client: Any, name: str | bytes, **settings: Any) -> None:
        self._client = client
        self._remote = remote(name, settings)
        self._wire = AsyncWire(client)

    @classmethod
    def _of(cls, client: Any, made: _Remote) -> AsyncRedisBloomFilter:
        self = cls.__new__(cls)
        self._client, self._remote, self._wire = client, made, AsyncWire(client)
        return self

    @classmethod
    async def create(
        cls,
        client: Any,
        name: str | bytes,
        capacity: int | None = None,
        fpp: float | None = None,
        **options: Any,
    ) -> AsyncRedisBloomFilter:
        """A new, empty filter; ``ExistsError`` if the key is there."""
        self = cls(client, name, capacity=capacity, fpp=fpp, **options)
        await self._run("create")
        return self

    @classmethod
    async def open(cls, client: Any, name: str | bytes, **settings: Any) -> AsyncRedisBloomFilter:
        """A filter that is there; warns of what may take it away."""
        self = cls(client, name, **settings)
        await self._run("open")
        warn((await self._run("advise")).warnings())
        return self

    async def _run(self, verb: str) -> _Task:
        return await self._wire.run(self._remote.task(verb))

    async def _run_keys(self, verb: str, keys: Iterable[Key]) -> _Task:
        return await self._wire.run(self._remote.task_keys(verb, keys))

    async def _run_key(self, verb: str, key: Key) -> bool:
        return (await self._wire.run(self._remote.task_key(verb, key))).answers()[0]

    @property
    def name(self) -> str:
        """The name."""
        return self._remote.name.decode(errors="replace")

    async def add(self, key: Key) -> bool:
        """Add a key. True: certainly not in before, and nobody else was told so."""
        return await self._run_key("add", key)

    async def add_many(self, keys: Iterable[Key]) -> int:
        """Add all; how many were certainly not in before."""
        return (await self._run_keys("add", keys)).count()

    async def add_each(self, keys: Iterable[Key]) -> list[bool]:
        """Add all; for each key whether it was certainly not in before."""
        return (await self._run_keys("add", keys)).answers()

    async def contains(self, key: Key) -> bool:
        """False is certain: the key was never added. True means maybe, at the filter's fpp."""
        return await self._run_key("contains", key)

    async def contains_many(self, keys: Iterable[Key]) -> list[bool]:
        """``contains`` of each key, in order."""
        return (await self._run_keys("contains", keys)).answers()

    async def remove(self, key: Key) -> bool:
        """Take a key away (kind counting): False, and no change, if it is certainly not in."""
        return await self._run_key("remove", key)

    async def merge(self, other: BloomFilter | AsyncRedisBloomFilter | Path) -> None:
        """Add all that another filter of equal make has."""
        if isinstance(other, AsyncRedisBloomFilter):
            other = await other.pull()
        await self._wire.run(self._remote.task_filter("merge", source(other)))

    async def stats(self, exact: bool = False) -> dict[str, Any]:
        """Figures, as of ``RedisBloomFilter.stats``."""
        return (await self._run("stats_exact" if exact else "stats")).record()

    async def push(self, filter: BloomFilter | Path) -> AsyncRedisBloomFilter:
        """Put a filter, or a file, in the place of what is there. Returns self."""
        await self._wire.run(self._remote.task_filter("push", source(filter)))
        return self

    async def pull(self, path: Path | None = None) -> BloomFilter:
        """A copy in this process; saved, too, if a path is given."""
        filter = (await self._run("pull")).filter()
        if path is not None:
            filter.save(path)
        return filter

    async def version(self) -> tuple[str, int]:
        """header_sum and generation: they change when the filter is replaced."""
        record = (await self._run("version")).record()
        return record["header_sum"], record["generation"]

    async def delete(self) -> int:
        """Delete the filter's keys; how many there were."""
        deleted: int = (await self._run("delete")).record()["deleted"]
        return deleted

    def rebuild(
        self, capacity: int | None = None, fpp: float | None = None, **options: Any
    ) -> AsyncRebuild:
        """``async with users.rebuild(…) as new: …``, as ``RedisBloomFilter.rebuild``."""
        options.update(capacity=capacity, fpp=fpp)
        return AsyncRebuild(self._client, self._remote.next(options))

    def set_now(self, unix_ms: int | None) -> None:
        """By periods: the time to use, in Unix milliseconds; None: the clock's."""
        self._remote.set_now(unix_ms)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


class AsyncRebuild:
    """A filter that is being built to take another's place."""

    def __init__(self, client: Any, made: _Remote) -> None:
        self._next = AsyncRedisBloomFilter._of(client, made)

    async def __aenter__(self) -> AsyncRedisBloomFilter:
        await self._next.delete()
        await self._next._run("create")
        return self._next

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            await self._next._run("commit")
        else:
            await self._next.delete()

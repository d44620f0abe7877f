"""RedisBloomFilter: the blocking class."""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType
from typing import Any

from .._onebloom import BloomFilter, _Remote, _Task
from ._names import Key, Path, remote, source, warn
from ._wire import SyncWire


class RedisBloomFilter:
    """A Bloom filter in Redis, shared by all machines that use the server.

    ``RedisBloomFilter(client, name, **settings)`` sends nothing: the first verb looks for the
    filter. ``create`` and ``open`` look at once. ``client`` is a ``redis.Redis`` or a
    ``redis.cluster.RedisCluster``; it stays yours, and as safe for threads as it is, so is this.

    A filter that is gone or cannot be reached raises ``FilterUnavailable``; with
    ``on_unavailable="maybe"``, ``contains`` and ``contains_many`` answer True instead. Other
    settings: ``keys_per_command`` (100), ``operations_per_flush`` (2000), ``layout`` ("tag" or
    "spread", of shards), ``ttl`` (seconds, of what is created or pushed), ``chunk``,
    ``max_key_bytes``; ``backend="bitmap"`` for strings without a header, with ``scheme`` and ``m``
    and ``k``, or ``capacity``, ``fpp`` and ``sizing``; ``backend="redisbloom"`` for that module's;
    ``backend="days"`` (``create`` with ``period`` seconds and ``keep`` says it itself) for one
    filter a period, which expires when it is remembered no more: ``add`` goes to the current one,
    ``contains`` asks all that are remembered, in one pipeline.
    """

    def __init__(self, client: Any, name: str | bytes, **settings: Any) -> None:
        self._client = client
        self._remote = remote(name, settings)
        self._wire = SyncWire(client)

    @classmethod
    def _of(cls, client: Any, made: _Remote) -> RedisBloomFilter:
        self = cls.__new__(cls)
        self._client, self._remote, self._wire = client, made, SyncWire(client)
        return self

    @classmethod
    def create(
        cls,
        client: Any,
        name: str | bytes,
        capacity: int | None = None,
        fpp: float | None = None,
        **options: Any,
    ) -> RedisBloomFilter:
        """A new, empty filter; ``ExistsError`` if the key is there. Takes the options of
        ``BloomFilter`` that Redis can hold (kind, scheme, seed, shards, m, k) and settings."""
        self = cls(client, name, capacity=capacity, fpp=fpp, **options)
        self._run("create")
        return self

    @classmethod
    def open(cls, client: Any, name: str | bytes, **settings: Any) -> RedisBloomFilter:
        """A filter that is there: ``FilterUnavailable`` if not, ``FormatError`` if the key holds
        something else. Warns of what may take it away: an ``allkeys-*`` policy, a time to live."""
        self = cls(client, name, **settings)
        self._run("open")
        warn(self._run("advise").warnings())
        return self

    def _run(self, verb: str) -> _Task:
        return self._wire.run(self._remote.task(verb))

    def _run_keys(self, verb: str, keys: Iterable[Key]) -> _Task:
        return self._wire.run(self._remote.task_keys(verb, keys))

    def _run_key(self, verb: str, key: Key) -> bool:
        return self._wire.run(self._remote.task_key(verb, key)).answers()[0]

    @property
    def name(self) -> str:
        """The name."""
        return self._remote.name.decode(errors="replace")

    def add(self, key: Key) -> bool:
        """Add a key. True: certainly not in before; of any number of clients that add it at the
        same time, exactly one gets True. Creates nothing: ``FilterUnavailable`` if it is gone."""
        return self._run_key("add", key)

    def add_many(self, keys: Iterable[Key]) -> int:
        """Add all; how many were certainly not in before. All keys are taken before any is sent,
        so a bad key leaves Redis as it is."""
        return self._run_keys("add", keys).count()

    def add_each(self, keys: Iterable[Key]) -> list[bool]:
        """Add all; for each key in turn whether it was certainly not in before."""
        return self._run_keys("add", keys).answers()

    def contains(self, key: Key) -> bool:
        """False is certain: the key was never added. True means maybe, at the filter's fpp."""
        return self._run_key("contains", key)

    __contains__ = contains

    def contains_many(self, keys: Iterable[Key]) -> list[bool]:
        """``contains`` of each key, in order; 100 keys a command, in pipelines."""
        return self._run_keys("contains", keys).answers()

    def remove(self, key: Key) -> bool:
        """Take a key away (kind counting): False, and no change, if it is certainly not in."""
        return self._run_key("remove", key)

    def merge(self, other: BloomFilter | RedisBloomFilter | Path) -> None:
        """Add all that another filter of equal make has: one of this process, a file, or one in
        Redis. Others may go on adding meanwhile."""
        if isinstance(other, RedisBloomFilter):
            other = other.pull()
        self._wire.run(self._remote.task_filter("merge", source(other)))

    def stats(self, exact: bool = False) -> dict[str, Any]:
        """Figures: those of ``BloomFilter.stats`` that Redis can tell, and layout, key_bytes,
        ttl_ms. The fill is counted by the server, above 4 MiB a key sampled unless ``exact``."""
        return self._run("stats_exact" if exact else "stats").record()

    def push(self, filter: BloomFilter | Path) -> RedisBloomFilter:
        """Put a filter, or a file, in the place of what is there, with its generation + 1. Readers
        see the old one or the new one, whole. Returns self."""
        self._wire.run(self._remote.task_filter("push", source(filter)))
        return self

    def pull(self, path: Path | None = None) -> BloomFilter:
        """A copy in this process; saved, too, if a path is given."""
        filter = self._run("pull").filter()
        if path is not None:
            filter.save(path)
        return filter

    def version(self) -> tuple[str, int]:
        """header_sum and generation: they change when the filter is replaced."""
        record = self._run("version").record()
        return record["header_sum"], record["generation"]

    def delete(self) -> int:
        """Delete the filter's keys; how many there were."""
        deleted: int = self._run("delete").record()["deleted"]
        return deleted

    def rebuild(
        self, capacity: int | None = None, fpp: float | None = None, **options: Any
    ) -> Rebuild:
        """Build a new filter in the place of this one, without a gap:

            with users.rebuild(2_000_000, 0.01) as new:
                for batch in database:          # begin to read the source inside
                    new.add_many(batch)

        From the ``with`` on, whatever any client adds goes to both; at its end the new one is
        renamed over the old one (or deleted, if an exception ended it). Programs that write to the
        source first and add to the filter then lose nothing."""
        options.update(capacity=capacity, fpp=fpp)
        return Rebuild(self._client, self._remote.next(options))

    def set_now(self, unix_ms: int | None) -> None:
        """By periods: the time to use, in Unix milliseconds; None: the clock's."""
        self._remote.set_now(unix_ms)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


class Rebuild:
    """A filter that is being built to take another's place: see ``RedisBloomFilter.rebuild``."""

    def __init__(self, client: Any, made: _Remote) -> None:
        self._next = RedisBloomFilter._of(client, made)

    def __enter__(self) -> RedisBloomFilter:
        # What a builder that died has left would have another's keys in it.
        self._next.delete()
        self._next._run("create")
        return self._next

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self._next._run("commit")
        else:
            self._next.delete()

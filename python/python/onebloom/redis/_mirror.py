"""RedisMirror: the bytes in this process, Redis only distributes them."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from typing import Any

from .._onebloom import BloomFilter
from ..errors import FilterUnavailable
from ._names import Key
from ._sync import RedisBloomFilter


class RedisMirror:
    """A copy of a filter in Redis that is asked in nanoseconds and follows it when it is replaced.

    For filters that are built somewhere and pushed or rebuilt: every ``poll`` seconds one small
    command looks whether header_sum or generation has changed, and only then the bytes are pulled.
    Single keys that others add to the filter in Redis do **not** come over until then: a mirror
    answers False for them. ``refresh(pull=True)`` fetches the bytes at once.

    While Redis cannot be asked the copy goes on answering, as of its last pull; ``unavailable``
    says since when. Any thread may call any method.
    """

    def __init__(self, client: Any, name: str | bytes, poll: float = 1.0, **settings: Any) -> None:
        self._remote = RedisBloomFilter.open(client, name, **settings)
        self._poll = poll
        self._lock = threading.Lock()
        self._version: tuple[str, int] | None = None
        self._filter: BloomFilter
        self.unavailable: float | None = None
        """``time.time()`` of the first poll that failed since the last that did not; None: all is well."""
        self._fetch()

    def _fetch(self) -> None:
        # The version first: a filter that is replaced in between is fetched once more.
        version = self._remote.version()
        self._filter = self._remote.pull()
        self._version = version
        self._due = time.monotonic() + self._poll

    def refresh(self, pull: bool = False) -> bool:
        """Look for a new filter now; whether one was fetched. ``pull``: fetch in any case."""
        with self._lock:
            self._due = time.monotonic() + self._poll
            if not pull and self._remote.version() == self._version:
                self.unavailable = None
                return False
            self._fetch()
            self.unavailable = None
            return True

    def _current(self) -> BloomFilter:
        # One thread looks, the others go on with what there is.
        if time.monotonic() >= self._due and self._lock.acquire(blocking=False):
            try:
                self._due = time.monotonic() + self._poll
                if self._remote.version() != self._version:
                    self._fetch()
                self.unavailable = None
            except FilterUnavailable:
                if self.unavailable is None:
                    self.unavailable = time.time()
            finally:
                self._lock.release()
        return self._filter

    @property
    def filter(self) -> BloomFilter:
        """The copy, as it is now."""
        return self._current()

    def contains(self, key: Key) -> bool:
        """False: not in the filter as it was at the last pull. True means maybe."""
        return key in self._current()

    __contains__ = contains

    def contains_many(self, keys: Iterable[Key]) -> list[bool]:
        """``contains`` of each key, in order."""
        return self._current().contains_many(keys)

"""Filters in Redis, over your own redis-py client.

>>> from redis import Redis                                            # doctest: +SKIP
>>> from onebloom.redis import RedisBloomFilter                        # doctest: +SKIP
>>> users = RedisBloomFilter.create(Redis(), "users", 1_000_000, 0.01) # doctest: +SKIP
>>> users.add("alice")               # True: certainly not in before     doctest: +SKIP
True
>>> "alice" in users, "bob" in users                                   # doctest: +SKIP
(True, False)

The value of the key ``users`` is the file: ``BloomFilter.save`` writes the same bytes, and every
language that has onebloom reads and writes the key. A filter that is gone (evicted, flushed,
expired) raises ``FilterUnavailable``: it is never answered "absent". docs/redis.md has the rest.
"""

from .._onebloom import BloomFilter
from ..errors import FilterUnavailable
from ._aio import AsyncRedisBloomFilter
from ._mirror import RedisMirror
from ._sync import RedisBloomFilter

__all__ = [
    "AsyncRedisBloomFilter",
    "BloomFilter",
    "FilterUnavailable",
    "RedisBloomFilter",
    "RedisMirror",
]

"""What the blocking and the asyncio class have in common."""

from __future__ import annotations

import os
import warnings
from typing import Any

from .._onebloom import BloomFilter, _Remote

Key = str | bytes | bytearray | memoryview | int
Path = str | bytes | os.PathLike[str] | os.PathLike[bytes]


class RedisBloomFilterWarning(UserWarning):
    """Something about a filter in Redis that may go wrong later."""


def name_bytes(name: str | bytes) -> bytes:
    return name.encode() if isinstance(name, str) else bytes(name)


def remote(name: str | bytes, settings: dict[str, Any]) -> _Remote:
    if "period" in settings and settings["period"] is not None:
        settings.setdefault("backend", "days")
    return _Remote(name_bytes(name), settings)


def source(filter: BloomFilter | Path) -> BloomFilter:
    """A filter of this process, or a file to map."""
    return filter if isinstance(filter, BloomFilter) else BloomFilter.open(filter)


def warn(texts: list[str]) -> None:
    for text in texts:
        warnings.warn(text, RedisBloomFilterWarning, stacklevel=3)

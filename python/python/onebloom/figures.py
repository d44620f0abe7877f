"""The dicts that ``BloomFilter.stats`` and ``BloomFilter.plan`` return, for type checkers.

At run time they are plain dicts, made field by field from what the core says.
"""

from typing import Literal, TypedDict

__all__ = ["Plan", "Rate", "SectionStats", "Stats"]


class SectionStats(TypedDict):
    """One section of a filter."""

    m: int
    """Cells: bits, or counters of kind counting."""
    k: int
    """Probes a key."""
    capacity: int
    """Keys it is sized for."""
    fpp: float
    """Its promised false-positive probability at capacity."""
    items: int
    """Adds so far of keys that were certainly absent from it: a hint."""
    fill_ratio: float
    """The share of cells that are not 0."""
    estimated_items: int
    """The number of keys that the fill suggests."""
    expected_fpp: float
    """The false-positive probability that the fill gives."""
    opened_at: int
    """Rotating: when its period began, Unix milliseconds; 0 if never used, and for others."""
    live: bool
    """True if it counts now; False for a period that is over or was never used."""


class Stats(TypedDict):
    """What a filter says of itself."""

    capacity: int
    """Keys it is sized for; rotating: in one period."""
    fpp: float
    """Promised false-positive probability at capacity, of the whole filter."""
    kind: str
    """classic, blocked or counting."""
    scheme: str
    """How a key becomes probes: xxh3 ..."""
    arrangement: str
    """single, scalable, rotating or sharded."""
    m: int
    """Cells of the first section."""
    k: int
    """Probes a key of the first section."""
    seed: int
    """Hash seed."""
    section_count: int
    """How many sections."""
    bytes: int
    """Bytes of the image: file, map or Redis string."""
    items: int
    """Adds so far of keys that were certainly absent: a hint. Rotating: of live sections."""
    load: float
    """items / capacity; rotating: of the fullest live section."""
    fill_ratio: float
    """The share of cells that are not 0, in the sections that count."""
    estimated_items: int
    """The number of keys that the fill suggests."""
    expected_fpp: float
    """The false-positive probability that the fill gives."""
    status: Literal["ok", "warn", "over", "clock"]
    """warn: load from 0.85; over: more keys than capacity; clock: opened in the future."""
    sealed: bool
    """Every section is sealed: as saved, unchanged since."""
    mapped: bool
    """It is a mapped file."""
    read_only: bool
    """It cannot be changed."""
    path: str | None
    """The file it was opened or loaded from."""
    generation: int
    """How often the file was replaced by ``replace``."""
    param: int
    """growth (scalable) or period in seconds (rotating), else 0."""
    sections: list[SectionStats]
    """Each section, in order."""


class Rate(TypedDict):
    """The rate of a filter that holds ``times`` its capacity."""

    times: float
    rate: float


class Plan(TypedDict):
    """What a filter of some options would be."""

    capacity: int
    """Keys it is sized for; rotating: in one period."""
    fpp: float
    """Promised false-positive probability at capacity."""
    m: int
    """Cells of the first section."""
    k: int
    """Probes a key of the first section."""
    section_count: int
    """Sections at creation."""
    bytes: int
    """Bytes of the image at creation."""
    bits_per_key: float
    """Bits a key, headers included."""
    rates: list[Rate]
    """The expected rate at 1, 1.5, 2 and 3 times the capacity."""

"""Any method from any thread at any time."""

from __future__ import annotations

import collections
import itertools
import pathlib
import random
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from onebloom import BloomFilter, OnebloomError, StateError

Work = Callable[[int], object]


@pytest.fixture(autouse=True)
def switch_often() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def together(*works: Work) -> list[object]:
    """Runs each in a thread of its own, all begun at once; their results, or the first error."""
    barrier = threading.Barrier(len(works))

    def run(work: Work, number: int) -> object:
        barrier.wait()
        return work(number)

    with ThreadPoolExecutor(len(works)) as pool:
        futures = [pool.submit(run, work, number) for number, work in enumerate(works)]
        return [future.result(timeout=120) for future in futures]


@pytest.mark.parametrize("options", [{}, {"kind": "blocked"}, {"kind": "counting"}, {"growth": 2}, {"shards": 3}])
def test_every_thread_adds_B96(options: dict[str, object]) -> None:
    f = BloomFilter(200_000, 1e-4, **options)

    def singly(number: int) -> None:
        for i in range(3000):
            f.add(f"single:{number}:{i}")
            assert f"single:{number}:{i}" in f

    def lists(number: int) -> None:
        for _ in range(10):
            f.add_many([f"list:{number}:{i}" for i in range(3000)])

    def arrays(number: int) -> None:
        """Leaves the GIL."""
        for part in range(10):
            f.add_many(np.arange(number * 10**9 + part * 5000, number * 10**9 + part * 5000 + 5000))

    def asks(number: int) -> None:
        for _ in range(20):
            f.contains_many(np.arange(5000))
            assert f.contains("never added") is f.contains("never added")
            f.stats(), f.to_bytes(), repr(f), f.positions("a"), f.verify()

    works = [singly, lists, arrays, asks] * 4
    together(*works)
    for number, work in enumerate(works):
        if work is singly:
            assert all(f.contains_many(f"single:{number}:{i}" for i in range(3000)))
        elif work is lists:
            assert all(f.contains_many(f"list:{number}:{i}" for i in range(3000)))
        elif work is arrays:
            assert all(f.contains_many(np.arange(number * 10**9, number * 10**9 + 50_000)))


def test_no_bit_is_lost_between_a_batch_outside_the_gil_and_adds() -> None:
    """The words of a small filter are contended: a lost update would show at once."""
    for round_ in range(30):
        f = BloomFilter(m=64 * 128, k=4)
        keys = np.arange(round_ * 10**6, round_ * 10**6 + 5000)
        done = threading.Event()

        def single(number: int) -> list[str]:
            mine = []
            for i in itertools.count():
                mine.append(f"{number}:{i}")
                f.add(mine[-1])
                if done.is_set() or i > 5000:
                    return mine
            return mine

        def batch(number: int) -> list[str]:
            f.add_many(keys)
            done.set()
            return []

        added = together(single, batch, single)
        assert all(f.contains_many(keys))
        for keys_of in added:
            assert all(f.contains_many(keys_of))


def test_true_at_least_once_and_with_one_writer_exactly_once_B94() -> None:
    keys = [f"user:{i}" for i in range(10_000)]
    f = BloomFilter(10_000, 1e-9)
    news: list[list[bool]] = together(*[lambda _: [f.add(key) for key in keys]] * 8)  # type: ignore[assignment]
    times = collections.Counter(sum(column) for column in zip(*news, strict=True))
    # One writer at a time: exactly one thread is told that a key is new.
    assert times == {1: 10_000}
    assert f.stats()["items"] == 10_000 and all(f.contains_many(keys))


def test_two_filters_merge_into_each_other() -> None:
    """Locked in address order: both directions at once do not wait for each other for ever."""
    a, b = BloomFilter(100_000), BloomFilter(100_000)

    def forth(number: int) -> None:
        for i in range(200):
            a.merge(b)
            a.add(f"{number}:{i}")

    def back(number: int) -> None:
        for i in range(200):
            b.merge(a)
            b.add(f"{number}:{i}")
            assert a == a and (a == b) in (True, False)

    def itself(number: int) -> None:
        for _ in range(200):
            a.merge(a)
            b.merge(b)
            a | b

    together(forth, back, itself, forth, back)
    a.merge(b)
    b.merge(a)
    assert a == b and all(a.contains_many(f"{number}:{i}" for number in (0, 1, 3, 4) for i in range(200)))


@pytest.mark.parametrize("mapped", [False, True])
def test_close_races_with_everything(mapped: bool, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "f.bloom"
    BloomFilter(10_000).save(path)
    other = BloomFilter(10_000)
    big = np.arange(20_000)
    verbs: list[Callable[[BloomFilter], object]] = [
        lambda f: f.add("a"),
        lambda f: "a" in f,
        lambda f: f.add_many(big),
        lambda f: f.contains_many(big),
        lambda f: f.add_many(f"{i}" for i in range(600)),
        lambda f: f.merge(other),
        lambda f: other.merge(f),
        lambda f: f.copy(),
        lambda f: f == other,
        lambda f: f.to_bytes(),
        lambda f: f.stats(),
        lambda f: f.clear(),
        lambda f: f.verify(),
        lambda f: f.save(tmp_path / f"out-{threading.get_ident()}.bloom"),
        lambda f: repr(f),
    ]
    chance = random.Random(7)
    for _ in range(40):
        f = BloomFilter.open(path, "r+") if mapped else BloomFilter.load(path)
        closing = threading.Event()

        def use(number: int) -> int:
            calls = 0
            while True:
                try:
                    verbs[(number + calls) % len(verbs)](f)
                except StateError as error:
                    assert error.name == "CLOSED"
                    assert closing.is_set()
                    return calls
                calls += 1

        def close(_: int) -> None:
            threading.Event().wait(chance.random() / 200)
            closing.set()
            f.close()
            f.close()

        together(use, use, use, use, close)
        assert f.closed


def test_reload_races_with_readers(tmp_path: pathlib.Path) -> None:
    """A long-lived reader answers from the old file or from the new one, never from none."""
    path = tmp_path / "f.bloom"
    always = [f"always:{i}" for i in range(100)]

    def publish(version: int) -> None:
        f = BloomFilter(1000 + version % 7 * 100, 1e-6)
        f.add_many(always)
        f.add(f"version:{version}")
        f.replace(path)

    publish(0)
    f = BloomFilter.open(path)
    stop = threading.Event()

    def write(_: int) -> None:
        for version in range(1, 150):
            publish(version)
        stop.set()

    def follow(_: int) -> None:
        while not stop.is_set():
            f.reload()

    def ask(_: int) -> int:
        asked = 0
        while not stop.is_set():
            assert all(f.contains_many(always)) and "always:7" in f
            f.stats(), f.is_stale(), f.copy()
            asked += 1
        return asked

    together(write, follow, ask, ask)
    f.reload()
    assert "version:149" in f


def test_a_waiting_add_goes_on_when_the_batch_ends() -> None:
    f = BloomFilter(5_000_000)
    keys = np.arange(3_000_000)
    waited = []

    def batch(_: int) -> None:
        f.add_many(keys)

    def add(_: int) -> None:
        for i in range(50):
            f.add(f"user:{i}")
            waited.append(i)

    together(batch, add, add)
    assert len(waited) == 100 and all(f.contains_many(f"user:{i}" for i in range(50)))
    assert all(f.contains_many(keys[:100_000]))


def test_asking_does_not_wait_for_a_batch() -> None:
    f = BloomFilter(5_000_000)
    f.add("before")
    answered = 0
    done = threading.Event()

    def batch(_: int) -> None:
        for part in range(5):
            f.add_many(np.arange(part * 10**6, (part + 1) * 10**6))
        done.set()

    def ask(_: int) -> None:
        nonlocal answered
        while not done.is_set():
            assert "before" in f
            answered += 1

    together(batch, ask)
    assert answered > 0


def test_random_verbs_from_random_threads() -> None:
    filters = [BloomFilter(2000, 0.01) for _ in range(3)]

    def work(number: int) -> None:
        chance = random.Random(number)
        for _ in range(400):
            f, g = chance.choice(filters), chance.choice(filters)
            match chance.randrange(12):
                case 0:
                    f.add(chance.randrange(1000))
                case 1:
                    f.add_many(np.arange(chance.randrange(9000)))
                case 2:
                    f.merge(g)
                case 3:
                    f.contains_many(np.arange(6000))
                case 4:
                    f.clear()
                case 5:
                    assert BloomFilter.from_bytes(f.to_bytes()).verify()
                case 6:
                    f.copy() | g
                case 7:
                    f == g
                case 8:
                    f.add_many(str(i) for i in range(300))
                case 9:
                    f.stats()
                case 10:
                    f.add_many([str(i) for i in range(300)])
                case 11:
                    with pytest.raises(OnebloomError):
                        f.add_many([1, 2, 1.5])

    together(*[work] * 8)
    for f in filters:
        assert BloomFilter.from_bytes(f.to_bytes()) == f

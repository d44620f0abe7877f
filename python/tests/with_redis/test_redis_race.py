"""Many processes at once: exact claims, pushes seen whole, and a rebuild that loses nothing."""

from __future__ import annotations

import multiprocessing
import threading
import time

import pytest
import redis
from servers import Server

from onebloom import BloomFilter
from onebloom.redis import RedisBloomFilter

FORK = multiprocessing.get_context("spawn")


def claim(port: int, kind: str, start: object, out: object, mine: int) -> None:
    f = RedisBloomFilter(redis.Redis(port=port), "claims")
    keys = [f"job {i}" for i in range(3000)]
    # Each begins somewhere else, in batches and one by one.
    keys = keys[mine * 700 :] + keys[: mine * 700]
    start.wait()  # type: ignore[attr-defined]
    won = [key for key, new in zip(keys[:2000], f.add_each(keys[:2000]), strict=True) if new]
    won += [key for key in keys[2000:] if f.add(key)]
    out.put(won)  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", ["classic", "blocked", "counting"])
def test_four_processes_claim_each_key_once(server: Server, client, kind):
    # So large that no two keys share all cells: each is new to exactly one of the four.
    RedisBloomFilter.create(client, "claims", 100_000, 1e-5 if kind == "blocked" else 1e-7, kind=kind)
    start, out = FORK.Event(), FORK.Queue()
    processes = [
        FORK.Process(target=claim, args=(server.port, kind, start, out, i)) for i in range(4)
    ]
    for process in processes:
        process.start()
    start.set()
    won = [out.get(timeout=120) for _ in processes]
    for process in processes:
        process.join()
    everything = [key for some in won for key in some]
    assert len(everything) == 3000 and len(set(everything)) == 3000
    assert all(RedisBloomFilter.open(client, "claims").contains_many(everything))


class Background:
    """A thread that does something again and again until the end of the block."""

    def __init__(self, act) -> None:
        self._act, self._end = act, threading.Event()
        self.rounds, self.error = 0, None
        self._thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        try:
            while not self._end.is_set():
                self._act()
                self.rounds += 1
        except BaseException as error:  # noqa: BLE001 - told in __exit__
            self.error = error

    def wait_for_rounds(self, count: int) -> None:
        """Until it has done so many more."""
        goal = self.rounds + count
        while self.rounds < goal and self.error is None:
            time.sleep(0.001)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *exception) -> None:
        self._end.set()
        self._thread.join()
        if self.error is not None:
            raise self.error


@pytest.mark.parametrize("shards", [None, 3])
def test_readers_never_see_half_a_push(server: Server, client, shards):
    keys = [f"key {i}" for i in range(300)]
    filters = []
    for capacity in (40_000, 60_000):
        f = BloomFilter(capacity, shards=shards)
        f.add_many(keys)
        filters.append(f)
    remote = RedisBloomFilter(client, "f", chunk=4096).push(filters[0])
    reader = RedisBloomFilter(server.client(), "f")

    def ask() -> None:
        assert all(reader.contains_many(keys)), "a member was missed"

    with Background(ask) as readers:
        for i in range(12):
            remote.push(filters[(i + 1) % 2])
        assert readers.rounds > 3
    if shards is None:
        assert remote.version()[1] == 12
    assert not [k for k in client.keys() if b":new:" in k]


def test_create_is_seen_whole(server: Server, client):
    """Nobody finds a filter that is still growing, and of many creators one wins."""
    results = []

    def create() -> None:
        try:
            RedisBloomFilter.create(server.client(), "f", 2_000_000, chunk=4096)
            results.append(True)
        except Exception as error:  # noqa: BLE001
            results.append(type(error).__name__)

    threads = [threading.Thread(target=create) for _ in range(4)]
    for thread in threads:
        thread.start()
    while not client.exists("f"):
        time.sleep(0.001)
    assert client.strlen("f") == RedisBloomFilter.open(client, "f").stats()["key_bytes"]
    for thread in threads:
        thread.join()
    assert sorted(map(str, results)) == ["ExistsError"] * 3 + ["True"]
    assert client.keys() == [b"f"]


@pytest.mark.parametrize("options", [{}, {"kind": "counting"}, {"shards": 3}])
def test_rebuild_under_load_loses_no_add(server: Server, client, options):
    """Writers write to the source and then add; meanwhile the filter is rebuilt again and again."""
    f = RedisBloomFilter.create(client, "f", 20_000, **options)
    source: list[str] = []
    lock = threading.Lock()

    def writer(mine: int):
        users = RedisBloomFilter(server.client(), "f")
        count = iter(range(1 << 30))

        def write() -> None:
            key = f"writer {mine} key {next(count)}"
            with lock:
                source.append(key)
            users.add(key)

        return write

    with Background(writer(1)) as one, Background(writer(2)) as two:
        for i in range(4):
            with f.rebuild(20_000 + 5_000 * i, **options) as new:
                with lock:
                    rows = list(source)
                for at in range(0, len(rows), 500):
                    new.add_many(rows[at : at + 500])
                for busy in (one, two):
                    busy.wait_for_rounds(25)
        assert one.rounds > 20 and two.rounds > 20
    assert all(f.contains_many(source)), "a key was lost"
    assert f.version()[1] == 4
    assert not [k for k in client.keys() if b"next" in k or b":new:" in k]


def test_a_rebuild_that_fails_leaves_the_old(client):
    f = RedisBloomFilter.create(client, "f", 1000)
    f.add("a")
    with pytest.raises(ZeroDivisionError), f.rebuild(2000) as new:
        f.add("both")
        assert "both" in new and "a" not in new
        raise ZeroDivisionError
    assert client.keys() == [b"f"] and f.contains_many(["a", "both"]) == [True, True]
    with f.rebuild(5000) as new:
        assert 3000 < client.ttl("{f}:next") <= 3600
        f.add("while")
    assert client.ttl("f") == -1
    assert f.contains_many(["a", "while"]) == [False, True] and f.stats()["capacity"] == 5000


def test_a_rebuild_that_is_evicted_is_not_put_in_place(client):
    f = RedisBloomFilter.create(client, "f", 1000)
    f.add("a")
    with pytest.raises(Exception, match="no filter|evicted"), f.rebuild(2000):
        client.delete("{f}:next")
    assert "a" in f and client.keys() == [b"f"]


def test_removals_during_a_rebuild_touch_the_old_filter_only(client):
    f = RedisBloomFilter.create(client, "f", 1000, kind="counting")
    f.add_many(["a", "b"])
    with f.rebuild(1000, kind="counting") as new:
        new.add_many(["a", "b"])
        assert f.remove("a") and "a" not in f
        assert "a" in new
    assert f.contains_many(["a", "b"]) == [True, True], "the safe side: it stays"

"""A list that one machine builds and all others ask in nanoseconds: pushed to Redis, mirrored by each."""

import time

import local

from onebloom import BloomFilter
from onebloom.redis import RedisBloomFilter, RedisMirror


def build(bad):
    filter = BloomFilter(200_000, 0.001, kind="blocked")
    filter.add_many(bad)
    return filter


def main():
    with local.client() as client:
        client.flushall()
        published = RedisBloomFilter(client, "denylist").push(build(f"bad {i}" for i in range(100_000)))
        # In every process that asks: looks for a new list twice a second, at most.
        denylist = RedisMirror(client, "denylist", poll=0.5)
        assert "bad 7" in denylist and "bad 100001" not in denylist
        start = time.perf_counter()
        for i in range(100_000):
            denylist.contains(f"good {i}")
        print(f"100,000 questions in {time.perf_counter() - start:.2f} s, without the network")
        published.push(build(f"bad {i}" for i in range(150_000)))
        while "bad 100001" not in denylist:
            time.sleep(0.05)
        print("the new list is here, generation", published.version()[1])
        client.delete("denylist")
        assert "bad 7" in denylist, "the copy goes on when Redis has lost it"


if __name__ == "__main__":
    main()

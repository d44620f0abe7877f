"""Each page once: crawlers on many machines claim addresses through one filter in Redis.

``add`` is an exact test-and-set: of all that add an address, one is told that it was new. (A false
positive, here one in a million, means that a page is left out; never that it is fetched twice.)
"""

import multiprocessing
import os

import local
import redis

from onebloom.redis import RedisBloomFilter

PAGES = 3_000


def crawler(port, number, results):
    seen = RedisBloomFilter(redis.Redis(port=port), "crawl:seen")
    # Every crawler finds the same links, in another order.
    links = [f"https://example.org/{(page * 7 + number * 1_000) % PAGES}" for page in range(PAGES)]
    fetched = [link for link, new in zip(links, seen.add_each(links)) if new]
    results.put(fetched)


def main():
    with local.client() as client:
        client.flushall()
        RedisBloomFilter.create(client, "crawl:seen", 1_000_000, 1e-6)
        port = int(os.environ.get("REDIS_PORT", client.connection_pool.connection_kwargs["port"]))
        results = multiprocessing.Queue()
        crawlers = [multiprocessing.Process(target=crawler, args=(port, n, results)) for n in range(4)]
        for each in crawlers:
            each.start()
        fetched = [results.get() for _ in crawlers]
        for each in crawlers:
            each.join()
        total = sum(map(len, fetched))
        print(f"4 crawlers, {PAGES} pages each: {total} fetched in all, {[len(f) for f in fetched]}")
        assert total == PAGES == len({page for some in fetched for page in some})


if __name__ == "__main__":
    main()

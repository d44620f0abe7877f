"""The Bloom filter on a Redis bitmap as Python articles have it: two murmur3 hashes, SETBIT, GETBIT.

Re-typed from the recipe and independent of onebloom, which opens what it writes. m and k are cut
off after the point. usage: mmh3_bitmap.py PORT NAME CAPACITY FPP add|check  (keys on lines of stdin)
"""

import math
import sys

import mmh3
import redis


class BloomFilter:
    def __init__(self, server, key, capacity, error_rate):
        self.server, self.key = server, key
        self.bits = int(-capacity * math.log(error_rate) / (math.log(2) ** 2))
        self.hashes = int(self.bits / capacity * math.log(2))

    def offsets(self, item):
        first, second = mmh3.hash(item, 0), mmh3.hash(item, 1)
        return [(first + i * second) % self.bits for i in range(self.hashes)]

    def add(self, item):
        pipe = self.server.pipeline(transaction=False)
        for offset in self.offsets(item):
            pipe.setbit(self.key, offset, 1)
        return not all(pipe.execute())

    def exists(self, item):
        pipe = self.server.pipeline(transaction=False)
        for offset in self.offsets(item):
            pipe.getbit(self.key, offset)
        return all(pipe.execute())


if __name__ == "__main__":
    port, name, capacity, error_rate, verb = sys.argv[1:]
    bloom = BloomFilter(redis.Redis(port=int(port)), name, int(capacity), float(error_rate))
    do = bloom.add if verb == "add" else bloom.exists
    print("".join("1" if do(line.rstrip("\n")) else "0" for line in sys.stdin))

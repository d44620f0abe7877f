"""Cache penetration: requests for products that do not exist miss every cache and reach the database.

A filter in Redis stands before the cache (Redis) and the table (SQLite). Run it: it starts a server of
its own. The numbers that it prints are counted, not estimated.
"""

import json
import sqlite3

import local

from onebloom.redis import FilterUnavailable, RedisBloomFilter

PRODUCTS = 20_000


class Shop:
    def __init__(self, redis):
        self.redis = redis
        self.table = sqlite3.connect(":memory:")
        self.table.execute("CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
        self.gate = None
        self.queries = self.cached = self.turned_away = 0

    def insert(self, product, name):
        # First the table, then the filter: a rebuild that runs at this moment loses nothing.
        with self.table:
            self.table.execute("INSERT INTO products VALUES (?, ?)", (product, name))
        if self.gate is not None:
            self.gate.add(product)

    def build_gate(self):
        self.gate = RedisBloomFilter.create(self.redis, "products", PRODUCTS * 2, 0.01)
        self.gate.add_many(row[0] for row in self.table.execute("SELECT id FROM products"))

    def rebuild_gate(self):
        with self.gate.rebuild(PRODUCTS * 4, 0.01) as new:
            new.add_many(row[0] for row in self.table.execute("SELECT id FROM products"))

    def get(self, product):
        if self.gate is not None:
            try:
                if product not in self.gate:  # certain: there is no such product
                    self.turned_away += 1
                    return None
            except FilterUnavailable:
                pass  # no filter, no gate: slower, never wrong
        found = self.redis.get(f"product:{product}")
        if found is not None:
            self.cached += 1
            return json.loads(found)
        self.queries += 1
        row = self.table.execute("SELECT name FROM products WHERE id = ?", (product,)).fetchone()
        if row is not None:
            self.redis.set(f"product:{product}", json.dumps(row[0]), ex=60)
        return row and row[0]

    def count(self, stream):
        self.queries = self.cached = self.turned_away = 0
        for product in stream:
            self.get(product)
        return self.queries, self.cached, self.turned_away


def main():
    with local.client() as redis:
        redis.flushall()
        shop = Shop(redis)
        for product in range(PRODUCTS):
            with shop.table:
                shop.table.execute("INSERT INTO products VALUES (?, ?)", (product, f"name {product}"))
        absent = range(1_000_000, 1_005_000)
        there = [product % 500 for product in range(2_000)]

        def show(label, stream):
            queries, cached, away = shop.count(stream)
            print(f"{label:44} {queries:6} reached SQLite, {cached:6} from the cache, {away:6} turned away")
            return queries

        without = show("5,000 ids that do not exist, no filter", absent)
        assert without == 5_000
        shop.build_gate()
        with_gate = show("the same with the filter before the cache", absent)
        assert with_gate < 5_000 * 0.02
        assert show("2,000 requests for 500 real products", there) == 500

        shop.insert(777_777, "brand new")
        assert shop.get(777_777) == "brand new"
        shop.rebuild_gate()
        print(f"rebuilt for {shop.gate.stats()['capacity']:,} keys")
        assert shop.get(777_777) == "brand new" and shop.get(19_999) == "name 19999"

        redis.delete("products")
        assert show("the filter's key is gone: the gate is open", absent) == 5_000
        assert shop.get(777_777) == "brand new"
        shop.build_gate()
        assert show("built again", absent) < 5_000 * 0.02


if __name__ == "__main__":
    main()

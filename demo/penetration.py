"""Cache penetration: requests for ids that do not exist pass every cache and reach the database, unless a filter stands before it."""

import sqlite3
import time

from onebloom import BloomFilter


class Store:
    """A cache before SQLite, as services have it. What is not in the table cannot be cached."""

    def __init__(self, path):
        self.database = sqlite3.connect(path)
        self.cache = {}
        self.queries = 0

    def get(self, word):
        if word in self.cache:
            return self.cache[word]
        self.queries += 1
        row = self.database.execute("SELECT id FROM words WHERE word = ?", (word,)).fetchone()
        if row is not None:
            self.cache[word] = row[0]
        return row and row[0]


def make_database(path, words):
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE words (id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE)")
        database.executemany("INSERT INTO words (word) VALUES (?)", ((word,) for word in words))
    database.close()


def show(folder, members, absent, table):
    """Sends one stream of absent words to the store, without and with a gate."""
    path = folder / "words.sqlite"
    make_database(path, members)
    gate = BloomFilter.open(folder / "python.bloom")

    def without(store):
        for word in absent:
            store.get(word)

    def with_gate(store):
        for word in absent:
            if word in gate:
                store.get(word)

    print(f"\nCache penetration: {len(absent):,} requests for words that the SQLite table of {len(members):,} does not have.\n")
    rows = []
    for label, stream in (("without a filter", without), ("with the filter before it", with_gate)):
        store = Store(path)
        start = time.perf_counter()
        stream(store)
        seconds = time.perf_counter() - start
        rows.append([label, f"{store.queries:,}", f"{store.queries / len(absent):.2%}", f"{seconds:.2f} s"])
        store.database.close()
    table(["", "queries that reached SQLite", "of all", "time"], rows)
    gate.close()

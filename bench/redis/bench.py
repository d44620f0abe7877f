"""Redis rows: questions and adds in batches of 1, 100 and 1000 keys, from Python, at 1 %.

Beside onebloom: k pipelined GETBIT or SETBIT a key (what the recipes do, with our positions so that only the
way over the wire differs), and RedisBloom's commands on the same server. Two measures: time a key as the
client sees it, and the server's own CPU time a key (INFO CPU). Prints samples: table, contender, measure, ns.
"""

import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "python/tests/with_redis"))
from servers import bloom_module, serving

from onebloom import BloomFilter
from onebloom.redis import RedisBloomFilter

#: Keys of a batch → batches of a sample.
BATCHES = {1: 400, 100: 30, 1000: 5}


def cpu(client):
    """Nanoseconds that the server has worked."""
    info = client.info("cpu")
    return (info["used_cpu_user"] + info["used_cpu_sys"]) * 1e9


def sample(client, table, contender, batches, work):
    work(batches[0])  # scripts are loaded, connections made
    count = sum(map(len, batches))
    before, start = cpu(client), time.perf_counter_ns()
    for batch in batches:
        work(batch)
    spent, busy = time.perf_counter_ns() - start, cpu(client) - before
    print(table, contender, "ns a key", f"{spent / count:.0f}", sep="\t", flush=True)
    print(table, contender, "server CPU ns a key", f"{busy / count:.0f}", sep="\t", flush=True)


def bits(client, command, local):
    """k commands a key in one pipeline."""
    tail = (1,) if command == "SETBIT" else ()

    def work(batch):
        pipe = client.pipeline(transaction=False)
        for key in batch:
            for position in local.positions(key):
                pipe.execute_command(command, "bits", position, *tail)
        pipe.execute()

    return work


def one_each(client, command):
    def work(batch):
        pipe = client.pipeline(transaction=False)
        for key in batch:
            pipe.execute_command(command, "theirs", key)
        pipe.execute()

    return work


def all_in_one(client, command):
    return lambda batch: client.execute_command(command, "theirs", *batch)


def main(rounds, capacity):
    with serving("--loadmodule", bloom_module()) as server, server.client() as client:
        local = BloomFilter(capacity, 0.01)
        local.add_many(f"user:{i}" for i in range(capacity // 2))
        ours = RedisBloomFilter(client, "ours").push(local)
        client.setbit("bits", local.stats()["m"], 1)
        client.execute_command("BF.RESERVE", "theirs", 0.01, capacity, "NONSCALING")
        fresh = 0
        for _ in range(rounds):
            for size, count in BATCHES.items():
                asked = [[f"user:{i * size + j}" for j in range(size)] for i in range(count)]
                table = f"contains, {size} keys a batch, filter of {capacity:,}"
                sample(client, table, "onebloom", asked, ours.contains_many)
                sample(client, table, "k GETBIT a key, pipelined", asked, bits(client, "GETBIT", local))
                sample(client, table, "BF.EXISTS, pipelined", asked, one_each(client, "BF.EXISTS"))
                sample(client, table, "BF.MEXISTS", asked, all_in_one(client, "BF.MEXISTS"))
                added = [[f"new:{fresh + i * size + j}" for j in range(size)] for i in range(count)]
                fresh += size * count
                table = f"add, {size} keys a batch, filter of {capacity:,}"
                sample(client, table, "onebloom", added, ours.add_each)
                sample(client, table, "k SETBIT a key, pipelined", added, bits(client, "SETBIT", local))
                sample(client, table, "BF.ADD, pipelined", added, one_each(client, "BF.ADD"))
                sample(client, table, "BF.MADD", added, all_in_one(client, "BF.MADD"))


main(int(sys.argv[1]), int(sys.argv[-1]))

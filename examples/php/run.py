#!/usr/bin/env python3
"""Runs the shop of this folder under php-fpm against a redis-server and an SQLite file of its own, and counts.

Closes with `gate: N passed, M failed`.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "php-ext/fpm"))
from fastcgi import MODULE, Fpm, request  # noqa: E402

PRODUCTS = 5_000
NEEDED = ("igbinary", "redis", "pdo", "pdo_sqlite")  # beside onebloom; Debian's redis wants igbinary
score = {"passed": 0, "failed": 0}


def expect(what, good, why=""):
    score["passed" if good else "failed"] += 1
    if not good:
        print(f"FAILED {what}: {why}", flush=True)


def redis(sock, *command):
    return subprocess.run(["redis-cli", "-s", sock, *command], capture_output=True, text=True, check=False).stdout.strip()


def shop(folder, sock):
    environment = {"REDIS_SOCKET": sock, "DATABASE": str(folder / "shop.db")}

    def build(*arguments):
        command = ["php", "-n", *[f"-dextension={name}" for name in NEEDED], f"-dextension={MODULE}", str(HERE / "build.php")]
        made = subprocess.run([*command, *arguments], env={**os.environ, **environment}, capture_output=True, text=True, check=False)
        if made.returncode:
            raise RuntimeError(made.stdout + made.stderr)
        return json.loads(made.stdout)

    stats = build(str(PRODUCTS))
    expect("the filter holds the table", abs(stats["estimated_items"] - PRODUCTS) < PRODUCTS * 0.03, stats)
    with Fpm(folder, workers=4, ini=[f"extension={name}" for name in NEEDED]) as fpm:

        def ask(**query):
            text = "&".join(f"{name}={value}" for name, value in query.items())
            script = str(HERE / "gate.php")
            parameters = {"REQUEST_METHOD": "GET", "SCRIPT_FILENAME": script, "QUERY_STRING": text, **environment}
            said = request(fpm.socket, parameters)
            try:
                return json.loads(said)
            except ValueError:
                raise RuntimeError(f"{query}: {said!r}\n{fpm.log()[-500:]}") from None

        def ways(ids):
            with ThreadPoolExecutor(8) as pool:
                answers = list(pool.map(lambda i: ask(id=i), ids))
            return {way: sum(a["way"] == way for a in answers) for way in ("gate", "cache", "table")}, answers

        known = [1 + i * 7 % PRODUCTS for i in range(300)]
        first, answers = ways(known)
        expect("every product is found", [a["name"] for a in answers] == [f"product {i}" for i in known], answers[:3])
        expect("the table was asked once each", first == {"gate": 0, "cache": 0, "table": 300}, first)
        again, _ = ways(known)
        expect("then the cache answers", again == {"gate": 0, "cache": 300, "table": 0}, again)
        attack, answers = ways(range(10_000_000, 10_001_000))
        expect("nothing is found for the others", not any(a["name"] for a in answers))
        expect("and all but a few of 1000 stop at the gate", attack["gate"] >= 990 and attack["cache"] == 0, attack)
        print(f"1000 requests for products that do not exist: {attack['gate']} stopped at the filter, {attack['table']} reached the table")
        expect("more than one worker", len({a["pid"] for a in answers}) > 1)
        ask(id=20_000, name="new")
        expect("what is added is found at once, by any worker", [ask(id=20_000)["name"] for _ in range(8)] == ["new"] * 8)
        build()
        expect("built anew while open", ask(id=20_000)["name"] == "new" and ask(id=99_999)["way"] == "gate")
        redis(sock, "DEL", "products")
        gone, answers = ways([1, 2, 77_777])
        expect("the filter is gone: nobody is turned away", gone["gate"] == 0 and answers[0]["name"] == "product 1", answers)
        ask(id=20_001, name="meanwhile")
        expect("an add makes no filter", redis(sock, "EXISTS", "products") == "0")
        build()
        expect("built again it is complete", ask(id=20_001)["name"] == "meanwhile" and ask(id=77_777)["way"] == "gate")


def main():
    with tempfile.TemporaryDirectory(prefix="onebloom-gate-") as name:
        folder = Path(name)
        sock = str(folder / "redis.sock")
        command = ["redis-server", "--port", "0", "--unixsocket", sock, "--save", "", "--dir", name]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            for _ in range(500):
                if redis(sock, "PING") == "PONG":
                    break
                time.sleep(0.02)
            shop(folder, sock)
        except Exception as error:
            expect("the shop", False, repr(error))
        finally:
            server.terminate()
            server.wait()
    print(f"gate: {score['passed']} passed, {score['failed']} failed")
    return score["failed"] > 0


if __name__ == "__main__":
    sys.exit(main())

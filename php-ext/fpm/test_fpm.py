#!/usr/bin/env python3
"""The extension under php-fpm, for real. Closes with `fpm: N passed, M failed`."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from fastcgi import HERE, Fpm, php

ROOT = HERE.parents[1]
score = {"passed": 0, "failed": 0}


def expect(what, good, why=""):
    score["passed" if good else "failed"] += 1
    if not good:
        print(f"FAILED {what}: {why}", flush=True)


def build(path, *, first, capacity):
    """A filter of user:first … user:first+999, by a process that is not PHP if one is there; replaces what is at path."""
    keys = "\n".join(f"user:{i}" for i in range(first, first + 1000)) + "\n"
    python = ROOT / ".venv/bin/python"
    source = (
        f"import sys, onebloom; f = onebloom.BloomFilter({capacity}, 0.001);"
        f"f.add_many(sys.stdin.read().split()); f.replace({str(path)!r}) if {path.exists()} else f.save({str(path)!r})"
    )
    if python.exists() and subprocess.run([python, "-c", "import onebloom"], capture_output=True, check=False).returncode == 0:
        subprocess.run([python, "-c", source], input=keys, text=True, check=True)
        return "Python"
    php(
        "-r",
        f"$f = new Onebloom\\BloomFilter({capacity}, 0.001); for ($i = {first}; $i < {first} + 1000; $i++) $f->add(\"user:$i\");"
        f"$f->{'replace' if path.exists() else 'save'}($argv[1]);",
        str(path),
    )
    return "PHP"


def everywhere(fpm, op, workers, **arguments):
    """One answer from each worker: asked by many at once until all have been met."""
    seen = {}
    with ThreadPoolExecutor(workers * 2) as pool:
        for _ in range(200):
            for answer in pool.map(lambda _: fpm.ask(op, **arguments), range(workers * 2)):
                seen[answer["pid"]] = answer
            if len(seen) >= workers:
                break
    return seen


def maps(pid, path):
    """The entries of smaps for a file: each a dict of kB, `deleted` among them."""
    entries, entry = [], None
    for line in Path(f"/proc/{pid}/smaps").read_text().splitlines():
        if re.match(r"[0-9a-f]+-[0-9a-f]+ ", line):
            entry = {"deleted": "(deleted)" in line} if str(path) in line else None
            if entry is not None:
                entries.append(entry)
        elif entry is not None and line.endswith("kB"):
            name, value, _ = line.split()
            entry[name.rstrip(":")] = int(value)
    return entries


def status(pid, field):
    text = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(rf"^{field}:\s+(\d+)", text, re.M).group(1))


KEYS = ",".join(["user:0", "user:999", "user:5000", "user:5999", "absent"])


def test_workers(folder):
    """One file, four workers: all answer, one copy in memory, a replaced file is seen."""
    path = folder / "users.bloom"
    maker = build(path, first=0, capacity=20_000_000)
    size = path.stat().st_size // 1024
    with Fpm(folder, workers=4, ini=["onebloom.revalidate_freq=1"]) as fpm:
        seen = everywhere(fpm, "ask", 4, path=path, keys=KEYS)
        expect("four workers answered", len(seen) == 4, f"{len(seen)} did")
        expect(f"a filter built by {maker}", {a["answers"] for a in seen.values()} == {"11000"}, seen)
        everywhere(fpm, "touch", 4, path=path)
        proportional = 0
        for pid in seen:
            entries = maps(pid, path)
            expect(f"worker {pid} maps the file once", len(entries) == 1, entries)
            entry = entries[0] if entries else {}
            expect("every page is there", entry.get("Rss", 0) >= size, f"{entry} of {size} kB")
            expect("none is private", entry.get("Private_Clean", 1) + entry.get("Private_Dirty", 1) == 0, entry)
            proportional += entry.get("Pss", 0)
        expect("the four together hold one copy", proportional <= size * 1.05 + 64, f"{proportional} kB for a file of {size} kB")

        # replaced while they run: the new keys are in, the old ones are out, the old map is gone
        build(path, first=5000, capacity=20_000_000)
        time.sleep(1.2)
        seen = everywhere(fpm, "ask", 4, path=path, keys=KEYS)
        expect("the new file within revalidate_freq", {a["answers"] for a in seen.values()} == {"00110"}, seen)
        for pid in seen:
            entries = maps(pid, path)
            expect("only the new file is mapped", [e["deleted"] for e in entries] == [False], entries)

        # written by workers, all into the same pages
        expect("the first add finds it absent", fpm.ask("writer", path=path, key="absent")["added"] is True)
        answers = everywhere(fpm, "writer", 4, path=path, key="absent")
        expect("in all workers it is in then", not any(a["added"] for a in answers.values()), answers)
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda i: fpm.ask("writer", path=path, key=f"new:{i}"), range(200)))
        keys = ",".join(["absent", *[f"new:{i}" for i in range(200)]])
        expect("all of it is in the file", fpm.ask("ask", path=path, keys=keys)["answers"] == "1" * 201)
        expect("no worker keeps an r+ map", all(len(maps(pid, path)) <= 2 for pid in fpm.workers()))
        build(path, first=0, capacity=1000)  # LOCKED if one did
        expect("so the file can be replaced", True)
        huge = everywhere(fpm, "huge", 4)
        expect("B49: 4·10^11 keys are an error in every worker", {a["code"] for a in huge.values()} == {60}, huge)
        expect("and all live", set(huge) == fpm.workers(), f"{set(huge)} {fpm.workers()}")


def test_restarts(folder):
    """B118: max_requests and SIGUSR2 under load: no request fails, no worker hangs."""
    path = folder / "users.bloom"
    build(path, first=0, capacity=100_000)
    with Fpm(folder, workers=4, max_requests=5) as fpm:
        failures, done, pids = [], [0], set()
        left = iter(range(2000))
        lock = threading.Lock()

        def client():
            for _ in left:
                try:
                    answer = fpm.ask("ask", path=path, keys=KEYS)
                    good = answer["answers"] == "11000"
                except Exception as error:  # a lost request is what is looked for
                    answer, good = {"pid": 0, "error": repr(error)}, False
                with lock:
                    done[0] += 1
                    pids.add(answer["pid"])
                    if not good:
                        failures.append(answer)

        threads = [threading.Thread(target=client) for _ in range(8)]
        for thread in threads:
            thread.start()
        reloads = 0
        while any(thread.is_alive() for thread in threads) and reloads < 20:
            before = done[0]
            fpm.process.send_signal(signal.SIGUSR2)
            reloads += 1
            limit = time.monotonic() + 20
            while done[0] < before + 80 and time.monotonic() < limit and any(thread.is_alive() for thread in threads):
                time.sleep(0.02)
        for thread in threads:
            thread.join()
        expect("2000 requests were answered", done[0] == 2000 and not failures, f"{done[0]}, {failures[:3]}")
        expect("20 reloads", reloads == 20, reloads)
        expect("workers came and went", len(pids) > 300, len(pids))
        expect("no worker died of a signal", not re.search(r"exited on signal (?!15)", fpm.log()), fpm.log()[-500:])
        time.sleep(0.5)
        workers = fpm.workers()
        expect("four workers at the end", len(workers) == 4, workers)
        fpm.process.send_signal(signal.SIGQUIT)
        try:
            fpm.process.wait(10)
            gone = True
        except subprocess.TimeoutExpired:
            gone = False
        expect("SIGQUIT: the master is gone within 10 s", gone)
        expect("and all workers", not [pid for pid in workers if os.path.exists(f"/proc/{pid}")], workers)


def test_leaks(folder):
    """One worker, many requests of every kind: memory, maps and files stay."""
    path = folder / "users.bloom"
    build(path, first=0, capacity=100_000)
    ini = ["onebloom.revalidate_freq=0", "onebloom.max_mappings=4", "memory_limit=64M"]
    with Fpm(folder, workers=1, ini=ini) as fpm:
        (pid,) = fpm.workers()

        def run(times):
            for _ in range(times):
                if fpm.ask("churn", path=path) != {"pid": pid, "ok": True}:
                    raise RuntimeError("churn")
                fpm.ask("exit")
                text = fpm.raw("fatal", path=path)
                if "Allowed memory size" not in text:
                    raise RuntimeError(text)

        def state():
            # The lowest of a few looks: a worker closes the connection after the client has its answer.
            looks = []
            for _ in range(10):
                files = len(os.listdir(f"/proc/{pid}/fd"))
                looks.append((status(pid, "VmRSS"), files, len(Path(f"/proc/{pid}/maps").read_text().splitlines())))
                time.sleep(0.05)
            return tuple(min(column) for column in zip(*looks))

        run(50)
        rss, files, lines = state()
        run(300)
        rss2, files2, lines2 = state()
        expect("the worker lives", fpm.workers() == {pid}, fpm.workers())
        expect("memory stays", rss2 - rss < 1024, f"{rss} kB after 150 requests, {rss2} kB after 1050")
        expect("open files stay", files2 == files, f"{files} {files2}")
        expect("maps stay", lines2 <= lines + 2, f"{lines} {lines2}")


def main():
    for test in (test_workers, test_restarts, test_leaks):
        with tempfile.TemporaryDirectory(prefix="onebloom-fpm-") as folder:
            try:
                test(Path(folder))
            except Exception as error:
                expect(test.__name__, False, repr(error))
    print(f"fpm: {score['passed']} passed, {score['failed']} failed")
    return score["failed"] > 0


if __name__ == "__main__":
    sys.exit(main())

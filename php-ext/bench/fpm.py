#!/usr/bin/env python3
"""What a request under php-fpm pays for a filter: one open and one contains, in four ways.

    php-ext/bench/fpm.py ROUNDS SIZE…

Prints samples, one a line: table, contender, measure, ns (tabs between), as bench/run.py reads them.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "fpm"))
from fastcgi import Fpm, php  # noqa: E402

REQUESTS = 50  # of each contender in each round; the sample is their median
CONTENDERS = {
    "open, mapped already": ("kept", "open"),
    "open, mapped anew": ("anew", "open"),
    "load into memory": ("anew", "load"),
    "file_get_contents and PHP": ("anew", "string"),
}


def main():
    rounds, sizes = int(sys.argv[1]), [int(size) for size in sys.argv[2:]]
    script = Path(__file__).with_name("request.php")
    with tempfile.TemporaryDirectory(prefix="onebloom-bench-") as folder:
        folder = Path(folder)
        for name in ("kept", "anew"):
            (folder / name).mkdir()
        with Fpm(folder / "kept", workers=1) as kept, Fpm(folder / "anew", workers=1, ini=["onebloom.max_mappings=0", "memory_limit=1G"]) as anew:
            pools = {"kept": kept, "anew": anew}
            for size in sizes:
                path = folder / f"{size}.bloom"
                php("-r", f"$f = new Onebloom\\BloomFilter({size}, 0.01); $f->addMany(range(1, 1000)); $f->save($argv[1]);", str(path))
                for _ in range(rounds):
                    for contender, (pool, op) in CONTENDERS.items():
                        inside, whole = [], []
                        for _ in range(REQUESTS):
                            start = time.perf_counter_ns()
                            inside.append(int(pools[pool].raw(op, script=script, path=path)))
                            whole.append(time.perf_counter_ns() - start)
                        for measure, values in (("open and contains", inside), ("whole request", whole)):
                            print(f"php-fpm, a filter of {size} keys ({path.stat().st_size} bytes)", contender, measure, statistics.median(values), sep="\t", flush=True)


main()

"""cases.tsv says the same as the goldens' MANIFEST.tsv."""

import re
from pathlib import Path

HERE = Path(__file__).parent


def table(path):
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def steps(case, keys):
    if case == "rotating-classic-3days":
        return "; ".join(f"now {(20454 + i) * 86400000}; user {100 * i} {100 * i + 149}" for i in range(3))
    if found := re.match(r"user:(\d+)\.\.(\d+)", keys):
        return f"user {found[1]} {found[2]}"
    if found := re.match(r"integers (\d+)\.\.(\d+)", keys):
        return f"int {found[1]} {found[2]}"
    return {"no keys": "none", "every key of keys.tsv, in order": "keys", "'hot' 20 times, then 'cold' once": "text hot 20; text cold 1"}[keys]


def test_cases_follow_the_manifest():
    want = []
    for case, kind, scheme, _, capacity, fpp, seed, m, k, keys, _, sha, more in table(HERE.parent / "vectors/golden/MANIFEST.tsv"):
        options = [f"kind={kind}", f"scheme={scheme}", f"capacity={capacity}", f"fpp={fpp}", f"seed={seed}"]
        if scheme not in ("xxh3", "xxh64"):
            options += [f"m={m}", f"k={k}"]
        want.append([case, " ".join(options + more.split()), steps(case, keys), sha])
    assert table(HERE / "cases.tsv") == want

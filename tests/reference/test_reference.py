"""The reference passes every vector: hashes, cells, sections, sizes, golden, odd and hostile files."""

import base64
import json
import random
import sys
import zlib
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import hashes  # noqa: E402
import reference  # noqa: E402
import schemes  # noqa: E402
import sizes  # noqa: E402

VECTORS = Path(__file__).parents[1] / "vectors"


def table(name):
    lines = (VECTORS / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


KEYS = {name: bytes.fromhex(data) for name, data in table("keys.tsv")}


def test_hashes():
    for name, seed, xxh3, xxh64, m128, m64a, m32, fnv, crc in table("hash.tsv"):
        key, seed = KEYS[name], int(seed)
        assert f"{hashes.xxh3_64(key, seed):016x}" == xxh3
        assert f"{hashes.xxh64(key, seed):016x}" == xxh64
        assert "{:016x},{:016x}".format(*hashes.murmur3_x64_128(key, 0)) == m128
        assert f"{hashes.murmurhash64a(key, 0xC6A4A7935BD1E995):016x}" == m64a
        assert f"{hashes.murmur3_x86_32(key, seed & 0xFFFFFFFF):08x}" == m32
        assert f"{hashes.fnv1a_64(key):016x}" == fnv
        assert f"{hashes.crc32(key):08x}" == crc == f"{zlib.crc32(key):08x}"


def test_cells():
    for scheme, seed, m, k, name, want in table("probes.tsv"):
        got = schemes.cells(1, schemes.SCHEMES[scheme], int(seed), int(m), int(k), KEYS[name])
        assert got == [int(p) for p in want.split(",")], (scheme, seed, m, k, name)


def test_block_cells():
    for scheme, seed, m, name, want in table("block_probes.tsv"):
        got = schemes.cells(2, schemes.SCHEMES[scheme], int(seed), int(m), 8, KEYS[name])
        assert got == [int(p) for p in want.split(",")], (scheme, seed, m, name)


def test_sections():
    for scheme, seed, shards, name, want in table("shards.tsv"):
        h = schemes.ready_hash(schemes.SCHEMES[scheme], int(seed), KEYS[name])
        assert schemes.section_of(h, int(shards)) == int(want)


def test_sizes():
    for kind, n, f, m, k in table("sizing.tsv"):
        n, f, m, k = int(n), float(f), int(m), int(k)
        got = sizes.section({"classic": 1, "blocked": 2, "counting": 3, "section": 1}[kind], n, f)
        if kind == "blocked":
            assert abs(got[0] - m) <= 256 and k == 8, (kind, n, f, got)
        else:
            assert got == (m, k), (kind, n, f)


@pytest.mark.parametrize("row", table("golden/MANIFEST.tsv"), ids=lambda row: row[0])
def test_golden(row):
    want = (VECTORS / "golden" / f"{row[0]}.bloom").read_bytes()
    made = reference.build(row[0])
    assert made.image() == want
    again = reference.read(want)
    assert again.image() == want
    assert again.verify() is True
    assert (again.first.m, again.first.k) == (int(row[7]), int(row[8]))


@pytest.mark.parametrize("row", table("hostile/MANIFEST.tsv"), ids=lambda row: row[0])
def test_hostile(row):
    with pytest.raises(reference.Refused) as error:
        reference.read((VECTORS / "hostile" / f"{row[0]}.bloom").read_bytes())
    assert error.value.code == row[1]


def test_every_file_is_listed():
    for folder, lists in (("hostile", ["MANIFEST"]), ("golden", ["MANIFEST", "ODD"])):
        listed = {row[0] for name in lists for row in table(f"{folder}/{name}.tsv")}
        assert {path.stem for path in (VECTORS / folder).glob("*.bloom")} == listed


def odd(name):
    return reference.read((VECTORS / "golden" / f"{name}.bloom").read_bytes())


def test_odd_files():
    unsealed, whole = odd("odd-unsealed"), odd("classic-xxh3")
    assert unsealed.verify() is False
    assert sum((a ^ b).bit_count() for a, b in zip(unsealed.first.body, whole.first.body)) == 1
    for name in ("odd-ro-compat-bit0", "odd-scalable-ro-compat-second"):
        with pytest.raises(reference.Refused) as error:
            odd(name).add("x")
        assert error.value.code == "READ_ONLY"
    assert odd("odd-scalable-torn-append").image() == odd("scalable-classic").image()
    assert odd("odd-capacity-2-48").first.capacity == 2**48
    assert (odd("odd-scalable-growth-1").first.param, odd("odd-scalable-growth-32768").first.param) == (1, 32768)
    unused = odd("odd-rotating-unused")
    unused.now = reference.DAY_OF_CHECK
    assert unused.parts[1].opened_at == 0 and not any(unused.parts[1].body)
    missing = [i for i in range(150, 200) if not unused.contains(f"user:{i}")]
    assert len(missing) > 40  # only the second day had them
    assert all(unused.contains(f"user:{i}") for i in (*range(150), *range(200, 350)))


def test_rotating_forgets_on_time():
    day, made = 86400000, reference.build("rotating-classic-3days")
    for written in range(3):  # the keys of day 0 live through days 1 and 2, and so on
        keys = [f"user:{i}" for i in range(100 * written, 100 * written + 100)]
        made.now = (20454 + written + 3) * day - 1
        assert all(made.contains(key) for key in keys)
        made.now += 1
        assert sum(made.contains(key) for key in keys) < 60
    made.now = 20450 * day  # a clock that went back clears nothing
    assert all(made.contains(f"user:{i}") for i in range(350))


@pytest.mark.parametrize("kind", ["classic", "counting", "blocked"])
@pytest.mark.parametrize("more", [{}, {"growth": 3}, {"shards": 5}, {"keep": 4, "period": 60}], ids=str)
def test_merge_equals_adding(kind, more):
    made = [reference.Filter.create(60, 0.01, kind=kind, seed=5, **more) for _ in range(3)]
    for one in made:
        one.now = 600_000
    for i in range(40):
        made[0].add(i)
        made[2].add(i)
    for i in range(40, 60):
        made[1].add(f"k{i}")
        made[2].add(f"k{i}")
    made[0].merge(made[1])
    assert [part.body for part in made[0].parts] == [part.body for part in made[2].parts]
    assert reference.read(made[0].image()).image() == made[0].image()


def test_remove_against_a_model():
    random.seed(7)
    made, model = reference.Filter.create(200, 0.01, kind="counting"), {}
    for _ in range(3000):
        key = random.randrange(100)
        if random.random() < 0.5 and model.get(key, 0) < 3:
            made.add(key)
            model[key] = model.get(key, 0) + 1
        elif model.get(key, 0):
            assert made.remove(key)
            model[key] -= 1
        assert all(made.contains(key) for key, count in model.items() if count)
    for key, count in model.items():
        for _ in range(count):
            made.remove(key)
    counters = [made.first.get(p) for p in range(made.first.m)]
    assert all(counter in (0, 15) for counter in counters)


def test_keys():
    assert schemes.key_bytes(42) == schemes.key_bytes("42") == b"42"
    assert schemes.key_bytes(-7) == b"-7"
    for key, code in ((True, "KEY_TYPE"), (1.0, "KEY_TYPE"), (None, "KEY_TYPE"), ("\ud800", "KEY_ENCODING")):
        with pytest.raises(schemes.KeyRefused) as error:
            schemes.key_bytes(key)
        assert error.value.code == code


def keys_table():
    lines = (VECTORS.parent / "keys.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def express(kind, value):
    if kind in ("text", "bytes"):
        data = bytes.fromhex(value)
        return data.decode("utf-8") if kind == "text" else data
    return {"int": int, "float": float, "bool": lambda v: v == "true", "null": lambda v: None, "list": lambda v: [],
            "object": lambda v: object(), "utf16": lambda v: bytes.fromhex(v).decode("utf-16-be", "surrogatepass")}[kind](value)


@pytest.mark.parametrize("row", keys_table(), ids=lambda row: " ".join(row[:5]))
def test_keys_table(row):
    answer, *values, _ = row
    first = express(*values[:2])
    if answer not in ("one", "two"):
        with pytest.raises(schemes.KeyRefused) as error:
            schemes.key_bytes(first)
        assert error.value.code == answer
        return
    second = express(*values[2:])
    for a, b in ((first, second), (second, first)):
        made = reference.Filter.create(16, 1e-9)
        assert made.add(a) is True
        assert made.contains(b) is (answer == "one")


def public_keys():
    """tests/cases/key-vectors.json: hashes that other implementations gave for keys of public bug reports."""
    listed = json.loads((VECTORS.parent / "cases/key-vectors.json").read_text(encoding="utf-8"))["hash_vectors"]
    return [vector for vector in listed if vector.get("hex") is not None]


@pytest.mark.parametrize("vector", public_keys(), ids=lambda vector: vector["name"])
def test_public_hashes(vector):
    key = bytes.fromhex(vector["hex"])
    assert len(key) == vector["len"]
    for seed, want in vector["m3_32"].items():
        assert hashes.murmur3_x86_32(key, int(seed)) == want["u"]
    for seed, want in vector["m3_x64_128"].items():
        assert "{:016x} {:016x}".format(*hashes.murmur3_x64_128(key, int(seed))) == f"{want['h1']} {want['h2']}"
    for function, column in ((hashes.xxh64, "xxh64"), (hashes.xxh3_64, "xxh3_64")):
        for seed, want in vector[column].items():
            assert f"{function(key, int(seed)):016x}" == want
    assert f"{hashes.fnv1a_64(key):016x}" == vector["fnv1a64"]
    assert hashes.crc32(key) == vector["crc32"]["u"]


def redisbloom(name):
    return json.loads((VECTORS / "redisbloom" / name).read_text(encoding="utf-8"))


def test_murmurhash64a_of_redisbloom():
    for vector in redisbloom("hash_vectors.json"):
        key = base64.b64decode(vector["key_b64"])
        a = hashes.murmurhash64a(key, 0xC6A4A7935BD1E995)
        assert (f"{a:016x}", f"{hashes.murmurhash64a(key, a):016x}") == (vector["a"], vector["b"])


@pytest.mark.parametrize("path", sorted((VECTORS / "redisbloom").glob("*_*_*.json")) + [VECTORS / "redisbloom/tiny_cap1.json"], ids=lambda path: path.stem)
def test_cells_against_dumps_of_redisbloom(path):
    """Scheme 4 and the bodies of a real server give the server's answers."""
    dump = redisbloom(path.name)
    body = b"".join(base64.b64decode(data) for _, data in dump["chunks"][1:])
    special = [base64.b64decode(key) for key in dump["special_b64"]]
    keys = special + [dump["in_pattern"].format(i=i).encode() for i in range(dump["n_in"])]
    keys += [dump["out_pattern"].format(i=i).encode() for i in range(dump["n_out"])]
    assert len(keys) == len(dump["answers"])
    for key, want in zip(keys, dump["answers"]):
        at, found = 0, False
        for link in dump["links"]:
            cells = schemes.cells(1, 4, 0, link["bits"], link["hashes"], key)
            found = found or all(body[at + p // 8] >> (p % 8) & 1 for p in cells)
            at += link["bytes"]
        assert found == (want == "1"), key

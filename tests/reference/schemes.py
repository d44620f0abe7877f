"""From a key to its cells: docs/format.md §5 and §6."""

from hashes import (M64, crc32, fmix64, fnv1a_64, murmur3_x64_128, murmur3_x86_32, murmurhash64a, xxh3_64, xxh64)

KINDS = {"classic": 1, "blocked": 2, "counting": 3}
SCHEMES = {"xxh3": 1, "xxh64": 2, "murmur3-guava64": 3, "murmur64a-redisbloom": 4, "murmur3-double": 5,
           "murmur3-seeded": 6, "fnv1a-seeded": 7, "crc32-double": 8}
ARRANGEMENTS = {"single": 0, "scalable": 1, "rotating": 2, "sharded": 3}

SALT = (0x47B6137B, 0x44974D91, 0x8824AD5B, 0xA2B7289D, 0x705495C7, 0x2DF1424B, 0x9EFC4947, 0x5C6BFB31)


class KeyRefused(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def key_bytes(key):
    """The bytes of a key, §5."""
    if isinstance(key, bytes):
        return key
    if isinstance(key, str):
        try:
            return key.encode("utf-8")
        except UnicodeEncodeError as error:
            raise KeyRefused("KEY_ENCODING", str(error)) from None
    if isinstance(key, int) and not isinstance(key, bool):
        return str(key).encode("ascii")
    raise KeyRefused("KEY_TYPE", f"a key is text, bytes or an integer, not {type(key).__name__}")


def ready_hash(scheme, seed, key):
    """h of the schemes 1 and 2."""
    return (xxh3_64 if scheme == 1 else xxh64)(key, seed)


def lcg_cells(h, m, k):
    """§6.1"""
    cells, x = [], h
    for _ in range(k):
        cells.append((x * m) >> 64)
        x = (6364136223846793005 * x + 1442695040888963407) & M64
    return cells


def block_cells(h, m):
    """§6.2, as 256·block + 32·lane + bit"""
    z = m // 256
    block = ((h >> 32) * z) >> 32
    return [256 * block + 32 * lane + (((h & 0xFFFFFFFF) * salt & 0xFFFFFFFF) >> 27) for lane, salt in enumerate(SALT)]


def section_of(h, sections):
    """§6.3"""
    return (fmix64(h) * sections) >> 64


def _signed32(x):
    return x - (1 << 32) if x >> 31 else x


def cells(kind, scheme, seed, m, k, key):
    """The cells of a key in probe order; `kind` and `scheme` are the header's numbers."""
    if scheme in (1, 2):
        h = ready_hash(scheme, seed, key)
        return block_cells(h, m) if kind == 2 else lcg_cells(h, m, k)
    if scheme == 3:
        c, step = murmur3_x64_128(key)
        out = []
        for _ in range(k):
            out.append((c & 0x7FFFFFFFFFFFFFFF) % m)
            c = (c + step) & M64
        return out
    if scheme == 4:
        a = murmurhash64a(key, 0xC6A4A7935BD1E995)
        b = murmurhash64a(key, a)
        return [((a + i * b) & M64) % m for i in range(k)]
    if scheme == 5:
        h1, h2 = (_signed32(murmur3_x86_32(key, seed32)) for seed32 in (0, 1))
        return [(h1 + i * h2) % m for i in range(k)]
    if scheme == 6:
        return [_signed32(murmur3_x86_32(key, i)) % m for i in range(k)]
    if scheme == 7:
        return [fnv1a_64(str(i).encode() + b"-" + key) % m for i in range(k)]
    if scheme == 8:
        h1, h2 = crc32(key + b":31") & 0x7FFFFFFF, crc32(key + b":131") & 0x7FFFFFFF
        return [(h1 + i * h2) % m for i in range(k)]
    raise AssertionError(scheme)

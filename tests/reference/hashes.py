"""The hash functions of docs/format.md §6, written from their public definitions.

XXH3-64 and XXH64 come from the package xxhash, everything else is here. Slow and plain on purpose.
"""

import xxhash

M32 = 0xFFFFFFFF
M64 = 0xFFFFFFFFFFFFFFFF


def xxh3_64(data, seed=0):
    return xxhash.xxh3_64_intdigest(data, seed)


def xxh64(data, seed=0):
    return xxhash.xxh64_intdigest(data, seed)


def _rotl32(x, r):
    return ((x << r) | (x >> (32 - r))) & M32


def _rotl64(x, r):
    return ((x << r) | (x >> (64 - r))) & M64


def murmur3_x86_32(data, seed=0):
    c1, c2 = 0xCC9E2D51, 0x1B873593
    h = seed & M32
    whole = len(data) // 4 * 4
    for i in range(0, whole, 4):
        k = int.from_bytes(data[i : i + 4], "little") * c1 & M32
        h ^= _rotl32(k, 15) * c2 & M32
        h = (_rotl32(h, 13) * 5 + 0xE6546B64) & M32
    if len(data) > whole:
        k = int.from_bytes(data[whole:], "little") * c1 & M32
        h ^= _rotl32(k, 15) * c2 & M32
    h ^= len(data) & M32
    h = (h ^ (h >> 16)) * 0x85EBCA6B & M32
    h = (h ^ (h >> 13)) * 0xC2B2AE35 & M32
    return h ^ (h >> 16)


def fmix64(h):
    """The finaliser of MurmurHash3, also used to select the section of a sharded filter."""
    h = (h ^ (h >> 33)) * 0xFF51AFD7ED558CCD & M64
    h = (h ^ (h >> 33)) * 0xC4CEB9FE1A85EC53 & M64
    return h ^ (h >> 33)


def murmur3_x64_128(data, seed=0):
    c1, c2 = 0x87C37B91114253D5, 0x4CF5AD432745937F
    h1 = h2 = seed

    def mix1(k):
        return _rotl64(k * c1 & M64, 31) * c2 & M64

    def mix2(k):
        return _rotl64(k * c2 & M64, 33) * c1 & M64

    whole = len(data) // 16 * 16
    for i in range(0, whole, 16):
        h1 ^= mix1(int.from_bytes(data[i : i + 8], "little"))
        h1 = ((_rotl64(h1, 27) + h2) * 5 + 0x52DCE729) & M64
        h2 ^= mix2(int.from_bytes(data[i + 8 : i + 16], "little"))
        h2 = ((_rotl64(h2, 31) + h1) * 5 + 0x38495AB5) & M64
    tail = data[whole:]
    if len(tail) > 8:
        h2 ^= mix2(int.from_bytes(tail[8:], "little"))
    if tail:
        h1 ^= mix1(int.from_bytes(tail[:8], "little"))
    h1 ^= len(data)
    h2 ^= len(data)
    h1 = (h1 + h2) & M64
    h2 = (h2 + h1) & M64
    h1, h2 = fmix64(h1), fmix64(h2)
    h1 = (h1 + h2) & M64
    h2 = (h2 + h1) & M64
    return h1, h2


def murmurhash64a(data, seed):
    m, r = 0xC6A4A7935BD1E995, 47
    h = seed ^ (len(data) * m & M64)
    whole = len(data) // 8 * 8
    for i in range(0, whole, 8):
        k = int.from_bytes(data[i : i + 8], "little") * m & M64
        k = (k ^ (k >> r)) * m & M64
        h = (h ^ k) * m & M64
    if len(data) > whole:
        h = (h ^ int.from_bytes(data[whole:], "little")) * m & M64
    h = (h ^ (h >> r)) * m & M64
    return h ^ (h >> r)


def fnv1a_64(data):
    h = 0xCBF29CE484222325
    for byte in data:
        h = (h ^ byte) * 0x100000001B3 & M64
    return h


def _crc_table():
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = (byte >> 1) ^ (0xEDB88320 if byte & 1 else 0)
        table.append(byte)
    return table


_CRC = _crc_table()


def crc32(data):
    crc = M32
    for byte in data:
        crc = (crc >> 8) ^ _CRC[(crc ^ byte) & 0xFF]
    return crc ^ M32

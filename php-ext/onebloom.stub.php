<?php

/**
 * onebloom for PHP: one Bloom filter file for PHP, Rust, C, Python, Java and the command line.
 *
 * This file is the documentation of the extension for people and IDEs, and the source of
 * onebloom_arginfo.h (bless.sh regenerates it; tests/arginfo.phpt compares the two).
 *
 * Keys are integers or strings. A string is its bytes; an integer is its decimal text, so 42 and
 * "42" are one key, in every language. Anything else is a KeyTypeError, without strict_types too.
 *
 * An object belongs to the thread and the request that made it.
 *
 * @generate-class-entries
 */

namespace Onebloom;

/**
 * The library's list of errors: name => number. Numbers are never reused or changed.
 *
 * @phpstan-return array<string, int>
 */
function error_codes(): array {}

/** What every error of this extension implements. getCode() is one of these numbers. */
interface OnebloomException extends \Throwable
{
    /** @var int */
    public const INVALID_ARGUMENT = 1;
    /** @var int */
    public const NULL_POINTER = 2;
    /** @var int */
    public const OUT_OF_RANGE = 3;
    /** @var int */
    public const CLOSED = 4;
    /** @var int */
    public const READ_ONLY = 5;
    /** @var int */
    public const INCOMPATIBLE = 6;
    /** @var int */
    public const UNSUPPORTED = 7;
    /** @var int */
    public const KEY_TYPE = 8;
    /** @var int */
    public const KEY_ENCODING = 9;
    /** @var int */
    public const NOT_A_FILTER = 20;
    /** @var int */
    public const VERSION_UNSUPPORTED = 21;
    /** @var int */
    public const FEATURE_UNSUPPORTED = 22;
    /** @var int */
    public const CORRUPT_HEADER = 23;
    /** @var int */
    public const CHECKSUM_MISMATCH = 24;
    /** @var int */
    public const TRUNCATED = 25;
    /** @var int */
    public const TRAILING_BYTES = 26;
    /** @var int */
    public const RESERVED_NOT_ZERO = 27;
    /** @var int */
    public const INCOMPLETE = 28;
    /** @var int */
    public const NOT_FOUND = 40;
    /** @var int */
    public const PERMISSION = 41;
    /** @var int */
    public const ALREADY_EXISTS = 42;
    /** @var int */
    public const LOCKED = 43;
    /** @var int */
    public const IO = 44;
    /** @var int */
    public const UNAVAILABLE = 45;
    /** @var int */
    public const OUT_OF_MEMORY = 60;
    /** @var int */
    public const PANIC = 99;
}

/** An argument or an option is wrong: INVALID_ARGUMENT, OUT_OF_RANGE, KEY_ENCODING. */
final class ArgumentError extends \ValueError implements OnebloomException
{
}

/** A key is neither an integer nor a string: KEY_TYPE. */
final class KeyTypeError extends \TypeError implements OnebloomException
{
}

/** The filter cannot do this: CLOSED, READ_ONLY, INCOMPATIBLE, UNSUPPORTED, OUT_OF_MEMORY, PANIC. */
final class StateException extends \RuntimeException implements OnebloomException
{
}

/** The bytes are no valid filter: NOT_A_FILTER … INCOMPLETE. */
final class FormatException extends \RuntimeException implements OnebloomException
{
}

/** The operating system said no: NOT_FOUND, PERMISSION, ALREADY_EXISTS, LOCKED, IO, UNAVAILABLE. */
final class IoException extends \RuntimeException implements OnebloomException
{
}

/**
 * A Bloom filter: contains() === false is certain, true means maybe.
 *
 * @strict-properties
 */
final class BloomFilter
{
    /**
     * Makes an empty filter in memory (outside memory_limit).
     *
     * capacity: how many keys it is sized for, 1 to 2^48. fpp: the false-positive probability promised at
     * that capacity, 1e-9 to 0.5. options, by name: kind ("classic", "blocked", "counting"), scheme ("xxh3",
     * …), seed, growth (scalable), period in seconds and keep (rotating), shards, m, k. A seed above
     * PHP_INT_MAX is given as a decimal string.
     *
     * @phpstan-param array<string, int|float|string> $options
     * @throws ArgumentError naming what was given and what is allowed
     * @throws StateException OUT_OF_MEMORY
     */
    public function __construct(int $capacity, float $fpp = 0.01, array $options = []) {}

    /**
     * Maps a file. "r" (default) is read-only and shared: one map per process and path, kept between
     * requests and looked at again after onebloom.revalidate_freq seconds, as opcache does. "r+" writes
     * into the file, together with any other writers; it is unmapped when its last object goes.
     * The body is not read: use load() or verify() for a file that nobody vouches for.
     * Never overwrite a mapped file in place: write another and rename it (save() does).
     *
     * @throws FormatException the file is no valid filter
     * @throws IoException
     */
    public static function open(string $path, string $mode = "r"): BloomFilter {}

    /**
     * Reads a file into memory and verifies its seal.
     *
     * @throws FormatException
     * @throws IoException
     */
    public static function load(string $path): BloomFilter {}

    /**
     * The same from the bytes of a file (toBytes(), GET of Redis).
     *
     * @throws FormatException
     */
    public static function fromBytes(string $bytes): BloomFilter {}

    /**
     * Puts the sections of one filter together again, in order; each is a header and its body.
     *
     * @phpstan-param array<string> $parts
     * @throws FormatException
     */
    public static function openParts(array $parts): BloomFilter {}

    /**
     * A filter from cells without a header, as another program made them. options: scheme, m and k as that
     * program has them, kind, and bits, the order of the cells: "msb" (SETBIT of Redis), "lsb" (Java's BitSet,
     * RedisBloom; kind blocked with xxh64: a Parquet column), "bytes" (a byte a cell). A body may be shorter
     * than m: the rest is 0.
     *
     * @phpstan-param array<string, int|float|string> $options
     * @throws ArgumentError options that do not fit, or cells behind m
     */
    public static function fromBits(string $body, array $options): BloomFilter {}

    /**
     * What such a filter would cost, without making it: m (cells), k, bytes, bits_per_key, section_count,
     * and the rate that this size has at 1.5, 2 and 3 times the capacity. Options as in the constructor.
     *
     * @phpstan-param array<string, int|float|string> $options
     * @phpstan-return array<string, mixed>
     * @throws ArgumentError
     */
    public static function plan(int $capacity, float $fpp = 0.01, array $options = []): array {}

    /**
     * Adds a key. true: it was certainly absent before; false: maybe it was there.
     *
     * @throws KeyTypeError
     * @throws StateException
     */
    public function add(int|string $key): bool {}

    /**
     * Adds every value; returns for how many of them add() is true. A bad key stops it: the keys before
     * it are in, and the message says how many. The filter is free for other calls while the iterable runs.
     *
     * @phpstan-param iterable<int|string> $keys
     * @throws KeyTypeError
     * @throws StateException
     */
    public function addMany(iterable $keys): int {}

    /**
     * false is certain; true means maybe, wrongly so at most at the rate fpp.
     *
     * @throws KeyTypeError
     * @throws StateException
     */
    public function contains(int|string $key): bool {}

    /**
     * contains() of every value, under the same array keys. An iterable's keys must be usable as array
     * keys; as with iterator_to_array() a repeated one keeps the last answer.
     *
     * @phpstan-param iterable<int|string> $keys
     * @phpstan-return array<bool>
     * @throws KeyTypeError
     * @throws StateException
     */
    public function containsMany(iterable $keys): array {}

    /**
     * Removes a key that was added (kind counting, single and sharded only). false: it was certainly absent and nothing
     * changed. Removing what was never added can take other keys along.
     *
     * @throws KeyTypeError
     * @throws StateException UNSUPPORTED for other kinds
     */
    public function remove(int|string $key): bool {}

    /**
     * Union in place.
     *
     * @throws StateException INCOMPATIBLE when the two were not made alike; nothing has changed then
     */
    public function merge(BloomFilter $other): void {}

    /**
     * Removes all keys.
     *
     * @throws StateException
     */
    public function clear(): void {}

    /**
     * A private copy in memory, whatever this one is.
     *
     * @throws StateException
     */
    public function copy(): BloomFilter {}

    /**
     * Writes the sealed image: a temporary file in the same folder, fsync, rename. Never in place.
     *
     * @throws IoException LOCKED while somebody has that path open "r+"
     * @throws StateException
     */
    public function save(string $path): void {}

    /**
     * save() over an older filter, with its generation + 1, so that readers can tell.
     *
     * @throws IoException
     * @throws StateException
     */
    public function replace(string $path): void {}

    /**
     * The sealed image, byte for byte what save() writes.
     *
     * @throws StateException
     */
    public function toBytes(): string {}

    /**
     * The sections of the sealed image, one by one, as openParts() takes them: one string unless the filter
     * is scalable, rotating or sharded.
     *
     * @phpstan-return list<string>
     * @throws StateException
     */
    public function toParts(): array {}

    /**
     * The cells without a header, in an order that fromBits() knows.
     *
     * @throws ArgumentError an order that the kind does not have
     * @throws StateException UNSUPPORTED unless the filter is single
     */
    public function toBits(string $order): string {}

    /**
     * The classic filter that answers as this counting one, in a quarter of the space. It cannot remove.
     *
     * @throws StateException UNSUPPORTED for other kinds
     */
    public function toClassic(): BloomFilter {}

    /**
     * Forces changes of an "r+" map to the disk.
     *
     * @throws IoException
     * @throws StateException
     */
    public function flush(): void {}

    /** Gives the filter back now. Twice is fine; every other verb throws StateException CLOSED afterwards. */
    public function close(): void {}

    /**
     * true: sealed and right; false: not sealed, so nothing to compare with. Reads the whole body.
     *
     * @throws FormatException CHECKSUM_MISMATCH
     * @throws StateException
     */
    public function verify(): bool {}

    /**
     * Takes the file that is now at the path, if it was replaced; says whether it was. Other objects keep
     * the map they have.
     *
     * @throws FormatException the new file is no valid filter; the old one stays in use
     * @throws IoException
     * @throws StateException
     */
    public function reload(): bool {}

    /**
     * Whether the file at the path is another one by now (device, inode, size, time of change).
     *
     * @throws IoException
     * @throws StateException
     */
    public function isStale(): bool {}

    /**
     * Rotating filters: the time to use instead of the clock's, in milliseconds since 1970; null: the clock
     * again. Concerns this object only: an object on a shared map gets a map of its own.
     *
     * @throws StateException
     */
    public function setNow(?int $unixMs): void {}

    /**
     * capacity, fpp, kind, scheme, arrangement, m, k, seed, section_count, bytes, items, load, fill_ratio,
     * estimated_items, expected_fpp, status ("ok", "warn", "over", "clock"), sealed, mapped, read_only, path,
     * generation, sections. Integers above PHP_INT_MAX are decimal strings. exact counts every cell;
     * otherwise the fill of a large filter is sampled.
     *
     * @phpstan-return array<string, mixed>
     * @throws StateException
     */
    public function stats(bool $exact = false): array {}

    /**
     * The cells of a key (bits; counters for kind counting).
     *
     * @phpstan-return array<int>
     * @throws KeyTypeError
     * @throws StateException
     */
    public function positions(int|string $key): array {}

    /**
     * The section, from 0, that an add of this key would write to now: the part of a sharded filter that has
     * to be asked for it.
     *
     * @throws KeyTypeError
     * @throws StateException
     */
    public function sectionOf(int|string $key): int {}

    /**
     * The content: the file image, also of a mapped filter.
     *
     * @phpstan-return array{image: string}
     * @throws StateException
     */
    public function __serialize(): array {}

    /**
     * Checks the image like a file.
     *
     * @throws FormatException
     */
    public function __unserialize(array $data): void {}

    /** What var_dump() shows: the filter in one line, or that it is closed. */
    public function __debugInfo(): array {}
}

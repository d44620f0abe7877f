<?php

/**
 * The part of onebloom's Redis support that is compiled: what to send, and what the replies mean. No connection is
 * made here. php/RedisBloomFilter.php is the class to use; it turns the crank of these two over the client you have.
 *
 * @generate-class-entries
 */

namespace Onebloom\Redis;

/**
 * A filter in Redis: a name, settings, and what is known of it by now.
 *
 * @strict-properties
 * @not-serializable
 */
final class Remote
{
    /**
     * Sends nothing. settings, by name: those of docs/redis.md (backend, on_unavailable, keys_per_command,
     * operations_per_flush, chunk, ttl, layout, max_key_bytes, sizing, expansion) and the options of a new
     * filter. One that is null counts as not given.
     *
     * @phpstan-param array<string, int|float|string|null> $settings
     * @throws \Onebloom\ArgumentError
     */
    public function __construct(string $name, array $settings = []) {}

    /**
     * The filter that is to take this one's place.
     *
     * @phpstan-param array<string, int|float|string|null> $settings
     * @throws \Onebloom\ArgumentError
     * @throws \Onebloom\StateException UNSUPPORTED by the backend
     */
    public function next(array $settings = []): Remote {}

    /** By periods: the time to use, in milliseconds since 1970; null: the clock's. */
    public function setNow(?int $unixMs): void {}

    /**
     * Begins a verb: open, create, pull, stats, stats_exact, version, advise, delete, commit; with an array of
     * keys contains, add, remove; with a filter push, merge.
     *
     * @phpstan-param array<int|string>|\Onebloom\BloomFilter|null $with
     * @throws \Onebloom\KeyTypeError
     * @throws \Onebloom\ArgumentError
     * @throws \Onebloom\StateException
     */
    public function task(string $verb, array|\Onebloom\BloomFilter|null $with = null): Task {}
}

/**
 * A verb under way: while advance() is true, send commands() in one pipeline and feed() the replies.
 *
 * @strict-properties
 * @not-serializable
 */
final class Task
{
    /** Remote::task() makes them. */
    private function __construct() {}

    /**
     * Whether there are commands to send; throws what the task failed with.
     *
     * @throws \Onebloom\OnebloomException
     */
    public function advance(): bool {}

    /**
     * The commands of this flush, each a name and its arguments.
     *
     * @phpstan-return list<list<string>>
     */
    public function commands(): array {}

    /**
     * For each command which of its elements is the key that finds its node in a cluster, 0: any node.
     *
     * @phpstan-return list<int>
     */
    public function keyIndexes(): array {}

    /** Whether a command of this flush changes something: it must not be sent twice, nor to a replica. */
    public function writes(): bool {}

    /**
     * The replies, one a command: int, string, array, null or false (no value), true (1); an error of the
     * server as a Throwable whose message is the whole text of the error.
     *
     * @phpstan-param array<mixed> $replies
     * @throws \TypeError for anything else
     */
    public function feed(array $replies): void {}

    /** The connection broke, or there was none: the next advance() ends the task. */
    public function lost(string $why): void {}

    /**
     * One answer a key, in their order.
     *
     * @phpstan-return list<bool>
     */
    public function answers(): array {}

    /**
     * What the verb says of the filter; warnings (a list of arrays with text); unavailable, the reason why the
     * answers are "maybe" without having been asked.
     *
     * @phpstan-return array<string, mixed>
     */
    public function record(): array {}

    /**
     * The filter that pull has brought; once.
     *
     * @throws \Onebloom\ArgumentError there is none
     */
    public function filter(): \Onebloom\BloomFilter {}
}

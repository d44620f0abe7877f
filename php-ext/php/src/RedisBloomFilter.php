<?php

declare(strict_types=1);

namespace Onebloom\Redis;

use Onebloom\BloomFilter;
use Onebloom\IoException;
use Onebloom\OnebloomException;

/**
 * A Bloom filter in Redis, shared by all machines that use the server: contains() === false is certain, true means
 * maybe.
 *
 *     $users = RedisBloomFilter::create($client, 'users', 1_000_000, 0.01);
 *     $users->add('alice');
 *     $users->contains('alice'); // true
 *
 * The value of the key is the file: BloomFilter::save() writes the same bytes, and every language that has onebloom
 * reads and writes the key. A filter that is gone (evicted, flushed, expired, overwritten) or cannot be reached is an
 * IoException with the code UNAVAILABLE, never "absent"; with the setting on_unavailable "maybe", contains() and
 * containsMany() answer true instead.
 *
 * $client is your own: \Redis, \RedisCluster or \Predis\Client (or a Wire), not in the middle of a transaction or a
 * pipeline. Settings, by name: on_unavailable, keys_per_command (100), operations_per_flush (2000), layout ("tag",
 * "spread": of shards), ttl (seconds, of what is created or pushed), chunk, max_key_bytes; backend "bitmap" for
 * strings without a header, with scheme and m and k, or capacity, fpp and sizing; backend "redisbloom" for that
 * module's filters; backend "days" (create() with period and keep says it itself) for one filter a period, which
 * expires when it is remembered no more. docs/redis.md has the rest.
 */
final class RedisBloomFilter
{
    private readonly Wire $wire;

    private readonly Remote $remote;

    /**
     * Sends nothing: the first verb looks for the filter.
     *
     * @param array<string, int|float|string|null> $settings
     * @throws \Onebloom\ArgumentError
     */
    public function __construct(object $client, public readonly string $name, array $settings = [])
    {
        if (isset($settings['period'])) {
            $settings += ['backend' => 'days'];
        }
        $this->remote = new Remote($name, $settings);
        $this->wire = match (true) {
            $client instanceof Wire => $client,
            $client instanceof \Redis => new PhpRedisWire($client),
            $client instanceof \RedisCluster => new PhpRedisClusterWire($client),
            $client instanceof \Predis\ClientInterface => new PredisWire($client),
            default => throw new \TypeError(
                'the client must be a Redis, a RedisCluster, a Predis\Client or an Onebloom\Redis\Wire, got ' . $client::class
            ),
        };
    }

    /** Not by the constructor: nobody else has a Remote. */
    private static function of(Wire $wire, string $name, Remote $remote): self
    {
        $self = (new \ReflectionClass(self::class))->newInstanceWithoutConstructor();
        $self->wire = $wire;
        $self->name = $name;
        $self->remote = $remote;
        return $self;
    }

    /**
     * A new, empty filter. Takes the options of BloomFilter that Redis can hold (kind, scheme, seed, shards, m, k),
     * period and keep, and settings.
     *
     * @param array<string, int|float|string|null> $options
     * @throws IoException ALREADY_EXISTS, UNAVAILABLE
     */
    public static function create(
        object $client,
        string $name,
        ?int $capacity = null,
        ?float $fpp = null,
        array $options = []
    ): self {
        $self = new self($client, $name, ['capacity' => $capacity, 'fpp' => $fpp] + $options);
        $self->run('create');
        return $self;
    }

    /**
     * A filter that is there.
     *
     * @param array<string, int|float|string|null> $settings
     * @throws IoException UNAVAILABLE
     * @throws \Onebloom\FormatException the key holds something else
     */
    public static function open(object $client, string $name, array $settings = []): self
    {
        $self = new self($client, $name, $settings);
        $self->run('open');
        return $self;
    }

    /**
     * Adds a key. true: it was certainly absent before, and nobody else was told so.
     *
     * @param int|string $key not by PHP's type: it would turn true into 1 before anyone could look
     * @throws \Onebloom\KeyTypeError
     */
    public function add(mixed $key): bool
    {
        return $this->run('add', [$key])->answers()[0];
    }

    /**
     * Adds all; for how many of them add() is true. All keys are taken before any is sent, so a bad one leaves
     * Redis as it is.
     *
     * @param iterable<int|string> $keys
     */
    public function addMany(iterable $keys): int
    {
        return count(array_filter($this->addEach($keys)));
    }

    /**
     * Adds all; add() of each, under the same array keys.
     *
     * @param iterable<int|string> $keys
     * @return array<bool>
     */
    public function addEach(iterable $keys): array
    {
        return $this->each('add', $keys);
    }

    /**
     * false is certain: the key was never added. true means maybe, wrongly so at most at the rate fpp.
     *
     * @param int|string $key
     */
    public function contains(mixed $key): bool
    {
        return $this->run('contains', [$key])->answers()[0];
    }

    /**
     * contains() of every value, under the same array keys; 100 keys a command, in pipelines.
     *
     * @param iterable<int|string> $keys
     * @return array<bool>
     */
    public function containsMany(iterable $keys): array
    {
        return $this->each('contains', $keys);
    }

    /**
     * Takes a key away (kind counting). false: it was certainly absent and nothing changed.
     *
     * @param int|string $key
     */
    public function remove(mixed $key): bool
    {
        return $this->run('remove', [$key])->answers()[0];
    }

    /** Adds all that another filter of equal make has: one of this process, a file, one in Redis. Others may go on adding. */
    public function merge(BloomFilter|self|string $other): void
    {
        $this->run('merge', $other instanceof self ? $other->pull() : self::source($other));
    }

    /**
     * Figures, as of BloomFilter::stats() as far as Redis can tell, and layout, key_bytes, ttl_ms. The server counts
     * the fill; above 4 MiB a key samples of it, unless $exact.
     *
     * @return array<string, mixed>
     */
    public function stats(bool $exact = false): array
    {
        return self::record($this->run($exact ? 'stats_exact' : 'stats'));
    }

    /** Puts a filter, or a file, in the place of what is there, with its generation + 1. Readers see old or new, whole. */
    public function push(BloomFilter|string $filter): static
    {
        $this->run('push', self::source($filter));
        return $this;
    }

    /** A copy in this process; saved, too, if a path is given. */
    public function pull(?string $path = null): BloomFilter
    {
        $filter = $this->run('pull')->filter();
        if ($path !== null) {
            $filter->save($path);
        }
        return $filter;
    }

    /**
     * header_sum and generation: they change when the filter is replaced.
     *
     * @return array{string, int}
     */
    public function version(): array
    {
        $record = $this->run('version')->record();
        return [$record['header_sum'], $record['generation']];
    }

    /**
     * What may take the filter away or make it slow: a policy that evicts, a time to live, a large key. Not sent by
     * open(): ask when you deploy, or in a health check.
     *
     * @return list<string>
     */
    public function warnings(): array
    {
        return array_column($this->run('advise')->record()['warnings'], 'text');
    }

    /** Deletes the filter's keys; how many there were. */
    public function delete(): int
    {
        return $this->run('delete')->record()['deleted'];
    }

    /**
     * Begins a new filter that is to take the place of this one. From now on whatever any client adds to this goes
     * to both. Begin to read the source after this, add all of it to the new one, then commit() that. If nobody
     * does, it vanishes after an hour.
     *
     * @param array<string, int|float|string|null> $options
     */
    public function next(?int $capacity = null, ?float $fpp = null, array $options = []): self
    {
        $remote = $this->remote->next(['capacity' => $capacity, 'fpp' => $fpp] + $options);
        $next = self::of($this->wire, $this->name, $remote);
        // What a builder that died has left would have another's keys in it.
        $next->run('delete');
        $next->run('create');
        return $next;
    }

    /** Of a filter from next(): renames it over the one that it was made for. This object is then of no more use. */
    public function commit(): void
    {
        $this->run('commit');
    }

    /**
     * next(), $fill(the new filter), commit(); if $fill throws, the new one is deleted and the old one stays.
     *
     * @param callable(self): mixed $fill
     * @param array<string, int|float|string|null> $options
     */
    public function rebuild(callable $fill, ?int $capacity = null, ?float $fpp = null, array $options = []): void
    {
        $next = $this->next($capacity, $fpp, $options);
        try {
            $fill($next);
        } catch (\Throwable $e) {
            $next->delete();
            throw $e;
        }
        $next->commit();
    }

    /** By periods: the time to use, in milliseconds since 1970; null: the clock's. */
    public function setNow(?int $unixMs): void
    {
        $this->remote->setNow($unixMs);
    }

    /** @return array<bool> */
    private function each(string $verb, iterable $keys): array
    {
        $places = null;
        if (!is_array($keys)) {
            // An iterable may give the same array key twice: as elsewhere, the last answer stays.
            $places = $all = [];
            foreach ($keys as $place => $key) {
                $places[] = $place;
                $all[] = $key;
            }
            $keys = $all;
        }
        return array_combine($places ?? array_keys($keys), $this->run($verb, $keys)->answers());
    }

    private static function source(BloomFilter|string $filter): BloomFilter
    {
        return is_string($filter) ? BloomFilter::open($filter) : $filter;
    }

    /** @return array<string, mixed> */
    private static function record(Task $task): array
    {
        return array_diff_key($task->record(), ['warnings' => 0, 'unavailable' => 0]);
    }

    /** Turns the crank. */
    private function run(string $verb, array|BloomFilter|null $with = null): Task
    {
        $task = $this->remote->task($verb, $with);
        $cause = null;
        try {
            while ($task->advance()) {
                try {
                    $task->feed($this->wire->send($task));
                } catch (ConnectionLost $e) {
                    $cause = $e->getPrevious() ?? $e;
                    $task->lost($e->getMessage());
                }
            }
        } catch (OnebloomException $e) {
            throw $cause === null ? $e : new ($e::class)($e->getMessage(), $e->getCode(), $cause);
        }
        return $task;
    }
}

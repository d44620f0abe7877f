<?php

declare(strict_types=1);

namespace Onebloom\Redis;

use Onebloom\BloomFilter;
use Onebloom\IoException;
use Onebloom\OnebloomException;

/**
 * A copy of a filter in Redis in a file of this machine, asked in nanoseconds; Redis only distributes it.
 *
 * For filters that are built somewhere and pushed or rebuilt. Every $poll seconds one process of the machine looks,
 * with one small command, whether header_sum or generation has changed, and only then pulls the bytes and renames
 * them over the file. All workers map that file (see onebloom.revalidate_freq). Single keys that others add in Redis
 * do not come over until then: a mirror answers false for them.
 *
 * While Redis cannot be asked the copy goes on answering, as of its last pull; unavailableSince() says since when.
 */
final class RedisMirror
{
    private readonly RedisBloomFilter $remote;

    private BloomFilter $filter;

    /** When this object looks again whether it is time, in seconds of the monotonic clock. */
    private float $due = 0;

    /**
     * $path: the file, on a disk (or /dev/shm) of this machine; "$path.poll" beside it says which version it is.
     *
     * @param array<string, int|float|string|null> $settings
     * @throws IoException UNAVAILABLE, if there is no copy yet
     */
    public function __construct(
        object $client,
        string $name,
        public readonly string $path,
        private readonly float $poll = 1.0,
        array $settings = []
    ) {
        $this->remote = new RedisBloomFilter($client, $name, $settings);
        if (!is_file($path)) {
            $this->refresh(true);
        }
    }

    /** false: not in the filter as it was at the last pull. true means maybe. */
    public function contains(mixed $key): bool
    {
        return $this->filter()->contains($key);
    }

    /**
     * contains() of every value, under the same array keys.
     *
     * @param iterable<int|string> $keys
     * @return array<bool>
     */
    public function containsMany(iterable $keys): array
    {
        return $this->filter()->containsMany($keys);
    }

    /** The copy, as it is now. */
    public function filter(): BloomFilter
    {
        $now = hrtime(true) / 1e9;
        if ($now >= $this->due) {
            $this->due = $now + $this->poll;
            if ($this->state()['looked'] + $this->poll <= microtime(true)) {
                $this->look(false, false);
            }
            $this->filter = BloomFilter::open($this->path);
        }
        return $this->filter;
    }

    /**
     * Looks now; whether the bytes were fetched. $pull: fetches them in any case.
     *
     * @throws IoException UNAVAILABLE
     */
    public function refresh(bool $pull = false): bool
    {
        $this->due = 0;
        return $this->look($pull, true);
    }

    /** Unix time of the first look that failed since the last that did not; null: all is well. */
    public function unavailableSince(): ?float
    {
        return $this->state()['unavailable'];
    }

    /** @return array{version: mixed, looked: float, unavailable: ?float} */
    private function state(): array
    {
        $state = json_decode((string) @file_get_contents("$this->path.poll"), true);
        return (is_array($state) ? $state : []) + ['version' => null, 'looked' => 0, 'unavailable' => null];
    }

    /** One process at a time; the others go on with what there is, unless they must know. */
    private function look(bool $pull, bool $must): bool
    {
        $lock = fopen("$this->path.lock", 'c');
        if ($lock === false || !flock($lock, $must ? LOCK_EX : LOCK_EX | LOCK_NB)) {
            return false;
        }
        $state = $this->state();
        $error = null;
        $fetched = false;
        try {
            // The version first: a filter that is replaced in between is fetched once more.
            $version = $this->remote->version();
            if ($pull || $version !== $state['version'] || !is_file($this->path)) {
                $this->remote->pull($this->path);
                $fetched = true;
            }
            $state = ['version' => $version, 'unavailable' => null];
        } catch (IoException $error) {
            if ($error->getCode() !== OnebloomException::UNAVAILABLE) {
                throw $error;
            }
            $state['unavailable'] ??= microtime(true);
        }
        $new = "$this->path.poll." . getmypid();
        file_put_contents($new, json_encode(['looked' => microtime(true)] + $state));
        rename($new, "$this->path.poll");
        flock($lock, LOCK_UN);
        if ($error !== null && ($must || !is_file($this->path))) {
            throw $error;
        }
        return $fetched;
    }
}

<?php

declare(strict_types=1);

namespace Onebloom\Redis;

/** A wire found no server, or it went away. RedisBloomFilter makes UNAVAILABLE of it; nobody else sees it. */
final class ConnectionLost extends \RuntimeException
{
    public static function by(\Throwable $cause): self
    {
        return new self($cause::class . ': ' . $cause->getMessage(), 0, $cause);
    }
}

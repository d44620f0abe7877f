<?php

declare(strict_types=1);

namespace Onebloom\Redis;

use Onebloom\ArgumentError;
use Onebloom\OnebloomException;

/**
 * The client phpredis. Its serialiser, prefix and compression do not touch what goes through rawCommand().
 *
 * It connects again by itself where a connection has died of age. Where one breaks before the reply it waits for that
 * reply on the next one, until its read timeout is over: set one.
 */
final class PhpRedisWire implements Wire
{
    /** In a pipeline phpredis makes true of every status, so of the type of a key too: this gives it as a string. */
    private const TYPE = ['EVAL', "return redis.call('TYPE', KEYS[1]).ok", '1'];

    public function __construct(private readonly \Redis $client)
    {
    }

    public function send(Task $task): array
    {
        $commands = $task->commands();
        try {
            if ($this->client->getMode() !== \Redis::ATOMIC) {
                throw new ArgumentError(
                    'the client is in the middle of multi() or pipeline(): exec() or discard() first, or use another',
                    OnebloomException::INVALID_ARGUMENT
                );
            }
            return $this->literally(fn (): array => $this->replies($commands));
        } catch (\RedisException $e) {
            if (!self::said($e)) {
                throw ConnectionLost::by($e);
            }
            // phpredis throws some errors of the server; which of the replies it was it does not say.
            return array_fill(0, count($commands), $e);
        }
    }

    /** A status as its text, not as true, while $call runs. */
    private function literally(callable $call): array
    {
        $before = $this->client->getOption(\Redis::OPT_REPLY_LITERAL);
        $this->client->setOption(\Redis::OPT_REPLY_LITERAL, true);
        try {
            return $call();
        } finally {
            $this->client->setOption(\Redis::OPT_REPLY_LITERAL, $before);
        }
    }

    /**
     * @param list<list<string>> $commands
     * @return list<mixed>
     */
    private function replies(array $commands): array
    {
        $this->client->clearLastError();
        // @: a broken connection is a notice of PHP's streams too, next to the exception.
        if (count($commands) === 1) {
            $replies = [@$this->client->rawCommand(...$commands[0])];
        } else {
            $this->client->multi(\Redis::PIPELINE);
            foreach ($commands as $command) {
                $this->client->rawCommand(...($command[0] === 'TYPE' ? [...self::TYPE, $command[1]] : $command));
            }
            $replies = @$this->client->exec();
        }
        if (!is_array($replies) || count($replies) !== count($commands)) {
            throw new \RedisException('the connection broke while commands were sent');
        }
        $error = $this->client->getLastError();
        if ($error !== null) {
            // An error is false here, also one within a list; none of the commands has "no value" as its reply.
            array_walk_recursive($replies, static function (mixed &$reply) use ($error): void {
                $reply = $reply === false ? new \RedisException($error) : $reply;
            });
        }
        return $replies;
    }

    /** Whether the server said it (READONLY …, OOM …), so that the connection is fine. */
    public static function said(\Throwable $e): bool
    {
        return preg_match('/^[A-Z][A-Z0-9]+ /', $e->getMessage()) === 1;
    }
}

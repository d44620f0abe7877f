<?php

declare(strict_types=1);

namespace Onebloom\Redis;

/** phpredis's client of a cluster: it has no pipelines, so commands go one by one, each to the node of its key. */
final class PhpRedisClusterWire implements Wire
{
    public function __construct(private readonly \RedisCluster $client)
    {
    }

    public function send(Task $task): array
    {
        $keys = $task->keyIndexes();
        $before = $this->client->getOption(\Redis::OPT_REPLY_LITERAL);
        $this->client->setOption(\Redis::OPT_REPLY_LITERAL, true);
        try {
            $replies = [];
            foreach ($task->commands() as $i => $command) {
                $replies[] = $this->one($keys[$i] > 0 ? $command[$keys[$i]] : $this->client->_masters()[0], $command);
            }
            return $replies;
        } finally {
            $this->client->setOption(\Redis::OPT_REPLY_LITERAL, $before);
        }
    }

    /**
     * @param string|array{string, int} $node a key, or an address
     * @param list<string> $command
     */
    private function one(string|array $node, array $command): mixed
    {
        try {
            $this->client->clearLastError();
            $reply = @$this->client->rawCommand($node, ...$command);
        } catch (\RedisClusterException | \RedisException $e) {
            return PhpRedisWire::said($e) ? $e : throw ConnectionLost::by($e);
        }
        $error = $reply === false ? $this->client->getLastError() : null;
        return $error === null ? $reply : new \RedisException($error);
    }
}

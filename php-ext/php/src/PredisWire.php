<?php

declare(strict_types=1);

namespace Onebloom\Redis;

use Predis\ClientInterface;
use Predis\Command\CommandInterface;
use Predis\Command\RawCommand;
use Predis\CommunicationException;
use Predis\Connection\NodeConnectionInterface;
use Predis\PredisException;
use Predis\Response\ErrorInterface;

/** The client Predis, 1.1 and later: one server, a replicated one, or a cluster. Its prefix does not touch raw commands. */
final class PredisWire implements Wire
{
    public function __construct(private readonly ClientInterface $client)
    {
    }

    public function send(Task $task): array
    {
        $connection = $this->client->getConnection();
        $keys = $task->keyIndexes();
        $commands = [];
        foreach ($task->commands() as $i => $arguments) {
            $commands[] = $this->command($arguments, $arguments[$keys[$i]] ?? '');
        }
        try {
            if ($connection instanceof NodeConnectionInterface) {
                $replies = $this->pipeline($connection, $commands, again: $connection->isConnected() && !$task->writes());
            } else {
                // Which of several nodes, and what to do when it has moved, only this knows.
                $replies = array_map($connection->executeCommand(...), $commands);
            }
        } catch (CommunicationException $e) {
            throw ConnectionLost::by($e);
        } catch (PredisException $e) {
            // ServerException, where the client was told to throw; no node for a slot.
            if (!PhpRedisWire::said($e)) {
                throw ConnectionLost::by($e);
            }
            $replies = array_fill(0, count($commands), $e);
        }
        return array_map(self::plain(...), $replies);
    }

    /** @param list<string> $arguments */
    private function command(array $arguments, string $key): CommandInterface
    {
        $command = RawCommand::create(...$arguments);
        $connection = $this->client->getConnection();
        if (method_exists($connection, 'getClusterStrategy')) {
            // Predis knows where the keys of the commands of its time are; the newer ones it refuses.
            $command->setSlot($connection->getClusterStrategy()->getSlotByKey($key));
        }
        return $command;
    }

    /**
     * A connection may have died of age. A question may be asked again; an add may not: it might be in already, and
     * would then be told that it is not new.
     *
     * @param list<CommandInterface> $commands
     * @return list<mixed>
     */
    private function pipeline(NodeConnectionInterface $connection, array $commands, bool $again): array
    {
        $replies = [];
        try {
            foreach ($commands as $command) {
                $connection->writeRequest($command);
            }
            foreach ($commands as $command) {
                $replies[] = $connection->readResponse($command);
            }
        } catch (\Throwable $e) {
            // Replies may still be on their way: they must not be taken for the next ones.
            $connection->disconnect();
            return $again && $e instanceof CommunicationException ? $this->pipeline($connection, $commands, false) : throw $e;
        }
        return $replies;
    }

    private static function plain(mixed $reply): mixed
    {
        return match (true) {
            is_array($reply) => array_map(self::plain(...), $reply),
            is_bool($reply) => (int) $reply,
            $reply instanceof ErrorInterface => new \RuntimeException($reply->getMessage()),
            is_object($reply) && !$reply instanceof \Throwable => (string) $reply,
            default => $reply,
        };
    }
}

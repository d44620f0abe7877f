<?php

declare(strict_types=1);

namespace Onebloom\Redis;

/** How the commands of a task reach a server. Make one for a client that is not known here. */
interface Wire
{
    /**
     * Sends $task->commands() in their order, in one pipeline where the client can do that, without MULTI, and
     * returns the replies as Task::feed() takes them.
     *
     * @return list<mixed>
     * @throws ConnectionLost when there is no server to answer
     */
    public function send(Task $task): array;
}

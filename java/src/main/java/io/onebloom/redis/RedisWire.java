package io.onebloom.redis;

import io.onebloom.RedisCommand;
import java.io.IOException;
import java.util.List;

/**
 * How commands reach a server: the one thing that a client must be able to do. {@link JedisWire} has it for Jedis;
 * for another client it is a few lines.
 */
@FunctionalInterface
public interface RedisWire {
    /**
     * Sends commands in one pipeline, without MULTI, and waits for the replies. Nothing may be added to keys and
     * nothing be made of the replies; a question may be repeated, a command that writes may not: it could be done
     * already.
     *
     * @param commands one or more
     * @return the replies in the order of the commands: null, Long, byte[], String, List or Map of these, Boolean,
     *     Double, and an error of the server as any Throwable whose message is the whole text
     * @throws IOException if the connection broke, or there is none: some of the commands may be done
     */
    List<Object> send(List<RedisCommand> commands) throws IOException;
}

package io.onebloom.redis;

import io.onebloom.RedisCommand;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.ClusterCommandArguments;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.MultiNodePipelineBase;
import redis.clients.jedis.Response;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/**
 * Commands over Jedis 7. The client stays yours: it is neither configured nor closed, and what is made over it is as
 * safe for threads as it is.
 */
@SuppressWarnings("exports") // whoever has a Jedis client has its module
public final class JedisWire {
    private JedisWire() {}

    /**
     * Over a client with a pool or a cluster: JedisPooled, JedisCluster, RedisClient and the like. Any number of
     * threads.
     *
     * @param client the client
     * @return its wire
     */
    public static RedisWire of(UnifiedJedis client) {
        Objects.requireNonNull(client, "the client is null");
        return commands -> {
            try {
                return pipeline(client, commands);
            } catch (JedisException e) {
                // A connection of the pool may have died of age. A question may be asked again; an add may not: it
                // might be in already, and would then be told that it is not new.
                if (commands.stream().anyMatch(RedisCommand::writes)) {
                    throw lost(e);
                }
            }
            try {
                return pipeline(client, commands);
            } catch (JedisException e) {
                throw lost(e);
            }
        };
    }

    /**
     * Over one connection, for one thread at a time. Once it is broken it stays so, as for any other use of it: take a
     * new Jedis, or a pool.
     *
     * @param client the client
     * @return its wire
     */
    public static RedisWire of(Jedis client) {
        Objects.requireNonNull(client, "the client is null");
        return commands -> {
            try {
                Connection connection = client.getConnection();
                for (RedisCommand command : commands) {
                    connection.sendCommand(name(command), arguments(command));
                }
                return connection.getMany(commands.size());
            } catch (JedisException e) {
                throw lost(e);
            }
        };
    }

    private static List<Object> pipeline(UnifiedJedis client, List<RedisCommand> commands) {
        List<Response<Object>> responses = new ArrayList<>(commands.size());
        boolean cluster;
        try (AbstractPipeline pipeline = client.pipelined()) {
            cluster = pipeline instanceof MultiNodePipelineBase;
            for (RedisCommand command : commands) {
                if (!cluster) {
                    responses.add(pipeline.sendCommand(name(command), arguments(command)));
                } else {
                    // A command without a key has no node: it goes alone.
                    responses.add(command.key() == null ? null : pipeline.sendCommand(routed(command)));
                }
            }
            pipeline.sync();
        }
        List<Object> replies = new ArrayList<>(commands.size());
        for (int i = 0; i < commands.size(); i++) {
            Object reply = responses.get(i) == null ? alone(client, commands.get(i)) : reply(responses.get(i));
            // The slot has moved: the command was not done, and the client knows how to find it.
            replies.add(reply instanceof JedisRedirectionException && cluster ? alone(client, commands.get(i)) : reply);
        }
        return replies;
    }

    private static Object reply(Response<Object> response) {
        try {
            return response.get();
        } catch (JedisDataException e) {
            return e;
        } catch (IllegalStateException e) {
            // How a pipeline over several nodes says that one of them broke off.
            throw new JedisException("a node of the cluster did not answer", e);
        }
    }

    private static Object alone(UnifiedJedis client, RedisCommand command) {
        try {
            return client.executeCommand(routed(command));
        } catch (JedisDataException e) {
            return e;
        }
    }

    private static ProtocolCommand name(RedisCommand command) {
        return () -> command.args()[0];
    }

    private static byte[][] arguments(RedisCommand command) {
        return Arrays.copyOfRange(command.args(), 1, command.args().length);
    }

    private static CommandArguments routed(RedisCommand command) {
        CommandArguments arguments = new ClusterCommandArguments(name(command));
        for (int i = 1; i < command.args().length; i++) {
            byte[] argument = command.args()[i];
            if (i == command.keyIndex()) {
                arguments.key(argument);
            } else {
                arguments.add(argument);
            }
        }
        return arguments;
    }

    private static IOException lost(JedisException e) {
        return new IOException(e.getClass().getSimpleName() + ": " + e.getMessage(), e);
    }
}

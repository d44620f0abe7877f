package io.onebloom;

import io.onebloom.redis.RedisBloomFilter;
import io.onebloom.redis.RedisOptions;
import io.onebloom.redis.RedisWire;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;

/** A server for all tests of a class, empty before each. */
abstract class RedisTestBase {
    static RedisServer server;
    static Jedis jedis;
    static RedisClient pool;
    static RedisWire wire;

    @BeforeAll
    static void serve() throws Exception {
        server = new RedisServer();
        jedis = server.jedis();
        pool = server.pool();
        wire = io.onebloom.redis.JedisWire.of(pool);
    }

    @AfterAll
    static void stop() throws Exception {
        pool.close();
        jedis.close();
        server.close();
    }

    @BeforeEach
    void empty() {
        jedis.flushAll();
    }

    static RedisOptions options() {
        return new RedisOptions();
    }

    static RedisBloomFilter create(long capacity) {
        return RedisBloomFilter.create(wire, "f", capacity, 0.01);
    }

    static Object[] texts(String before, int count) {
        return IntStream.range(0, count).mapToObj(i -> before + i).toArray();
    }

    static Object[] both(Object[] one, Object[] two) {
        List<Object> all = new ArrayList<>(List.of(one));
        all.addAll(List.of(two));
        return all.toArray();
    }

    static boolean[] local(BloomFilter filter, Object[] keys) {
        boolean[] answers = new boolean[keys.length];
        for (int i = 0; i < keys.length; i++) {
            answers[i] = filter.addMany(new Object[] {keys[i]}) == 1;
        }
        return answers;
    }

    static boolean all(boolean[] answers) {
        for (boolean answer : answers) {
            if (!answer) {
                return false;
            }
        }
        return true;
    }

    static Set<String> keys() {
        return new TreeSet<>(jedis.keys("*"));
    }

    static byte[] get(String key) {
        return jedis.get(Native.utf8(key));
    }
}

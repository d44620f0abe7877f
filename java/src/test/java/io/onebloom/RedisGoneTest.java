package io.onebloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onebloom.redis.JedisWire;
import io.onebloom.redis.RedisBloomFilter;
import io.onebloom.redis.RedisWire;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** A filter that is not there is never answered "absent", and nothing is made in its place. */
class RedisGoneTest extends RedisTestBase {
    static final Object[] KEYS = texts("key ", 300);

    private static RedisBloomFilter filled(String kind) {
        RedisBloomFilter f = RedisBloomFilter.create(wire, "f", options().capacity(1000).kind(kind));
        f.addMany(KEYS);
        return f;
    }

    private static void isUnavailable(RedisBloomFilter f, RedisWire wire) {
        RedisBloomFilter maybe = new RedisBloomFilter(wire, f.name(), options().onUnavailable("maybe"));
        for (int i = 0; i < 2; i++) {
            Fail.with(ErrorCode.UNAVAILABLE, () -> f.contains("key 1"));
            Fail.with(ErrorCode.UNAVAILABLE, () -> f.containsMany(both(KEYS, texts("absent", 1))));
            Fail.with(ErrorCode.UNAVAILABLE, () -> f.add("new"));
            Fail.with(ErrorCode.UNAVAILABLE, () -> f.addMany(KEYS));
            assertTrue(maybe.contains("absent") && all(maybe.containsMany(KEYS)));
            Fail.with(ErrorCode.UNAVAILABLE, () -> maybe.add("new"));
        }
    }

    private static void isGone(RedisBloomFilter f) {
        isUnavailable(f, wire);
        assertEquals(Set.of(), keys());
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "blocked", "counting"})
    void deleted(String kind) {
        RedisBloomFilter f = filled(kind);
        jedis.del("f");
        isGone(f);
        if (kind.equals("counting")) {
            Fail.with(ErrorCode.UNAVAILABLE, () -> f.remove("key 1"));
        }
    }

    @Test
    void flushed() {
        RedisBloomFilter f = filled("classic");
        jedis.flushAll();
        isGone(f);
    }

    @Test
    void expired() throws Exception {
        RedisBloomFilter f = filled("classic");
        jedis.pexpire("f", 1);
        while (jedis.exists("f")) {
            Thread.sleep(1);
        }
        isGone(f);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 60, 100_000})
    void overwritten(int length) {
        RedisBloomFilter f = filled("classic");
        jedis.set("f", "x".repeat(length));
        isUnavailable(f, wire);
        assertEquals("x".repeat(length), jedis.get("f"));
    }

    @Test
    void wrongType() {
        RedisBloomFilter f = filled("classic");
        jedis.del("f");
        jedis.hset("f", "a", "b");
        isUnavailable(f, wire);
        assertEquals(Map.of("a", "b"), jedis.hgetAll("f"));
    }

    /** Other m, k, kind and seed: seen in the same round trip, asked again with the new ones. */
    @Test
    void anotherFilterRenamedOverIt() {
        RedisBloomFilter f = filled("classic");
        Object[] asked = both(both(KEYS, new Object[] {"only here"}), texts("absent ", 500));
        for (Builder builder : new Builder[] {BloomFilter.builder().fpp(0.0001), BloomFilter.builder().kind("blocked"),
                BloomFilter.builder().kind("counting"), BloomFilter.builder().seed(7)}) {
            try (BloomFilter other = builder.capacity(5000).build();
                    BloomFilter small = BloomFilter.create(77, 0.01)) {
                other.addMany(new Object[] {"only here", "key 1", "key 2"});
                new RedisBloomFilter(wire, "g", options()).push(other);
                jedis.rename("g", "f");
                assertArrayEquals(other.containsMany(asked), f.containsMany(asked));
                jedis.del("f");
                new RedisBloomFilter(wire, "f", options()).push(small);
                assertTrue(f.add("x") && f.contains("x") && !f.contains("only here"));
            }
        }
    }

    @Test
    void eviction() throws Exception {
        try (RedisServer small = new RedisServer("--maxmemory", "6mb", "--maxmemory-policy", "allkeys-lru");
                Jedis plain = small.jedis()) {
            RedisBloomFilter.create(small.wire(), "f", 200_000, 0.01).addMany(KEYS);
            RedisBloomFilter f = RedisBloomFilter.open(small.wire(), "f");
            assertTrue(f.advise().toString().contains("allkeys-lru"));
            for (int i = 0; plain.exists("f"); i++) {
                assertTrue(i < 20_000, "not evicted");
                plain.set("other:" + i, "x".repeat(500));
            }
            Fail.with(ErrorCode.UNAVAILABLE, () -> f.contains("key 1"));
            Fail.with(ErrorCode.UNAVAILABLE, () -> f.add("key 1"));
            assertFalse(plain.exists("f"));
        }
    }

    @Test
    void memoryIsFull() throws Exception {
        try (RedisServer small = new RedisServer(); Jedis plain = small.jedis()) {
            RedisBloomFilter f = RedisBloomFilter.create(small.wire(), "f", 1000, 0.01);
            f.add("a");
            plain.set("other", "x".repeat(3_000_000));
            plain.configSet("maxmemory", "2mb");
            assertTrue(f.contains("a"));
            Fail.with(ErrorCode.OUT_OF_MEMORY, () -> f.add("b"));
            Fail.with(ErrorCode.OUT_OF_MEMORY, () -> RedisBloomFilter.create(small.wire(), "g", 1000, 0.01));
            assertEquals(Set.of("f", "other"), plain.keys("*"));
        }
    }

    @Test
    void restartWithoutItsData() throws Exception {
        try (RedisServer own = new RedisServer(); RedisClient client = own.pool()) {
            RedisWire wire = JedisWire.of(client);
            RedisBloomFilter f = RedisBloomFilter.create(wire, "f", 1000, 0.01);
            f.addMany(KEYS);
            own.stop();
            RuntimeException e = Fail.with(ErrorCode.UNAVAILABLE, "cannot be reached", () -> f.contains("key 1"));
            assertTrue(e.getCause().getCause().getCause() instanceof JedisConnectionException, "" + e.getCause());
            isUnavailable(f, wire);
            own.start();
            isUnavailable(f, wire);
            try (Jedis plain = own.jedis()) {
                assertEquals(0, plain.dbSize());
            }
        }
    }

    /** A pooled connection that died meanwhile costs a reader nothing, and scripts are known anew. */
    @Test
    void restartWithItsData() throws Exception {
        try (RedisServer own = new RedisServer("--appendonly", "yes", "--appendfsync", "always");
                RedisClient client = own.pool()) {
            RedisBloomFilter f = RedisBloomFilter.create(JedisWire.of(client), "f", 1000, 0.01);
            f.addMany(KEYS);
            own.stop();
            own.start();
            assertTrue(all(f.containsMany(KEYS)));
            assertTrue(f.add("after") && f.contains("after"));
        }
    }

    @Test
    void replica() throws Exception {
        try (RedisServer primary = new RedisServer(); Jedis plain = primary.jedis();
                RedisServer replica = new RedisServer("--replicaof", "127.0.0.1", "" + primary.port)) {
            RedisBloomFilter f = RedisBloomFilter.create(primary.wire(), "f", 1000, 0.01);
            f.addMany(KEYS);
            long until = System.nanoTime() + RedisServer.PATIENCE;
            while (plain.waitReplicas(1, 1000) < 1) {
                assertTrue(System.nanoTime() < until, "no replica");
            }
            RedisBloomFilter there = RedisBloomFilter.open(replica.wire(), "f");
            assertTrue(all(there.containsMany(KEYS)) && !there.contains("absent"));
            Fail.with(ErrorCode.READ_ONLY, () -> there.add("x"));
            assertTrue(f.add("x"));
        }
    }

    @Test
    void noPermission() {
        filled("classic");
        jedis.aclSetUser("reader", "on", "nopass", "~f", "+bitfield_ro", "+strlen", "+client", "+hello");
        try (RedisClient client = RedisClient.create("127.0.0.1", server.port, "reader", "x")) {
            RedisBloomFilter f = new RedisBloomFilter(JedisWire.of(client), "f", options().layout("single"));
            assertTrue(all(f.containsMany(KEYS)));
            Fail.with(ErrorCode.PERMISSION, () -> f.add("x"));
        } finally {
            jedis.aclDelUser("reader");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 700, 5000})
    void connectionLostInABatch(long allow) throws Exception {
        filled("classic");
        try (RedisCutter cutter = new RedisCutter(server.port);
                RedisClient client = RedisClient.create("127.0.0.1", cutter.port)) {
            RedisWire through = JedisWire.of(client);
            RedisBloomFilter f = RedisBloomFilter.open(through, "f");
            assertTrue(all(f.containsMany(KEYS)));
            Object[] long_ = both(both(both(KEYS, KEYS), both(KEYS, KEYS)), both(both(KEYS, KEYS), both(KEYS, KEYS)));
            cutter.allow.set(allow);
            Fail.with(ErrorCode.UNAVAILABLE, () -> f.containsMany(long_));
            RedisBloomFilter maybe = new RedisBloomFilter(through, "f", options().onUnavailable("maybe"));
            assertTrue(all(maybe.containsMany(texts("absent", 500))));
            Fail.with(ErrorCode.UNAVAILABLE, "certainly added before", () -> f.addMany(texts("new ", 5000)));
            // Back again: no reply of the broken batch is taken for one of the next.
            cutter.allow.set(Long.MAX_VALUE);
            boolean[] answers = f.containsMany(both(KEYS, new Object[] {"absent"}));
            for (int i = 0; i < answers.length; i++) {
                assertEquals(i < KEYS.length, answers[i], "key number " + i);
            }
        }
    }

    /** One connection that broke stays broken: it never answers with what was left of another question. */
    @Test
    void oneConnectionThatBroke() throws Exception {
        filled("classic");
        try (RedisCutter cutter = new RedisCutter(server.port)) {
            Jedis one = new Jedis("127.0.0.1", cutter.port);
            RedisBloomFilter f = RedisBloomFilter.open(JedisWire.of(one), "f");
            cutter.allow.set(300);
            Fail.with(ErrorCode.UNAVAILABLE, () -> f.containsMany(KEYS));
            cutter.allow.set(Long.MAX_VALUE);
            Fail.with(ErrorCode.UNAVAILABLE, () -> f.containsMany(KEYS));
            try {
                one.close();
            } catch (JedisConnectionException e) {
                // Jedis says goodbye to a broken connection; whether it notices is a matter of timing, and its own.
            }
        }
    }
}

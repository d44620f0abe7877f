package io.onebloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onebloom.redis.JedisWire;
import io.onebloom.redis.RedisBloomFilter;
import io.onebloom.redis.RedisOptions;
import io.onebloom.redis.RedisWire;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisProtocol;

/** RedisBloom's own filters under the same verbs, against its real module. */
class RedisModuleTest {
    static final Object[] KEYS = RedisTestBase.texts("key ", 450);

    static RedisServer server;
    static RedisClient client;
    static RedisWire wire;

    @BeforeAll
    static void serve() throws Exception {
        server = new RedisServer("--loadmodule", RedisServer.bloomModule());
        client = server.pool();
        wire = JedisWire.of(client);
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        server.close();
    }

    @BeforeEach
    void empty() {
        client.flushAll();
    }

    private static RedisOptions options() {
        return new RedisOptions().backend("redisbloom");
    }

    /** reserve, add, madd, exists, mexists, insert, info: what we add the module finds, and the other way round. */
    @Test
    void verbs() {
        RedisBloomFilter f = RedisBloomFilter.create(wire, "f", options().capacity(1000).fpp(0.001));
        assertTrue(f.add("a") && !f.add("a") && f.contains("a") && !f.contains("b"));
        assertEquals(KEYS.length, f.addMany(KEYS));
        assertTrue(RedisTestBase.all(f.containsMany(KEYS)) && !f.contains(7));
        String[] names = List.of(KEYS).toArray(new String[0]);
        assertFalse(client.bfMExists("f", names).contains(false));
        client.bfAdd("f", "42");
        client.bfMAdd("f", "43", "44");
        assertTrue(f.contains(42) && f.contains("43") && f.contains(new byte[] {'4', '4'}));
        assertEquals(client.bfCard("f"), f.stats().get("items"));
        assertEquals(1000L, f.stats().get("capacity"));
        assertEquals(1L, f.stats().get("section_count"));
        assertEquals("redisbloom", f.stats().get("layout"));
        Fail.with(ErrorCode.UNSUPPORTED, () -> f.remove("a"));
        Fail.with(ErrorCode.UNSUPPORTED, f::pull);
        Fail.with(ErrorCode.UNSUPPORTED, () -> f.rebuild(new RedisOptions().capacity(10)));
        assertEquals(1, f.delete());
    }

    /** Where booleans are booleans and maps are maps. */
    @Test
    void resp3() {
        DefaultJedisClientConfig three = DefaultJedisClientConfig.builder().protocol(RedisProtocol.RESP3).build();
        try (Jedis jedis = new Jedis(new HostAndPort("127.0.0.1", server.port), three)) {
            RedisWire own = JedisWire.of(jedis);
            RedisBloomFilter f = RedisBloomFilter.create(own, "f", options().capacity(1000));
            assertTrue(f.add("a") && !f.add("a") && f.contains("a") && !f.contains("b"));
            assertEquals(1L, f.stats().get("items"));
            Fail.with(ErrorCode.UNAVAILABLE, () -> new RedisBloomFilter(own, "g", options()).contains("a"));
        }
    }

    @Test
    void growthAndRefusingToGrow() {
        RedisBloomFilter f = RedisBloomFilter.create(wire, "f", options().capacity(100).set("expansion", 4));
        f.addMany(KEYS);
        assertEquals(2L, f.stats().get("section_count"));
        assertEquals(4L, f.stats().get("expansion"));
        Fail.with(ErrorCode.ALREADY_EXISTS, () -> RedisBloomFilter.create(wire, "f", options().capacity(100)));
        RedisBloomFilter g = RedisBloomFilter.create(wire, "g", options().capacity(100).set("expansion", 0));
        Fail.with(ErrorCode.OUT_OF_RANGE, "of 450 keys", () -> g.addMany(KEYS));
    }

    @Test
    void aMissingKeyIsAnErrorHereToo() {
        RedisBloomFilter f = new RedisBloomFilter(wire, "f", options());
        Fail.with(ErrorCode.UNAVAILABLE, () -> f.add("x"));
        Fail.with(ErrorCode.UNAVAILABLE, () -> f.addMany(KEYS));
        Fail.with(ErrorCode.UNAVAILABLE, () -> f.contains("x"));
        Fail.with(ErrorCode.UNAVAILABLE, () -> f.containsMany(KEYS));
        Fail.with(ErrorCode.UNAVAILABLE, f::stats);
        Fail.with(ErrorCode.UNAVAILABLE, () -> RedisBloomFilter.open(wire, "f", options()));
        assertEquals(Set.of(), client.keys("*"));
        assertTrue(new RedisBloomFilter(wire, "f", options().onUnavailable("maybe")).contains("x"));
        client.set("f", "text");
        Fail.with(ErrorCode.UNAVAILABLE, "holds a string", () -> f.contains("x"));
    }

    @Test
    void aServerWithoutTheModule() throws Exception {
        try (RedisServer plain = new RedisServer()) {
            Fail.with(ErrorCode.UNSUPPORTED, "module",
                    () -> RedisBloomFilter.create(plain.wire(), "f", options().capacity(100)));
        }
    }
}

package io.onebloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onebloom.redis.JedisWire;
import io.onebloom.redis.RedisBloomFilter;
import io.onebloom.redis.RedisWire;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.RedisProtocol;

/** Every verb against a real server: the same answers and the same bytes as in this process. */
class RedisVerbsTest extends RedisTestBase {
    static final Object[] KEYS = both(texts("key ", 500), new Object[] {-50, 7L, (short) 8, new byte[] {-1, 0}, "", "中"});
    static final Object[] OTHERS = texts("other ", 3000);

    @TempDir Path dir;

    @ParameterizedTest
    @CsvSource({"classic,xxh3", "blocked,xxh3", "counting,xxh3", "classic,xxh64", "blocked,xxh64", "counting,xxh64",
            "classic,murmur3-guava64", "counting,crc32-double"})
    void answersAndBytesAreThoseOfALocalFilter(String kind, String scheme) {
        try (BloomFilter mine = BloomFilter.builder().capacity(2000).fpp(0.02).kind(kind).scheme(scheme).build()) {
            RedisBloomFilter f = RedisBloomFilter.create(wire, "f",
                    options().capacity(2000).fpp(0.02).kind(kind).scheme(scheme));
            assertArrayEquals(local(mine, KEYS), f.addEach(KEYS));
            assertTrue(all(f.containsMany(KEYS)));
            assertArrayEquals(mine.containsMany(OTHERS), f.containsMany(OTHERS));
            try (BloomFilter pulled = f.pull(); BloomFilter got = BloomFilter.fromBytes(get("f"))) {
                assertTrue(pulled.contentEquals(mine));
                assertTrue(got.contentEquals(mine), "the value of the key is the file");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "blocked", "counting"})
    void aSavedFileSetAsItIsIsLive(String kind) {
        try (BloomFilter mine = BloomFilter.builder().capacity(1000).kind(kind).build()) {
            mine.addMany(KEYS);
            jedis.set(Native.utf8("f"), mine.toBytes());
        }
        RedisBloomFilter f = RedisBloomFilter.open(wire, "f");
        assertTrue(all(f.containsMany(KEYS)));
        assertTrue(f.add("one more"));
        // The seal is taken off by the first add, so nobody takes the bytes for damaged.
        try (BloomFilter got = BloomFilter.fromBytes(get("f"))) {
            assertTrue(got.contains("one more"));
        }
    }

    @Test
    void singleVerbs() {
        RedisBloomFilter f = create(100);
        assertTrue(f.add("a"));
        assertFalse(f.add("a"));
        assertTrue(f.contains("a"));
        assertFalse(f.contains("b"));
        assertEquals(2, f.addMany(Arrays.asList("a", "b", "b", 7, "7")));
        assertTrue(f.contains(7L) && f.contains(BigInteger.valueOf(7)) && f.contains(new byte[] {'7'}));
        assertEquals(2, f.addMany(new long[] {8, 9, 8}));
        assertArrayEquals(new boolean[] {true, true, false}, f.containsMany(new long[] {8, 9, 10}));
        assertEquals(Set.of(0, 2), Set.copyOf(f.containsMany(List.of("a", "z", "b")).stream().boxed().toList()));
        assertEquals(0, f.containsMany(new Object[0]).length);
        assertEquals(0, f.addMany(List.of()));
        Fail.with(ErrorCode.KEY_TYPE, "key number 1", () -> f.addMany(new Object[] {"good", 1.5}));
        assertFalse(f.contains("good"), "a bad key leaves Redis as it is");
        Fail.with(ErrorCode.KEY_TYPE, () -> f.add('x'));
        Fail.with(ErrorCode.KEY_ENCODING, () -> f.add("\uD800"));
        assertThrows(NullPointerException.class, () -> f.addMany(Collections.singletonList(null)));
        Fail.with(ErrorCode.UNSUPPORTED, () -> f.remove("a"));
        Fail.with(ErrorCode.ALREADY_EXISTS, () -> create(100));
        assertEquals("f", f.name());
        assertEquals(1, f.delete());
        assertEquals(0, f.delete());
    }

    @Test
    void countingRemoves() {
        RedisBloomFilter f = RedisBloomFilter.create(wire, "f", options().capacity(300).kind("counting"));
        try (BloomFilter mine = BloomFilter.builder().capacity(300).kind("counting").build()) {
            Object[] some = texts("key ", 300);
            assertEquals(mine.addMany(some), f.addMany(some));
            for (int i = 0; i < 20; i++) {
                assertEquals(mine.add("many times"), f.add("many times"));
            }
            for (int i = 0; i < 100; i++) {
                assertTrue(f.remove("key " + i) && mine.remove("key " + i));
            }
            // Counters stay at 15 once they are there.
            for (int i = 0; i < 30; i++) {
                assertTrue(f.remove("many times") && mine.remove("many times"));
            }
            assertFalse(f.remove("never there"));
            try (BloomFilter pulled = f.pull()) {
                assertTrue(pulled.contentEquals(mine));
                assertTrue(pulled.remove("key 200"), "any thread may change what was pulled");
            }
            assertTrue(all(f.containsMany(Arrays.copyOfRange(some, 100, 300))));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tag", "spread"})
    void shards(String layout) {
        RedisBloomFilter f = RedisBloomFilter.create(wire, "f", options().capacity(5000).shards(4).layout(layout));
        Set<String> names = new TreeSet<>();
        for (int i = 0; i < 4; i++) {
            names.add(layout.equals("tag") ? "{f}:" + i : "f:{" + i + "}");
        }
        assertEquals(names, keys());
        try (BloomFilter mine = BloomFilter.builder().capacity(5000).shards(4).build()) {
            assertArrayEquals(local(mine, KEYS), f.addEach(KEYS));
            RedisBloomFilter again = RedisBloomFilter.open(wire, "f");
            assertArrayEquals(mine.containsMany(OTHERS), again.containsMany(OTHERS));
            try (BloomFilter pulled = again.pull()) {
                assertTrue(pulled.contentEquals(mine));
            }
            assertEquals(layout, again.stats().get("layout"));
            assertEquals(KEYS.length, (long) again.stats().get("estimated_items"), 30);
            // One shard is gone: nothing of it is answered "absent".
            jedis.del(List.copyOf(names).get(2));
            Fail.with(ErrorCode.UNAVAILABLE, () -> again.containsMany(KEYS));
            Fail.with(ErrorCode.UNAVAILABLE, () -> RedisBloomFilter.open(wire, "f"));
        }
    }

    @Test
    void shardsBySizeOfKey() {
        RedisBloomFilter f = RedisBloomFilter.create(wire, "f",
                options().capacity(1_000_000).layout("tag").set("max_key_bytes", 1 << 18));
        assertTrue((long) f.stats().get("key_bytes") <= 1 << 18);
        assertEquals(5L, f.stats().get("section_count"));
    }

    @Test
    void pushAndPull() throws Exception {
        Path path = dir.resolve("f.bloom");
        RedisBloomFilter f = new RedisBloomFilter(wire, "f", options().set("chunk", 4096));
        try (BloomFilter mine = BloomFilter.create(20_000, 0.01);
                BloomFilter sharded = BloomFilter.builder().capacity(20_000).shards(3).build();
                BloomFilter growing = BloomFilter.builder().capacity(10).growth(2).build()) {
            mine.addMany(KEYS);
            sharded.addMany(KEYS);
            mine.save(path);
            assertEquals(0, f.push(path).version().generation());
            f.pull(dir.resolve("g.bloom"));
            try (BloomFilter g = BloomFilter.load(dir.resolve("g.bloom"))) {
                assertTrue(g.contentEquals(mine));
            }
            // Another layout: what is of no use any more is deleted.
            f.push(sharded);
            assertEquals(Set.of("{f}:0", "{f}:1", "{f}:2"), keys());
            assertTrue(all(f.containsMany(KEYS)));
            f.push(mine);
            f.push(mine);
            assertEquals(Set.of("f"), keys());
            assertEquals(1, f.version().generation());
            Fail.with(ErrorCode.UNSUPPORTED, () -> f.push(growing));
            jedis.del("f");
            jedis.rpush("f", "a list");
            Fail.with(ErrorCode.ALREADY_EXISTS, () -> f.push(mine));
            assertEquals(List.of("a list"), jedis.lrange("f", 0, -1));
            assertEquals(Set.of("f"), keys());
            mine.close();
            Fail.with(ErrorCode.CLOSED, () -> f.push(mine));
        }
    }

    /** A filter closed in the middle of its push has no bits any more: nothing is put in place. */
    @Test
    void closedWhileItIsPushed() {
        BloomFilter mine = BloomFilter.create(200_000, 0.01);
        mine.addMany(KEYS);
        int[] flushes = {0};
        RedisWire closing = commands -> {
            if (++flushes[0] == 4) {
                mine.close();
            }
            return wire.send(commands);
        };
        Fail.with(ErrorCode.CLOSED, () -> new RedisBloomFilter(closing, "f", options().set("chunk", 4096)).push(mine));
        assertFalse(jedis.exists("f"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "blocked", "counting"})
    void merge(String kind) {
        try (BloomFilter one = BloomFilter.builder().capacity(1000).kind(kind).build();
                BloomFilter two = BloomFilter.builder().capacity(1000).kind(kind).build();
                BloomFilter unlike = BloomFilter.builder().capacity(2000).kind(kind).build()) {
            one.addMany(Arrays.copyOfRange(KEYS, 0, 300));
            two.addMany(Arrays.copyOfRange(KEYS, 200, 500));
            RedisBloomFilter f = new RedisBloomFilter(wire, "f", options().set("chunk", 4096)).push(one);
            f.merge(new RedisBloomFilter(wire, "g", options()).push(two));
            one.merge(two);
            try (BloomFilter pulled = f.pull()) {
                assertTrue(pulled.contentEquals(one));
            }
            assertEquals(Set.of("f", "g"), keys());
            Fail.with(ErrorCode.INCOMPATIBLE, "differ in m", () -> f.merge(unlike));
        }
    }

    /** B132: cell p is what GETBIT reads at 1024 + p. */
    @Test
    void getbitFindsEveryCell() {
        try (BloomFilter mine = BloomFilter.create(1000, 0.01)) {
            mine.addMany(KEYS);
            new RedisBloomFilter(wire, "f", options()).push(mine);
            Set<Long> cells = new TreeSet<>();
            for (Object key : KEYS) {
                Arrays.stream(mine.positions(key)).forEach(cells::add);
            }
            Pipeline pipeline = jedis.pipelined();
            List<Response<Boolean>> bits = java.util.stream.LongStream.range(0, mine.stats().m())
                    .mapToObj(p -> pipeline.getbit("f", 1024 + p)).toList();
            pipeline.sync();
            for (int p = 0; p < bits.size(); p++) {
                assertEquals(cells.contains((long) p), bits.get(p).get(), "cell " + p);
            }
        }
    }

    @Test
    void stats() {
        RedisBloomFilter f = create(1000);
        f.addMany(texts("n ", 900));
        Map<String, Object> stats = f.stats();
        assertEquals("warn", stats.get("status"));
        assertEquals(900, (long) stats.get("estimated_items"), 30);
        assertTrue((double) stats.get("expected_fpp") < 0.01);
        assertNull(stats.get("items"));
        assertNull(stats.get("ttl_ms"));
        f.addMany(texts("m ", 300));
        assertEquals("over", f.stats().get("status"));
        assertEquals(f.stats(true).get("estimated_items"), f.stats().get("estimated_items"));
        RedisBloomFilter short_ = RedisBloomFilter.create(wire, "g", options().capacity(10).ttl(1000));
        assertEquals(1_000_000, (long) short_.stats().get("ttl_ms"), 60_000);
        assertTrue(short_.advise().get(0).contains("expires in"), () -> "" + short_.advise());
    }

    @Test
    void limitsAndWhatIsNoFilter() {
        Fail.with(ErrorCode.OUT_OF_RANGE, "shards=3 would do", () -> create(1_000_000_000));
        for (String name : List.of("keys_per_command", "operations_per_flush", "chunk")) {
            Fail.with(ErrorCode.OUT_OF_RANGE, name, () -> new RedisBloomFilter(wire, "f", options().set(name, 0)));
        }
        Fail.with(ErrorCode.INVALID_ARGUMENT, "on_unavailable",
                () -> new RedisBloomFilter(wire, "f", options().set("colour", 1)));
        Fail.with(ErrorCode.INVALID_ARGUMENT, () -> new RedisBloomFilter(wire, "f", options().onUnavailable("no")));
        Fail.with(ErrorCode.INVALID_ARGUMENT, () -> new RedisBloomFilter(wire, "", options()));
        assertEquals(Set.of(), keys());
        jedis.set("text", "hello");
        jedis.rpush("list", "1");
        Fail.with(ErrorCode.NOT_A_FILTER, () -> RedisBloomFilter.open(wire, "text"));
        Fail.with(ErrorCode.UNAVAILABLE, "WRONGTYPE", () -> RedisBloomFilter.open(wire, "list"));
        Fail.with(ErrorCode.UNAVAILABLE, () -> RedisBloomFilter.open(wire, "nothing"));
    }

    /** Every way that Jedis has to a single server, RESP3 too. */
    @Test
    @SuppressWarnings("deprecation")
    void clients() {
        HostAndPort here = new HostAndPort("127.0.0.1", server.port);
        try (Jedis one = server.jedis();
                Jedis three = new Jedis(here, DefaultJedisClientConfig.builder().protocol(RedisProtocol.RESP3).build());
                redis.clients.jedis.JedisPooled pooled = new redis.clients.jedis.JedisPooled("127.0.0.1", server.port)) {
            int i = 0;
            for (RedisWire each : List.of(JedisWire.of(one), JedisWire.of(three), JedisWire.of(pooled))) {
                RedisBloomFilter f = RedisBloomFilter.create(each, "f" + i, 1000, 0.01);
                assertEquals(KEYS.length, f.addMany(KEYS), 3);
                assertTrue(all(f.containsMany(KEYS)));
                assertFalse(RedisBloomFilter.open(each, "f" + i).contains("absent"));
                RedisBloomFilter days = RedisBloomFilter.create(each, "d" + i, options().capacity(100).days(86400, 3));
                assertTrue(days.add("a") && days.contains("a") && !days.contains("b"));
                i++;
            }
        }
    }
}

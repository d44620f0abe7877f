package io.onebloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onebloom.redis.JedisWire;
import io.onebloom.redis.Rebuild;
import io.onebloom.redis.RedisBloomFilter;
import io.onebloom.redis.RedisOptions;
import io.onebloom.redis.RedisWire;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClusterClient;

/** A cluster of three nodes: every key of a filter is asked on its own node, moved slots too. */
class RedisClusterTest {
    static final Object[] KEYS = RedisTestBase.texts("key ", 600);
    static final Object[] OTHERS = RedisTestBase.texts("other ", 1000);

    static RedisCluster cluster;
    static RedisClusterClient client;
    static RedisWire wire;

    @BeforeAll
    static void serve() throws Exception {
        cluster = new RedisCluster();
        client = cluster.client();
        wire = JedisWire.of(client);
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        cluster.close();
    }

    @BeforeEach
    void empty() {
        cluster.empty();
    }

    private static RedisOptions options(String layout) {
        RedisOptions options = new RedisOptions().capacity(5000);
        return layout.equals("single") ? options : options.shards(8).layout(layout);
    }

    /** B133: what is added is found, by whichever node. */
    @ParameterizedTest
    @ValueSource(strings = {"single", "tag", "spread"})
    void verbs(String layout) {
        boolean single = layout.equals("single");
        Builder builder = BloomFilter.builder().capacity(5000);
        try (BloomFilter mine = single ? builder.build() : builder.shards(8).build()) {
            RedisBloomFilter f = RedisBloomFilter.create(wire, "f", options(layout));
            assertArrayEquals(RedisTestBase.local(mine, KEYS), f.addEach(KEYS));
            RedisBloomFilter again = RedisBloomFilter.open(wire, "f");
            assertArrayEquals(mine.containsMany(OTHERS), again.containsMany(OTHERS));
            assertTrue(again.add("one") && !again.add("one") && again.contains("one"));
            mine.add("one");
            try (BloomFilter pulled = again.pull()) {
                assertTrue(pulled.contentEquals(mine));
            }
            assertEquals(KEYS.length, (long) again.stats().get("estimated_items"), 40);
            mine.addMany(OTHERS);
            again.merge(mine);
            assertTrue(RedisTestBase.all(f.containsMany(OTHERS)));
            new RedisBloomFilter(wire, "f", new RedisOptions().layout(layout)).push(mine);
            try (BloomFilter pulled = f.pull()) {
                assertTrue(pulled.contentEquals(mine));
            }
            try (Rebuild rebuild = f.rebuild(options(layout).capacity(6000))) {
                f.add("while");
                rebuild.filter().addMany(KEYS);
                rebuild.commit();
            }
            assertTrue(RedisTestBase.all(f.containsMany(KEYS)) && f.contains("while"));
            assertEquals(single ? 1 : 8, f.delete());
            Fail.with(ErrorCode.UNAVAILABLE, () -> f.contains("one"));
        }
    }

    @Test
    @SuppressWarnings("deprecation")
    void theOldClusterClient() {
        RedisBloomFilter.create(wire, "f", options("spread")).addMany(KEYS);
        try (var old = new redis.clients.jedis.JedisCluster(new HostAndPort("127.0.0.1", cluster.nodes.get(1).port))) {
            RedisBloomFilter f = RedisBloomFilter.open(JedisWire.of(old), "f");
            assertTrue(RedisTestBase.all(f.containsMany(KEYS)) && !f.contains("absent") && f.add("new"));
        }
        long nodes = cluster.nodes.stream().filter(node -> {
            try (Jedis jedis = node.jedis()) {
                return jedis.dbSize() > 0;
            }
        }).count();
        assertTrue(nodes >= 2, "spread over nodes");
    }

    @Test
    void aSlotMovesWhileReadersAndWritersGoOn() throws Exception {
        RedisBloomFilter f = RedisBloomFilter.create(wire, "moving", 20_000, 0.01);
        f.addMany(KEYS);
        AtomicBoolean end = new AtomicBoolean();
        List<String> added = Collections.synchronizedList(new ArrayList<>());
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<?> asking = pool.submit(() -> {
            try (RedisClusterClient own = cluster.client()) {
                RedisBloomFilter mine = new RedisBloomFilter(JedisWire.of(own), "moving", new RedisOptions());
                for (int i = 0; !end.get(); i++) {
                    try {
                        assertTrue(RedisTestBase.all(mine.containsMany(KEYS)), "a member was missed");
                        mine.add("moving " + i);
                        added.add("moving " + i);
                    } catch (OnebloomIOException e) {
                        // For a moment, while the slot changes hands; never "absent".
                        assertEquals(ErrorCode.UNAVAILABLE, e.code());
                    }
                }
            }
        });
        for (int i = 0; i < 4; i++) {
            int before = added.size();
            cluster.move("moving");
            long until = System.nanoTime() + RedisServer.PATIENCE;
            while (added.size() < before + 5 && !asking.isDone()) {
                assertTrue(System.nanoTime() < until, "the writer does not come back after a move");
                Thread.sleep(1);
            }
        }
        end.set(true);
        pool.shutdown();
        asking.get();
        assertFalse(added.isEmpty());
        assertTrue(RedisTestBase.all(f.containsMany(KEYS)) && RedisTestBase.all(f.containsMany(added.toArray())));
        assertTrue(f.add("after the moves"));
    }

    @Test
    void aSingleNodeClientIsTold() {
        RedisBloomFilter.create(wire, "f", 100, 0.01);
        int answered = 0;
        for (RedisServer node : cluster.nodes) {
            RedisBloomFilter f = new RedisBloomFilter(node.wire(), "f", new RedisOptions().layout("single"));
            try {
                assertFalse(f.contains("x"));
                answered++;
            } catch (OnebloomIOException e) {
                assertEquals(ErrorCode.UNAVAILABLE, e.code());
                assertTrue(e.getMessage().contains("use the cluster client"), e::getMessage);
            }
        }
        assertEquals(1, answered);
    }
}

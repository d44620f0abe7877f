package io.onebloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onebloom.redis.Rebuild;
import io.onebloom.redis.RedisBloomFilter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many at once: exact claims, pushes seen whole, and a rebuild that loses nothing. */
class RedisRaceTest extends RedisTestBase {
    private static RedisBloomFilter claims(String kind) {
        // So large that no two keys share all cells: each is new to exactly one.
        return RedisBloomFilter.create(wire, "claims",
                options().capacity(100_000).fpp(kind.equals("blocked") ? 1e-5 : 1e-7).kind(kind));
    }

    private static void assertEachOnce(List<String> won) {
        assertEquals(RedisClaims.KEYS, won.size());
        assertEquals(RedisClaims.KEYS, Set.copyOf(won).size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "blocked", "counting"})
    void fourThreadsClaimEachKeyOnce(String kind) throws Exception {
        RedisBloomFilter f = claims(kind);
        List<String> won = RedisClaims.claim(f, 0, 4);
        assertEachOnce(won);
        assertTrue(all(f.containsMany(won.toArray())));
    }

    @Test
    void fourProcessesClaimEachKeyOnce() throws Exception {
        claims("classic");
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try {
            List<Future<String>> forks = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                String mine = "" + i;
                forks.add(pool.submit(() -> new Fork().main(RedisClaims.class).run("" + server.port, mine, "2").ok()));
            }
            long until = System.nanoTime() + 3 * RedisServer.PATIENCE;
            while (!"4".equals(jedis.get("ready"))) {
                assertTrue(System.nanoTime() < until, "the processes do not come up");
                Thread.sleep(5);
            }
            jedis.set("go", "1");
            List<String> won = new ArrayList<>();
            for (Future<String> fork : forks) {
                fork.get().lines().filter(line -> line.startsWith("job ")).forEach(won::add);
            }
            assertEachOnce(won);
        } finally {
            pool.shutdown();
        }
    }

    private interface Act {
        void run(int round) throws Exception;
    }

    /** Does something again and again in a thread until it is closed. */
    private static final class Background implements AutoCloseable {
        private final AtomicBoolean end = new AtomicBoolean();
        private final AtomicInteger rounds = new AtomicInteger();
        private final ExecutorService pool = Executors.newSingleThreadExecutor();
        private final Future<?> done;

        Background(Act act) {
            done = pool.submit(() -> {
                while (!end.get()) {
                    act.run(rounds.get());
                    rounds.incrementAndGet();
                }
                return null;
            });
        }

        void waitForRounds(int count) throws InterruptedException {
            for (int goal = rounds.get() + count; rounds.get() < goal && !done.isDone();) {
                Thread.sleep(1);
            }
        }

        @Override
        public void close() throws Exception {
            end.set(true);
            pool.shutdown();
            done.get();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void readersNeverSeeHalfAPush(int shards) throws Exception {
        Object[] keys = texts("key ", 300);
        List<BloomFilter> filters = new ArrayList<>();
        for (int capacity : new int[] {40_000, 60_000}) {
            Builder builder = BloomFilter.builder().capacity(capacity);
            BloomFilter filter = shards == 1 ? builder.build() : builder.shards(shards).build();
            filter.addMany(keys);
            filters.add(filter);
        }
        RedisBloomFilter f = new RedisBloomFilter(wire, "f", options().set("chunk", 4096)).push(filters.get(0));
        RedisBloomFilter reader = new RedisBloomFilter(wire, "f", options());
        try (Background readers = new Background(round -> assertTrue(all(reader.containsMany(keys))))) {
            for (int i = 0; i < 12; i++) {
                f.push(filters.get((i + 1) % 2));
            }
            readers.waitForRounds(3);
        }
        if (shards == 1) {
            assertEquals(12, f.version().generation());
        }
        assertFalse(keys().toString().contains(":new:"));
        filters.forEach(BloomFilter::close);
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "counting"})
    void rebuildUnderLoadLosesNoAdd(String kind) throws Exception {
        RedisBloomFilter f = RedisBloomFilter.create(wire, "f", options().capacity(20_000).kind(kind));
        List<String> source = Collections.synchronizedList(new ArrayList<>());
        List<Background> writers = new ArrayList<>();
        for (int w = 0; w < 2; w++) {
            int mine = w;
            RedisBloomFilter users = new RedisBloomFilter(wire, "f", options());
            writers.add(new Background(round -> {
                String key = "writer " + mine + " key " + round;
                source.add(key);
                users.add(key);
            }));
        }
        for (int i = 0; i < 4; i++) {
            try (Rebuild rebuild = f.rebuild(options().capacity(20_000 + 5_000 * i).kind(kind))) {
                rebuild.filter().addMany(source.toArray());
                for (Background writer : writers) {
                    writer.waitForRounds(25);
                }
                rebuild.commit();
            }
        }
        for (Background writer : writers) {
            writer.close();
        }
        assertTrue(source.size() > 100);
        assertTrue(all(f.containsMany(source.toArray())), "a key was lost");
        assertEquals(4, f.version().generation());
        assertEquals(Set.of("f"), keys());
    }

    @Test
    void aRebuildThatFailsLeavesTheOld() {
        RedisBloomFilter f = create(1000);
        f.add("a");
        try (Rebuild rebuild = f.rebuild(options().capacity(2000))) {
            f.add("both");
            assertTrue(rebuild.filter().contains("both") && !rebuild.filter().contains("a"));
        }
        assertEquals(Set.of("f"), keys());
        assertTrue(f.contains("a") && f.contains("both"));
        try (Rebuild rebuild = f.rebuild(options().capacity(5000))) {
            f.add("while");
            rebuild.commit();
        }
        assertEquals(-1, jedis.ttl("f"));
        assertTrue(!f.contains("a") && f.contains("while"));
        assertEquals(5000L, f.stats().get("capacity"));
        try (Rebuild rebuild = f.rebuild(options().capacity(2000))) {
            jedis.del("{f}:next");
            Fail.with(ErrorCode.UNAVAILABLE, rebuild::commit);
        }
        assertTrue(f.contains("while"));
    }
}

package io.onebloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onebloom.redis.RedisBloomFilter;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One filter a period behind one name. */
class RedisDaysTest extends RedisTestBase {
    static final long DAY = 86_400_000;
    static final Object[] KEYS = texts("key ", 300);

    private static Instant day(double day) {
        return Instant.ofEpochMilli((long) ((20_000 + day) * DAY));
    }

    private static RedisBloomFilter window(String kind) {
        RedisBloomFilter f = RedisBloomFilter.create(wire, "seen", options().capacity(1000).kind(kind).days(86_400, 3));
        f.setNow(day(0));
        return f;
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "blocked", "counting"})
    void aWindowOfThreeDays(String kind) {
        RedisBloomFilter f = window(kind);
        RedisBloomFilter other = new RedisBloomFilter(wire, "seen", options().backend("days"));
        Object[] asked = both(KEYS, texts("day ", 10));
        try (BloomFilter mine = BloomFilter.builder().capacity(1000).kind(kind).period(86_400).keep(3).build()) {
            for (double day : new double[] {0.5, 0.9, 1.1, 2.5, 3.2, 3.9, 5.0, 9.0, 9.5}) {
                mine.setNow(day(day));
                f.setNow(day(day));
                other.setNow(day(day));
                assertArrayEquals(mine.containsMany(asked), f.containsMany(asked));
                int from = (int) day * 20;
                Object[] batch = both(new Object[] {"day " + (int) day}, Arrays.copyOfRange(KEYS, from, from + 30));
                assertArrayEquals(local(mine, batch), f.addEach(batch));
                assertArrayEquals(mine.containsMany(asked), other.containsMany(asked));
                assertFalse(other.add("day " + (int) day));
            }
        }
        assertTrue(keys().contains("{seen}:20009"), () -> "" + keys());
        assertTrue(jedis.pttl("{seen}:20009") > 2 * DAY);
        assertEquals("days", f.stats().get("layout"));
        assertEquals(3L, f.stats().get("keep"));
        f.delete();
        assertEquals(Set.of(), keys());
    }

    @Test
    void aDayWithoutAddsIsNoDayThatWasLost() {
        RedisBloomFilter f = window("classic");
        assertFalse(f.contains("a"));
        f.add("a");
        f.setNow(day(2));
        assertTrue(f.contains("a") && f.add("b"));
        // A day of the window was evicted: nothing is answered "absent".
        jedis.del("{seen}:20000");
        Fail.with(ErrorCode.UNAVAILABLE, "evicted", () -> f.contains("b"));
        Fail.with(ErrorCode.UNAVAILABLE, () -> f.add("c"));
        RedisBloomFilter maybe = new RedisBloomFilter(wire, "seen", options().backend("days").onUnavailable("maybe"));
        maybe.setNow(day(2));
        assertTrue(maybe.contains("x"));
        f.setNow(day(3));
        assertTrue(f.contains("b") && !f.contains("a"), "the lost day is out of the window");
        jedis.del("seen");
        Fail.with(ErrorCode.UNAVAILABLE, () -> f.contains("b"));
        Fail.with(ErrorCode.UNAVAILABLE, () -> f.containsMany(new Object[0]));
        Fail.with(ErrorCode.UNAVAILABLE, f::stats);
    }

    @Test
    void onTheClock() {
        RedisBloomFilter f = RedisBloomFilter.create(wire, "seen", options().capacity(100).set("backend", "days")
                .set("period", 2).set("keep", 2));
        f.setNow(null);
        f.add("a");
        String key = keys().stream().filter(name -> !name.equals("seen")).findFirst().orElseThrow();
        assertTrue(jedis.pttl(key) <= 6000);
        Fail.with(ErrorCode.INVALID_ARGUMENT, "keep",
                () -> RedisBloomFilter.create(wire, "x", options().capacity(10).backend("days").set("period", 2)));
        Fail.with(ErrorCode.UNSUPPORTED, f::pull);
        Fail.with(ErrorCode.UNSUPPORTED, () -> f.rebuild(options().capacity(10)));
    }
}

package io.onebloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onebloom.redis.RedisBloomFilter;
import io.onebloom.redis.RedisMirror;
import io.onebloom.redis.RedisWire;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The local copy, and the library's own interface for clients. */
class RedisMirrorTest extends RedisTestBase {
    static final Object[] KEYS = texts("key ", 300);

    @Test
    void followsWhatIsPushed() {
        try (BloomFilter mine = BloomFilter.create(1000, 0.01)) {
            mine.addMany(KEYS);
            RedisBloomFilter f = new RedisBloomFilter(wire, "f", options()).push(mine);
            RedisMirror mirror = new RedisMirror(wire, "f", Duration.ZERO, options());
            assertTrue(all(mirror.containsMany(KEYS)) && !mirror.contains("absent"));
            BloomFilter held = mirror.filter();
            assertSame(held, mirror.filter(), "nothing is fetched while nothing is replaced");
            f.add("later");
            assertFalse(mirror.contains("later"), "single adds do not come over");
            mirror.pull();
            assertTrue(mirror.contains("later"));
            mine.add("pushed");
            f.push(mine);
            assertTrue(mirror.contains("pushed"));
            assertNull(mirror.unavailableSince());
            jedis.del("f");
            assertTrue(mirror.contains("pushed"), "as of the last pull");
            assertNotNull(mirror.unavailableSince());
            Fail.with(ErrorCode.UNAVAILABLE, mirror::refresh);
            f.push(mine);
            mirror.pull();
            assertNull(mirror.unavailableSince());
            assertFalse(mirror.refresh());
        }
    }

    @Test
    void sendsNothingBetweenPolls() {
        int[] flushes = {0};
        RedisWire counting = commands -> {
            flushes[0]++;
            return wire.send(commands);
        };
        create(1000).addMany(KEYS);
        RedisMirror mirror = new RedisMirror(counting, "f", Duration.ofHours(1), options());
        int before = flushes[0];
        for (int i = 0; i < 1000; i++) {
            mirror.contains("key 1");
        }
        assertEquals(before, flushes[0]);
    }

    @Test
    void anotherClient() throws Exception {
        try (RedisBare bare = new RedisBare(server.port)) {
            RedisBloomFilter f = RedisBloomFilter.create(bare, "f", 1000, 0.01);
            assertArrayEquals(new boolean[] {true, false}, f.addEach(new Object[] {"a", "a"}));
            assertEquals(KEYS.length, f.addMany(KEYS), 2);
            assertTrue(all(RedisBloomFilter.open(wire, "f").containsMany(KEYS)));
            assertFalse(f.contains("absent"));
            jedis.del("f");
            jedis.rpush("f", "x");
            Fail.with(ErrorCode.UNAVAILABLE, "WRONGTYPE", () -> f.contains("a"));
            bare.close();
            RuntimeException e = Fail.with(ErrorCode.UNAVAILABLE, () -> f.contains("a"));
            assertTrue(e.getCause().getCause() instanceof IOException);
        }
    }

    /** Jedis is optional: without it nothing but JedisWire is missing. -Xcheck:jni would say more than the answers. */
    @Test
    void withoutJedis() throws Exception {
        String without = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("jedis")).collect(Collectors.joining(File.pathSeparator));
        assertEquals("true true false\n",
                new Fork().jvm("-Xcheck:jni").classPath(without).main(RedisBare.class).run("" + server.port).ok());
    }

    /** The tasks themselves, for those who write an asynchronous client. */
    @Test
    void tasks() {
        RedisRemote remote = RedisRemote.of("f", options().capacity(100).asMap());
        assertEquals("f", remote.name());
        Fail.with(ErrorCode.INVALID_ARGUMENT, "must be one of open", () -> remote.task("opn"));
        Fail.with(ErrorCode.INVALID_ARGUMENT, () -> remote.task("open", List.of("a")));
        RedisTask task = remote.task("contains", List.of("a"));
        assertEquals(List.of(), task.commands());
        assertTrue(task.advance() && task.advance(), "nothing happens until the replies are there");
        RedisCommand first = task.commands().get(0);
        assertArrayEquals(Native.utf8("f"), first.key());
        assertFalse(first.writes());
        Fail.with(ErrorCode.INVALID_ARGUMENT, "replies to", () -> task.feed(List.of()));
        Fail.with(ErrorCode.INVALID_ARGUMENT, "type", () -> task.feed(List.of(new Object())));
        task.lost(new IOException("the cable"));
        Fail.with(ErrorCode.UNAVAILABLE, "the cable", task::advance);
        assertFalse(task.advance(), "it is over");
        assertEquals(0, task.answers().length);
        assertNull(task.filter());
        RedisTask maybe = RedisRemote.of("f", options().onUnavailable("maybe").asMap()).task("contains", List.of("a"));
        assertTrue(maybe.advance());
        maybe.lost(new IOException("the cable"));
        assertFalse(maybe.advance());
        assertTrue(maybe.answers()[0] && maybe.unavailable().contains("the cable"));
    }
}

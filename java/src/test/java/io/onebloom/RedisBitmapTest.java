package io.onebloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onebloom.redis.RedisBloomFilter;
import io.onebloom.redis.RedisOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bitmaps of the widely copied recipes, written by programs that know nothing of onebloom (tests/recipes). */
class RedisBitmapTest extends RedisTestBase {
    static final Object[] KEYS = both(texts("key ", 400), new Object[] {"", "中文", "a b"});
    static final Object[] OTHERS = texts("other ", 2000);

    enum Recipe {
        PYTHON("mmh3_bitmap.py", "murmur3-double", "truncated"),
        PHP("crc32_bitmap.php", "crc32-double", "ceiling");

        final String program;
        final String scheme;
        final String sizing;

        Recipe(String program, String scheme, String sizing) {
            this.program = program;
            this.scheme = scheme;
            this.sizing = sizing;
        }

        /** One answer a key. */
        boolean[] run(String verb, Object... keys) throws Exception {
            String language = this == PHP ? "php" : RedisServer.python("mmh3", "redis");
            Path file = Vectors.DIR.resolveSibling("recipes").resolve(program);
            StringBuilder lines = new StringBuilder();
            Arrays.stream(keys).forEach(key -> lines.append(key).append('\n'));
            String digits = RedisServer.run(lines.toString(),
                    new String[] {language, file.toString(), "" + server.port, "b", "500", "0.02", verb}).strip();
            assertEquals(keys.length, digits.length());
            boolean[] answers = new boolean[keys.length];
            for (int i = 0; i < answers.length; i++) {
                answers[i] = digits.charAt(i) == '1';
            }
            return answers;
        }

        RedisOptions options() {
            return new RedisOptions().backend("bitmap").scheme(scheme).set("sizing", sizing).capacity(500).fpp(0.02);
        }
    }

    @ParameterizedTest
    @EnumSource
    void answersAreThoseOfTheRecipe(Recipe recipe) throws Exception {
        boolean[] fresh = recipe.run("add", KEYS);
        RedisBloomFilter f = RedisBloomFilter.open(wire, "b", recipe.options());
        Object[] asked = both(KEYS, OTHERS);
        boolean[] there = recipe.run("check", asked);
        assertArrayEquals(there, f.containsMany(asked));
        assertTrue(all(Arrays.copyOf(there, KEYS.length)) && !all(there));
        // What we add, they find, with the same answers to "was it new?".
        Object[] mine = texts("mine ", 100);
        long m = (long) f.stats().get("m");
        long k = (long) f.stats().get("k");
        try (BloomFilter local = BloomFilter.builder().capacity(500).fpp(0.02).m(m).k(k).scheme(recipe.scheme).build()) {
            assertArrayEquals(local(local, KEYS), fresh);
            assertArrayEquals(local(local, mine), f.addEach(mine));
            assertTrue(all(recipe.run("check", mine)));
            // A file, and a proper key, with the same answers.
            try (BloomFilter pulled = f.pull()) {
                assertTrue(pulled.contentEquals(local));
                RedisBloomFilter proper = new RedisBloomFilter(wire, "proper", options()).push(pulled);
                assertArrayEquals(f.containsMany(asked), proper.containsMany(asked));
                // The old program goes on with its bitmap: merging again brings over what it has added.
                recipe.run("add", "late");
                assertFalse(proper.contains("late"));
                proper.merge(f);
                assertTrue(proper.contains("late"));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBitmapThatIsGone(Recipe recipe) throws Exception {
        RedisBloomFilter f = new RedisBloomFilter(wire, "b", recipe.options());
        List<Runnable> verbs = new ArrayList<>(List.of(() -> f.contains("x"), () -> f.add("x"), f::pull, f::stats));
        for (Runnable verb : verbs) {
            Fail.with(ErrorCode.UNAVAILABLE, verb::run);
        }
        assertEquals(Set.of(), keys());
        RedisBloomFilter.create(wire, "b", recipe.options());
        assertFalse(all(recipe.run("check", OTHERS)));
        recipe.run("add", KEYS);
        assertTrue(all(f.containsMany(KEYS)));
        Fail.with(ErrorCode.ALREADY_EXISTS, () -> RedisBloomFilter.create(wire, "b", recipe.options()));
        jedis.del("b");
        Fail.with(ErrorCode.UNAVAILABLE, () -> f.containsMany(KEYS));
    }

    @Test
    void wrongParameters() throws Exception {
        Recipe.PYTHON.run("add", KEYS);
        RedisOptions small = options().backend("bitmap").scheme("murmur3-double").set("m", 1000).set("k", 5);
        RedisBloomFilter f = new RedisBloomFilter(wire, "b", small);
        Fail.with(ErrorCode.INCOMPATIBLE, "another m", f::pull);
        Fail.with(ErrorCode.INVALID_ARGUMENT, "classic",
                () -> new RedisBloomFilter(wire, "b", options().backend("bitmap").kind("counting").set("m", 9).set("k", 1)));
        Fail.with(ErrorCode.UNSUPPORTED, () -> f.remove("x"));
    }
}

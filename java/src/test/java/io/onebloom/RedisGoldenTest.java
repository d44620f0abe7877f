package io.onebloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onebloom.redis.RedisBloomFilter;
import io.onebloom.redis.RedisOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files that every language makes alike, and what is made in Redis: the same bytes. */
class RedisGoldenTest extends RedisTestBase {
    @TempDir Path dir;

    private static RedisOptions of(String options) {
        RedisOptions all = options();
        for (String option : options.split(" ")) {
            String[] pair = option.split("=", 2);
            switch (pair[0]) {
                case "kind", "scheme" -> all.set(pair[0], pair[1]);
                case "fpp" -> all.set(pair[0], Double.parseDouble(pair[1]));
                default -> all.set(pair[0], Long.parseLong(pair[1]));
            }
        }
        return all;
    }

    /** The keys of a step of tests/matrix/cases.tsv, as Matrix adds them. */
    private static List<Object> keys(String[] step) {
        List<Object> keys = new ArrayList<>();
        switch (step[0]) {
            case "user", "int" -> {
                for (long i = Long.parseLong(step[1]); i <= Long.parseLong(step[2]); i++) {
                    keys.add(step[0].equals("int") ? (Object) i : "user:" + i);
                }
            }
            case "text" -> keys.addAll(Collections.nCopies(Integer.parseInt(step[2]), step[1]));
            case "keys" -> keys.addAll(Vectors.keys().values());
            case "none" -> { }
            default -> throw new IllegalArgumentException("step " + step[0]);
        }
        return keys;
    }

    /** Made key by key in Redis, by Java; the golden was made in memory and is what all languages write. */
    @Test
    void madeInRedisTheyAreTheGoldens() throws Exception {
        int seen = 0;
        for (String[] row : Vectors.rows(Vectors.DIR.resolveSibling("matrix").resolve("cases.tsv"))) {
            String name = row[0];
            if (row[1].contains("growth=") || row[1].contains("period=")) {
                continue; // not in Redis
            }
            Path golden = Vectors.DIR.resolve("golden").resolve(name + ".bloom");
            RedisBloomFilter f = RedisBloomFilter.create(wire, name, of(row[1]));
            for (String step : row[2].split("; ")) {
                f.addMany(keys(step.split(" ")));
            }
            try (BloomFilter theirs = BloomFilter.load(golden); BloomFilter pulled = f.pull()) {
                assertTrue(pulled.contentEquals(theirs), name);
                if (!row[1].contains("shards=")) {
                    byte[] bytes = Files.readAllBytes(golden);
                    byte[] live = get(name);
                    assertEquals(bytes.length, live.length, name);
                    assertArrayEquals(Arrays.copyOf(bytes, 64), Arrays.copyOf(live, 64), name);
                    assertArrayEquals(Arrays.copyOfRange(bytes, 128, bytes.length),
                            Arrays.copyOfRange(live, 128, live.length), name);
                }
            }
            seen++;
        }
        assertTrue(seen > 10, "only " + seen);
    }

    /** Files of other languages: SET, they come back to the byte; pushed, they are live: all but seal and counters. */
    @Test
    void goldensAreTheSameBytes() throws Exception {
        int seen = 0;
        for (String name : Vectors.names(Vectors.DIR.resolve("golden"))) {
            Path file = Vectors.DIR.resolve("golden").resolve(name + ".bloom");
            byte[] bytes = Files.readAllBytes(file);
            try (BloomFilter f = BloomFilter.load(file)) {
                Stats stats = f.stats();
                if (!stats.asMap().get("arrangement").equals("single") || !stats.sealed() || stats.readOnly()) {
                    continue;
                }
                new RedisBloomFilter(wire, name, options()).push(file);
            }
            byte[] pushed = get(name);
            assertArrayEquals(Arrays.copyOf(bytes, 64), Arrays.copyOf(pushed, 64), name);
            assertEquals(0, pushed[88] & 0x80, "no seal on what others may change");
            assertArrayEquals(Arrays.copyOfRange(bytes, 128, bytes.length),
                    Arrays.copyOfRange(pushed, 128, pushed.length), name);
            jedis.set(Native.utf8(name), bytes);
            new RedisBloomFilter(wire, name, options()).pull(dir.resolve("pulled.bloom"));
            assertArrayEquals(bytes, Files.readAllBytes(dir.resolve("pulled.bloom")), name);
            seen++;
        }
        assertTrue(seen > 10, "only " + seen);
    }

    /** What is made in Redis, saved, equals what is made here: header, cells and the seal. */
    @Test
    void aFilterMadeInRedisIsTheFile() throws Exception {
        try (BloomFilter mine = BloomFilter.create(1000, 0.01)) {
            mine.addMany(texts("key ", 1));
            RedisBloomFilter f = create(1000);
            f.addMany(texts("key ", 1));
            mine.save(dir.resolve("mine.bloom"));
            f.pull(dir.resolve("theirs.bloom"));
            assertArrayEquals(Files.readAllBytes(dir.resolve("mine.bloom")), Files.readAllBytes(dir.resolve("theirs.bloom")));
        }
    }
}

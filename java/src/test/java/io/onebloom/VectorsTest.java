package io.onebloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The vectors that all languages share. */
class VectorsTest {
    private static final Path GOLDEN = Vectors.DIR.resolve("golden");
    private static final Path HOSTILE = Vectors.DIR.resolve("hostile");
    private static final Map<String, Integer> SCHEMES = Map.of("xxh3", 1, "xxh64", 2, "murmur3-guava64", 3,
            "murmur64a-redisbloom", 4, "murmur3-double", 5, "murmur3-seeded", 6, "fnv1a-seeded", 7, "crc32-double", 8);

    @TempDir Path dir;

    @TestFactory
    Stream<DynamicTest> goldenFilesAreBuiltByteForByte() {
        return Vectors.rows(Vectors.DIR.resolveSibling("matrix").resolve("cases.tsv")).stream()
                .map(row -> DynamicTest.dynamicTest(row[0], () -> {
                    byte[] golden = Files.readAllBytes(GOLDEN.resolve(row[0] + ".bloom"));
                    assertEquals(row[3], Vectors.sha256(golden));
                    try (BloomFilter f = Matrix.build(row)) {
                        assertArrayEquals(golden, f.toBytes());
                        Path file = dir.resolve(row[0]);
                        f.save(file);
                        assertArrayEquals(golden, Files.readAllBytes(file));
                    }
                    try (BloomFilter f = BloomFilter.fromBytes(golden)) {
                        assertTrue(f.verify());
                        assertArrayEquals(golden, f.toBytes());
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> hostileFilesAreRefused() {
        return Vectors.rows("hostile/MANIFEST.tsv").stream().map(row -> DynamicTest.dynamicTest(row[0], () -> {
            Path file = HOSTILE.resolve(row[0] + ".bloom");
            ErrorCode code = ErrorCode.valueOf(row[1]);
            assertEquals(code, Matrix.code(file));
            Fail.with(code, () -> BloomFilter.fromBytes(Files.readAllBytes(file)));
            if (code == ErrorCode.CHECKSUM_MISMATCH) {
                try (BloomFilter f = BloomFilter.open(file)) {
                    Fail.with(code, f::verify);
                }
            } else {
                Fail.with(code, () -> BloomFilter.open(file));
            }
        }));
    }

    @TestFactory
    Stream<DynamicTest> oddFilesOpen() {
        return Vectors.rows("golden/ODD.tsv").stream().map(row -> DynamicTest.dynamicTest(row[0], () -> {
            Path file = GOLDEN.resolve(row[0] + ".bloom");
            try (BloomFilter r = BloomFilter.open(file); BloomFilter l = BloomFilter.load(file)) {
                assertTrue(l.contentEquals(r));
                boolean readOnly = row[0].contains("ro-compat");
                assertEquals(readOnly, l.stats().readOnly());
                if (readOnly) {
                    Fail.with(ErrorCode.READ_ONLY, () -> l.add("x"));
                    Fail.with(ErrorCode.READ_ONLY, () -> l.save(dir.resolve("x")));
                } else {
                    l.add("x");
                    assertTrue(l.contains("x"));
                }
                if (row[0].equals("odd-unsealed")) {
                    assertFalse(r.verify());
                }
            }
        }));
    }

    @Test
    void sizes() {
        int checked = 0;
        for (String[] row : Vectors.rows("sizing.tsv")) {
            if (row[0].equals("section")) {
                continue;
            }
            Plan plan = BloomFilter.builder().kind(row[0]).capacity(Long.parseLong(row[1]))
                    .fpp(Double.parseDouble(row[2])).plan();
            long m = Long.parseLong(row[3]);
            if (row[0].equals("blocked")) {
                assertTrue(Math.abs(plan.m() - m) <= 256, () -> String.join(" ", row) + ": " + plan.m());
            } else {
                assertEquals(m, plan.m(), () -> String.join(" ", row));
            }
            assertEquals(Integer.parseInt(row[4]), plan.k(), () -> String.join(" ", row));
            checked++;
        }
        assertTrue(checked > 200);
    }

    @Test
    void hashesInJavaAreThoseOfTheVectors() {
        Map<String, byte[]> keys = Vectors.keys();
        for (String[] row : Vectors.rows("hash.tsv")) {
            long seed = Long.parseUnsignedLong(row[1]);
            byte[] key = keys.get(row[0]);
            assertEquals(Long.parseUnsignedLong(row[2], 16), Hash4j.of("xxh3", seed).hash(key), row[0]);
            assertEquals(Long.parseUnsignedLong(row[3], 16), Hash4j.of("xxh64", seed).hash(key), row[0]);
            for (String scheme : List.of("xxh3", "xxh64")) {
                long engine = Native.create(new Options().set("capacity", 1L).set("scheme", scheme)
                        .set("seed", new java.math.BigInteger(row[1])).encode());
                assertEquals(Hash4j.of(scheme, seed).hash(key), Native.hash(engine, key));
                assertNotNull(KeyHasher.forEngine(engine), "hashed in Java");
                Native.free(engine);
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> positions() {
        Map<String, List<String[]>> groups = new LinkedHashMap<>();
        for (String[] row : Vectors.rows("probes.tsv")) {
            groups.computeIfAbsent(String.join(" ", row[0], row[1], row[2], row[3]), g -> new java.util.ArrayList<>())
                    .add(new String[] {"1", row[0], row[1], row[2], row[3], row[4], row[5]});
        }
        for (String[] row : Vectors.rows("block_probes.tsv")) {
            groups.computeIfAbsent("blocked " + String.join(" ", row[0], row[1], row[2]),
                    g -> new java.util.ArrayList<>())
                    .add(new String[] {"2", row[0], row[1], row[2], "8", row[3], row[4]});
        }
        Map<String, byte[]> keys = Vectors.keys();
        return groups.entrySet().stream().map(group -> DynamicTest.dynamicTest(group.getKey(), () -> {
            String[] first = group.getValue().get(0);
            Path file = Headers.sparse(dir.resolve("sparse"), Integer.parseInt(first[0]), SCHEMES.get(first[1]),
                    Long.parseLong(first[3]), Integer.parseInt(first[4]), Long.parseUnsignedLong(first[2]));
            try (BloomFilter f = BloomFilter.open(file)) {
                for (String[] row : group.getValue()) {
                    assertArrayEquals(Arrays.stream(row[6].split(",")).mapToLong(Long::parseLong).toArray(),
                            f.positions(keys.get(row[5])), row[5]);
                }
            }
            Files.delete(file);
        }));
    }
}

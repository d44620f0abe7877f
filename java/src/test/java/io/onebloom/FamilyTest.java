package io.onebloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** tests/family.tsv: every verb over every kind, arrangement and scheme, which travel by name. */
class FamilyTest {
    private static final long NOW = 1767225600000L;

    @TempDir Path dir;

    private static List<String[]> table() {
        return Vectors.rows(Vectors.DIR.resolveSibling("family.tsv"));
    }

    private static BloomFilter fresh(String options, boolean rotating, int from) {
        Builder builder = BloomFilter.builder();
        for (String option : options.split(" ")) {
            String[] pair = option.split("=");
            switch (pair[0]) {
                case "kind", "scheme" -> builder.set(pair[0], pair[1]);
                case "fpp" -> builder.set(pair[0], Double.parseDouble(pair[1]));
                default -> builder.set(pair[0], new BigInteger(pair[1]));
            }
        }
        BloomFilter f = builder.build();
        if (rotating) {
            f.setNow(NOW);
        }
        f.addMany(users(from, from + 300));
        return f;
    }

    private static List<String> users(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "user:" + i).toList();
    }

    private static int maybe(BloomFilter f, int from, int to) {
        return f.containsMany(users(from, to)).cardinality();
    }

    @Test
    void theTableIsWhole() {
        assertEquals(74, table().size());
    }

    @TestFactory
    Stream<DynamicTest> everyVerb() {
        return table().stream().map(row -> DynamicTest.dynamicTest(row[0], () -> {
            boolean rotating = row[3].equals("rotating");
            try (BloomFilter f = fresh(row[0], rotating, 0)) {
                describes(f, row);
                keys(f);
                written(f, Integer.parseInt(row[4]), rotating);
                whole(f, row[0], rotating);
                if (row[5].equals("yes")) {
                    assertTrue(f.remove("user:3"));
                    assertTrue(maybe(f, 0, 300) >= 299);
                    f.add("user:3");
                } else {
                    Fail.with(ErrorCode.UNSUPPORTED, () -> f.remove("user:3"));
                }
                classic(f, row[1].equals("counting"));
                bits(f, row[6]);
                assertEquals(300, maybe(f, 0, 300));
            }
        }));
    }

    private static void describes(BloomFilter f, String[] row) {
        Stats s = f.stats(true);
        assertEquals(row[1], s.kind());
        assertEquals(row[2], s.scheme());
        assertEquals(row[3], s.arrangement());
        assertEquals(Integer.parseInt(row[4]), s.sections().size());
        assertEquals(row[0].contains(" seed=") ? Long.MIN_VALUE : 0, s.seed());
        assertTrue(s.items() > 200);
        assertFalse(s.sealed());
    }

    private static void keys(BloomFilter f) {
        assertEquals(300, maybe(f, 0, 300));
        assertTrue(maybe(f, 300, 1300) < 50);
        assertFalse(f.add("user:0"));
        assertTrue(f.contains("user:0"));
        f.addMany(new long[] {7, -7});
        assertArrayEquals(new boolean[] {true, true}, f.containsMany(new String[] {"7", "-7"}));
        assertTrue(f.contains(-7));
        long k = ((Number) f.stats().sections().get(f.sectionOf("user:0")).get("k")).longValue();
        int cells = f.positions("user:0").length;
        assertTrue(cells > 0 && cells <= k);
    }

    private void written(BloomFilter f, int sections, boolean rotating) {
        byte[] image = f.toBytes();
        try (BloomFilter again = BloomFilter.fromBytes(image)) {
            assertTrue(again.contentEquals(f));
            assertTrue(again.verify());
        }
        List<byte[]> parts = f.toParts();
        assertEquals(sections, parts.size());
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        parts.forEach(all::writeBytes);
        assertArrayEquals(image, all.toByteArray());
        try (BloomFilter again = BloomFilter.openParts(parts)) {
            assertTrue(again.contentEquals(f));
        }
        Path path = dir.resolve("family.bloom");
        f.save(path);
        try (BloomFilter mapped = BloomFilter.open(path, "r+")) {
            if (rotating) {
                mapped.setNow(NOW);
            }
            assertTrue(mapped.contentEquals(f));
            assertEquals(300, maybe(mapped, 0, 300));
            assertFalse(mapped.isStale());
            mapped.add("more");
            mapped.flush();
        }
        try (BloomFilter loaded = BloomFilter.load(path)) {
            if (rotating) {
                loaded.setNow(NOW);
            }
            assertTrue(loaded.contains("more"));
            assertEquals(300, maybe(loaded, 0, 300));
            assertFalse(loaded.verify());
        }
    }

    private static void whole(BloomFilter f, String options, boolean rotating) {
        try (BloomFilter copy = f.copy();
                BloomFilter other = fresh(options, rotating, 300)) {
            assertTrue(copy.contentEquals(f));
            copy.merge(other);
            assertEquals(600, maybe(copy, 0, 600));
            assertTrue(maybe(f, 300, 600) < 30);
            if (rotating) {
                copy.setNow(NOW + 2 * 60_000);
                assertEquals(300, maybe(copy, 0, 300));
                copy.setNow(NOW + 3 * 60_000);
                assertEquals(0, maybe(copy, 0, 300));
                copy.setNow(NOW);
            }
            copy.clear();
            assertEquals(0, maybe(copy, 0, 600));
        }
    }

    private static void classic(BloomFilter f, boolean counting) {
        if (!counting) {
            Fail.with(ErrorCode.UNSUPPORTED, f::toClassic);
            return;
        }
        try (BloomFilter classic = f.toClassic()) {
            assertEquals(f.containsMany(users(0, 1300)), classic.containsMany(users(0, 1300)));
        }
    }

    private static void bits(BloomFilter f, String order) {
        if (order.equals("-")) {
            Fail.with(ErrorCode.UNSUPPORTED, () -> f.toBits("lsb"));
            return;
        }
        Stats s = f.stats();
        Builder own = BloomFilter.builder().kind(s.kind()).scheme(s.scheme()).m(s.m()).k(s.k()).bits(order)
                .set("seed", new BigInteger(Long.toUnsignedString(s.seed())));
        try (BloomFilter again = BloomFilter.fromBits(f.toBits(order), own)) {
            assertEquals(f.containsMany(users(0, 1300)), again.containsMany(users(0, 1300)));
        }
    }
}

package io.onebloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerbsTest {
    @TempDir Path dir;

    private static List<String> users(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "user:" + i).toList();
    }

    private static BloomFilter filter(int capacity) {
        return BloomFilter.create(capacity, 0.001);
    }

    @Test
    void addSaysWhetherTheKeyWasAbsent() {
        try (BloomFilter f = filter(100)) {
            assertFalse(f.contains("a"));
            assertTrue(f.add("a"));
            assertFalse(f.add("a"));
            assertTrue(f.contains("a"));
            assertTrue(f.add(42));
            assertTrue(f.contains("42"));
            assertTrue(f.contains("42".getBytes(StandardCharsets.US_ASCII)));
            assertTrue(f.contains(BigInteger.valueOf(42)));
            assertTrue(f.add(new byte[0]));
            assertTrue(f.contains(""));
            assertTrue(f.add(new StringBuilder("built")));
            assertTrue(f.contains("built"));
            assertTrue(f.add(new BigInteger("18446744073709551616")));
            assertTrue(f.contains("18446744073709551616"));
            assertEquals(5, f.stats().items());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"xxh3", "xxh64", "murmur3-guava64", "fnv1a-seeded"})
    void manyKeysAreAsOneByOne(String scheme) {
        List<String> in = users(0, 1000);
        List<String> asked = users(500, 3000);
        try (BloomFilter one = BloomFilter.builder().capacity(1000).scheme(scheme).build();
                BloomFilter many = BloomFilter.builder().capacity(1000).scheme(scheme).build();
                BloomFilter array = BloomFilter.builder().capacity(1000).scheme(scheme).build()) {
            long added = in.stream().filter(one::add).count();
            assertEquals(added, many.addMany(in));
            assertEquals(added, array.addMany(in.toArray()));
            assertEquals(0, many.addMany(in));
            assertArrayEquals(one.toBytes(), many.toBytes());
            assertArrayEquals(one.toBytes(), array.toBytes());
            BitSet bits = many.containsMany(asked);
            boolean[] answers = many.containsMany(asked.toArray());
            for (int i = 0; i < asked.size(); i++) {
                assertEquals(one.contains(asked.get(i)), bits.get(i));
                assertEquals(one.contains(asked.get(i)), answers[i]);
            }
            long[] numbers = LongStream.range(-700, 700).toArray();
            long news = Arrays.stream(numbers).filter(one::add).count();
            assertEquals(news, many.addMany(numbers));
            assertEquals(news, array.addMany(Arrays.stream(numbers).boxed().toList()));
            boolean[] found = many.containsMany(LongStream.range(0, 5000).toArray());
            for (int i = 0; i < found.length; i++) {
                assertEquals(one.contains(i), found[i]);
            }
            assertArrayEquals(one.toBytes(), many.toBytes());
            assertArrayEquals(one.toBytes(), array.toBytes());
            assertEquals(0, many.addMany(in.stream()::iterator));
            assertEquals(0, many.addMany(List.of()));
            assertEquals(0, many.addMany(new long[0]));
            assertEquals(0, many.containsMany(new String[0]).length);
            assertTrue(many.containsMany(List.of()).isEmpty());
        }
    }

    @Test
    void manyKeysOfAllTypes() {
        try (BloomFilter f = filter(100)) {
            assertEquals(7, f.addMany(Arrays.asList("a", new byte[] {1}, 1L, 2, (short) 3, (byte) 4, BigInteger.TEN)));
            assertEquals("{0, 1, 2, 3, 4}", f.containsMany(List.of("1", "2", "3", 4, "10", "11")).toString());
        }
    }

    @Test
    void badKeyStopsAndSaysWhere() {
        try (BloomFilter f = filter(1000)) {
            Iterator<Object> keys = Stream.<Object>concat(users(0, 300).stream(), Stream.of('x', "after")).iterator();
            Fail.with(ErrorCode.KEY_TYPE, "number 300, counted from 0; the 300 before it are in, ",
                    () -> f.addMany(() -> keys));
            assertTrue(f.contains("user:299"));
            assertFalse(f.contains("after"));
            NullPointerException npe = assertThrows(NullPointerException.class,
                    () -> f.addMany(new String[] {"p", "q", null}));
            assertTrue(npe.getMessage().contains("number 2, counted from 0; the 2 before it are in, 2 of them new"),
                    npe::getMessage);
            Fail.with(ErrorCode.KEY_ENCODING, "number 1, counted from 0", () -> f.containsMany(List.of("p", "\ud800")));
            IllegalStateException own = assertThrows(IllegalStateException.class, () -> f.addMany(() -> new Iterator<>() {
                private int n;

                @Override
                public boolean hasNext() {
                    return true;
                }

                @Override
                public Object next() {
                    if (n == 3) {
                        throw new IllegalStateException("mine");
                    }
                    return "own:" + n++;
                }
            }));
            assertEquals("mine", own.getMessage());
            assertTrue(f.contains("own:2"));
        }
    }

    @Test
    void iteratorMayUseTheFilter() {
        try (BloomFilter f = filter(2000); BloomFilter other = filter(2000)) {
            f.addMany(() -> users(0, 1000).stream().map(u -> {
                f.add("inner:" + u);
                f.merge(other);
                return u;
            }).iterator());
            assertTrue(f.contains("inner:user:999"));
            assertThrows(ClosedException.class, () -> f.addMany(() -> users(0, 1000).stream().peek(u -> f.close())
                    .iterator()));
        }
    }

    @Test
    void counting() {
        try (BloomFilter f = BloomFilter.builder().capacity(100).kind("counting").build()) {
            f.add("a");
            f.add("a");
            assertTrue(f.remove("a"));
            assertTrue(f.contains("a"));
            assertTrue(f.remove("a".getBytes(StandardCharsets.UTF_8)));
            assertFalse(f.contains("a"));
            assertFalse(f.remove("a"));
            f.add(7);
            assertTrue(f.remove(7));
            assertFalse(f.remove(BigInteger.valueOf(7)));
            assertEquals(0, f.stats(true).fillRatio());
        }
        try (BloomFilter f = filter(10)) {
            Fail.with(ErrorCode.UNSUPPORTED, "counting", () -> f.remove("a"));
            Fail.with(ErrorCode.UNSUPPORTED, "counting", () -> f.remove(7));
        }
        try (BloomFilter f = BloomFilter.builder().capacity(100).kind("counting").scheme("murmur3-seeded").build()) {
            f.add("a");
            assertTrue(f.remove("a"));
            assertFalse(f.contains("a"));
        }
    }

    @Test
    void mergeClearCopy() {
        try (BloomFilter a = filter(1000); BloomFilter b = filter(1000); BloomFilter c = filter(5000)) {
            a.addMany(users(0, 300));
            b.addMany(users(300, 600));
            byte[] before = b.toBytes();
            a.merge(b);
            assertTrue(users(0, 600).stream().allMatch(a::contains));
            assertArrayEquals(before, b.toBytes());
            byte[] merged = a.toBytes();
            a.merge(a);
            assertArrayEquals(merged, a.toBytes());
            Fail.with(ErrorCode.INCOMPATIBLE, () -> a.merge(c));
            assertArrayEquals(merged, a.toBytes());
            assertThrows(NullPointerException.class, () -> a.merge(null));
            try (BloomFilter copy = a.copy()) {
                assertTrue(a.contentEquals(copy));
                assertTrue(a.contentEquals(a));
                assertFalse(a.contentEquals(b));
                a.clear();
                assertFalse(a.contains("user:1"));
                assertTrue(copy.contains("user:1"));
                assertEquals(0, a.stats().items());
            }
        }
    }

    @Test
    void files() throws Exception {
        Path file = dir.resolve("中文 é.bloom");
        try (BloomFilter f = filter(1000)) {
            f.addMany(users(0, 500));
            f.save(file);
            assertArrayEquals(f.toBytes(), Files.readAllBytes(file));
            try (Stream<Path> left = Files.list(dir)) {
                assertEquals(List.of(file), left.toList());
            }
        }
        try (BloomFilter r = BloomFilter.open(file); BloomFilter l = BloomFilter.load(file)) {
            assertTrue(users(0, 500).stream().allMatch(r::contains));
            assertTrue(users(0, 500).stream().allMatch(l::contains));
            assertTrue(r.verify());
            assertTrue(r.stats().mapped());
            assertTrue(r.stats().readOnly());
            assertEquals(file.toString(), r.stats().path());
            assertFalse(l.stats().readOnly());
            Fail.with(ErrorCode.READ_ONLY, "r+", () -> r.add("x"));
            Fail.with(ErrorCode.READ_ONLY, () -> r.add(1));
            Fail.with(ErrorCode.READ_ONLY, () -> r.addMany(List.of("x")));
            Fail.with(ErrorCode.READ_ONLY, () -> r.addMany(new long[] {1}));
            Fail.with(ErrorCode.READ_ONLY, r::clear);
            assertTrue(l.add("x"));
            assertFalse(l.verify());
            assertFalse(r.contains("x"));
        }
        try (BloomFilter w = BloomFilter.open(file, "r+"); BloomFilter r = BloomFilter.open(file)) {
            assertTrue(w.add("shared"));
            assertTrue(r.contains("shared"), "one map in all");
            assertFalse(w.verify());
            w.flush();
            try (BloomFilter m = filter(10)) {
                Fail.with(ErrorCode.LOCKED, () -> m.save(file));
            }
        }
        Fail.with(ErrorCode.INVALID_ARGUMENT, "r+", () -> BloomFilter.open(file, "w"));
        assertThrows(NullPointerException.class, () -> BloomFilter.open(file, null));
        assertThrows(NullPointerException.class, () -> BloomFilter.open(null));
    }

    @Test
    void replaceAndReload() {
        Path file = dir.resolve("f.bloom");
        try (BloomFilter f = filter(1000)) {
            f.add("old");
            f.save(file);
            try (BloomFilter reader = BloomFilter.open(file)) {
                assertFalse(reader.isStale());
                assertFalse(reader.reload());
                f.add("new");
                f.replace(file);
                assertTrue(reader.isStale());
                assertFalse(reader.contains("new"), "the old map stays until reload");
                assertTrue(reader.reload());
                assertTrue(reader.contains("new"));
                assertTrue(reader.contains("old"));
                assertEquals(1, reader.stats().generation());
                assertFalse(reader.reload());
                // Another scheme: the hashing in Java must follow.
                try (BloomFilter g = BloomFilter.builder().capacity(100).scheme("xxh64").seed(9).build()) {
                    g.add("other");
                    g.save(file);
                }
                assertTrue(reader.reload());
                assertTrue(reader.contains("other"));
                assertFalse(reader.contains("old"));
            }
            Fail.with(ErrorCode.UNSUPPORTED, f::reload);
            assertFalse(f.isStale());
        }
    }

    @Test
    void bytesAndParts() {
        try (BloomFilter f = BloomFilter.builder().capacity(1000).shards(4).build()) {
            f.addMany(users(0, 1000));
            byte[] image = f.toBytes();
            try (BloomFilter g = BloomFilter.fromBytes(image)) {
                assertTrue(f.contentEquals(g));
                assertArrayEquals(image, g.toBytes());
            }
            int part = image.length / 4;
            List<byte[]> parts = IntStream.range(0, 4)
                    .mapToObj(i -> Arrays.copyOfRange(image, i * part, (i + 1) * part)).toList();
            try (BloomFilter g = BloomFilter.openParts(parts)) {
                assertArrayEquals(image, g.toBytes());
            }
            Fail.with(ErrorCode.INCOMPLETE, () -> BloomFilter.openParts(parts.subList(0, 3)));
            assertThrows(NullPointerException.class,
                    () -> BloomFilter.openParts(Arrays.asList(parts.get(0), null, null, null)));
            assertThrows(NullPointerException.class, () -> BloomFilter.fromBytes(null));
        }
    }

    @Test
    void scalableGrows() {
        try (BloomFilter f = BloomFilter.builder().capacity(100).growth(2).build()) {
            f.addMany(users(0, 1000));
            assertEquals("scalable", f.stats().arrangement());
            assertEquals(4, f.stats().sectionCount());
            assertEquals(4, f.stats().sections().size());
            assertTrue(users(0, 1000).stream().allMatch(f::contains));
        }
    }

    @Test
    void rotatingForgets() {
        Instant day = Instant.parse("2026-01-01T00:00:00Z");
        try (BloomFilter f = BloomFilter.builder().capacity(100).period(86400).keep(2).build()) {
            f.setNow(day);
            f.add("a");
            f.setNow(day.plusSeconds(86400).toEpochMilli());
            assertTrue(f.contains("a"));
            f.setNow(day.plusSeconds(2 * 86400));
            assertFalse(f.contains("a"));
            f.setNow(null);
            assertTrue(f.add("now"));
            assertTrue(f.contains("now"));
        }
    }

    @Test
    void statsAndPlan() {
        try (BloomFilter f = BloomFilter.builder().capacity(1000).fpp(0.01).seed(5).build()) {
            f.addMany(users(0, 900));
            Stats s = f.stats(true);
            assertEquals(1000, s.capacity());
            assertEquals(0.01, s.fpp());
            assertEquals("classic", s.kind());
            assertEquals("xxh3", s.scheme());
            assertEquals("single", s.arrangement());
            assertEquals(9728, s.m());
            assertEquals(7, s.k());
            assertEquals(5, s.seed());
            assertEquals(1, s.sectionCount());
            assertEquals(1344, s.bytes());
            assertEquals(f.toBytes().length, s.bytes());
            assertEquals(s.items() / 1000.0, s.load());
            assertTrue(s.fillRatio() > 0.4 && s.fillRatio() < 0.5);
            assertEquals(900, s.estimatedItems(), 45);
            assertTrue(s.expectedFpp() < 0.01 && s.expectedFpp() > 0.001);
            assertEquals("warn", s.status());
            assertFalse(s.sealed());
            assertFalse(s.mapped());
            assertFalse(s.readOnly());
            assertNull(s.path());
            assertEquals(0, s.generation());
            assertEquals(9728L, s.sections().get(0).get("m"));
            assertNotNull(s.toString());
            assertThrows(UnsupportedOperationException.class, () -> s.asMap().put("a", 1));
            assertTrue(f.toString().contains("capacity=1000"), f::toString);
        }
        Plan p = BloomFilter.plan(1000, 0.01);
        assertEquals(9728, p.m());
        assertEquals(7, p.k());
        assertEquals(1344, p.bytes());
        assertEquals(1, p.sectionCount());
        assertEquals(10.752, p.bitsPerKey(), 1e-9);
        assertTrue(p.rates().get(2.0) > 0.01, () -> p.rates().toString());
        assertEquals(4, BloomFilter.builder().capacity(1000).shards(4).plan().sectionCount());
    }

    @Test
    void seedsBeyondLong() {
        BigInteger seed = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
        try (BloomFilter f = BloomFilter.builder().capacity(10).set("seed", seed).build()) {
            assertEquals(seed.toString(), Long.toUnsignedString(f.stats().seed()));
            f.add("a");
            assertTrue(f.contains("a"));
        }
        Fail.with(ErrorCode.OUT_OF_RANGE, "-1", () -> BloomFilter.builder().capacity(10).seed(-1).build());
        Fail.with(ErrorCode.OUT_OF_RANGE, "18446744073709551616",
                () -> BloomFilter.builder().capacity(10).set("seed", seed.add(BigInteger.ONE)).build());
        Fail.with(ErrorCode.OUT_OF_RANGE,
                () -> BloomFilter.builder().capacity(10).set("seed", BigInteger.ONE.shiftLeft(200)).build());
    }

    @Test
    void optionsArePassedThrough() {
        Fail.with(ErrorCode.INVALID_ARGUMENT, "colour",
                () -> BloomFilter.builder().capacity(10).set("colour", "red").build());
        Fail.with(ErrorCode.INVALID_ARGUMENT, "fast", () -> BloomFilter.builder().capacity(10).kind("fast").build());
        Fail.with(ErrorCode.INVALID_ARGUMENT, () -> BloomFilter.builder().set("capacity", "ten").build());
        Fail.with(ErrorCode.INVALID_ARGUMENT, () -> BloomFilter.builder().capacity(10).growth(2).shards(4).build());
        Fail.with(ErrorCode.INVALID_ARGUMENT, () -> BloomFilter.builder().build());
        assertThrows(NullPointerException.class, () -> BloomFilter.builder().kind(null));
        try (BloomFilter f = BloomFilter.builder().m(1000).k(3).scheme("murmur3-seeded").build()) {
            assertEquals(1000, f.stats().m());
        }
    }

    @Test
    void predicate() {
        try (BloomFilter f = filter(100)) {
            f.addMany(users(0, 10));
            Predicate<String> seen = f.asPredicate();
            assertEquals(users(0, 10), users(0, 20).stream().filter(seen).toList());
            assertEquals(users(10, 20), users(0, 20).stream().filter(f.<String>asPredicate().negate()).toList());
            Fail.with(ErrorCode.KEY_TYPE, "java.lang.Double", () -> f.asPredicate().test(1.0));
        }
    }

    @Test
    void sameThreadHoldsNoLock() throws Exception {
        // merge in both directions while both are being closed: nothing may hang.
        for (int i = 0; i < 200; i++) {
            BloomFilter a = filter(10);
            BloomFilter b = filter(10);
            List<Thread> threads = Stream.<Runnable>of(() -> a.merge(b), () -> b.merge(a), a::close, b::close)
                    .map(r -> new Thread(() -> {
                        try {
                            r.run();
                        } catch (ClosedException e) {
                            // close was first
                        }
                    })).toList();
            threads.forEach(Thread::start);
            for (Thread t : threads) {
                t.join(20_000);
                assertFalse(t.isAlive(), "merge and close stopped each other");
            }
        }
    }
}

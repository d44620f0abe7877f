package io.onebloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Closing, and everything at once: B101 and B103. */
class LifetimeTest {
    private static final int THREADS = 16;

    @TempDir Path dir;
    private final ExecutorService pool = Executors.newFixedThreadPool(THREADS);

    @AfterEach
    void stop() throws InterruptedException {
        pool.shutdownNow();
        assertTrue(pool.awaitTermination(30, TimeUnit.SECONDS), "a thread hangs");
    }

    /** Every public method but close, isClosed and toString. */
    static Map<String, Consumer<BloomFilter>> verbs(Path file) {
        BloomFilter open = BloomFilter.create(10, 0.01);
        Map<String, Consumer<BloomFilter>> verbs = new LinkedHashMap<>();
        verbs.put("contains text", f -> f.contains("a"));
        verbs.put("contains bytes", f -> f.contains(new byte[1]));
        verbs.put("contains long", f -> f.contains(1));
        verbs.put("contains big", f -> f.contains(BigInteger.TEN));
        verbs.put("add text", f -> f.add("a"));
        verbs.put("add bytes", f -> f.add(new byte[1]));
        verbs.put("add long", f -> f.add(1));
        verbs.put("add big", f -> f.add(BigInteger.TEN));
        verbs.put("remove text", f -> f.remove("a"));
        verbs.put("remove bytes", f -> f.remove(new byte[1]));
        verbs.put("remove long", f -> f.remove(1));
        verbs.put("remove big", f -> f.remove(BigInteger.TEN));
        verbs.put("predicate", f -> f.asPredicate().test("a"));
        verbs.put("addMany iterable", f -> f.addMany(List.of("a")));
        verbs.put("addMany empty", f -> f.addMany(List.of()));
        verbs.put("addMany array", f -> f.addMany(new String[] {"a"}));
        verbs.put("addMany longs", f -> f.addMany(new long[] {1}));
        verbs.put("containsMany collection", f -> f.containsMany(List.of("a")));
        verbs.put("containsMany array", f -> f.containsMany(new String[] {"a"}));
        verbs.put("containsMany longs", f -> f.containsMany(new long[] {1}));
        verbs.put("merge", f -> f.merge(open));
        verbs.put("merge into", open::merge);
        verbs.put("merge self", f -> f.merge(f));
        verbs.put("contentEquals", f -> f.contentEquals(open));
        verbs.put("clear", BloomFilter::clear);
        verbs.put("copy", BloomFilter::copy);
        verbs.put("save", f -> f.save(file));
        verbs.put("replace", f -> f.replace(file));
        verbs.put("toBytes", BloomFilter::toBytes);
        verbs.put("toParts", BloomFilter::toParts);
        verbs.put("toBits", f -> f.toBits("msb"));
        verbs.put("toClassic", BloomFilter::toClassic);
        verbs.put("sectionOf", f -> f.sectionOf("a"));
        verbs.put("writeTo", f -> {
            try {
                f.writeTo(java.io.OutputStream.nullOutputStream());
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        verbs.put("flush", BloomFilter::flush);
        verbs.put("verify", BloomFilter::verify);
        verbs.put("reload", BloomFilter::reload);
        verbs.put("isStale", BloomFilter::isStale);
        verbs.put("setNow", f -> f.setNow(0));
        verbs.put("setNow null", f -> f.setNow(null));
        verbs.put("stats", BloomFilter::stats);
        verbs.put("stats exact", f -> f.stats(true));
        verbs.put("positions", f -> f.positions("a"));
        return verbs;
    }

    @TestFactory
    Stream<DynamicTest> afterCloseEveryVerbIsClosed() {
        Path file = dir.resolve("never.bloom");
        return verbs(file).entrySet().stream().map(verb -> DynamicTest.dynamicTest(verb.getKey(), () -> {
            for (boolean counting : new boolean[] {false, true}) {
                BloomFilter f = BloomFilter.builder().capacity(10).kind(counting ? "counting" : "classic").build();
                f.close();
                f.close();
                assertTrue(f.isClosed());
                assertEquals("BloomFilter[closed]", f.toString());
                Fail.with(ErrorCode.CLOSED, () -> verb.getValue().accept(f));
                assertFalse(Files.exists(file));
            }
        }));
    }

    /**
     * Runs actions in threads that go round until the filter is closed, by whichever of them does a given number of
     * rounds; returns how many answered wrongly. The closing thread is a running one: a sleeping one would have to wait
     * for the processor behind sixteen that never rest.
     */
    private int race(Supplier<BloomFilter> make, List<Consumer<BloomFilter>> actions, int rounds) throws Exception {
        AtomicInteger wrong = new AtomicInteger();
        for (int round = 0; round < rounds; round++) {
            BloomFilter f = make.get();
            AtomicInteger left = new AtomicInteger(THREADS + 37 * round);
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Consumer<BloomFilter> action = actions.get(i % actions.size());
                running.add(pool.submit(() -> {
                    try {
                        while (true) {
                            action.accept(f);
                            if (left.decrementAndGet() == 0) {
                                f.close();
                                f.close();
                            }
                        }
                    } catch (ClosedException e) {
                        return;
                    } catch (AssertionError e) {
                        wrong.incrementAndGet();
                        f.close();
                    }
                }));
            }
            for (Future<?> r : running) {
                r.get(60, TimeUnit.SECONDS);
            }
        }
        return wrong.get();
    }

    private static final List<String> MEMBERS = IntStream.range(0, 300).mapToObj(i -> "member:" + i).toList();
    private static final long[] NUMBERS = IntStream.range(0, 300).mapToLong(i -> i).toArray();

    private static List<Consumer<BloomFilter>> questions() {
        return List.of(
                f -> assertTrue(f.contains("member:7")),
                f -> assertTrue(f.contains(7)),
                f -> assertEquals(300, f.containsMany(MEMBERS).cardinality()),
                f -> {
                    for (boolean b : f.containsMany(NUMBERS)) {
                        assertTrue(b);
                    }
                },
                f -> assertFalse(f.add("member:8")),
                f -> assertFalse(f.add(8)),
                f -> assertEquals(0, f.addMany(MEMBERS)),
                f -> assertEquals(0, f.addMany(NUMBERS)),
                f -> assertTrue(f.toBytes().length > 0),
                f -> {
                    try (BloomFilter copy = f.copy()) {
                        assertTrue(copy.contains("member:9"));
                    }
                });
    }

    private static BloomFilter filled(Builder builder) {
        BloomFilter f = builder.build();
        f.addMany(MEMBERS);
        f.addMany(NUMBERS);
        return f;
    }

    @TestFactory
    Stream<DynamicTest> closeRacesWithEverything() {
        Map<String, Supplier<BloomFilter>> kinds = new LinkedHashMap<>();
        kinds.put("small", () -> filled(BloomFilter.builder().capacity(1000)));
        kinds.put("with a map of its own", () -> filled(BloomFilter.builder().capacity(400_000)));
        kinds.put("blocked", () -> filled(BloomFilter.builder().capacity(1000).kind("blocked")));
        kinds.put("scheme without ready hash", () -> filled(BloomFilter.builder().capacity(1000).scheme("fnv1a-seeded")));
        kinds.put("scalable", () -> filled(BloomFilter.builder().capacity(100).growth(2)));
        kinds.put("sharded", () -> filled(BloomFilter.builder().capacity(1000).shards(4)));
        kinds.put("rotating", () -> filled(BloomFilter.builder().capacity(1000).period(86400).keep(3)));
        kinds.put("mapped r+", () -> {
            Path file = dir.resolve("raced.bloom");
            if (!Files.exists(file)) {
                try (BloomFilter f = filled(BloomFilter.builder().capacity(1000))) {
                    f.save(file);
                }
            }
            return BloomFilter.open(file, "r+");
        });
        return kinds.entrySet().stream().map(kind -> DynamicTest.dynamicTest(kind.getKey(),
                () -> assertEquals(0, race(kind.getValue(), questions(), 300))));
    }

    @Test
    void closeAgainstLookupsAlone() throws Exception {
        Supplier<BloomFilter> make = () -> filled(BloomFilter.builder().capacity(400_000));
        assertEquals(0, race(make, questions().subList(0, 2), 1000));
    }

    @Test
    void aSaveIsNeverHalfEmptied() throws Exception {
        for (int i = 0; i < 40; i++) {
            Path file = dir.resolve("saved" + i + ".bloom");
            BloomFilter f = filled(BloomFilter.builder().capacity(2_000_000));
            Future<?> save = pool.submit(() -> {
                try {
                    f.save(file);
                } catch (ClosedException e) {
                    // close was first
                }
            });
            TimeUnit.MICROSECONDS.sleep(i * 100L);
            f.close();
            save.get(60, TimeUnit.SECONDS);
            if (Files.exists(file)) {
                try (BloomFilter g = BloomFilter.load(file)) {
                    assertTrue(g.verify());
                    assertEquals(300, g.containsMany(MEMBERS).cardinality());
                }
                Files.delete(file);
            }
        }
    }

    @Test
    void reloadUnderReaders() throws Exception {
        Path file = dir.resolve("reloaded.bloom");
        try (BloomFilter f = filled(BloomFilter.builder().capacity(300_000))) {
            f.save(file);
        }
        AtomicBoolean stop = new AtomicBoolean();
        List<Future<?>> readers = new ArrayList<>();
        try (BloomFilter reader = BloomFilter.open(file)) {
            for (int i = 0; i < THREADS - 2; i++) {
                boolean one = i % 2 == 0;
                readers.add(pool.submit(() -> {
                    while (!stop.get()) {
                        assertTrue(reader.contains(one ? "member:5" : "member:6"));
                        assertTrue(reader.contains(5));
                        assertEquals(300, reader.containsMany(MEMBERS).cardinality());
                    }
                }));
            }
            int reloads = 0;
            for (int i = 0; i < 60; i++) {
                // Now and then another scheme: the hash must fit the map that is asked.
                String scheme = i % 3 == 0 ? "xxh64" : i % 3 == 1 ? "xxh3" : "murmur3-guava64";
                try (BloomFilter f = filled(BloomFilter.builder().capacity(300_000 + i).scheme(scheme))) {
                    f.replace(file);
                }
                reloads += reader.reload() ? 1 : 0;
            }
            stop.set(true);
            for (Future<?> r : readers) {
                r.get(60, TimeUnit.SECONDS);
            }
            assertEquals(60, reloads);
            assertEquals(60, reader.stats().generation());
        }
    }

    @Test
    void manyThreadsAddTogether() throws Exception {
        // B94: every key is reported new at least once, and none is lost.
        List<String> keys = IntStream.range(0, 10_000).mapToObj(i -> "k" + i).toList();
        for (String kind : List.of("classic", "blocked", "counting")) {
            try (BloomFilter f = BloomFilter.builder().capacity(20_000).fpp(1e-4).kind(kind).build()) {
                AtomicInteger news = new AtomicInteger();
                List<Future<?>> running = new ArrayList<>();
                for (int t = 0; t < 8; t++) {
                    int first = t * 1250;
                    running.add(pool.submit(() -> {
                        for (int i = 0; i < keys.size(); i++) {
                            if (f.add(keys.get((first + i) % keys.size()))) {
                                news.incrementAndGet();
                            }
                        }
                    }));
                }
                for (Future<?> r : running) {
                    r.get(60, TimeUnit.SECONDS);
                }
                assertEquals(keys.size(), f.containsMany(keys).cardinality());
                assertTrue(news.get() >= keys.size() * 0.999, () -> kind + ": " + news);
            }
        }
    }

    @Test
    void forgottenFiltersAreFreed() throws Exception {
        long before = Pressure.held();
        for (int i = 0; i < 200; i++) {
            BloomFilter.create(1000, 0.01).add("a");
        }
        for (int i = 0; i < 100 && Pressure.held() > before + 64 * 1024; i++) {
            System.gc();
            Thread.sleep(20);
        }
        assertTrue(Pressure.held() <= before + 64 * 1024, () -> "held " + (Pressure.held() - before));
    }
}

package io.onebloom;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** What the tests let other JVMs do. */
public final class Exercise {
    /** Text that every wrong way of encoding spoils; written as escapes, whatever javac reads. */
    static final List<String> TEXTS = List.of("\u4e2d\u6587", "\u5546\u54c1:10086", "\ud83d\ude00", "\ud83d\ude3a",
            "\ud842\udfb7", "a\0b", "\0", "caf\u00e9", "cafe\u0301", "\ufeffa", "user:1", "");

    private Exercise() {}

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "hello" -> hello();
            case "texts" -> texts(Path.of(args[1]));
            case "all" -> all(Path.of(args[1]));
            case "forget" -> churn(Integer.parseInt(args[1]), f -> { });
            case "close" -> churn(Integer.parseInt(args[1]), BloomFilter::close);
            case "maps" -> maps(Path.of(args[1]), Integer.parseInt(args[2]));
            case "open-all" -> openAll(Path.of(args[1]));
            case "race" -> race(Integer.parseInt(args[1]));
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void hello() {
        try (BloomFilter f = BloomFilter.create(10, 0.01)) {
            f.add("hello");
            System.out.println("hello " + f.contains("hello") + " " + Platform.folderLeftIn(
                    System.getProperty("onebloom.tmpdir", System.getProperty("java.io.tmpdir"))));
        }
    }

    private static void texts(Path file) {
        try (BloomFilter f = BloomFilter.create(1000, 1e-6)) {
            for (String text : TEXTS) {
                f.add(text);
            }
            f.save(file);
        }
    }

    /** Opens what a folder has, whatever the names are. */
    private static void openAll(Path dir) throws IOException {
        try (var files = Files.list(dir)) {
            files.forEach(file -> {
                try (BloomFilter f = BloomFilter.open(file)) {
                    System.out.println("opened " + f.contains("user:1"));
                    f.save(file);
                }
            });
        }
    }

    /** Every native at least once, the failing ones too. */
    private static void all(Path dir) throws IOException {
        Path file = dir.resolve("all.bloom");
        for (String scheme : List.of("xxh3", "fnv1a-seeded")) {
            try (BloomFilter f = BloomFilter.builder().capacity(5000).kind("counting").scheme(scheme).build();
                    BloomFilter g = f.copy()) {
                List<String> keys = new ArrayList<>();
                for (int i = 0; i < 3000; i++) {
                    keys.add("key:" + i);
                }
                f.addMany(keys);
                f.addMany(keys.toArray());
                f.containsMany(keys);
                f.addMany(new long[] {1, 2, 3});
                f.containsMany(new long[1000]);
                f.add(9);
                f.remove(9);
                f.contains(9);
                f.add("text");
                f.contains("text");
                f.remove("text");
                f.add(new byte[5000]);
                f.contains(new byte[5000]);
                g.merge(f);
                g.contentEquals(f);
                g.clear();
                f.save(file);
                f.replace(file);
                try (BloomFilter r = BloomFilter.open(file); BloomFilter w = BloomFilter.open(file, "r+")) {
                    r.verify();
                    w.add("x");
                    w.flush();
                    r.isStale();
                    r.reload();
                    r.stats(true);
                    refused(() -> r.add("y"));
                    refused(() -> r.add(1));
                    refused(() -> r.addMany(keys));
                    refused(() -> r.addMany(new long[1]));
                    refused(() -> r.remove("y"));
                    refused(() -> f.save(file));
                }
                f.replace(file);
                f.positions("a");
                f.setNow(1);
                f.stats().toString();
                f.toString();
                BloomFilter.fromBytes(f.toBytes()).close();
                BloomFilter.openParts(List.of(f.toBytes())).close();
                BloomFilter.plan(1000, 0.01);
                refused(() -> BloomFilter.create(0, 0.01));
                refused(() -> BloomFilter.open(dir.resolve("none")));
                refused(() -> BloomFilter.open(dir));
                refused(() -> BloomFilter.fromBytes(new byte[0]));
                refused(() -> BloomFilter.fromBytes(new byte[500]));
                refused(() -> f.add("\ud800"));
                refused(() -> f.add('c'));
                refused(() -> f.addMany(Arrays.asList("a", null)));
                refused(() -> f.contains((String) null));
                refused(() -> f.contains((byte[]) null));
                refused(() -> f.merge(BloomFilter.create(10, 0.01)));
                refused(Native::panic);
            }
        }
        System.out.println("all done");
    }

    private static void refused(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            return;
        }
        throw new AssertionError("not refused");
    }

    /** Makes many filters of 1 MiB with keys in all their pages; prints the largest resident size in MiB. */
    private static void churn(int count, Consumer<BloomFilter> end) throws IOException {
        long most = 0;
        for (int i = 0; i < count; i++) {
            BloomFilter f = BloomFilter.builder().capacity(870_000).build();
            for (int k = 0; k < 256; k++) {
                f.add(k);
            }
            end.accept(f);
            if (i % 50 == 0) {
                most = Math.max(most, Platform.residentMiB());
            }
        }
        System.out.println("resident " + most);
    }

    /** Opens a file again and again without closing it. */
    private static void maps(Path file, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            BloomFilter f = BloomFilter.open(file);
            if (!f.contains("user:1")) {
                throw new AssertionError("round " + i);
            }
        }
        System.out.println("maps " + Files.readAllLines(Path.of("/proc/self/maps")).size());
    }

    /** B101: ten threads ask, one closes. */
    private static void race(int rounds) throws InterruptedException {
        AtomicInteger wrong = new AtomicInteger();
        for (int round = 0; round < rounds; round++) {
            BloomFilter f = BloomFilter.create(round % 2 == 0 ? 1000 : 400_000, 0.01);
            f.add("member");
            AtomicInteger left = new AtomicInteger(10 + round % 100);
            Thread[] threads = new Thread[10];
            for (int i = 0; i < threads.length; i++) {
                threads[i] = new Thread(() -> {
                    try {
                        while (f.contains("member")) {
                            if (left.decrementAndGet() == 0) {
                                f.close();
                                f.close();
                            }
                        }
                        wrong.incrementAndGet();
                    } catch (ClosedException e) {
                        // as it should be
                    }
                });
                threads[i].start();
            }
            for (Thread t : threads) {
                t.join();
            }
        }
        System.out.println("wrong " + wrong);
    }

    /** What Linux tells of this process. */
    static final class Platform {
        private Platform() {}

        static long residentMiB() throws IOException {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
                }
            }
            return 0;
        }

        /** The folders of extracted libraries that were not removed. */
        static List<String> folderLeftIn(String dir) {
            String[] left = new java.io.File(dir).list((d, name) -> name.startsWith("onebloom-"));
            return left == null ? List.of("?") : List.of(left);
        }
    }
}

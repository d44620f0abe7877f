package io.onebloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Public bug reports of this field by their number in tests/cases/public-cases.md. */
class CasesTest {
    @TempDir Path dir;

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void b45CapacityZero(long capacity) {
        Fail.with(ErrorCode.OUT_OF_RANGE, "capacity", () -> BloomFilter.create(capacity, 1e-6));
        Fail.with(ErrorCode.OUT_OF_RANGE, "capacity", () -> BloomFilter.plan(capacity, 1e-6));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -0.0, 1, 1.5, 2, 5, -0.5, Double.NaN, Double.POSITIVE_INFINITY, 1e-10})
    void b46FppOutsideItsRange(double fpp) {
        Fail.with(ErrorCode.OUT_OF_RANGE, "fpp", () -> BloomFilter.create(1000, fpp));
    }

    @Test
    void b48SmallestFilters() {
        for (long capacity = 1; capacity <= 3; capacity++) {
            try (BloomFilter f = BloomFilter.create(capacity, 0.5)) {
                long hits = IntStream.range(0, 1000).filter(f::contains).count();
                assertEquals(0, hits);
                assertTrue(f.add("x") && f.contains("x"));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000_000_000_000L, 1_000_000_000_000_000_000L, 1L << 62, Long.MAX_VALUE})
    void b49AbsurdCapacity(long capacity) {
        RuntimeException e = assertThrows(RuntimeException.class, () -> BloomFilter.create(capacity, 0.01).close());
        ErrorCode code = ((OnebloomError) e).code();
        assertTrue(code == ErrorCode.OUT_OF_RANGE || code == ErrorCode.OUT_OF_MEMORY, e::toString);
        try (BloomFilter f = BloomFilter.create(10, 0.01)) {
            assertTrue(f.add("alive"));
        }
    }

    @Test
    void b54ThreeBillionKeys() {
        Plan plan = BloomFilter.plan(3_000_000_000L, 0.01);
        assertTrue(plan.m() > 28_755_175_133L && plan.m() < 28_800_000_000L, () -> "m " + plan.m());
        assertTrue(plan.bytes() > Integer.MAX_VALUE);
        Fail.with(ErrorCode.OUT_OF_RANGE, "281474976710656", () -> BloomFilter.create((1L << 48) + 1, 0.01));
    }

    /** A filter of 3.6 GB in a sparse file: nothing in Java counts its body with an int. */
    @Test
    void b62MoreThanTwoGiB() throws Exception {
        long m = 3_600_000_000L * 8;
        Path file = Headers.sparse(dir.resolve("sparse.bloom"), 1, 1, m, 7, 0);
        assertTrue(Files.size(file) > 3_600_000_000L);
        try (BloomFilter f = BloomFilter.open(file, "r+")) {
            for (int i = 0; i < 1000; i++) {
                assertTrue(f.add("user:" + i));
            }
            assertEquals(3_600_000_128L, f.stats().bytes());
            Fail.with(ErrorCode.OUT_OF_RANGE, "save", f::toBytes);
            assertTrue(Arrays.stream(f.positions("user:1")).anyMatch(p -> p > 1L << 32));
        }
        try (BloomFilter f = BloomFilter.open(file)) {
            for (int i = 0; i < 1000; i++) {
                assertTrue(f.contains("user:" + i));
                assertFalse(f.contains("nobody:" + i));
            }
        }
    }

    /** Writes 2.2 GB: only with -Dtest.jvm.args=-Donebloom.big=true. */
    @Test
    void b62SavesMoreThanTwoGiB() throws Exception {
        assumeTrue(Boolean.getBoolean("onebloom.big"), "writes 2.2 GB");
        Path file = Headers.sparse(dir.resolve("sparse.bloom"), 1, 1, 2_200_000_000L * 8, 7, 0);
        try (BloomFilter f = BloomFilter.open(file, "r+")) {
            f.add("a");
            f.save(dir.resolve("saved.bloom"));
        }
        try (BloomFilter f = BloomFilter.open(dir.resolve("saved.bloom"))) {
            assertTrue(f.contains("a"));
            assertTrue(f.verify());
        }
    }

    @Test
    void b65MutatedHeadersNeverCrash() {
        byte[] image;
        try (BloomFilter f = BloomFilter.create(1000, 0.01)) {
            f.add("a");
            image = f.toBytes();
        }
        java.util.Random random = new java.util.Random(1);
        for (int i = 0; i < 5000; i++) {
            byte[] bad = image.clone();
            bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
            try (BloomFilter f = BloomFilter.fromBytes(bad)) {
                f.contains("a");
            } catch (FormatException e) {
                // as it should be
            }
        }
        for (int length = 0; length < image.length; length++) {
            byte[] cut = Arrays.copyOf(image, length);
            assertThrows(FormatException.class, () -> BloomFilter.fromBytes(cut));
        }
    }

    @Test
    void b73ReadsExactlyItsBytes() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<Builder> builders = List.of(
                BloomFilter.builder().capacity(1000),
                BloomFilter.builder().capacity(1000).shards(4),
                BloomFilter.builder().capacity(10).growth(2),
                BloomFilter.builder().capacity(10).period(3600).keep(3));
        for (int i = 0; i < builders.size(); i++) {
            try (BloomFilter f = builders.get(i).build()) {
                for (int k = 0; k < 100; k++) {
                    f.add("of " + i + ": " + k);
                }
                f.writeTo(out);
            }
        }
        out.write("TAIL".getBytes(StandardCharsets.US_ASCII));
        byte[] all = out.toByteArray();
        InputStream in = new Slow(new ByteArrayInputStream(all));
        for (int i = 0; i < builders.size(); i++) {
            try (BloomFilter f = BloomFilter.readFrom(in)) {
                assertTrue(f.contains("of " + i + ": 99"));
            }
        }
        assertArrayEquals("TAIL".getBytes(StandardCharsets.US_ASCII), in.readAllBytes());
        Fail.with(ErrorCode.NOT_A_FILTER, () -> BloomFilter.readFrom(new ByteArrayInputStream(new byte[4])));
        Fail.with(ErrorCode.NOT_A_FILTER, () -> BloomFilter.readFrom(new ByteArrayInputStream(new byte[400])));
        Fail.with(ErrorCode.TRUNCATED,
                () -> BloomFilter.readFrom(new ByteArrayInputStream(Arrays.copyOf(all, 1000))));
        InputStream failing = new InputStream() {
            @Override
            public int read() throws EOFException {
                throw new EOFException("mine");
            }
        };
        assertEquals("mine", assertThrows(EOFException.class, () -> BloomFilter.readFrom(failing)).getMessage());
    }

    /** Gives one byte at a time, as a socket may. */
    private static final class Slow extends java.io.FilterInputStream {
        Slow(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] b, int off, int len) throws java.io.IOException {
            return super.read(b, off, Math.min(len, 1));
        }
    }

    @Test
    void b81BytesThroughText() {
        try (BloomFilter f = BloomFilter.create(1000, 0.01)) {
            f.add("a");
            byte[] text = new String(f.toBytes(), StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
            Fail.with(ErrorCode.NOT_A_FILTER, () -> BloomFilter.fromBytes(text));
        }
    }

    @Test
    void b87ReadOnlyFiles() throws Exception {
        Path file = dir.resolve("f.bloom");
        try (BloomFilter f = BloomFilter.create(1000, 0.01)) {
            f.add("a");
            f.save(file);
        }
        var before = Files.getLastModifiedTime(file);
        assertTrue(file.toFile().setReadOnly());
        try (BloomFilter f = BloomFilter.open(file)) {
            assertTrue(f.contains("a"));
            Fail.with(ErrorCode.READ_ONLY, () -> f.add("b"));
        }
        assertEquals(before, Files.getLastModifiedTime(file));
    }

    @Test
    void b88BadPaths() throws Exception {
        Path fifo = dir.resolve("fifo");
        boolean made = new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor() == 0;
        Path longPath = dir.resolve("x/".repeat(2500) + "f");
        Path longName = dir.resolve("y".repeat(300));
        Path missing = dir.resolve("none/f.bloom");
        try (BloomFilter f = BloomFilter.create(10, 0.01)) {
            Fail.with(ErrorCode.NOT_FOUND, missing.toString(), () -> BloomFilter.open(missing));
            Fail.with(ErrorCode.NOT_FOUND, () -> f.save(missing));
            Fail.with(ErrorCode.NOT_A_FILTER, dir.toString(), () -> BloomFilter.open(dir));
            Fail.with(ErrorCode.INVALID_ARGUMENT, dir.toString(), () -> f.save(dir));
            Fail.with(ErrorCode.NOT_A_FILTER, () -> BloomFilter.open(Path.of("/dev/null")));
            Fail.with(ErrorCode.INVALID_ARGUMENT, () -> f.save(Path.of("/dev/null")));
            Fail.with(ErrorCode.IO, () -> BloomFilter.open(longName));
            Fail.with(ErrorCode.IO, () -> f.save(longPath));
            Fail.with(ErrorCode.NOT_FOUND, () -> BloomFilter.open(Path.of("")).close());
            assertThrows(NullPointerException.class, () -> f.save(null));
            if (made) {
                Fail.with(ErrorCode.NOT_A_FILTER, () -> BloomFilter.open(fifo));
                Fail.with(ErrorCode.INVALID_ARGUMENT, () -> f.save(fifo));
            }
            // A zip is a file system of its own.
            Path zip = dir.resolve("a.zip");
            try (var other = java.nio.file.FileSystems.newFileSystem(java.net.URI.create("jar:" + zip.toUri()),
                    java.util.Map.of("create", "true"))) {
                Fail.with(ErrorCode.INVALID_ARGUMENT, "default file system", () -> f.save(other.getPath("/f")));
            }
        }
    }

    @Test
    void b109NullIntoNatives() {
        try (BloomFilter f = BloomFilter.create(10, 0.01)) {
            assertThrows(NullPointerException.class, () -> f.contains((String) null));
            assertThrows(NullPointerException.class, () -> f.contains((byte[]) null));
            assertThrows(NullPointerException.class, () -> f.contains((java.math.BigInteger) null));
            assertThrows(NullPointerException.class, () -> f.add((String) null));
            assertThrows(NullPointerException.class, () -> f.add((byte[]) null));
            assertThrows(NullPointerException.class, () -> f.remove((String) null));
            assertThrows(NullPointerException.class, () -> f.addMany((long[]) null));
            assertThrows(NullPointerException.class, () -> f.addMany((Object[]) null));
            assertThrows(NullPointerException.class, () -> f.addMany((List<String>) null));
            assertThrows(NullPointerException.class, () -> f.containsMany((long[]) null));
            assertThrows(NullPointerException.class, () -> f.containsMany(Arrays.asList("a", null)));
            assertThrows(NullPointerException.class, () -> f.save(null));
            assertThrows(NullPointerException.class, () -> f.merge(null));
            assertFalse(f.contains(new byte[0]));
            assertEquals(0, f.stats().items());
        }
    }

    @Test
    void b120OverfilledFilterSaysSo() {
        try (BloomFilter f = BloomFilter.create(1000, 0.01)) {
            f.addMany(IntStream.range(0, 20_000).boxed().toList());
            assertEquals("over", f.stats().status());
            assertTrue(f.stats().fillRatio() > 0.99);
            assertTrue(f.stats().expectedFpp() > 0.9);
        }
    }

    @Test
    void b125CountersSaturate() {
        try (BloomFilter f = BloomFilter.builder().capacity(100).kind("counting").build()) {
            for (int i = 0; i < 16; i++) {
                f.add("x");
            }
            for (int i = 0; i < 16; i++) {
                assertTrue(f.remove("x"));
            }
            assertTrue(f.contains("x"));
        }
    }

    @Test
    void fullDiskOrFolderWithoutPermission() throws Exception {
        assumeTrue(!System.getProperty("user.name").equals("root"), "root may write anywhere");
        Path locked = Files.createDirectory(dir.resolve("locked"));
        assertTrue(locked.toFile().setWritable(false));
        try (BloomFilter f = BloomFilter.create(10, 0.01)) {
            Fail.with(ErrorCode.PERMISSION, () -> f.save(locked.resolve("f")));
        }
    }
}

package io.onebloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A filter in other forms: bits of other programs, parts, counting to classic. */
class FormsTest {
    /** parquet-java, "hello" in a column filter of one block of 32 bytes. */
    private static final byte[] PARQUET =
            Vectors.hex("0000100000020000000400008000000000020000000000800000001000000008");

    private static Builder size(long m, long k) {
        return BloomFilter.builder().m(m).k(k);
    }

    private static long[] numbers(int to) {
        return LongStream.range(0, to).toArray();
    }

    @Test
    void aColumnOfParquet() {
        Builder column = size(256, 8).kind("blocked").scheme("xxh64");
        try (BloomFilter made = column.build();
                BloomFilter f = BloomFilter.fromBits(PARQUET, column.bits("lsb"))) {
            assertTrue(f.contains("hello"));
            assertFalse(f.contains("hallo"));
            assertArrayEquals(PARQUET, f.toBits("lsb"));
            made.add("hello");
            assertTrue(made.contentEquals(f));
        }
    }

    @Test
    void everyOrder() {
        BitSet cells = new BitSet();
        cells.set(1);
        cells.set(8);
        cells.set(15);
        byte[] bytes = new byte[16];
        cells.stream().forEach(i -> bytes[i] = 1);
        Map<String, byte[]> bodies = new LinkedHashMap<>();
        bodies.put("msb", new byte[] {0x40, (byte) 0x81});
        bodies.put("lsb", cells.toByteArray());
        bodies.put("bytes", bytes);
        bodies.forEach((order, body) -> {
            try (BloomFilter f = BloomFilter.fromBits(body, size(16, 3).scheme("murmur3-seeded").bits(order))) {
                bodies.forEach((other, wanted) -> assertArrayEquals(wanted, f.toBits(other)));
            }
        });
        try (BloomFilter empty = BloomFilter.fromBits(new byte[0], size(64, 3))) {
            assertFalse(empty.contains("x"));
        }
    }

    @Test
    void whatDoesNotFit() {
        byte[] one = {1};
        Fail.with(ErrorCode.OUT_OF_RANGE, "m = 64", () -> BloomFilter.fromBits(new byte[9], size(64, 3)));
        Fail.with(ErrorCode.OUT_OF_RANGE, "m = 7", () -> BloomFilter.fromBits(one, size(7, 3)));
        Fail.with(ErrorCode.INVALID_ARGUMENT, "m and k", () -> BloomFilter.fromBits(one, BloomFilter.builder().m(64)));
        Fail.with(ErrorCode.INVALID_ARGUMENT, "m and k", () -> BloomFilter.fromBits(one, BloomFilter.builder()));
        Fail.with(ErrorCode.INVALID_ARGUMENT, "msb, lsb, bytes",
                () -> BloomFilter.fromBits(one, size(64, 3).bits("big")));
        Fail.with(ErrorCode.INVALID_ARGUMENT, "msb",
                () -> BloomFilter.fromBits(one, size(64, 3).kind("counting").bits("lsb")));
        Fail.with(ErrorCode.INVALID_ARGUMENT, "from_bits", () -> size(64, 3).bits("lsb").build());
        assertThrows(NullPointerException.class, () -> BloomFilter.fromBits(null, size(64, 3)));
        assertThrows(NullPointerException.class, () -> BloomFilter.fromBits(one, null));
        try (BloomFilter counting = BloomFilter.builder().capacity(10).kind("counting").build()) {
            Fail.with(ErrorCode.INVALID_ARGUMENT, "msb", () -> counting.toBits("lsb"));
            Fail.with(ErrorCode.INVALID_ARGUMENT, () -> counting.toBits(""));
            assertThrows(NullPointerException.class, () -> counting.toBits(null));
        }
    }

    @Test
    void parts() {
        try (BloomFilter f = BloomFilter.builder().capacity(1000).shards(1000).build()) {
            f.addMany(numbers(1000));
            List<byte[]> parts = f.toParts();
            assertEquals(1000, parts.size());
            try (BloomFilter again = BloomFilter.openParts(parts)) {
                assertTrue(again.contentEquals(f));
            }
        }
        try (BloomFilter f = BloomFilter.builder().capacity(1000).shards(5).build()) {
            assertEquals(new TreeSet<>(List.of(0, 1, 2, 3, 4)),
                    LongStream.range(0, 100).mapToObj(f::sectionOf).collect(Collectors.toCollection(TreeSet::new)));
            assertEquals(f.sectionOf(7), f.sectionOf("7"));
            Fail.with(ErrorCode.KEY_TYPE, () -> f.sectionOf(1.5));
            assertThrows(NullPointerException.class, () -> f.sectionOf(null));
        }
        try (BloomFilter f = BloomFilter.create(10, 0.1)) {
            assertEquals(1, f.toParts().size());
            assertArrayEquals(f.toBytes(), f.toParts().get(0));
        }
    }

    @Test
    void countingToClassic() {
        try (BloomFilter f = BloomFilter.builder().capacity(1000).kind("counting").build()) {
            f.addMany(numbers(1000));
            try (BloomFilter classic = f.toClassic()) {
                assertEquals("classic", classic.stats().kind());
                assertArrayEquals(f.containsMany(numbers(10_000)), classic.containsMany(numbers(10_000)));
                Fail.with(ErrorCode.UNSUPPORTED, "counting", classic::toClassic);
            }
        }
    }
}

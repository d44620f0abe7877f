package io.onebloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class KeysTest {
    /** A key of the shared table as a Java object. */
    private static Object key(String type, String value) {
        return switch (type) {
            case "text" -> new String(Vectors.hex(value), StandardCharsets.UTF_8);
            case "bytes" -> Vectors.hex(value);
            case "int" -> new BigInteger(value);
            case "utf16" -> new String(Vectors.hex(value), StandardCharsets.UTF_16BE).isEmpty() ? "" : utf16(value);
            case "bool" -> Boolean.valueOf(value);
            case "float" -> Double.valueOf(value.equals("nan") ? "NaN" : value);
            case "list" -> List.of();
            case "object" -> new Object();
            case "null" -> null;
            default -> throw new IllegalArgumentException(type);
        };
    }

    private static String utf16(String hex) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < hex.length(); i += 4) {
            text.append((char) Integer.parseInt(hex.substring(i, i + 4), 16));
        }
        return text.toString();
    }

    /** All ways in which Java can give this key. */
    private static List<Object> forms(Object key) {
        List<Object> forms = new ArrayList<>(List.of(key));
        if (key instanceof BigInteger n && n.bitLength() < 64) {
            forms.add(n.longValue());
            if (n.bitLength() < 32) {
                forms.add(n.intValue());
            }
            if (n.bitLength() < 16) {
                forms.add(n.shortValue());
            }
            if (n.bitLength() < 8) {
                forms.add(n.byteValue());
            }
        }
        if (key instanceof String s) {
            forms.add(new StringBuilder(s));
        }
        return forms;
    }

    private static void add(BloomFilter f, Object key) {
        if (key instanceof CharSequence text) {
            f.add(text);
        } else if (key instanceof byte[] bytes) {
            f.add(bytes);
        } else if (key instanceof BigInteger n) {
            f.add(n);
        } else {
            f.add(((Number) key).longValue());
        }
    }

    private static boolean ask(BloomFilter f, Object key) {
        boolean answer = f.asPredicate().test(key);
        assertEquals(answer, f.containsMany(new Object[] {key})[0]);
        assertEquals(answer, f.containsMany(List.of(key)).get(0));
        if (key instanceof CharSequence text) {
            assertEquals(answer, f.contains(text));
        } else if (key instanceof byte[] bytes) {
            assertEquals(answer, f.contains(bytes));
        } else if (key instanceof BigInteger n) {
            assertEquals(answer, f.contains(n));
        } else {
            assertEquals(answer, f.contains(((Number) key).longValue()));
            assertEquals(answer, f.containsMany(new long[] {((Number) key).longValue()})[0]);
        }
        return answer;
    }

    @TestFactory
    Stream<DynamicTest> theSharedTable() {
        List<String[]> rows = Vectors.rows(Vectors.DIR.resolveSibling("keys.tsv"));
        assertTrue(rows.size() > 80);
        return rows.stream().map(row -> DynamicTest.dynamicTest(String.join(" ", row), () -> {
            Object first = key(row[1], row[2]);
            if (Set.of("one", "two").contains(row[0])) {
                Object second = key(row[3], row[4]);
                together(first, second, row[0].equals("one"));
                together(second, first, row[0].equals("one"));
            } else {
                refused(first, ErrorCode.valueOf(row[0]));
            }
        }));
    }

    private static void together(Object added, Object asked, boolean same) {
        for (Object a : forms(added)) {
            try (BloomFilter f = BloomFilter.create(16, 1e-9)) {
                add(f, a);
                for (Object b : forms(asked)) {
                    assertEquals(same, ask(f, b));
                }
            }
        }
    }

    private static void refused(Object key, ErrorCode code) {
        try (BloomFilter f = BloomFilter.create(16, 1e-9)) {
            byte[] before = f.toBytes();
            if (key == null) {
                assertThrows(NullPointerException.class, () -> f.addMany(new Object[] {null}));
                assertThrows(NullPointerException.class, () -> f.asPredicate().test(null));
                assertThrows(NullPointerException.class, () -> f.positions(null));
            } else {
                Fail.with(code, () -> f.addMany(new Object[] {key}));
                Fail.with(code, () -> f.containsMany(new Object[] {key}));
                Fail.with(code, () -> f.asPredicate().test(key));
                Fail.with(code, () -> f.positions(key));
                if (key instanceof String text) {
                    Fail.with(code, () -> f.add(text));
                    Fail.with(code, () -> f.contains(text));
                    Fail.with(code, () -> f.remove(text));
                }
            }
            assertArrayEquals(before, f.toBytes());
        }
    }

    @Test
    void aCharNeverBecomesItsNumber() {
        try (BloomFilter f = BloomFilter.builder().capacity(16).kind("counting").build()) {
            f.add(120);
            Fail.with(ErrorCode.KEY_TYPE, "char", () -> f.contains('x'));
            Fail.with(ErrorCode.KEY_TYPE, "char", () -> f.add('x'));
            Fail.with(ErrorCode.KEY_TYPE, "char", () -> f.remove('x'));
            Fail.with(ErrorCode.KEY_TYPE, "char", () -> f.contains(Character.valueOf('x')));
            Fail.with(ErrorCode.KEY_TYPE, "java.lang.Character", () -> f.asPredicate().test('x'));
            Fail.with(ErrorCode.KEY_TYPE, "java.lang.Character", () -> f.addMany(new Character[] {'x'}));
            Fail.with(ErrorCode.KEY_TYPE, "char[]", () -> f.addMany(new Object[] {new char[] {'x'}}));
            assertEquals(1, f.stats().items());
        }
    }

    @Test
    void boxesAndSmallIntegersAreIntegers() {
        try (BloomFilter f = BloomFilter.create(16, 1e-9)) {
            f.add(Integer.valueOf(7));
            f.add((byte) -7);
            f.add(Long.valueOf(8));
            f.add((short) 9);
            assertTrue(f.contains("7") && f.contains("-7") && f.contains("8") && f.contains("9"));
        }
    }

    @Test
    void utf8IsTheStandards() {
        // B01, B02, B23: emoji, NUL, and every length of key with bytes from 0x80 up.
        assertArrayEquals(Vectors.hex("f09f9880"), Keys.utf8("\uD83D\uDE00"));
        assertArrayEquals(Vectors.hex("f09f98ba"), Keys.utf8("😺"));
        assertArrayEquals(Vectors.hex("f0a0aeb7"), Keys.utf8("𠮷"));
        assertArrayEquals(Vectors.hex("610062"), Keys.utf8("a\0b"));
        assertArrayEquals(Vectors.hex("e4b8ade69687"), Keys.utf8("中文"));
        assertEquals(0x0b4fecf421a0808eL, Hash4j.of("xxh3", 0).hash(Keys.utf8("😀")));
        assertEquals(0xd5a06cd078125351L, Hash4j.of("xxh3", 0).hash(Keys.utf8("a\0b")));
        assertEquals(0xab6e5f64077e7d8aL, Hash4j.of("xxh3", 0).hash(Keys.utf8("foo")));
        assertEquals(0x159d2da18eeae258L, Hash4j.of("xxh3", 0).hash(Keys.utf8("aaaaaaé")));
        for (int length = 0; length < 600; length++) {
            String text = "é".repeat(length / 2) + (length % 2 == 0 ? "" : "a");
            assertArrayEquals(text.getBytes(StandardCharsets.UTF_8), Keys.utf8(text));
        }
    }

    @Test
    void questionMarksAreNotSuspicious() {
        for (String text : List.of("?", "a?b", "??", "é?", "😀?", "?".repeat(300))) {
            assertArrayEquals(text.getBytes(StandardCharsets.UTF_8), Keys.utf8(text));
        }
        for (String text : List.of("\ud800", "?\ud800", "\ud800?", "é\udc00", "a\ude00\ud83d", "😀\ud83d", "\ud83d😀",
                "\ud83d\ud83d\ude00", "x".repeat(500) + "\udfff")) {
            Fail.with(ErrorCode.KEY_ENCODING, "unpaired surrogate", () -> Keys.utf8(text));
        }
    }

    @Test
    void longKeys() {
        for (String scheme : List.of("xxh3", "murmur3-guava64")) {
            try (BloomFilter f = BloomFilter.builder().capacity(16).fpp(1e-9).scheme(scheme).build()) {
                for (int length : new int[] {1023, 1024, 1025, 1 << 20}) {
                    byte[] key = new byte[length];
                    key[length / 2] = 'x';
                    f.add(key);
                    assertTrue(f.contains(key));
                    key[length / 2] = 'y';
                    assertFalse(f.contains(key));
                }
            }
        }
    }

    @Test
    void hashingInTheLibraryIsTheSame() {
        // What happens when hash4j is not there (LoadingTest takes it away): the bytes go to the library.
        try (BloomFilter f = BloomFilter.create(1000, 1e-6)) {
            long engine = Native.fromBytes(f.toBytes());
            try {
                for (byte[] key : Vectors.keys().values()) {
                    assertEquals(1, Native.addBytes(engine, key));
                    f.add(key);
                    assertEquals(1, Native.containsBytes(engine, key));
                }
                assertArrayEquals(f.toBytes(), Native.toBytes(engine));
            } finally {
                Native.free(engine);
            }
        }
    }
}

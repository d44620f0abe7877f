package io.onebloom;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The shared vectors: where they are and how their tables are read. */
final class Vectors {
    static final Path DIR = Path.of(System.getProperty("onebloom.vectors",
            System.getenv().getOrDefault("ONEBLOOM_VECTORS", "tests/vectors"))).toAbsolutePath().normalize();

    private Vectors() {}

    /** The rows of a table without its comments, split at tabs; columns at the end may be missing. */
    static List<String[]> rows(Path table) {
        try {
            return Files.readAllLines(table, StandardCharsets.UTF_8).stream()
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .map(line -> line.split("\t", -1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String[]> rows(String table) {
        return rows(DIR.resolve(table));
    }

    static byte[] hex(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    /** keys.tsv: bytes by name. */
    static Map<String, byte[]> keys() {
        Map<String, byte[]> keys = new LinkedHashMap<>();
        for (String[] row : rows("keys.tsv")) {
            keys.put(row[0], row.length > 1 ? hex(row[1]) : new byte[0]);
        }
        return keys;
    }

    static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /** Every *.bloom of a folder in bytewise order of the names, without the suffix. */
    static List<String> names(Path dir) {
        try (var files = Files.list(dir)) {
            return files.map(f -> f.getFileName().toString())
                    .filter(f -> f.endsWith(".bloom"))
                    .map(f -> f.substring(0, f.length() - ".bloom".length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

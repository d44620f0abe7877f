package io.onebloom;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Java as a program of tests/matrix: README.md there says what each verb does. */
public final class Matrix {
    private static final Path CASES = Vectors.DIR.resolveSibling("matrix").resolve("cases.tsv");
    private static final int ASKED = 2000;

    private Matrix() {}

    public static void main(String[] args) {
        StringBuilder out = new StringBuilder();
        switch (args[0]) {
            case "write" -> write(row(args[1]), Path.of(args[2]));
            case "write-all" -> {
                for (String[] row : Vectors.rows(CASES)) {
                    write(row, Path.of(args[1], row[0] + ".bloom"));
                }
            }
            case "check" -> check(args[1], Path.of(args[2]), "", out);
            case "check-all" -> {
                for (String name : Vectors.names(Path.of(args[1]))) {
                    check(name, Path.of(args[1], name + ".bloom"), name + "\t", out);
                }
            }
            case "codes" -> codes(Path.of(args[1]), out);
            default -> throw new IllegalArgumentException("verbs: write, write-all, check, check-all, codes");
        }
        PrintStream stdout = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        stdout.print(out);
        stdout.flush();
    }

    private static String[] row(String name) {
        return Vectors.rows(CASES).stream().filter(r -> r[0].equals(name)).findFirst().orElseThrow();
    }

    private static void write(String[] row, Path file) {
        try (BloomFilter filter = build(row)) {
            filter.save(file);
        }
    }

    static BloomFilter build(String[] row) {
        Builder builder = BloomFilter.builder();
        for (String option : row[1].split(" ")) {
            String name = option.substring(0, option.indexOf('='));
            String value = option.substring(option.indexOf('=') + 1);
            switch (name) {
                case "kind", "scheme" -> builder.set(name, value);
                case "fpp" -> builder.set(name, Double.parseDouble(value));
                default -> builder.set(name, Long.parseLong(value));
            }
        }
        BloomFilter filter = builder.build();
        for (String step : row[2].split("; ")) {
            carryOut(filter, step.split(" "));
        }
        return filter;
    }

    private static void carryOut(BloomFilter filter, String[] step) {
        switch (step[0]) {
            case "user" -> {
                List<String> keys = new ArrayList<>();
                for (int i = Integer.parseInt(step[1]); i <= Integer.parseInt(step[2]); i++) {
                    keys.add("user:" + i);
                }
                filter.addMany(keys);
            }
            case "int" -> {
                for (long i = Long.parseLong(step[1]); i <= Long.parseLong(step[2]); i++) {
                    filter.add(i);
                }
            }
            case "text" -> {
                for (int i = Integer.parseInt(step[2]); i > 0; i--) {
                    filter.add(step[1]);
                }
            }
            case "keys" -> filter.addMany(Vectors.keys().values());
            case "now" -> filter.setNow(Long.parseLong(step[1]));
            case "none" -> { }
            default -> throw new IllegalArgumentException("step " + step[0]);
        }
    }

    private static void check(String name, Path file, String before, StringBuilder out) {
        boolean numbers = name.endsWith("-ints");
        try (BloomFilter mapped = BloomFilter.open(file); BloomFilter loaded = BloomFilter.load(file)) {
            if (name.contains("rotating")) {
                mapped.setNow(1767441600000L);
                loaded.setNow(1767441600000L);
            }
            for (int i = 0; i < ASKED; i++) {
                String key = numbers ? Integer.toString(i) : "user:" + i;
                boolean one = numbers ? mapped.contains(i) : mapped.contains(key);
                boolean other = numbers ? loaded.contains(i) : loaded.contains(key);
                if (one != other) {
                    throw new IllegalStateException(file + ": mapped and loaded differ for " + key);
                }
                out.append(before).append(key).append('\t').append(one ? '1' : '0').append('\n');
            }
        }
    }

    private static void codes(Path dir, StringBuilder out) {
        for (String name : Vectors.names(dir)) {
            out.append(name).append('\t').append(code(dir.resolve(name + ".bloom"))).append('\n');
        }
    }

    static ErrorCode code(Path file) {
        try (BloomFilter filter = BloomFilter.load(file)) {
            return ErrorCode.OK;
        } catch (RuntimeException e) {
            if (e instanceof OnebloomError failure) {
                return failure.code();
            }
            throw e;
        }
    }
}

package io.onebloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What needs a JVM of its own: encodings, -Xcheck:jni, memory. */
class ForkTest {
    @TempDir Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"US-ASCII", "ISO-8859-1", "GBK", "UTF-8"})
    void b05KeysDoNotDependOnTheEncoding(String encoding) throws Exception {
        Path file = dir.resolve("texts.bloom");
        new Fork().jvm("-Dfile.encoding=" + encoding).environment("LC_ALL", "C").run("texts", file.toString()).ok();
        try (BloomFilter f = BloomFilter.create(1000, 1e-6)) {
            for (String text : Exercise.TEXTS) {
                f.add(text.getBytes(StandardCharsets.UTF_8));
            }
            assertArrayEquals(f.toBytes(), Files.readAllBytes(file));
        }
        Path goldens = Files.createDirectory(dir.resolve("goldens"));
        new Fork().main(Matrix.class).jvm("-Dfile.encoding=" + encoding).environment("LC_ALL", "C")
                .run("write-all", goldens.toString()).ok();
        List<String> names = Vectors.names(goldens);
        assertTrue(names.size() > 20);
        for (String name : names) {
            assertArrayEquals(Files.readAllBytes(Vectors.DIR.resolve("golden").resolve(name + ".bloom")),
                    Files.readAllBytes(goldens.resolve(name + ".bloom")), name);
        }
    }

    /** In the locale C a path's text is lost, its bytes are not. */
    @Test
    void pathsAreBytes() throws Exception {
        Path file = Files.copy(Vectors.DIR.resolve("golden/classic-xxh3.bloom"), dir.resolve("中文 é 100% a+b.bloom"));
        assertEquals("opened true\n", new Fork().environment("LC_ALL", "C").run("open-all", dir.toString()).ok());
        try (var left = Files.list(dir)) {
            assertEquals(List.of(file), left.toList(), "saved under the same name");
        }
    }

    /** Lines with which -Xcheck:jni complains. */
    private static void assertNoComplaint(String output) {
        for (String line : output.split("\n")) {
            assertFalse(line.contains("WARNING") || line.contains("FATAL") || line.contains("JNI call made"), output);
        }
    }

    @Test
    void checkedJniFindsNothing() throws Exception {
        String output = new Fork().jvm("-Xcheck:jni").run("all", dir.toString()).ok();
        assertTrue(output.contains("all done"));
        assertNoComplaint(output);
    }

    @Test
    void b101UnderCheckedJni() throws Exception {
        String output = new Fork().jvm("-Xcheck:jni").run("race", "2000").ok();
        assertTrue(output.contains("wrong 0"), output);
        assertNoComplaint(output);
    }

    private static void assertResidentBelow(String output, int mib) {
        int at = output.indexOf("resident ");
        int most = Integer.parseInt(output.substring(at + 9).trim());
        assertTrue(most > 0 && most < mib, "MiB resident: " + most);
    }

    /** B103: 4,000 filters of 1 MiB and no close; the heap of 256 MiB is the bound. */
    @Test
    void b103ForgottenFiltersAreBounded() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/status")));
        assertResidentBelow(new Fork().run("forget", "4000").ok(), 1024);
    }

    @Test
    void closedFiltersLeaveNothing() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/status")));
        assertResidentBelow(new Fork().run("close", "4000").ok(), 400);
    }

    @Test
    void forgottenMapsDoNotFillTheTableOfMaps() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/maps")));
        Path file = Vectors.DIR.resolve("golden/classic-xxh3.bloom");
        String output = new Fork().run("maps", file.toString(), "100000").ok();
        assertEquals("maps", output.substring(0, 4));
    }
}

package io.onebloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the native library is found and loaded: B114, class loaders, modules, what is said when it fails. */
class LoadingTest {
    @TempDir Path dir;

    /** The library that the class path carries. */
    private static Path library() throws Exception {
        String name = "/META-INF/native/" + NativeLoader.platform() + "/" + System.mapLibraryName("onebloom_jni");
        return Path.of(NativeLoader.class.getResource(name).toURI());
    }

    @Test
    void extractedCopyIsRemoved() throws Exception {
        String output = new Fork().jvm("-Donebloom.tmpdir=" + dir).run("hello").ok();
        assertEquals("hello true []\n", output);
        assertEquals("hello true []\n", new Fork().jvm("-Djava.io.tmpdir=" + dir).run("hello").ok());
    }

    @Test
    void extractionIsPrivateAndFailsClearly() throws Exception {
        Path missing = dir.resolve("missing");
        String output = new Fork().jvm("-Donebloom.tmpdir=" + missing).run("hello").failed();
        assertTrue(output.contains("onebloom.tmpdir") && output.contains("onebloom.library.path"), output);
        // The folder's mode: caught while the library is being loaded, by making loading fail there.
        Path file = dir.resolve("not-a-folder");
        Files.writeString(file, "");
        assertTrue(new Fork().jvm("-Donebloom.tmpdir=" + file).run("hello").failed().contains("could not be copied"));
        Path folder = NativeLoader.privateFolder(dir);
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
        assertFalse(folder.equals(NativeLoader.privateFolder(dir)), "unique");
    }

    @Test
    void givenPathIsStrict() throws Exception {
        Path installed = Files.copy(library(), dir.resolve(System.mapLibraryName("onebloom_jni")));
        assertTrue(new Fork().jvm("-Donebloom.library.path=" + installed).run("hello").ok().startsWith("hello true"));
        assertTrue(new Fork().jvm("-Donebloom.library.path=" + dir).run("hello").ok().startsWith("hello true"));
        Path nowhere = dir.resolve("nowhere");
        String output = new Fork().jvm("-Donebloom.library.path=" + nowhere).run("hello").failed();
        assertTrue(output.contains("onebloom.library.path is " + nowhere), output);
        Path broken = Files.writeString(dir.resolve("broken.so"), "no library");
        assertTrue(new Fork().jvm("-Donebloom.library.path=" + broken).run("hello").failed().contains("broken.so"));
    }

    @Test
    void javaLibraryPath() throws Exception {
        Files.copy(library(), dir.resolve(System.mapLibraryName("onebloom_jni")));
        // With a folder for copies that cannot be used: it must not be needed.
        String output = new Fork().jvm("-Djava.library.path=" + dir, "-Donebloom.tmpdir=/nowhere").run("hello").ok();
        assertTrue(output.startsWith("hello true"), output);
    }

    @Test
    void b114NoexecTmp() throws Exception {
        Path tmp = Files.createDirectory(dir.resolve("tmp"));
        boolean mounted = new ProcessBuilder("mount", "-t", "tmpfs", "-o", "noexec,size=16m", "tmpfs", tmp.toString())
                .start().waitFor() == 0;
        assumeTrue(mounted, "mounting needs root");
        try {
            String output = new Fork().jvm("-Djava.io.tmpdir=" + tmp).run("hello").failed();
            assertTrue(output.contains("noexec"), output);
            assertTrue(output.contains("onebloom.tmpdir") && output.contains("onebloom.library.path"), output);
            assertEquals(List.of(), Exercise.Platform.folderLeftIn(tmp.toString()));
            assertTrue(new Fork().jvm("-Djava.io.tmpdir=" + tmp, "-Donebloom.library.path=" + library())
                    .run("hello").ok().startsWith("hello true"));
            assertTrue(new Fork().jvm("-Djava.io.tmpdir=" + tmp, "-Donebloom.tmpdir=" + dir)
                    .run("hello").ok().startsWith("hello true"));
        } finally {
            new ProcessBuilder("umount", tmp.toString()).start().waitFor();
        }
    }

    @Test
    void unknownPlatformNamesTheProperty() throws Exception {
        String output = new Fork().jvm("-Dos.arch=sparcv9").run("hello").failed();
        assertTrue(output.contains("no native library for linux-sparcv9"), output);
        assertTrue(output.contains("onebloom.library.path"), output);
    }

    @Test
    void muslIsTold() throws Exception {
        Path lib = Files.createDirectory(dir.resolve("lib"));
        assertFalse(NativeLoader.isMusl(lib, dir.resolve("none")));
        Files.writeString(lib.resolve("ld-musl-x86_64.so.1"), "");
        assertTrue(NativeLoader.isMusl(lib, dir.resolve("none")));
        Path glibc = Files.writeString(dir.resolve("ld-linux-x86-64.so.2"), "");
        assertFalse(NativeLoader.isMusl(lib, glibc), "musl beside glibc");
        Files.writeString(lib.resolve("ld-linux-aarch64.so.1"), "");
        assertFalse(NativeLoader.isMusl(lib, dir.resolve("none")));
        assertFalse(NativeLoader.isMusl(dir.resolve("nothing"), dir.resolve("none")));
    }

    private static URL[] classPath() throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return urls.toArray(new URL[0]);
    }

    /** Loads the class in a loader of its own and uses it; returns the class. */
    private static Class<?> useIn(URLClassLoader loader) throws Exception {
        Class<?> type = loader.loadClass("io.onebloom.BloomFilter");
        try (AutoCloseable f = (AutoCloseable) type.getMethod("create", long.class, double.class).invoke(null, 10L, 0.01)) {
            assertEquals(true, type.getMethod("add", CharSequence.class).invoke(f, "a"));
            assertEquals(true, type.getMethod("contains", CharSequence.class).invoke(f, "a"));
        }
        return type;
    }

    @Test
    void twoClassLoaders() throws Exception {
        try (URLClassLoader one = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader());
                URLClassLoader two = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
            assertNotSame(useIn(one), useIn(two));
        }
        // The same with a given file, which a JVM binds to one loader.
        String given = System.setProperty("onebloom.library.path", library().toString());
        try (URLClassLoader one = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader());
                URLClassLoader two = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
            assertNotSame(useIn(one), useIn(two));
        } finally {
            if (given == null) {
                System.clearProperty("onebloom.library.path");
            } else {
                System.setProperty("onebloom.library.path", given);
            }
        }
    }

    @Test
    void withoutHash4jTheLibraryHashes() throws Exception {
        String without = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("hash4j")).collect(Collectors.joining(File.pathSeparator));
        Path file = dir.resolve("texts.bloom");
        String output = new Fork().classPath(without).run("texts", file.toString()).ok();
        assertTrue(output.contains("WARNING: hash4j is not there"), output);
        assertEquals(1, output.split("hash4j is not there", -1).length - 1, "one warning");
        Path quiet = dir.resolve("quiet.bloom");
        assertEquals("", new Fork().jvm("-Donebloom.native.hashing=true").run("texts", quiet.toString()).ok());
        Path with = dir.resolve("with.bloom");
        assertEquals("", new Fork().run("texts", with.toString()).ok());
        assertEquals(-1, Files.mismatch(file, with));
        assertEquals(-1, Files.mismatch(quiet, with));
    }

    @Test
    void asAModule() throws Exception {
        Path classes = Path.of(BloomFilter.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        String hash4j = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.contains("hash4j")).findFirst().orElseThrow();
        Path source = Files.createDirectory(dir.resolve("source"));
        Files.writeString(source.resolve("module-info.java"), "module demo { requires io.onebloom; }");
        Path main = Files.createDirectory(source.resolve("demo")).resolve("Main.java");
        Files.writeString(main, """
                package demo;
                import io.onebloom.BloomFilter;
                public class Main {
                    public static void main(String[] args) {
                        try (BloomFilter f = BloomFilter.create(10, 0.01)) {
                            f.add("a");
                            System.out.println("module " + BloomFilter.class.getModule().isNamed() + f.contains("a"));
                        }
                    }
                }
                """);
        int compiled = ToolProvider.getSystemJavaCompiler().run(null, null, null, "--release", "17",
                "--module-path", classes + File.pathSeparator + hash4j, "-d", dir.resolve("out").toString(),
                source.resolve("module-info.java").toString(), main.toString());
        assertEquals(0, compiled);
        String path = String.join(File.pathSeparator, dir.resolve("out").toString(), classes.toString(), hash4j);
        String output = new Fork().classPath(null)
                .jvm("--module-path", path, "--enable-native-access=io.onebloom", "-m", "demo/demo.Main").run().ok();
        assertEquals("module truetrue\n", output);
    }
}

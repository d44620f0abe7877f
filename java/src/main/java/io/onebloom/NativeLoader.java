package io.onebloom;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;

/** Finds the native library and loads it; package-info says in which order. */
final class NativeLoader {
    static final String PATH_PROPERTY = "onebloom.library.path";
    static final String TMPDIR_PROPERTY = "onebloom.tmpdir";
    private static final String NAME = "onebloom_jni";

    private NativeLoader() {}

    static void load() {
        String given = System.getProperty(PATH_PROPERTY);
        if (given != null) {
            loadGiven(Path.of(given));
            return;
        }
        try {
            System.loadLibrary(NAME);
            return;
        } catch (UnsatisfiedLinkError notThere) {
            // Not there, or another class loader has it: then the copy in the jar serves.
        }
        String platform = platform();
        String resource = "/META-INF/native/" + platform + "/" + System.mapLibraryName(NAME);
        try (InputStream library = NativeLoader.class.getResourceAsStream(resource)) {
            if (library == null) {
                throw new UnsatisfiedLinkError("this jar has no native library for " + platform + " (no " + resource
                        + "): build lib" + NAME + " for it and set the system property " + PATH_PROPERTY
                        + " to its path");
            }
            loadCopy(library);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void loadGiven(Path given) {
        Path file = (Files.isDirectory(given) ? given.resolve(System.mapLibraryName(NAME)) : given).toAbsolutePath();
        try {
            System.load(file.toString());
        } catch (UnsatisfiedLinkError e) {
            if (!takenByAnotherLoader(e)) {
                throw link(PATH_PROPERTY + " is " + given + ", but " + file + " could not be loaded: "
                        + e.getMessage(), e);
            }
            // A JVM binds a file to one class loader: a second one needs a copy under another name.
            try (InputStream library = Files.newInputStream(file)) {
                loadCopy(library);
            } catch (IOException io) {
                throw new UncheckedIOException(io);
            }
        }
    }

    private static boolean takenByAnotherLoader(UnsatisfiedLinkError e) {
        return String.valueOf(e.getMessage()).contains("another classloader");
    }

    /** Copies the library to a folder of its own that only this user can enter, loads it and removes both. */
    private static void loadCopy(InputStream library) {
        String base = System.getProperty(TMPDIR_PROPERTY, System.getProperty("java.io.tmpdir"));
        Path folder = null;
        Path file = null;
        try {
            folder = privateFolder(Path.of(base));
            file = folder.resolve(System.mapLibraryName(NAME));
            Files.copy(library, file, StandardCopyOption.REPLACE_EXISTING);
            System.load(file.toAbsolutePath().toString());
        } catch (IOException e) {
            throw link("the native library could not be copied to " + base + " (" + e + "): " + advice(), e);
        } catch (UnsatisfiedLinkError e) {
            String noexec = String.valueOf(e.getMessage()).contains("failed to map segment")
                    ? "; " + base + " is mounted noexec" : "";
            throw link("the native library was copied to " + file + ", but could not be loaded: " + e.getMessage()
                    + noexec + ": " + advice(), e);
        } finally {
            remove(file);
            remove(folder);
        }
    }

    private static String advice() {
        return "set the system property " + TMPDIR_PROPERTY + " to a writable folder that allows execution, or "
                + PATH_PROPERTY + " to an installed " + System.mapLibraryName(NAME);
    }

    static Path privateFolder(Path base) throws IOException {
        FileAttribute<?>[] mode = base.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
        return Files.createTempDirectory(base, "onebloom-", mode);
    }

    private static void remove(Path path) {
        if (path == null) {
            return;
        }
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // Windows keeps a loaded library: it goes with the JVM.
            path.toFile().deleteOnExit();
        }
    }

    private static UnsatisfiedLinkError link(String message, Throwable cause) {
        UnsatisfiedLinkError error = new UnsatisfiedLinkError(message);
        error.initCause(cause);
        return error;
    }

    /** For example linux-x86_64, linux-musl-aarch64, macos-aarch64. */
    static String platform() {
        String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String os = name.startsWith("linux") ? (isMusl(Path.of("/lib"), Path.of("/lib64/ld-linux-x86-64.so.2")) ? "linux-musl" : "linux")
                : name.startsWith("mac") ? "macos"
                : name.startsWith("windows") ? "windows"
                : name.replaceAll("[^a-z0-9]+", "");
        String cpu = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return os + "-" + switch (cpu) {
            case "amd64", "x86_64", "x64" -> "x86_64";
            case "aarch64", "arm64" -> "aarch64";
            default -> cpu.replaceAll("[^a-z0-9_]+", "");
        };
    }

    /** A musl system has its loader in /lib; beside glibc's it is only a guest. */
    static boolean isMusl(Path lib, Path glibc) {
        try (DirectoryStream<Path> loaders = Files.newDirectoryStream(lib, "ld-{musl,linux}*")) {
            boolean musl = false;
            for (Path loader : loaders) {
                if (loader.getFileName().toString().startsWith("ld-linux")) {
                    return false;
                }
                musl = true;
            }
            return musl && !Files.exists(glibc);
        } catch (IOException e) {
            return false;
        }
    }
}

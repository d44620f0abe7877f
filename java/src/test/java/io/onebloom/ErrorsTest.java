package io.onebloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ErrorsTest {
    private static Map<String, Object> ours() {
        Map<String, Object> codes = new LinkedHashMap<>();
        for (ErrorCode code : ErrorCode.values()) {
            codes.put(code.name(), (long) code.number());
        }
        return codes;
    }

    @Test
    void theListIsTheLibrarys() {
        Map<String, Object> library = Fields.decode(Native.errorCodes());
        assertEquals(List.copyOf(library.entrySet()), List.copyOf(ours().entrySet()));
    }

    @Test
    void theListIsTheSharedOne() {
        Map<String, Object> shared = new LinkedHashMap<>();
        for (String[] row : Vectors.rows(Vectors.DIR.resolveSibling("errors.tsv"))) {
            shared.put(row[1], Long.parseLong(row[0]));
        }
        assertEquals(shared, ours());
    }

    @Test
    void numbersBothWays() {
        for (ErrorCode code : ErrorCode.values()) {
            assertEquals(code, ErrorCode.of(code.number()));
        }
        assertThrows(IllegalArgumentException.class, () -> ErrorCode.of(98));
    }

    @Test
    void classesAreAsJavaExpects() {
        for (ErrorCode code : ErrorCode.values()) {
            RuntimeException e = Errors.of(code, "what", "/a/path");
            assertEquals("what", e.getMessage());
            assertEquals(code, assertInstanceOf(OnebloomError.class, e).code());
        }
        Map<Class<?>, List<ErrorCode>> is = Map.of(
                IllegalArgumentException.class, List.of(ErrorCode.INVALID_ARGUMENT, ErrorCode.OUT_OF_RANGE,
                        ErrorCode.KEY_TYPE, ErrorCode.KEY_ENCODING, ErrorCode.INCOMPATIBLE),
                IllegalStateException.class, List.of(ErrorCode.CLOSED),
                UnsupportedOperationException.class, List.of(ErrorCode.READ_ONLY, ErrorCode.UNSUPPORTED),
                UncheckedIOException.class, List.of(ErrorCode.NOT_FOUND, ErrorCode.LOCKED, ErrorCode.IO));
        is.forEach((type, codes) -> codes.forEach(code -> assertInstanceOf(type, Errors.of(code, "", ""))));
        Map<ErrorCode, Class<?>> causes = Map.of(
                ErrorCode.NOT_FOUND, NoSuchFileException.class, ErrorCode.PERMISSION, AccessDeniedException.class,
                ErrorCode.ALREADY_EXISTS, FileAlreadyExistsException.class,
                ErrorCode.LOCKED, FileSystemException.class, ErrorCode.IO, FileSystemException.class);
        causes.forEach((code, type) -> {
            FileSystemException cause = assertInstanceOf(FileSystemException.class,
                    Errors.of(code, "what", "/a/path").getCause());
            assertEquals(type, cause.getClass());
            assertEquals("/a/path", cause.getFile());
        });
        // Each of ours is final, public and says what it is.
        for (ErrorCode code : ErrorCode.values()) {
            assertTrue(java.lang.reflect.Modifier.isFinal(Errors.of(code, "", "").getClass().getModifiers()));
        }
    }

    @Test
    void filesNameTheirPath() {
        Path nowhere = Path.of("/nowhere/at/all.bloom");
        RuntimeException e = Fail.with(ErrorCode.NOT_FOUND, nowhere.toString(), () -> BloomFilter.open(nowhere));
        assertEquals(nowhere.toString(), assertInstanceOf(NoSuchFileException.class, e.getCause()).getFile());
        Fail.with(ErrorCode.NOT_FOUND, () -> BloomFilter.load(nowhere));
    }

    @Test
    void aPanicStaysInside() {
        // Rust prints where it was; that is all that may be seen of it.
        Fail.with(ErrorCode.PANIC, "asked for by a test", Native::panic);
        try (BloomFilter f = BloomFilter.create(10, 0.01)) {
            assertTrue(f.add("still works"));
        }
    }

    @Test
    void messagesSayWhatIsAllowed() {
        Fail.with(ErrorCode.OUT_OF_RANGE, "got 1.5", () -> BloomFilter.create(10, 1.5));
        assertTrue(Arrays.stream(ErrorCode.values()).map(ErrorCode::number).distinct().count()
                == ErrorCode.values().length);
    }
}

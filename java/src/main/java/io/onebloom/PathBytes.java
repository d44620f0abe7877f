package io.onebloom;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Objects;

/** The bytes by which the operating system knows a path. */
final class PathBytes {
    private PathBytes() {}

    static byte[] of(Path path) {
        Objects.requireNonNull(path, "the path is null");
        if (path.getFileSystem() != FileSystems.getDefault()) {
            throw new InvalidArgumentException(ErrorCode.INVALID_ARGUMENT,
                    "the path must be one of the default file system, got " + path.toUri());
        }
        String text = path.toString();
        if (text.chars().allMatch(c -> c < 0x80) || path.getFileSystem().getSeparator().equals("\\")) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        // toString() went through the locale's encoding and may have lost bytes; the URI has them all.
        return unescape(path.toUri().getRawPath(), text.endsWith("/"));
    }

    private static byte[] unescape(String raw, boolean slash) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '%') {
                bytes.write(Integer.parseInt(raw.substring(i + 1, i + 3), 16));
                i += 2;
            } else if (c != '/' || i + 1 < raw.length() || slash) {
                // toUri() ends an existing folder with a slash that the path does not have.
                bytes.write(c);
            }
        }
        return bytes.toByteArray();
    }
}

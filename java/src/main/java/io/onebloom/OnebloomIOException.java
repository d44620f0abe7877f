package io.onebloom;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/**
 * A file could not be used: NOT_FOUND, PERMISSION, ALREADY_EXISTS, LOCKED, IO or UNAVAILABLE. The cause is the exception that
 * {@code java.nio.file} throws for it: {@link NoSuchFileException}, {@link AccessDeniedException},
 * {@link FileAlreadyExistsException} or else {@link FileSystemException}.
 */
public final class OnebloomIOException extends UncheckedIOException implements OnebloomError {
    private static final long serialVersionUID = 1L;

    /** Which failure it is. */
    private final ErrorCode code;

    OnebloomIOException(ErrorCode code, String message, String path) {
        super(message, cause(code, message, path));
        this.code = code;
    }

    @Override
    public ErrorCode code() {
        return code;
    }

    private static IOException cause(ErrorCode code, String message, String path) {
        return switch (code) {
            case NOT_FOUND -> new NoSuchFileException(path, null, message);
            case PERMISSION -> new AccessDeniedException(path, null, message);
            case ALREADY_EXISTS -> new FileAlreadyExistsException(path, null, message);
            default -> new FileSystemException(path, null, message);
        };
    }
}

package io.onebloom;

/** From a code to its exception: the only place that knows which class a code has. */
final class Errors {
    private Errors() {}

    static RuntimeException of(ErrorCode code, String message, String path) {
        return switch (code) {
            case OK, INVALID_ARGUMENT, NULL_POINTER, OUT_OF_RANGE, KEY_TYPE, KEY_ENCODING ->
                    new InvalidArgumentException(code, message);
            case INCOMPATIBLE -> new IncompatibleException(code, message);
            case CLOSED -> new ClosedException(code, message);
            case READ_ONLY -> new ReadOnlyException(code, message);
            case UNSUPPORTED -> new UnsupportedException(code, message);
            case NOT_A_FILTER, VERSION_UNSUPPORTED, FEATURE_UNSUPPORTED, CORRUPT_HEADER, CHECKSUM_MISMATCH, TRUNCATED,
                    TRAILING_BYTES, RESERVED_NOT_ZERO, INCOMPLETE -> new FormatException(code, message);
            case NOT_FOUND, PERMISSION, ALREADY_EXISTS, LOCKED, IO, UNAVAILABLE ->
                    new OnebloomIOException(code, message, path);
            case OUT_OF_MEMORY, PANIC -> new NativeException(code, message);
        };
    }

    /** The same failure with more to say; anything that is not of this library stays as it is. */
    static RuntimeException with(RuntimeException e, String more) {
        if (!(e instanceof OnebloomError failure)) {
            return e;
        }
        String path = e.getCause() instanceof java.nio.file.FileSystemException f ? f.getFile() : null;
        RuntimeException longer = of(failure.code(), e.getMessage() + more, path);
        longer.setStackTrace(e.getStackTrace());
        return longer;
    }
}

package io.onebloom;

/** The native library failed in itself: OUT_OF_MEMORY or PANIC. */
public final class NativeException extends RuntimeException implements OnebloomError {
    private static final long serialVersionUID = 1L;

    /** Which failure it is. */
    private final ErrorCode code;

    NativeException(ErrorCode code, String message) {
        super(message);
        this.code = code;
    }

    @Override
    public ErrorCode code() {
        return code;
    }
}

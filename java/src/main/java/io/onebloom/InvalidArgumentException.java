package io.onebloom;

/** An argument or a key is not allowed: INVALID_ARGUMENT, OUT_OF_RANGE, KEY_TYPE or KEY_ENCODING. */
public final class InvalidArgumentException extends IllegalArgumentException implements OnebloomError {
    private static final long serialVersionUID = 1L;

    /** Which failure it is. */
    private final ErrorCode code;

    InvalidArgumentException(ErrorCode code, String message) {
        super(message);
        this.code = code;
    }

    @Override
    public ErrorCode code() {
        return code;
    }
}

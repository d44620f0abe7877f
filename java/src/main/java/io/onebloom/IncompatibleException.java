package io.onebloom;

/** Two filters do not fit together: INCOMPATIBLE. */
public final class IncompatibleException extends IllegalArgumentException implements OnebloomError {
    private static final long serialVersionUID = 1L;

    /** Which failure it is. */
    private final ErrorCode code;

    IncompatibleException(ErrorCode code, String message) {
        super(message);
        this.code = code;
    }

    @Override
    public ErrorCode code() {
        return code;
    }
}

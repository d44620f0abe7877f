package io.onebloom;

/** This kind of filter cannot do that: UNSUPPORTED. */
public final class UnsupportedException extends UnsupportedOperationException implements OnebloomError {
    private static final long serialVersionUID = 1L;

    /** Which failure it is. */
    private final ErrorCode code;

    UnsupportedException(ErrorCode code, String message) {
        super(message);
        this.code = code;
    }

    @Override
    public ErrorCode code() {
        return code;
    }
}

package io.onebloom;

/** The filter can be asked but not changed: READ_ONLY. */
public final class ReadOnlyException extends UnsupportedOperationException implements OnebloomError {
    private static final long serialVersionUID = 1L;

    /** Which failure it is. */
    private final ErrorCode code;

    ReadOnlyException(ErrorCode code, String message) {
        super(message);
        this.code = code;
    }

    @Override
    public ErrorCode code() {
        return code;
    }
}

package io.onebloom;

/** The bytes are not a filter, or a damaged one: the codes 20 to 28. */
public final class FormatException extends RuntimeException implements OnebloomError {
    private static final long serialVersionUID = 1L;

    /** Which failure it is. */
    private final ErrorCode code;

    FormatException(ErrorCode code, String message) {
        super(message);
        this.code = code;
    }

    @Override
    public ErrorCode code() {
        return code;
    }
}

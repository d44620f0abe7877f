package io.onebloom;

/**
 * Why something failed: one numbered list for all languages. A number never changes its meaning; new ones are appended.
 */
public enum ErrorCode {
    /** No failure. */
    OK(0),
    /** An argument is wrong in itself. */
    INVALID_ARGUMENT(1),
    /** A pointer was null (only in C). */
    NULL_POINTER(2),
    /** A number is outside its range. */
    OUT_OF_RANGE(3),
    /** The filter was closed. */
    CLOSED(4),
    /** The filter can be asked but not changed. */
    READ_ONLY(5),
    /** Two filters do not fit together. */
    INCOMPATIBLE(6),
    /** This kind of filter cannot do that. */
    UNSUPPORTED(7),
    /** A key is neither text, bytes nor an integer. */
    KEY_TYPE(8),
    /** A text key is ill-formed: it has an unpaired surrogate. */
    KEY_ENCODING(9),
    /** The bytes do not begin like a filter. */
    NOT_A_FILTER(20),
    /** The file has a later version of the format. */
    VERSION_UNSUPPORTED(21),
    /** The file uses a kind, scheme, arrangement or feature this library does not know. */
    FEATURE_UNSUPPORTED(22),
    /** A header is damaged or contradicts itself. */
    CORRUPT_HEADER(23),
    /** The contents are not those that were sealed. */
    CHECKSUM_MISMATCH(24),
    /** The file ends too early. */
    TRUNCATED(25),
    /** The file goes on after its end. */
    TRAILING_BYTES(26),
    /** A reserved byte is set. */
    RESERVED_NOT_ZERO(27),
    /** Sections are missing. */
    INCOMPLETE(28),
    /** There is no such file. */
    NOT_FOUND(40),
    /** Access was refused. */
    PERMISSION(41),
    /** The file exists already. */
    ALREADY_EXISTS(42),
    /** Somebody else holds the file. */
    LOCKED(43),
    /** The operating system reported another failure. */
    IO(44),
    /** A filter in Redis cannot be asked now: its key is gone, or the server cannot be reached. */
    UNAVAILABLE(45),
    /** There is not enough memory. */
    OUT_OF_MEMORY(60),
    /** A bug in the library: please report it. */
    PANIC(99);

    private final int number;

    ErrorCode(int number) {
        this.number = number;
    }

    /**
     * The number of the code, as C returns it.
     *
     * @return the number
     */
    public int number() {
        return number;
    }

    /**
     * The code of a number.
     *
     * @param number a number that the native library gave
     * @return its code
     * @throws IllegalArgumentException if there is none
     */
    public static ErrorCode of(int number) {
        for (ErrorCode code : values()) {
            if (code.number == number) {
                return code;
            }
        }
        throw new IllegalArgumentException("no error code has the number " + number);
    }
}

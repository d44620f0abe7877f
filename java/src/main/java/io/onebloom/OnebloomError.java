package io.onebloom;

/**
 * What every exception of this library implements. All are unchecked; the class says what kind of failure it is, the
 * code says exactly which one.
 */
public interface OnebloomError {
    /**
     * Which failure it is.
     *
     * @return the code, the same in every language
     */
    ErrorCode code();

    /**
     * What was given, what is allowed and what to do.
     *
     * @return the message
     */
    String getMessage();
}

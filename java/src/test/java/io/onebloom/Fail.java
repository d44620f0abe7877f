package io.onebloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.function.Executable;

/** Expectations of failures. */
final class Fail {
    private Fail() {}

    /** Runs something that must fail with this code, an exception of the class that the code has. */
    static RuntimeException with(ErrorCode code, Executable action) {
        RuntimeException e = assertThrows(RuntimeException.class, action);
        OnebloomError failure = assertInstanceOf(OnebloomError.class, e, () -> "an exception of another kind: " + e);
        assertEquals(code, failure.code(), e::getMessage);
        assertEquals(Errors.of(code, "", null).getClass(), e.getClass());
        assertTrue(e.getMessage().length() > 5, "a message");
        return e;
    }

    static RuntimeException with(ErrorCode code, String part, Executable action) {
        RuntimeException e = with(code, action);
        assertTrue(e.getMessage().contains(part), () -> "\"" + part + "\" in: " + e.getMessage());
        return e;
    }
}

package io.onebloom;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Which hasher in Java gives what the library gives. */
final class HasherChoice {
    private static final String OFF_PROPERTY = "onebloom.native.hashing";
    private static final byte[] PROBE = "onebloom: is it this one?".getBytes(StandardCharsets.US_ASCII);

    /** False: keys are hashed by the library, slower by a copy. */
    private static final boolean USABLE = !Boolean.getBoolean(OFF_PROPERTY) && selfTest();

    private HasherChoice() {}

    static KeyHasher of(long engine) {
        if (!USABLE) {
            return null;
        }
        // By what it answers, not by its name: a scheme added to the library needs no line here.
        long wanted = Native.hash(engine, PROBE);
        for (KeyHasher hasher : Hash4j.all(Native.seed(engine))) {
            if (hasher.hash(PROBE) == wanted) {
                return hasher;
            }
        }
        return null;
    }

    /** 8 keys with the lengths at which the algorithms change course, 2 seeds, all hashers. */
    private static boolean selfTest() {
        try {
            int[] lengths = {0, 3, 8, 16, 33, 128, 240, 1025};
            for (String scheme : List.of("xxh3", "xxh64")) {
                for (long seed : new long[] {0, 0x9E3779B97F4A7C15L >>> 1}) {
                    long engine = Native.create(new Options()
                            .set("capacity", 1).set("scheme", scheme).set("seed", seed).encode());
                    try {
                        for (int length : lengths) {
                            byte[] key = new byte[length];
                            for (int i = 0; i < length; i++) {
                                key[i] = (byte) (7 * i + 13);
                            }
                            if (Hash4j.of(scheme, seed).hash(key) != Native.hash(engine, key)) {
                                return warn("hash4j and the native library differ for " + scheme + ", seed " + seed
                                        + ", " + length + " bytes", null);
                            }
                        }
                    } finally {
                        Native.free(engine);
                    }
                }
            }
            return true;
        } catch (LinkageError e) {
            return warn("hash4j is not there", e);
        }
    }

    private static boolean warn(String why, Throwable cause) {
        System.getLogger("io.onebloom").log(System.Logger.Level.WARNING,
                why + ": keys are hashed by the native library, which is right but slower", cause);
        return false;
    }
}

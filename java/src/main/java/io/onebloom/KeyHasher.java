package io.onebloom;

/**
 * Hashes keys in Java, so that no array has to cross into the library. The rule of a scheme lives in the library; this
 * is the only copy of it, so it is compared before it is used: with fixed keys when the class is loaded, and with one
 * more for every filter.
 */
interface KeyHasher {
    long hash(byte[] key);

    /** The hasher for an engine, or null: then its keys go to the library as bytes. */
    static KeyHasher forEngine(long engine) {
        return Native.takesReadyHash(engine) ? HasherChoice.of(engine) : null;
    }
}

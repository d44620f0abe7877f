package io.onebloom;

import java.nio.charset.StandardCharsets;

/**
 * The natives, as java/native exports them. Text crosses as UTF-8 bytes, never as a String: the JNI's own encoding is
 * another one. An engine is a pointer that stays valid until {@link #free}.
 */
final class Native {
    /** The engine answers {@code op} of the natives that say why they fail. */
    static final int CONTAINS = 0;

    static final int ADD = 1;
    static final int REMOVE = 2;

    /** What this jar was built for; another library is refused. */
    static final String VERSION = "0.1.0";

    static {
        NativeLoader.load();
        String found = new String(version(), StandardCharsets.UTF_8);
        if (!found.equals(VERSION)) {
            throw new UnsatisfiedLinkError("the native library has version " + found + ", this jar needs " + VERSION
                    + ": set " + NativeLoader.PATH_PROPERTY + " to the right one, or take the old one off "
                    + "java.library.path");
        }
    }

    private Native() {}

    // Hot: 1 or 0, or a negative code; then the same question to an again… native throws.
    static native int containsHash(long engine, long hash);

    static native int addHash(long engine, long hash);

    static native int removeHash(long engine, long hash);

    static native int containsLong(long engine, long key);

    static native int addLong(long engine, long key);

    static native int removeLong(long engine, long key);

    static native int containsBytes(long engine, byte[] key);

    static native int addBytes(long engine, byte[] key);

    static native int removeBytes(long engine, byte[] key);

    // All others throw.
    static native boolean againLong(long engine, int op, long key);

    static native boolean againBytes(long engine, int op, byte[] key);

    static native long addHashes(long engine, long[] hashes, int count);

    static native long addLongs(long engine, long[] keys);

    static native long addKeys(long engine, byte[][] keys, int count);

    static native void containsHashes(long engine, long[] hashes, int count, boolean[] answers, int at);

    static native void containsLongs(long engine, long[] keys, boolean[] answers);

    static native void containsKeys(long engine, byte[][] keys, int count, boolean[] answers, int at);

    static native long create(byte[] options);

    static native byte[] plan(byte[] options);

    static native long open(byte[] path, byte[] mode);

    static native long load(byte[] path);

    static native long fromBytes(byte[] image);

    /** What a header says: bytes of its section, number of sections (of the first only). */
    static native long[] peek(byte[] header, boolean first);

    static native long openParts(byte[][] sections);

    static native long fromBits(byte[] body, byte[] options);

    static native byte[] toBits(long engine, byte[] order);

    static native byte[][] toParts(long engine);

    static native int sectionOf(long engine, byte[] key);

    static native long toClassic(long engine);

    static native long copy(long engine);

    /** 0: the file is the same. */
    static native long reopened(long engine);

    static native void merge(long engine, long other);

    static native void clear(long engine);

    static native void save(long engine, byte[] path);

    static native void replace(long engine, byte[] path);

    static native byte[] toBytes(long engine);

    static native void flush(long engine);

    static native boolean verify(long engine);

    static native boolean isStale(long engine);

    static native void setNow(long engine, boolean given, long unixMs);

    static native byte[] stats(long engine, boolean exact);

    static native long[] positions(long engine, byte[] key);

    static native boolean sameContent(long engine, long other);

    static native byte[] summary(long engine);

    static native boolean takesReadyHash(long engine);

    static native long seed(long engine);

    static native long hash(long engine, byte[] key);

    /** Bytes of memory that nobody shares: 0 for a map. */
    static native long ownBytes(long engine);

    /** Gives the memory back; later calls are harmless and their answers garbage. */
    static native void vacate(long engine);

    static native void free(long engine);

    static native byte[] version();

    static native byte[] errorCodes();

    /** Throws the error for a key of a type that is not allowed. */
    static native void refuseKeyType(byte[] type);

    /** Throws the error for text that is not well-formed. */
    static native void refuseKeyEncoding(byte[] why);

    /** Throws PANIC: a test that a panic stays inside. */
    static native void panic();

    /** Called by the library: the exception of a failure. */
    private static RuntimeException failure(int code, byte[] message, byte[] path) {
        return Errors.of(ErrorCode.of(code), text(message), path == null ? null : text(path));
    }

    static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

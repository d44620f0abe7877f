package io.onebloom;

/** The natives of filters in Redis, as java/native/src/redis.rs exports them. */
final class RedisNative {
    static {
        Native.version(); // loads the library
    }

    private RedisNative() {}

    static native long remote(byte[] name, byte[] settings);

    static native long next(long remote, byte[] settings);

    static native void setNow(long remote, boolean given, long unixMs);

    static native void freeRemote(long remote);

    static native long begin(long remote, byte[] verb);

    /** Keys one behind the other, each u32 length and bytes. */
    static native long beginKeys(long remote, byte[] verb, byte[] keys);

    static native long beginFilter(long remote, byte[] verb, long engine);

    /** The commands to send, for {@link RedisCommand#decode}; null: done. */
    static native byte[] advance(long task);

    /** Replies as {@link Replies} writes them. */
    static native void feed(long task, byte[] replies);

    static native void lost(long task, byte[] why);

    /** 1 or 0 for each key. */
    static native byte[] answers(long task);

    /** For {@link Fields}: record, warnings, unavailable. */
    static native byte[] said(long task);

    /** An engine, 0 if there is none. */
    static native long filter(long task);

    static native void freeTask(long task);

    /** Called by the library: the exception of a failure. */
    private static RuntimeException failure(int code, byte[] message, byte[] path) {
        return Errors.of(ErrorCode.of(code), Native.text(message), path == null ? null : Native.text(path));
    }
}

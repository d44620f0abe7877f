package io.onebloom;

import java.io.ByteArrayOutputStream;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;

/**
 * A filter in Redis without a connection: a name, settings, and what is known of the filter. Each verb makes a
 * {@link RedisTask}, whose commands whoever has a connection sends. This is for those who write a client, an
 * asynchronous one for example; everybody else uses {@code io.onebloom.redis.RedisBloomFilter}.
 *
 * <p>Any thread may call any method, and any number of tasks may run at the same time.
 */
public final class RedisRemote {
    private static final Cleaner CLEANER = Cleaner.create();

    private final String name;
    private final long address;

    private RedisRemote(String name, long address) {
        this.name = name;
        this.address = address;
        CLEANER.register(this, () -> RedisNative.freeRemote(address));
    }

    /**
     * A filter under a name; nothing is sent.
     *
     * @param name the name of the key, or what the names of several keys are made of
     * @param settings options of a new filter and settings by their names, as docs/redis.md has them; values are
     *     integers, doubles or text
     * @return the remote
     * @throws InvalidArgumentException if a setting is unknown, out of range or does not fit the others
     */
    public static RedisRemote of(String name, Map<String, ?> settings) {
        return new RedisRemote(name, RedisNative.remote(Keys.utf8(name), encode(settings)));
    }

    /**
     * The filter that is to take this one's place: {@code create} it, fill it, {@code commit} it.
     *
     * @param settings its options
     * @return its remote
     * @throws InvalidArgumentException if a setting is unknown, out of range or does not fit the others
     * @throws UnsupportedException for bitmaps, windows of days and RedisBloom
     */
    public RedisRemote next(Map<String, ?> settings) {
        byte[] given = encode(settings);
        return with(() -> new RedisRemote(name, RedisNative.next(address, given)));
    }

    /**
     * The name.
     *
     * @return as it was given
     */
    public String name() {
        return name;
    }

    /**
     * A window of days: the time to use instead of the clock's, for tests, replays or another midnight.
     *
     * @param unixMs milliseconds since 1970, or null for the clock
     */
    public void setNow(Long unixMs) {
        with(() -> {
            RedisNative.setNow(address, unixMs != null, unixMs == null ? 0 : unixMs);
            return null;
        });
    }

    /**
     * The task of a verb that needs nothing.
     *
     * @param verb open, create, pull, stats, stats_exact, version, advise, delete or commit
     * @return a task at its beginning
     * @throws InvalidArgumentException if the verb is another one
     */
    public RedisTask task(String verb) {
        return with(() -> new RedisTask(RedisNative.begin(address, Native.utf8(verb)), null, null));
    }

    /**
     * The task of a verb with keys; all are taken now, so a bad one leaves Redis as it is.
     *
     * @param verb contains, add or remove
     * @param keys CharSequence, byte[], Long, Integer, Short, Byte or BigInteger
     * @return a task at its beginning
     * @throws NullPointerException if a key is null
     * @throws InvalidArgumentException KEY_TYPE or KEY_ENCODING for another bad key, or if the verb is another one
     */
    public RedisTask task(String verb, Iterable<?> keys) {
        byte[] packed = pack(keys);
        return with(() -> new RedisTask(RedisNative.beginKeys(address, Native.utf8(verb), packed), null, null));
    }

    /**
     * The task of a verb with a filter of this process. If that is closed or reloaded before the task is done, the
     * task fails with {@link ClosedException}.
     *
     * @param verb push or merge
     * @param filter the filter
     * @return a task at its beginning
     * @throws InvalidArgumentException if the verb is another one
     */
    public RedisTask task(String verb, BloomFilter filter) {
        return with(() -> filter.slot.with(h -> new RedisTask(
                RedisNative.beginFilter(address, Native.utf8(verb), h.engine), filter.slot, h)));
    }

    private interface Action<T> {
        T run();
    }

    private <T> T with(Action<T> action) {
        try {
            return action.run();
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** One behind the other, each u32 length and bytes. */
    private static byte[] pack(Iterable<?> keys) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(64);
        int done = 0;
        for (Object key : keys) {
            byte[] bytes;
            try {
                bytes = Keys.bytes(key);
            } catch (RuntimeException e) {
                throw Errors.with(e, " (key number " + done + ", counted from 0; none of them was sent)");
            }
            out.writeBytes(ByteBuffer.allocate(4).putInt(bytes.length).array());
            out.writeBytes(bytes);
            done++;
        }
        return out.toByteArray();
    }

    private static byte[] encode(Map<String, ?> settings) {
        Options options = new Options();
        settings.forEach((name, value) -> options.set(name, value(name, value)));
        return options.encode();
    }

    private static Object value(String name, Object value) {
        Objects.requireNonNull(value, name);
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof BigInteger || value instanceof Double) {
            return value;
        }
        return value instanceof Float f ? (Object) f.doubleValue() : value.toString();
    }
}

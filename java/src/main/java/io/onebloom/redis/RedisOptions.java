package io.onebloom.redis;

import java.math.BigInteger;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Options of a new filter, and how a filter in Redis is treated. They are names and values that the library
 * understands and checks, all of them listed in docs/redis.md; the methods here are those most used. Not for several
 * threads at once.
 */
public final class RedisOptions {
    private final Map<String, Object> values = new LinkedHashMap<>();

    /** No options yet. */
    public RedisOptions() {}

    /**
     * How many keys the filter is sized for; of a window of days, in one of them.
     *
     * @param keys 1 to 2^48
     * @return this
     */
    public RedisOptions capacity(long keys) {
        return set("capacity", keys);
    }

    /**
     * The false-positive probability at capacity; 0.01 if it is not given.
     *
     * @param probability 1e-9 to 0.5
     * @return this
     */
    public RedisOptions fpp(double probability) {
        return set("fpp", probability);
    }

    /**
     * What a cell is.
     *
     * @param name {@code classic}, {@code blocked} or {@code counting} (keys can be removed)
     * @return this
     */
    public RedisOptions kind(String name) {
        return set("kind", name);
    }

    /**
     * How keys are hashed: {@code xxh3} or one of docs/schemes.md.
     *
     * @param name the scheme
     * @return this
     */
    public RedisOptions scheme(String name) {
        return set("scheme", name);
    }

    /**
     * Splits the filter over several keys.
     *
     * @param keys 2 to 1024
     * @return this
     */
    public RedisOptions shards(long keys) {
        return set("shards", keys);
    }

    /**
     * Where the keys of a sharded filter lie: {@code tag} ({@code {NAME}:i}, one node) or {@code spread}
     * ({@code NAME:{i}}, all nodes of a cluster). Without {@link #shards} as many as make keys of 8 MiB.
     *
     * @param name the layout
     * @return this
     */
    public RedisOptions layout(String name) {
        return set("layout", name);
    }

    /**
     * One filter a period behind one name, each of which expires when it is remembered no more: a window of days.
     *
     * @param seconds length of a period
     * @param keep how many are remembered, the current one included
     * @return this
     */
    public RedisOptions days(long seconds, long keep) {
        return set("backend", "days").set("period", seconds).set("keep", keep);
    }

    /**
     * What is behind the name: {@code onebloom}, {@code bitmap} (a string without a header), {@code days} or
     * {@code redisbloom} (that module's filters).
     *
     * @param name the backend
     * @return this
     */
    public RedisOptions backend(String name) {
        return set("backend", name);
    }

    /**
     * What contains does when the filter is gone or cannot be reached: {@code error} (the default) or {@code maybe}, that
     * is true.
     *
     * @param name one of the two
     * @return this
     */
    public RedisOptions onUnavailable(String name) {
        return set("on_unavailable", name);
    }

    /**
     * A time to live for what is created or pushed.
     *
     * @param seconds 0: for ever
     * @return this
     */
    public RedisOptions ttl(long seconds) {
        return set("ttl", seconds);
    }

    /**
     * Any option by its name.
     *
     * @param name name of the option
     * @param value its value
     * @return this
     */
    public RedisOptions set(String name, long value) {
        values.put(name, value);
        return this;
    }

    /**
     * Any option by its name, for integers that no long holds.
     *
     * @param name name of the option
     * @param value its value
     * @return this
     */
    public RedisOptions set(String name, BigInteger value) {
        values.put(name, value);
        return this;
    }

    /**
     * Any option by its name.
     *
     * @param name name of the option
     * @param value its value
     * @return this
     */
    public RedisOptions set(String name, double value) {
        values.put(name, value);
        return this;
    }

    /**
     * Any option by its name.
     *
     * @param name name of the option
     * @param value its value
     * @return this
     */
    public RedisOptions set(String name, String value) {
        values.put(name, value);
        return this;
    }

    /**
     * All of them by name.
     *
     * @return an unmodifiable view
     */
    public Map<String, Object> asMap() {
        return Collections.unmodifiableMap(values);
    }

    @Override
    public String toString() {
        return values.toString();
    }
}

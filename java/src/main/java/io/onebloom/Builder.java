package io.onebloom;

import java.math.BigInteger;

/**
 * The options of a new filter. They are names and values that the library understands and checks; a wrong one is
 * refused by {@link #build()}, with a message that says what is allowed. Not for several threads at once.
 */
public final class Builder {
    private final Options options = new Options();

    Builder() {}

    /**
     * How many keys the filter is sized for; of a rotating filter, in one period.
     *
     * @param keys 1 to 2^48
     * @return this
     */
    public Builder capacity(long keys) {
        return set("capacity", keys);
    }

    /**
     * The false-positive probability at capacity; 0.01 if it is not given.
     *
     * @param probability 1e-9 to 0.5
     * @return this
     */
    public Builder fpp(double probability) {
        return set("fpp", probability);
    }

    /**
     * What a cell is: {@code classic} (the default), {@code blocked} (one cache line a key: faster, more bits) or
     * {@code counting} (keys can be removed; four times the size).
     *
     * @param name the kind
     * @return this
     */
    public Builder kind(String name) {
        return set("kind", name);
    }

    /**
     * How keys are hashed: {@code xxh3} (the default), {@code xxh64} (Parquet's) or one of docs/schemes.md.
     *
     * @param name the scheme
     * @return this
     */
    public Builder scheme(String name) {
        return set("scheme", name);
    }

    /**
     * The seed of the hash, 0 if it is not given. A secret one keeps others from choosing keys that collide. For seeds
     * of 2^63 and more there is {@link #set(String, BigInteger)}.
     *
     * @param seed 0 or more
     * @return this
     */
    public Builder seed(long seed) {
        return set("seed", seed);
    }

    /**
     * Makes the filter scalable: when it is full it grows by a section that takes {@code factor} times as many keys.
     *
     * @param factor 2 to 16
     * @return this
     */
    public Builder growth(long factor) {
        return set("growth", factor);
    }

    /**
     * Makes the filter rotating, together with {@link #keep}: it forgets keys by age.
     *
     * @param seconds length of one period, 1 or more
     * @return this
     */
    public Builder period(long seconds) {
        return set("period", seconds);
    }

    /**
     * How many periods a rotating filter has, the current one included.
     *
     * @param periods 2 to 1024
     * @return this
     */
    public Builder keep(long periods) {
        return set("keep", periods);
    }

    /**
     * Splits the filter into sections that each hold a share of the keys.
     *
     * @param sections 2 to 1024
     * @return this
     */
    public Builder shards(long sections) {
        return set("shards", sections);
    }

    /**
     * The number of cells instead of the one that follows from capacity and fpp: for filters that others sized.
     *
     * @param cells 1 to 2^42
     * @return this
     */
    public Builder m(long cells) {
        return set("m", cells);
    }

    /**
     * The number of probes a key instead of the one that follows from fpp: for filters that others sized.
     *
     * @param probes 1 to 64
     * @return this
     */
    public Builder k(long probes) {
        return set("k", probes);
    }

    /**
     * The order of the cells of a foreign body, for {@link BloomFilter#fromBits}: {@code msb} (Redis SETBIT),
     * {@code lsb} (BitSet, RedisBloom; Parquet with the kind blocked and the scheme xxh64), {@code bytes} (a byte a
     * cell).
     *
     * @param order the order
     * @return this
     */
    public Builder bits(String order) {
        return set("bits", order);
    }

    /**
     * Any option by its name, as the methods above set it.
     *
     * @param name name of the option
     * @param value its value
     * @return this
     */
    public Builder set(String name, long value) {
        options.set(name, value);
        return this;
    }

    /**
     * Any option by its name, for integers that no long holds: a seed of 2^63 and more.
     *
     * @param name name of the option
     * @param value its value
     * @return this
     */
    public Builder set(String name, BigInteger value) {
        options.set(name, value);
        return this;
    }

    /**
     * Any option by its name.
     *
     * @param name name of the option
     * @param value its value
     * @return this
     */
    public Builder set(String name, double value) {
        options.set(name, value);
        return this;
    }

    /**
     * Any option by its name.
     *
     * @param name name of the option
     * @param value its value
     * @return this
     */
    public Builder set(String name, String value) {
        options.set(name, value);
        return this;
    }

    /**
     * Makes an empty filter in memory.
     *
     * @return the filter; close it
     * @throws InvalidArgumentException if an option is unknown, out of range or does not fit the others
     * @throws NativeException if there is not enough memory
     */
    public BloomFilter build() {
        return new BloomFilter(Native.create(options.encode()));
    }

    /** For {@link BloomFilter#fromBits}. */
    byte[] encode() {
        return options.encode();
    }

    /**
     * What {@link #build()} would make, without making it.
     *
     * @return sizes and rates
     * @throws InvalidArgumentException if an option is unknown, out of range or does not fit the others
     */
    public Plan plan() {
        return new Plan(Fields.decode(Native.plan(options.encode())));
    }
}

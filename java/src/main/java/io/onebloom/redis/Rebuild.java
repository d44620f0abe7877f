package io.onebloom.redis;

/**
 * A filter that is being built to take another's place: {@link RedisBloomFilter#rebuild}. Not for several threads at
 * once; {@link #filter()} is.
 */
public final class Rebuild implements AutoCloseable {
    private final RedisBloomFilter next;
    private boolean done;

    Rebuild(RedisBloomFilter next) {
        this.next = next;
        // What a builder that died has left would have another's keys in it.
        next.delete();
        next.run("create");
    }

    /**
     * The new filter, to be filled.
     *
     * @return the filter
     */
    public RedisBloomFilter filter() {
        return next;
    }

    /**
     * Puts the new filter in the place of the old one, with generation + 1.
     *
     * @throws io.onebloom.OnebloomIOException UNAVAILABLE if it was evicted or expired: the old one stays
     */
    public void commit() {
        if (done) {
            throw new IllegalStateException("the rebuild is over");
        }
        next.run("commit");
        done = true;
    }

    /** Deletes the new filter unless it was committed. */
    @Override
    public void close() {
        if (!done) {
            done = true;
            next.delete();
        }
    }
}

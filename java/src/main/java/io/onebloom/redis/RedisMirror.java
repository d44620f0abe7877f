package io.onebloom.redis;

import io.onebloom.BloomFilter;
import io.onebloom.ErrorCode;
import io.onebloom.OnebloomError;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.BitSet;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A copy of a filter in Redis that is asked in nanoseconds and follows it when it is replaced: Redis only distributes
 * the bytes.
 *
 * <p>For filters that are built somewhere and pushed or rebuilt: once in every poll interval one small command looks
 * whether header_sum or generation has changed, and only then the bytes are pulled. Single keys that others add to the
 * filter in Redis do <em>not</em> come over until then: a mirror answers false for them. {@link #pull} fetches the bytes
 * at once.
 *
 * <p>While Redis cannot be asked the copy goes on answering, as of its last pull; {@link #unavailableSince} tells. Any
 * thread may call any method.
 */
public final class RedisMirror {
    private final RedisBloomFilter remote;
    private final long pollNanos;
    private final ReentrantLock looking = new ReentrantLock();
    private RedisVersion version;

    private volatile BloomFilter filter;
    private volatile long due;
    private volatile Instant unavailable;

    /**
     * Opens a filter and pulls it.
     *
     * @param wire the connection to the server
     * @param name the filter's name
     * @param poll how often to look whether it was replaced
     * @param options how to reach it
     * @throws io.onebloom.OnebloomIOException UNAVAILABLE if it is not there
     */
    public RedisMirror(RedisWire wire, String name, Duration poll, RedisOptions options) {
        remote = RedisBloomFilter.open(wire, name, options);
        pollNanos = poll.toNanos();
        fetch(remote.version());
        due = System.nanoTime() + pollNanos;
    }

    /** The version was read first: a filter that is replaced in between is fetched once more. */
    private void fetch(RedisVersion seen) {
        // The old copy is not closed: another thread may be asking it. The garbage collector takes it.
        filter = remote.pull();
        version = seen;
    }

    private boolean look(boolean always) {
        due = System.nanoTime() + pollNanos;
        RedisVersion seen = remote.version();
        boolean fetch = always || !seen.equals(version);
        if (fetch) {
            fetch(seen);
        }
        unavailable = null;
        return fetch;
    }

    /**
     * Looks for a new filter now.
     *
     * @return whether one was fetched
     * @throws io.onebloom.OnebloomIOException UNAVAILABLE if it is gone or cannot be reached
     */
    public boolean refresh() {
        looking.lock();
        try {
            return look(false);
        } finally {
            looking.unlock();
        }
    }

    /**
     * Fetches the bytes now, with all keys that were added since.
     *
     * @throws io.onebloom.OnebloomIOException UNAVAILABLE if it is gone or cannot be reached
     */
    public void pull() {
        looking.lock();
        try {
            look(true);
        } finally {
            looking.unlock();
        }
    }

    /**
     * The copy as it is now. It belongs to the mirror: do not close it.
     *
     * @return the copy
     */
    public BloomFilter filter() {
        // One thread looks, the others go on with what there is.
        if (System.nanoTime() - due >= 0 && looking.tryLock()) {
            try {
                look(false);
            } catch (RuntimeException e) {
                if (!(e instanceof OnebloomError failure) || failure.code() != ErrorCode.UNAVAILABLE) {
                    throw e;
                }
                if (unavailable == null) {
                    unavailable = Instant.now();
                }
            } finally {
                looking.unlock();
            }
        }
        return filter;
    }

    /**
     * Since when Redis cannot be asked.
     *
     * @return when the first poll failed since the last that did not; null: all is well
     */
    public Instant unavailableSince() {
        return unavailable;
    }

    /**
     * False: not in the filter as it was at the last pull. True means <em>maybe</em>.
     *
     * @param key text
     * @return false if the key was certainly not in
     */
    public boolean contains(CharSequence key) {
        return filter().contains(key);
    }

    /**
     * As {@link #contains(CharSequence)}.
     *
     * @param key bytes
     * @return false if the key was certainly not in
     */
    public boolean contains(byte[] key) {
        return filter().contains(key);
    }

    /**
     * As {@link #contains(CharSequence)}.
     *
     * @param key an integer, the same key as its decimal text
     * @return false if the key was certainly not in
     */
    public boolean contains(long key) {
        return filter().contains(key);
    }

    /**
     * As {@link #contains(CharSequence)}.
     *
     * @param key an integer of any size
     * @return false if the key was certainly not in
     */
    public boolean contains(BigInteger key) {
        return filter().contains(key);
    }

    /**
     * Always refused, as {@link BloomFilter#contains(char)} is.
     *
     * @param key any char
     * @return nothing
     */
    public boolean contains(char key) {
        return filter().contains(key);
    }

    /**
     * Contains for many keys.
     *
     * @param keys any keys
     * @return an answer for each, by position
     */
    public BitSet containsMany(Collection<?> keys) {
        return filter().containsMany(keys);
    }

    /**
     * Contains for many keys.
     *
     * @param keys any keys
     * @return an answer for each, by position
     */
    public boolean[] containsMany(Object[] keys) {
        return filter().containsMany(keys);
    }
}

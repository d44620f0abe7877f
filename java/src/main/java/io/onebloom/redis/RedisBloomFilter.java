package io.onebloom.redis;

import io.onebloom.BloomFilter;
import io.onebloom.RedisRemote;
import io.onebloom.RedisTask;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A Bloom filter in Redis, shared by all machines that use the server. As safe for threads as the client under it.
 *
 * <p>A filter that is gone or cannot be reached is UNAVAILABLE ({@link io.onebloom.OnebloomIOException}), never
 * "absent"; with {@code onUnavailable("maybe")} contains answers true instead. Add and remove always fail then, and
 * create nothing. What every verb may throw besides: PERMISSION, READ_ONLY (a replica), OUT_OF_MEMORY (the server's), IO.
 *
 * <p>A key is a CharSequence, byte[], Long, Integer, Short, Byte or BigInteger, as for {@link BloomFilter}; anything
 * else, a char too, is refused with KEY_TYPE. All keys of a batch are taken before any is sent, so a bad one leaves
 * Redis as it is.
 */
public final class RedisBloomFilter {
    private final RedisWire wire;
    private final RedisRemote remote;

    /**
     * A filter under a name; nothing is sent, the first verb looks for the filter.
     *
     * @param wire the connection to the server
     * @param name the filter's name
     * @param options how to reach it
     * @throws io.onebloom.InvalidArgumentException if an option is unknown, out of range or does not fit the others
     */
    public RedisBloomFilter(RedisWire wire, String name, RedisOptions options) {
        this(wire, RedisRemote.of(name, options.asMap()));
    }

    private RedisBloomFilter(RedisWire wire, RedisRemote remote) {
        this.wire = Objects.requireNonNull(wire, "the wire is null");
        this.remote = remote;
    }

    /**
     * Makes a new, empty filter. It becomes visible whole, at once, and never over something.
     *
     * @param wire the connection to the server
     * @param name the filter's name
     * @param options capacity, and whatever else it shall be
     * @return the filter
     * @throws io.onebloom.OnebloomIOException ALREADY_EXISTS if the key is there
     * @throws io.onebloom.InvalidArgumentException if an option is unknown, out of range or does not fit the others
     */
    public static RedisBloomFilter create(RedisWire wire, String name, RedisOptions options) {
        RedisBloomFilter made = new RedisBloomFilter(wire, name, options);
        made.run("create");
        return made;
    }

    /**
     * Makes a new, empty filter.
     *
     * @param wire the connection to the server
     * @param name the filter's name
     * @param capacity how many keys it is sized for
     * @param fpp the false-positive probability at that number
     * @return the filter
     * @throws io.onebloom.OnebloomIOException ALREADY_EXISTS if the key is there
     */
    public static RedisBloomFilter create(RedisWire wire, String name, long capacity, double fpp) {
        return create(wire, name, new RedisOptions().capacity(capacity).fpp(fpp));
    }

    /**
     * Opens a filter that is there. What may take it away (an allkeys-* policy, a time to live) goes to the log of
     * {@code io.onebloom}.
     *
     * @param wire the connection to the server
     * @param name the filter's name
     * @return the filter
     * @throws io.onebloom.OnebloomIOException UNAVAILABLE if it is not there
     * @throws io.onebloom.FormatException if the key holds something else
     */
    public static RedisBloomFilter open(RedisWire wire, String name) {
        return open(wire, name, new RedisOptions());
    }

    /**
     * Opens a filter that is there, as {@link #open(RedisWire, String)} does.
     *
     * @param wire the connection to the server
     * @param name the filter's name
     * @param options how to reach it
     * @return the filter
     * @throws io.onebloom.OnebloomIOException UNAVAILABLE if it is not there
     * @throws io.onebloom.FormatException if the key holds something else
     */
    public static RedisBloomFilter open(RedisWire wire, String name, RedisOptions options) {
        RedisBloomFilter found = new RedisBloomFilter(wire, name, options);
        found.run("open");
        found.advise().forEach(text -> System.getLogger("io.onebloom").log(System.Logger.Level.WARNING, text));
        return found;
    }

    // ---- how tasks are done

    RedisTask run(String verb) {
        return run(remote.task(verb));
    }

    private RedisTask run(RedisTask task) {
        while (task.advance()) {
            List<Object> replies;
            try {
                replies = wire.send(task.commands());
            } catch (IOException e) {
                task.lost(e);
                continue;
            }
            task.feed(replies);
        }
        return task;
    }

    // ---- keys

    /**
     * False is certain; true means <em>maybe</em>, wrong with the filter's false-positive probability.
     *
     * @param key text, bytes or an integer
     * @return false if the key was certainly never added
     * @throws io.onebloom.OnebloomIOException UNAVAILABLE if the filter is gone or cannot be reached
     */
    public boolean contains(Object key) {
        return one("contains", key);
    }

    /**
     * {@link #contains} of each key, 100 a command, in pipelines.
     *
     * @param keys any number of keys
     * @return an answer for each, by position
     */
    public BitSet containsMany(Collection<?> keys) {
        boolean[] answers = all("contains", keys);
        BitSet set = new BitSet(answers.length);
        for (int i = 0; i < answers.length; i++) {
            set.set(i, answers[i]);
        }
        return set;
    }

    /**
     * {@link #contains} of each key, 100 a command, in pipelines.
     *
     * @param keys for example String[] or byte[][]
     * @return an answer for each, by position
     */
    public boolean[] containsMany(Object[] keys) {
        return all("contains", Arrays.asList(keys));
    }

    /**
     * {@link #contains} of each key, 100 a command, in pipelines.
     *
     * @param keys any numbers
     * @return an answer for each, by position
     */
    public boolean[] containsMany(long[] keys) {
        return all("contains", boxed(keys));
    }

    /**
     * Adds a key.
     *
     * @param key text, bytes or an integer
     * @return true if it was certainly not in before; of any number of clients that add it at the same time, exactly
     *     one is told so
     * @throws io.onebloom.OnebloomIOException UNAVAILABLE if the filter is gone; nothing is created
     */
    public boolean add(Object key) {
        return one("add", key);
    }

    /**
     * Adds all keys.
     *
     * @param keys any number of keys
     * @return how many were certainly not in before
     * @throws io.onebloom.OnebloomIOException UNAVAILABLE if the filter is gone; the message says how many keys were
     *     certainly added before
     */
    public long addMany(Iterable<?> keys) {
        return count(all("add", keys));
    }

    /**
     * Adds all keys as {@link #addMany(Iterable)} does.
     *
     * @param keys for example String[] or byte[][]
     * @return how many were certainly not in before
     */
    public long addMany(Object[] keys) {
        return count(addEach(keys));
    }

    /**
     * Adds all keys as {@link #addMany(Iterable)} does.
     *
     * @param keys any numbers
     * @return how many were certainly not in before
     */
    public long addMany(long[] keys) {
        return count(all("add", boxed(keys)));
    }

    /**
     * Adds all keys and tells of each.
     *
     * @param keys for example String[] or byte[][]
     * @return true for each that was certainly not in before
     */
    public boolean[] addEach(Object[] keys) {
        return all("add", Arrays.asList(keys));
    }

    /**
     * Takes a key away (kind counting). Only keys that were added may be removed.
     *
     * @param key text, bytes or an integer
     * @return false, and nothing changed, if it is certainly not in
     * @throws io.onebloom.UnsupportedException if the filter is not a counting one
     */
    public boolean remove(Object key) {
        return one("remove", key);
    }

    private boolean one(String verb, Object key) {
        return all(verb, Collections.singletonList(key))[0];
    }

    private boolean[] all(String verb, Iterable<?> keys) {
        return run(remote.task(verb, keys)).answers();
    }

    private static long count(boolean[] answers) {
        long count = 0;
        for (boolean answer : answers) {
            count += answer ? 1 : 0;
        }
        return count;
    }

    private static List<Long> boxed(long[] keys) {
        return Arrays.stream(keys).boxed().toList();
    }

    // ---- whole filters

    /**
     * Adds all that another filter of equal make has. Others may go on adding meanwhile.
     *
     * @param other a filter of this process, or a mapped file
     * @throws io.onebloom.IncompatibleException if kind, scheme, seed, arrangement, m or k differ
     */
    public void merge(BloomFilter other) {
        run(remote.task("merge", other));
    }

    /**
     * Adds all that another filter in Redis has, through this process.
     *
     * @param other a filter of equal make
     * @throws io.onebloom.IncompatibleException if kind, scheme, seed, arrangement, m or k differ
     */
    public void merge(RedisBloomFilter other) {
        try (BloomFilter pulled = other.pull()) {
            merge(pulled);
        }
    }

    /**
     * Puts a filter in the place of what is there, with its generation + 1. Readers see the old one or the new one,
     * whole.
     *
     * @param filter a filter of this process, single or sharded
     * @return this
     * @throws io.onebloom.OnebloomIOException ALREADY_EXISTS if something is there that is no filter
     * @throws io.onebloom.UnsupportedException if it is scalable or rotating
     */
    public RedisBloomFilter push(BloomFilter filter) {
        run(remote.task("push", filter));
        return this;
    }

    /**
     * Puts a file in the place of what is there, as {@link #push(BloomFilter)} does.
     *
     * @param path a saved filter
     * @return this
     */
    public RedisBloomFilter push(Path path) {
        try (BloomFilter file = BloomFilter.open(path)) {
            return push(file);
        }
    }

    /**
     * A copy in this process. Adds that run meanwhile may be in or not.
     *
     * @return the copy; close it
     */
    public BloomFilter pull() {
        return run("pull").filter();
    }

    /**
     * A copy as a file.
     *
     * @param path where to save it
     */
    public void pull(Path path) {
        try (BloomFilter copy = pull()) {
            copy.save(path);
        }
    }

    /**
     * Figures by name: those of {@link io.onebloom.Stats} that Redis can tell, and layout, key_bytes, ttl_ms. The fill
     * is counted by the server, above 4 MiB a key in samples.
     *
     * @return an unmodifiable map; null for what Redis does not know (items)
     */
    public Map<String, Object> stats() {
        return stats(false);
    }

    /**
     * Figures as of {@link #stats()}.
     *
     * @param exact count all cells, whatever the size
     * @return an unmodifiable map; null for what Redis does not know (items)
     */
    public Map<String, Object> stats(boolean exact) {
        return run(exact ? "stats_exact" : "stats").record();
    }

    /**
     * What changes when the filter is replaced.
     *
     * @return header_sum and generation
     */
    public RedisVersion version() {
        Map<String, Object> record = run("version").record();
        return new RedisVersion((String) record.get("header_sum"), ((Number) record.get("generation")).longValue());
    }

    /**
     * What may take the filter away, or makes it slow: an allkeys-* policy, a time to live, a large key.
     *
     * @return sentences for people; empty if all is well
     */
    public List<String> advise() {
        return run("advise").warnings();
    }

    /**
     * Deletes the filter's keys.
     *
     * @return how many there were
     */
    public long delete() {
        return ((Number) run("delete").record().get("deleted")).longValue();
    }

    /**
     * Builds a new filter in the place of this one, without a gap:
     *
     * <pre>{@code
     * try (Rebuild rebuild = users.rebuild(new RedisOptions().capacity(2_000_000))) {
     *     for (List<String> batch : database) {        // begin to read the source inside
     *         rebuild.filter().addMany(batch);
     *     }
     *     rebuild.commit();
     * }
     * }</pre>
     *
     * <p>From the call on, whatever any client adds goes to both; commit renames the new one over the old one. Programs
     * that write to the source first and add to the filter then lose nothing. Without commit the new one is deleted.
     *
     * @param options of the new filter
     * @return the rebuild; close it
     * @throws io.onebloom.UnsupportedException for bitmaps, windows of days and RedisBloom
     */
    public Rebuild rebuild(RedisOptions options) {
        return new Rebuild(new RedisBloomFilter(wire, remote.next(options.asMap())));
    }

    /**
     * A window of days: the time to use instead of the clock's.
     *
     * @param now the time, or null for the clock
     */
    public void setNow(Instant now) {
        remote.setNow(now == null ? null : now.toEpochMilli());
    }

    /**
     * The name.
     *
     * @return as it was given
     */
    public String name() {
        return remote.name();
    }

    @Override
    public String toString() {
        return "RedisBloomFilter " + name();
    }
}

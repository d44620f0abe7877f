package io.onebloom;

import java.io.IOException;
import java.lang.ref.Cleaner;
import java.util.List;
import java.util.Map;

/**
 * Something to be done with a filter in Redis. Whoever has the connection turns the crank:
 *
 * <pre>{@code
 * while (task.advance()) {
 *     // in one pipeline, without MULTI; errors of the server as replies
 *     task.feed(send(task.commands()));     // or, if the connection broke, task.lost(e)
 * }
 * task.answers();
 * }</pre>
 *
 * <p>Any thread may call any method, one after the other.
 */
public final class RedisTask {
    private static final Cleaner CLEANER = Cleaner.create();

    private final long address;
    private final Cleaner.Cleanable release;

    /** The filter that is pushed or merged; null if there is none. */
    private final Slot source;

    private final Handle handle;

    private List<RedisCommand> commands = List.of();
    private boolean done;
    private IOException lost;
    private boolean[] answers = {};
    private Map<String, Object> said = Map.of();
    private BloomFilter filter;

    RedisTask(long address, Slot source, Handle handle) {
        this.address = address;
        this.source = source;
        this.handle = handle;
        this.release = CLEANER.register(this, () -> RedisNative.freeTask(address));
    }

    /**
     * Goes on as far as possible without a connection.
     *
     * @return true if there are commands to send, false when the task is done
     * @throws RuntimeException what the task failed with, one of this library's; the task is over then
     */
    public synchronized boolean advance() {
        if (done) {
            return false;
        }
        boolean more = false;
        try {
            byte[] flush = source == null ? RedisNative.advance(address) : source.with(this::advanceWith);
            more = flush != null;
            if (more) {
                commands = RedisCommand.decode(flush);
            } else {
                finish();
            }
            return more;
        } catch (OnebloomIOException e) {
            if (lost != null && e.code() == ErrorCode.UNAVAILABLE) {
                e.getCause().initCause(lost);
            }
            throw e;
        } finally {
            if (!more) {
                done = true;
                commands = List.of();
                release.clean();
            }
        }
    }

    /** What close and reload leave behind has no bits any more: it must not be sent as if it had. */
    private byte[] advanceWith(Handle now) {
        if (now != handle) {
            throw new ClosedException(ErrorCode.CLOSED, "the filter was reloaded before all of it was sent; begin again");
        }
        return RedisNative.advance(address);
    }

    private void finish() {
        byte[] each = RedisNative.answers(address);
        answers = new boolean[each.length];
        for (int i = 0; i < each.length; i++) {
            answers[i] = each[i] != 0;
        }
        said = Fields.decode(RedisNative.said(address));
        long engine = RedisNative.filter(address);
        if (engine != 0) {
            filter = new BloomFilter(engine);
        }
    }

    /**
     * The commands to send now.
     *
     * @return an unmodifiable list; empty before the first {@link #advance} and when the task is done
     */
    public synchronized List<RedisCommand> commands() {
        return commands;
    }

    /**
     * Takes the replies to {@link #commands}.
     *
     * @param replies one for each command, in order: null, Long, byte[], String, List or Map of these, Boolean,
     *     Double, and an error of the server as any Throwable whose message is the whole text
     *     ({@code WRONGTYPE Operation against …})
     * @throws InvalidArgumentException if it is another number of replies, or one of another type
     */
    public synchronized void feed(List<?> replies) {
        if (!done) {
            RedisNative.feed(address, Replies.encode(replies));
        }
    }

    /**
     * Tells that the commands may not have been answered. The next {@link #advance} ends the task: with UNAVAILABLE, or
     * with answers "maybe" if the settings say so.
     *
     * @param why what the client says
     */
    public synchronized void lost(IOException why) {
        if (!done) {
            lost = why;
            RedisNative.lost(address, Native.utf8(String.valueOf(why.getMessage())));
        }
    }

    /**
     * What came out for each key.
     *
     * @return contains: false is certain; add: true if certainly absent before; remove: true if taken away
     */
    public synchronized boolean[] answers() {
        return answers.clone();
    }

    /**
     * What the verb says of the filter, by name.
     *
     * @return an unmodifiable map of Long, Double, Boolean, String, null and lists of such maps
     */
    @SuppressWarnings("unchecked")
    public synchronized Map<String, Object> record() {
        List<Map<String, Object>> one = (List<Map<String, Object>>) said.getOrDefault("record", List.of(Map.of()));
        return one.get(0);
    }

    /**
     * Warnings for people.
     *
     * @return an unmodifiable list
     */
    @SuppressWarnings("unchecked")
    public synchronized List<String> warnings() {
        List<Map<String, Object>> all = (List<Map<String, Object>>) said.getOrDefault("warnings", List.of());
        return all.stream().map(w -> (String) w.get("text")).toList();
    }

    /**
     * Why the answers are "maybe" without having been asked.
     *
     * @return the reason, or null if they were asked
     */
    public synchronized String unavailable() {
        return (String) said.get("unavailable");
    }

    /**
     * The filter that was pulled.
     *
     * @return the filter, to be closed by whoever takes it; null if the verb was another one
     */
    public synchronized BloomFilter filter() {
        return filter;
    }
}

package io.onebloom;

import java.util.Iterator;

/** At most 256 keys between the caller's iterator and the library: no lock is held while the iterator runs. */
final class Batch {
    static final int SIZE = 256;

    private final byte[][] keys = new byte[SIZE][];
    private final long[] hashes = new long[SIZE];
    private int count;

    /** What ended the filling early, if anything did. */
    private RuntimeException stop;

    private boolean badKey;

    int count() {
        return count;
    }

    /** Takes as many keys as there is room for; a bad key or a failing iterator ends it. */
    void fill(Iterator<?> from) {
        count = 0;
        while (count < SIZE && stop == null) {
            Object key;
            try {
                if (!from.hasNext()) {
                    return;
                }
                key = from.next();
            } catch (RuntimeException e) {
                stop = e;
                return;
            }
            try {
                keys[count] = Keys.bytes(key);
                count++;
            } catch (RuntimeException e) {
                stop = e;
                badKey = true;
            }
        }
    }

    boolean isLast() {
        return count < SIZE || stop != null;
    }

    /** Adds what was taken; {@code done} keys are in already, for the message. */
    long addTo(Slot slot, long done) {
        try {
            return slot.batch(h -> h.hasher == null
                    ? Native.addKeys(h.engine, keys, count)
                    : Native.addHashes(h.engine, hashed(h.hasher), count));
        } catch (ClosedException e) {
            throw e;
        } catch (RuntimeException e) {
            throw Errors.with(e, " (" + done + " keys before this batch are in)");
        }
    }

    void askOf(Slot slot, boolean[] answers, int at) {
        slot.batch(h -> {
            if (h.hasher == null) {
                Native.containsKeys(h.engine, keys, count, answers, at);
            } else {
                Native.containsHashes(h.engine, hashed(h.hasher), count, answers, at);
            }
            return null;
        });
    }

    private long[] hashed(KeyHasher hasher) {
        for (int i = 0; i < count; i++) {
            hashes[i] = hasher.hash(keys[i]);
        }
        return hashes;
    }

    /** Throws what ended the filling; the keys before it have been dealt with. */
    void throwStop(long done, String more) {
        if (stop == null) {
            return;
        }
        if (!badKey) {
            throw stop;
        }
        String where = " (key number " + done + ", counted from 0" + more + ")";
        if (stop instanceof NullPointerException) {
            NullPointerException e = new NullPointerException(stop.getMessage() + where);
            e.setStackTrace(stop.getStackTrace());
            throw e;
        }
        throw Errors.with(stop, where);
    }
}

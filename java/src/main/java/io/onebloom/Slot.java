package io.onebloom;

import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;

/**
 * Where a filter keeps its handle: how every call meets close and reload.
 *
 * <p>Lookups and adds take no lock. They look at the handle again afterwards: if it is another one, their answer counts
 * for nothing and they ask again, which after close throws. Everything slower holds the gate, for close must wait for
 * it: a save that was emptied half way would leave a sealed file that denies its keys.
 */
final class Slot {
    private static final AtomicLong IDS = new AtomicLong();

    /** Null once closed. */
    private volatile Handle handle;

    /** Shared for the slower calls, exclusive for close and reload. */
    private final ReentrantReadWriteLock gate = new ReentrantReadWriteLock();

    /** Two filters are locked in this order. */
    private final long id = IDS.incrementAndGet();

    Slot(Handle handle) {
        this.handle = handle;
    }

    boolean isClosed() {
        return handle == null;
    }

    private Handle live() {
        Handle h = handle;
        if (h == null) {
            throw new ClosedException(ErrorCode.CLOSED, "the filter is closed; open or create it again");
        }
        return h;
    }

    /** Whether close or reload came in between; also keeps the handle from being collected until here. */
    private boolean moved(Handle h) {
        // The cells must have been read before the handle is read again.
        VarHandle.acquireFence();
        boolean moved = handle != h;
        Reference.reachabilityFence(h);
        return moved;
    }

    boolean contains(long key) {
        Handle h;
        int answer;
        do {
            h = live();
            answer = Native.containsLong(h.engine, key);
        } while (moved(h));
        return answer >= 0 ? answer != 0 : again(Native.CONTAINS, key);
    }

    boolean contains(byte[] key) {
        Handle h;
        int answer;
        do {
            h = live();
            answer = h.hasher == null
                    ? Native.containsBytes(h.engine, key)
                    : Native.containsHash(h.engine, h.hasher.hash(key));
        } while (moved(h));
        return answer >= 0 ? answer != 0 : again(Native.CONTAINS, key);
    }

    boolean add(long key) {
        Handle h;
        int answer;
        do {
            h = live();
            answer = Native.addLong(h.engine, key);
        } while (moved(h));
        return answer >= 0 ? answer != 0 : again(Native.ADD, key);
    }

    boolean add(byte[] key) {
        Handle h;
        int answer;
        do {
            h = live();
            answer = h.hasher == null
                    ? Native.addBytes(h.engine, key)
                    : Native.addHash(h.engine, h.hasher.hash(key));
        } while (moved(h));
        return answer >= 0 ? answer != 0 : again(Native.ADD, key);
    }

    boolean remove(long key) {
        Handle h;
        int answer;
        do {
            h = live();
            answer = Native.removeLong(h.engine, key);
        } while (moved(h));
        return answer >= 0 ? answer != 0 : again(Native.REMOVE, key);
    }

    boolean remove(byte[] key) {
        Handle h;
        int answer;
        do {
            h = live();
            answer = h.hasher == null
                    ? Native.removeBytes(h.engine, key)
                    : Native.removeHash(h.engine, h.hasher.hash(key));
        } while (moved(h));
        return answer >= 0 ? answer != 0 : again(Native.REMOVE, key);
    }

    /** A quick call failed: the same once more where it can say why. */
    private boolean again(int op, long key) {
        return with(h -> Native.againLong(h.engine, op, key));
    }

    private boolean again(int op, byte[] key) {
        return with(h -> Native.againBytes(h.engine, op, key));
    }

    /** Runs a batch of lookups or adds, without the gate like a single one. */
    <T> T batch(Function<Handle, T> action) {
        for (;;) {
            Handle h = live();
            try {
                T result = action.apply(h);
                if (!moved(h)) {
                    return result;
                }
            } catch (RuntimeException e) {
                if (!moved(h)) {
                    throw e;
                }
            }
        }
    }

    /** Runs something slower than a lookup; close waits for it. */
    <T> T with(Function<Handle, T> action) {
        gate.readLock().lock();
        try {
            Handle h = live();
            try {
                return action.apply(h);
            } finally {
                Reference.reachabilityFence(h);
            }
        } finally {
            gate.readLock().unlock();
        }
    }

    interface Action {
        void on(long engine);
    }

    void run(Action action) {
        with(h -> {
            action.on(h.engine);
            return null;
        });
    }

    interface Both<T> {
        T apply(long mine, long theirs);
    }

    /** Runs something on two filters; merging one with itself is a matter of the library. */
    <T> T both(Slot other, Both<T> action) {
        Objects.requireNonNull(other);
        // Always in the same order: close() waiting between two of these would otherwise stop both for ever.
        Slot first = id <= other.id ? this : other;
        Slot second = first == this ? other : this;
        return first.with(a -> second.with(b -> first == this
                ? action.apply(a.engine, b.engine)
                : action.apply(b.engine, a.engine)));
    }

    boolean reload() {
        gate.writeLock().lock();
        try {
            Handle old = live();
            try {
                long engine = Native.reopened(old.engine);
                if (engine == 0) {
                    return false;
                }
                handle = new Handle(engine);
                old.vacate();
                return true;
            } finally {
                Reference.reachabilityFence(old);
            }
        } finally {
            gate.writeLock().unlock();
        }
    }

    void close() {
        gate.writeLock().lock();
        try {
            Handle h = handle;
            if (h != null) {
                handle = null;
                h.vacate();
                Reference.reachabilityFence(h);
            }
        } finally {
            gate.writeLock().unlock();
        }
    }
}

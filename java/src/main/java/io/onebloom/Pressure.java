package io.onebloom;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory of the library that filters hold which nobody closed. The garbage collector does not see it, so a program that
 * forgets close() would grow without a reason to collect: past a limit it is asked to, as direct buffers do.
 */
final class Pressure {
    /** As for direct buffers: as much again as the heap may have. */
    private static final long LIMIT = Runtime.getRuntime().maxMemory();

    /** What every filter counts, for its place in the process's table of maps: Linux has 65,530 of them. */
    private static final long PLACE = Math.max(16 * 1024, LIMIT / 30_000);

    /** Closing gives large memory back at once; up to this much goes only with the engine. */
    private static final long SMALL = 256 * 1024;

    private static final AtomicLong HELD = new AtomicLong();
    private static final AtomicLong NEXT = new AtomicLong(LIMIT);

    private Pressure() {}

    /** What an open filter of this many bytes counts. */
    static long cost(long bytes) {
        return bytes + PLACE;
    }

    /** What a closed one counts until its engine is freed. */
    static long rest(long bytes) {
        return Math.min(bytes, SMALL) + PLACE;
    }

    static void took(long cost) {
        long held = HELD.addAndGet(cost);
        long next = NEXT.get();
        // One thread collects; the others go on.
        if (held > next && NEXT.compareAndSet(next, Long.MAX_VALUE)) {
            System.gc();
            waitForCleaner(held);
            // If most of it is in use, the next try comes only after half as much again.
            NEXT.set(Math.max(LIMIT, HELD.get() + LIMIT / 2));
        }
    }

    static void gave(long cost) {
        HELD.addAndGet(-cost);
    }

    static long held() {
        return HELD.get();
    }

    /** Unreachable filters are freed by another thread: give it a moment, longer while it gets on. */
    private static void waitForCleaner(long before) {
        long last = before;
        for (int quiet = 0; quiet < 5 && HELD.get() > LIMIT / 2; ) {
            try {
                Thread.sleep(2);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            long now = HELD.get();
            quiet = now < last ? 0 : quiet + 1;
            last = now;
        }
    }
}

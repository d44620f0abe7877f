package io.onebloom;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One engine of the library. The pointer is valid as long as this object can be reached, so a caller that raced with
 * close() never touches freed memory: close() vacates the engine, the Cleaner frees the small rest.
 */
final class Handle {
    private static final Cleaner CLEANER = Cleaner.create();

    final long engine;

    /** Null: keys go to the library as bytes. */
    final KeyHasher hasher;

    private final Release release;

    Handle(long engine) {
        this.engine = engine;
        this.release = new Release(engine, Native.ownBytes(engine));
        CLEANER.register(this, release);
        this.hasher = KeyHasher.forEngine(engine);
        release.took();
    }

    /** Gives the memory back at once. Answers of calls that are still running are garbage from here on. */
    void vacate() {
        Native.vacate(engine);
        release.gave();
    }

    /** Must not know its Handle, or that would never become unreachable. */
    private static final class Release implements Runnable {
        private final long engine;
        private final long bytes;
        private final AtomicLong counted = new AtomicLong();

        Release(long engine, long bytes) {
            this.engine = engine;
            this.bytes = bytes;
        }

        void took() {
            counted.set(Pressure.cost(bytes));
            Pressure.took(counted.get());
        }

        void gave() {
            long rest = Pressure.rest(bytes);
            Pressure.gave(counted.getAndSet(rest) - rest);
        }

        @Override
        public void run() {
            Native.free(engine);
            Pressure.gave(counted.getAndSet(0));
        }
    }
}

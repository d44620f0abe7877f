package io.onebloom;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Any thread may call any method at any time, {@link #close()} included.
 *
 * <p>A Bloom filter: a set that answers "certainly not in it" or "maybe in it", in a fixed number of bits. Its file is
 * the same in Rust, C, Python, Java and PHP.
 *
 * <pre>{@code
 * try (BloomFilter seen = BloomFilter.create(1_000_000, 0.01)) {
 *     seen.add("user:1");
 *     seen.contains("user:1");              // true
 *     seen.save(Path.of("seen.bloom"));     // any of the languages opens it
 * }
 * }</pre>
 *
 * <p>A key is text (hashed as its UTF-8 bytes, whatever {@code file.encoding} says), a {@code byte[]}, or an integer
 * (hashed as its decimal text: {@code 42}, {@code "42"} and the bytes of {@code "42"} are one key). A {@code char} is
 * refused, since it would silently become its number; text with an unpaired surrogate is refused, since it has no
 * UTF-8. A null key is a {@link NullPointerException}; all other failures implement {@link OnebloomError}, and
 * {@link ClosedException} comes from every method but {@code close}, {@code isClosed} and {@code toString} after close.
 *
 * <p>The bits live outside the Java heap. {@link #close()} gives them back at once; a filter that was forgotten gives
 * them back some time after it became unreachable.
 */
public final class BloomFilter implements AutoCloseable {
    final Slot slot;

    BloomFilter(long engine) {
        this.slot = new Slot(new Handle(engine));
    }

    // ---- making and opening

    /**
     * Makes an empty filter in memory, of the kind classic.
     *
     * @param capacity how many keys it is sized for, 1 to 2^48
     * @param fpp the false-positive probability at that number, 1e-9 to 0.5
     * @return the filter; close it
     * @throws InvalidArgumentException if a number is out of range
     * @throws NativeException if there is not enough memory
     */
    public static BloomFilter create(long capacity, double fpp) {
        return builder().capacity(capacity).fpp(fpp).build();
    }

    /**
     * Begins a filter with options.
     *
     * @return a builder without options
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * What {@link #create} would make, without making it.
     *
     * @param capacity how many keys, 1 to 2^48
     * @param fpp the false-positive probability at that number, 1e-9 to 0.5
     * @return sizes and rates
     * @throws InvalidArgumentException if a number is out of range
     */
    public static Plan plan(long capacity, double fpp) {
        return builder().capacity(capacity).fpp(fpp).plan();
    }

    /**
     * Maps a file read-only. Only headers are read, whatever the size; all processes that map it share one copy. Never
     * let anything write into the file in place: writers use {@link #save} or {@link #replace}, which put a new file.
     *
     * @param path the file
     * @return the filter; close it
     * @throws FormatException if it is not a filter, or a damaged one
     * @throws OnebloomIOException if it cannot be opened
     */
    public static BloomFilter open(Path path) {
        return open(path, "r");
    }

    /**
     * Maps a file.
     *
     * @param path the file
     * @param mode {@code "r"} read-only, {@code "r+"} to change it together with other writers: their adds and ours
     *     both stay
     * @return the filter; close it
     * @throws InvalidArgumentException if the mode is another one
     * @throws FormatException if it is not a filter, or a damaged one
     * @throws OnebloomIOException if it cannot be opened
     */
    public static BloomFilter open(Path path, String mode) {
        Objects.requireNonNull(mode, "the mode is null");
        return new BloomFilter(Native.open(PathBytes.of(path), Native.utf8(mode)));
    }

    /**
     * Reads a file into memory and checks the checksum of a sealed one.
     *
     * @param path the file
     * @return a private copy; close it
     * @throws FormatException if it is not a filter, or a damaged one
     * @throws OnebloomIOException if it cannot be read
     */
    public static BloomFilter load(Path path) {
        return new BloomFilter(Native.load(PathBytes.of(path)));
    }

    /**
     * Takes a filter from bytes, as {@link #load} takes it from a file.
     *
     * @param bytes all bytes of the filter, no more
     * @return a private copy; close it
     * @throws FormatException if they are not a filter, or a damaged one
     */
    public static BloomFilter fromBytes(byte[] bytes) {
        Objects.requireNonNull(bytes, "the bytes are null");
        return new BloomFilter(Native.fromBytes(bytes));
    }

    /**
     * Takes a filter from a stream as {@link #writeTo} wrote it: exactly its bytes, what follows stays in the stream.
     *
     * @param in the stream; it is not closed
     * @return a private copy; close it
     * @throws FormatException if the bytes are not a filter, or a damaged one
     * @throws InvalidArgumentException OUT_OF_RANGE if no Java array is that long
     * @throws IOException if the stream fails
     */
    public static BloomFilter readFrom(InputStream in) throws IOException {
        return fromBytes(Streams.image(in));
    }

    /**
     * Puts the sections of one filter together again that lived apart.
     *
     * @param sections each section complete, in their order
     * @return a private copy; close it
     * @throws FormatException if they are not the sections of one filter
     */
    public static BloomFilter openParts(Collection<byte[]> sections) {
        byte[][] parts = sections.toArray(new byte[0][]);
        for (int i = 0; i < parts.length; i++) {
            Objects.requireNonNull(parts[i], "section " + i + " is null");
        }
        return new BloomFilter(Native.openParts(parts));
    }

    /**
     * Takes a filter from bare cells that another program made. The options must say m, k and the scheme as that
     * program has them, and in which order the cells are: {@link Builder#bits}. A body may be shorter than m: the rest
     * is 0.
     *
     * @param body the cells, without a header
     * @param options the filter's options
     * @return a private copy; close it
     * @throws InvalidArgumentException if the options do not fit, or there are cells behind m
     */
    public static BloomFilter fromBits(byte[] body, Builder options) {
        Objects.requireNonNull(body, "the body is null");
        return new BloomFilter(Native.fromBits(body, options.encode()));
    }

    // ---- one key

    /**
     * False is certain; true means <em>maybe</em>, wrong with the filter's false-positive probability.
     *
     * @param key text
     * @return false if the key was certainly never added
     * @throws InvalidArgumentException KEY_ENCODING if the text has an unpaired surrogate
     */
    public boolean contains(CharSequence key) {
        return slot.contains(Keys.utf8(key));
    }

    /**
     * False is certain; true means <em>maybe</em>, wrong with the filter's false-positive probability.
     *
     * @param key bytes
     * @return false if the key was certainly never added
     */
    public boolean contains(byte[] key) {
        return slot.contains(Objects.requireNonNull(key, "the key is null"));
    }

    /**
     * False is certain; true means <em>maybe</em>, wrong with the filter's false-positive probability.
     *
     * @param key an integer, the same key as its decimal text
     * @return false if the key was certainly never added
     */
    public boolean contains(long key) {
        return slot.contains(key);
    }

    /**
     * False is certain; true means <em>maybe</em>, wrong with the filter's false-positive probability.
     *
     * @param key an integer of any size, the same key as its decimal text
     * @return false if the key was certainly never added
     */
    public boolean contains(BigInteger key) {
        return slot.contains(Keys.bytes(key));
    }

    /**
     * Always refused: as a long it would be its number. Say {@code String.valueOf(c)} or {@code (long) c}.
     *
     * @param key any char
     * @return nothing
     * @throws InvalidArgumentException always, KEY_TYPE
     */
    public boolean contains(char key) {
        throw Keys.wrongType("char");
    }

    /**
     * Adds a key.
     *
     * @param key text
     * @return true if the key was certainly absent before
     * @throws InvalidArgumentException KEY_ENCODING if the text has an unpaired surrogate
     * @throws ReadOnlyException if the filter is read-only
     */
    public boolean add(CharSequence key) {
        return slot.add(Keys.utf8(key));
    }

    /**
     * Adds a key.
     *
     * @param key bytes
     * @return true if the key was certainly absent before
     * @throws ReadOnlyException if the filter is read-only
     */
    public boolean add(byte[] key) {
        return slot.add(Objects.requireNonNull(key, "the key is null"));
    }

    /**
     * Adds a key.
     *
     * @param key an integer, the same key as its decimal text
     * @return true if the key was certainly absent before
     * @throws ReadOnlyException if the filter is read-only
     */
    public boolean add(long key) {
        return slot.add(key);
    }

    /**
     * Adds a key.
     *
     * @param key an integer of any size, the same key as its decimal text
     * @return true if the key was certainly absent before
     * @throws ReadOnlyException if the filter is read-only
     */
    public boolean add(BigInteger key) {
        return slot.add(Keys.bytes(key));
    }

    /**
     * Always refused: as a long it would be its number. Say {@code String.valueOf(c)} or {@code (long) c}.
     *
     * @param key any char
     * @return nothing
     * @throws InvalidArgumentException always, KEY_TYPE
     */
    public boolean add(char key) {
        throw Keys.wrongType("char");
    }

    /**
     * Removes a key from a counting filter. Only keys that were added may be removed: any other may take a third key
     * with it.
     *
     * @param key text
     * @return false, and nothing changed, if the key was certainly absent
     * @throws InvalidArgumentException KEY_ENCODING if the text has an unpaired surrogate
     * @throws UnsupportedException if the filter is not a counting one, single or sharded
     * @throws ReadOnlyException if the filter is read-only
     */
    public boolean remove(CharSequence key) {
        return slot.remove(Keys.utf8(key));
    }

    /**
     * Removes a key as {@link #remove(CharSequence)} does.
     *
     * @param key bytes
     * @return false, and nothing changed, if the key was certainly absent
     * @throws UnsupportedException if the filter is not a counting one, single or sharded
     * @throws ReadOnlyException if the filter is read-only
     */
    public boolean remove(byte[] key) {
        return slot.remove(Objects.requireNonNull(key, "the key is null"));
    }

    /**
     * Removes a key as {@link #remove(CharSequence)} does.
     *
     * @param key an integer, the same key as its decimal text
     * @return false, and nothing changed, if the key was certainly absent
     * @throws UnsupportedException if the filter is not a counting one, single or sharded
     * @throws ReadOnlyException if the filter is read-only
     */
    public boolean remove(long key) {
        return slot.remove(key);
    }

    /**
     * Removes a key as {@link #remove(CharSequence)} does.
     *
     * @param key an integer of any size, the same key as its decimal text
     * @return false, and nothing changed, if the key was certainly absent
     * @throws UnsupportedException if the filter is not a counting one, single or sharded
     * @throws ReadOnlyException if the filter is read-only
     */
    public boolean remove(BigInteger key) {
        return slot.remove(Keys.bytes(key));
    }

    /**
     * Always refused: as a long it would be its number. Say {@code String.valueOf(c)} or {@code (long) c}.
     *
     * @param key any char
     * @return nothing
     * @throws InvalidArgumentException always, KEY_TYPE
     */
    public boolean remove(char key) {
        throw Keys.wrongType("char");
    }

    /**
     * {@link #contains(CharSequence) contains} as a predicate, for streams. It keeps the filter from being collected.
     *
     * @param <T> CharSequence, byte[], Long, Integer, Short, Byte or BigInteger; any other object is refused with
     *     KEY_TYPE
     * @return a predicate that answers true for <em>maybe</em>
     */
    public <T> Predicate<T> asPredicate() {
        return key -> slot.contains(Keys.bytes(key));
    }

    // ---- many keys

    /**
     * Adds keys in their order, 256 at a time. A bad key stops it: those before it are in, and the message says which
     * one it was and how many are in.
     *
     * @param <K> CharSequence, byte[], Long, Integer, Short, Byte, BigInteger, or Object for a mixture
     * @param keys any number of keys; a stream can be given as {@code stream::iterator}
     * @return how many were certainly absent before
     * @throws NullPointerException if a key is null
     * @throws InvalidArgumentException KEY_TYPE or KEY_ENCODING for another bad key
     * @throws ReadOnlyException if the filter is read-only
     */
    public <K> long addMany(Iterable<K> keys) {
        Iterator<K> from = keys.iterator();
        Batch batch = new Batch();
        long done = 0;
        long added = 0;
        do {
            batch.fill(from);
            added += batch.addTo(slot, done);
            done += batch.count();
            batch.throwStop(done, "; the " + done + " before it are in, " + added + " of them new");
        } while (!batch.isLast());
        return added;
    }

    /**
     * Adds keys as {@link #addMany(Iterable)} does.
     *
     * @param keys for example String[] or byte[][]
     * @return how many were certainly absent before
     * @throws NullPointerException if a key is null
     * @throws InvalidArgumentException KEY_TYPE or KEY_ENCODING for another bad key
     * @throws ReadOnlyException if the filter is read-only
     */
    public long addMany(Object[] keys) {
        return addMany(Arrays.asList(keys));
    }

    /**
     * Adds integers, each the same key as its decimal text.
     *
     * @param keys any numbers
     * @return how many were certainly absent before
     * @throws ReadOnlyException if the filter is read-only
     */
    public long addMany(long[] keys) {
        Objects.requireNonNull(keys, "the keys are null");
        return slot.batch(h -> Native.addLongs(h.engine, keys));
    }

    /**
     * Asks for keys in their order: false is certain, true means <em>maybe</em>.
     *
     * @param keys each a CharSequence, byte[], Long, Integer, Short, Byte or BigInteger
     * @return bit i is the answer for the i-th key in iteration order
     * @throws NullPointerException if a key is null
     * @throws InvalidArgumentException KEY_TYPE or KEY_ENCODING for another bad key
     */
    public BitSet containsMany(Collection<?> keys) {
        BitSet answers = new BitSet(keys.size());
        boolean[] some = new boolean[Batch.SIZE];
        Iterator<?> from = keys.iterator();
        Batch batch = new Batch();
        int done = 0;
        do {
            batch.fill(from);
            batch.throwStop((long) done + batch.count(), "");
            batch.askOf(slot, some, 0);
            for (int i = 0; i < batch.count(); i++) {
                answers.set(done + i, some[i]);
            }
            done += batch.count();
        } while (!batch.isLast());
        return answers;
    }

    /**
     * Asks for keys in their order: false is certain, true means <em>maybe</em>.
     *
     * @param keys for example String[] or byte[][]
     * @return the answers in the order of the keys
     * @throws NullPointerException if a key is null
     * @throws InvalidArgumentException KEY_TYPE or KEY_ENCODING for another bad key
     */
    public boolean[] containsMany(Object[] keys) {
        boolean[] answers = new boolean[keys.length];
        Iterator<?> from = Arrays.asList(keys).iterator();
        Batch batch = new Batch();
        int done = 0;
        do {
            batch.fill(from);
            batch.throwStop((long) done + batch.count(), "");
            batch.askOf(slot, answers, done);
            done += batch.count();
        } while (!batch.isLast());
        return answers;
    }

    /**
     * Asks for integers in their order: false is certain, true means <em>maybe</em>.
     *
     * @param keys any numbers, each the same key as its decimal text
     * @return the answers in the order of the keys
     */
    public boolean[] containsMany(long[] keys) {
        boolean[] answers = new boolean[keys.length];
        return slot.batch(h -> {
            Native.containsLongs(h.engine, keys, answers);
            return answers;
        });
    }

    // ---- the whole filter

    /**
     * Takes all keys of another filter in. Both must have the same kind, scheme, seed, sizes and arrangement. Merging a
     * filter with itself changes nothing.
     *
     * @param other the other filter, unchanged
     * @throws IncompatibleException if they do not fit together; nothing was changed
     * @throws ReadOnlyException if this filter is read-only
     */
    public void merge(BloomFilter other) {
        slot.both(slotOf(other), (mine, theirs) -> {
            Native.merge(mine, theirs);
            return null;
        });
    }

    /**
     * Whether two filters have the same contents: parameters and cells.
     *
     * @param other the other filter
     * @return true if they do
     */
    public boolean contentEquals(BloomFilter other) {
        return slot.both(slotOf(other), Native::sameContent);
    }

    /**
     * Forgets all keys.
     *
     * @throws ReadOnlyException if the filter is read-only
     */
    public void clear() {
        slot.run(Native::clear);
    }

    /**
     * A copy in memory.
     *
     * @return the copy; close it
     */
    public BloomFilter copy() {
        return new BloomFilter(slot.with(h -> Native.copy(h.engine)));
    }

    /**
     * Writes a sealed file: to a new file in the same folder, which then takes the place of the old one, so that
     * readers see the old one or the new one and never a half.
     *
     * @param path the file
     * @throws OnebloomIOException LOCKED if somebody has it open for writing, else if it cannot be written
     */
    public void save(Path path) {
        byte[] bytes = PathBytes.of(path);
        slot.run(engine -> Native.save(engine, bytes));
    }

    /**
     * Saves as {@link #save} does, with a generation one higher than that of the file it replaces.
     *
     * @param path the file
     * @throws OnebloomIOException LOCKED if somebody has it open for writing, else if it cannot be written
     */
    public void replace(Path path) {
        byte[] bytes = PathBytes.of(path);
        slot.run(engine -> Native.replace(engine, bytes));
    }

    /**
     * The bytes that {@link #save} writes.
     *
     * @return a sealed image
     * @throws InvalidArgumentException OUT_OF_RANGE if no Java array is that long; save does it
     */
    public byte[] toBytes() {
        return slot.with(h -> Native.toBytes(h.engine));
    }

    /**
     * The sections of {@link #toBytes}, one by one, as {@link #openParts} takes them.
     *
     * @return one array a section
     * @throws InvalidArgumentException OUT_OF_RANGE if no Java array is as long as a section
     */
    public List<byte[]> toParts() {
        return List.of(slot.with(h -> Native.toParts(h.engine)));
    }

    /**
     * The bare cells of a single filter, in an order that {@link #fromBits} knows.
     *
     * @param order {@code msb}, {@code lsb} or {@code bytes}
     * @return the cells, without a header
     * @throws InvalidArgumentException if the kind has no such order; OUT_OF_RANGE if no Java array is that long
     * @throws UnsupportedException if the filter has several sections
     */
    public byte[] toBits(String order) {
        byte[] name = Native.utf8(order);
        return slot.with(h -> Native.toBits(h.engine, name));
    }

    /**
     * The classic filter that answers as this counting one, in a quarter of the space. It cannot remove.
     *
     * @return a private filter; close it
     * @throws UnsupportedException if this is not a counting one
     */
    public BloomFilter toClassic() {
        return new BloomFilter(slot.with(h -> Native.toClassic(h.engine)));
    }

    /**
     * Writes {@link #toBytes} to a stream, from which {@link #readFrom} takes it again.
     *
     * @param out the stream; it is neither flushed nor closed
     * @throws InvalidArgumentException OUT_OF_RANGE if no Java array is that long
     * @throws IOException if the stream fails
     */
    public void writeTo(OutputStream out) throws IOException {
        out.write(toBytes());
    }

    /**
     * Writes the changes of a map to the disk; nothing for a filter in memory.
     *
     * @throws OnebloomIOException if the disk fails
     */
    public void flush() {
        slot.run(Native::flush);
    }

    /**
     * Compares the contents with the checksum.
     *
     * @return true: sealed and right; false: not sealed, so nothing can be said
     * @throws FormatException CHECKSUM_MISMATCH if they differ
     */
    public boolean verify() {
        return slot.with(h -> Native.verify(h.engine));
    }

    /**
     * Maps the file anew if another one has taken its place. Calls in other threads get their answer from the old file
     * or the new one.
     *
     * @return true if there was a new one
     * @throws FormatException if the new one is not a filter: the old one stays
     * @throws OnebloomIOException if it cannot be opened: the old one stays
     */
    public boolean reload() {
        return slot.reload();
    }

    /**
     * Whether another file has taken the place of the one that is mapped.
     *
     * @return true if {@link #reload} would map a new one
     * @throws OnebloomIOException if it cannot be looked at
     */
    public boolean isStale() {
        return slot.with(h -> Native.isStale(h.engine));
    }

    /**
     * Rotating filters: the time to use instead of the system's clock, for tests and replays.
     *
     * @param now the time, or null for the system's clock
     */
    public void setNow(Instant now) {
        boolean given = now != null;
        long unixMs = given ? now.toEpochMilli() : 0;
        slot.run(engine -> Native.setNow(engine, given, unixMs));
    }

    /**
     * Rotating filters: the time to use instead of the system's clock, for tests and replays.
     *
     * @param unixMs milliseconds since 1970
     */
    public void setNow(long unixMs) {
        slot.run(engine -> Native.setNow(engine, true, unixMs));
    }

    /**
     * What the filter says about itself; the fill of a large one is a sample.
     *
     * @return its numbers at this moment
     */
    public Stats stats() {
        return stats(false);
    }

    /**
     * What the filter says about itself.
     *
     * @param exact count the fill from all cells, which takes time in proportion to the size
     * @return its numbers at this moment
     */
    public Stats stats(boolean exact) {
        return new Stats(Fields.decode(slot.with(h -> Native.stats(h.engine, exact))));
    }

    /**
     * The cells that belong to a key, for use with Redis and for teaching.
     *
     * @param key a CharSequence, byte[], Long, Integer, Short, Byte or BigInteger
     * @return numbers of cells in the order of the probes
     * @throws InvalidArgumentException KEY_TYPE or KEY_ENCODING for a bad key
     */
    public long[] positions(Object key) {
        byte[] bytes = Keys.bytes(key);
        return slot.with(h -> Native.positions(h.engine, bytes));
    }

    /**
     * The section that an add of a key would write to now: the part of a sharded filter that has to be asked for it.
     *
     * @param key a CharSequence, byte[], Long, Integer, Short, Byte or BigInteger
     * @return its number, from 0
     * @throws InvalidArgumentException KEY_TYPE or KEY_ENCODING for a bad key
     */
    public int sectionOf(Object key) {
        byte[] bytes = Keys.bytes(key);
        return slot.with(h -> Native.sectionOf(h.engine, bytes));
    }

    /**
     * Gives the memory and the file back. It waits for a running save, merge or copy, not for lookups: those throw
     * {@link ClosedException}. Closing twice is fine.
     */
    @Override
    public void close() {
        slot.close();
    }

    /**
     * Whether {@link #close} was called.
     *
     * @return true if it was
     */
    public boolean isClosed() {
        return slot.isClosed();
    }

    /** The parameters and the number of items, or that it is closed. */
    @Override
    public String toString() {
        try {
            return "BloomFilter[" + Native.text(slot.with(h -> Native.summary(h.engine))) + "]";
        } catch (ClosedException e) {
            return "BloomFilter[closed]";
        }
    }

    private static Slot slotOf(BloomFilter other) {
        return Objects.requireNonNull(other, "the other filter is null").slot;
    }
}

package io.onebloom;

import java.util.List;
import java.util.Map;

/** What a filter said about itself at one moment. */
public final class Stats {
    private final Map<String, Object> fields;

    Stats(Map<String, Object> fields) {
        this.fields = fields;
    }

    /**
     * How many keys the filter is sized for.
     *
     * @return keys
     */
    public long capacity() {
        return Fields.number(fields, "capacity");
    }

    /**
     * The promised false-positive probability at capacity.
     *
     * @return a probability
     */
    public double fpp() {
        return Fields.real(fields, "fpp");
    }

    /**
     * What a cell is.
     *
     * @return classic, blocked or counting
     */
    public String kind() {
        return (String) fields.get("kind");
    }

    /**
     * How keys are hashed.
     *
     * @return the name of the scheme
     */
    public String scheme() {
        return (String) fields.get("scheme");
    }

    /**
     * How the sections work together.
     *
     * @return single, scalable, rotating or sharded
     */
    public String arrangement() {
        return (String) fields.get("arrangement");
    }

    /**
     * Cells of the first section.
     *
     * @return bits, or counters of 4 bits
     */
    public long m() {
        return Fields.number(fields, "m");
    }

    /**
     * Probes a key in the first section.
     *
     * @return 1 to 64
     */
    public int k() {
        return (int) Fields.number(fields, "k");
    }

    /**
     * The seed of the hash.
     *
     * @return an unsigned number, see {@link Long#toUnsignedString(long)}
     */
    public long seed() {
        return Fields.number(fields, "seed");
    }

    /**
     * How many sections there are.
     *
     * @return 1 to 1024
     */
    public int sectionCount() {
        return (int) Fields.number(fields, "section_count");
    }

    /**
     * Size of the file, headers included.
     *
     * @return bytes
     */
    public long bytes() {
        return Fields.number(fields, "bytes");
    }

    /**
     * Adds so far of keys that were certainly absent; with several writers approximate.
     *
     * @return keys
     */
    public long items() {
        return Fields.number(fields, "items");
    }

    /**
     * Items divided by capacity.
     *
     * @return 1.0 when the filter is full
     */
    public double load() {
        return Fields.real(fields, "load");
    }

    /**
     * The share of cells that are not zero; a sample above 4 MiB unless it was asked for exactly.
     *
     * @return 0.0 to 1.0
     */
    public double fillRatio() {
        return Fields.real(fields, "fill_ratio");
    }

    /**
     * How many different keys the fill speaks for.
     *
     * @return keys
     */
    public long estimatedItems() {
        return Fields.number(fields, "estimated_items");
    }

    /**
     * The false-positive rate at the present fill.
     *
     * @return a probability
     */
    public double expectedFpp() {
        return Fields.real(fields, "expected_fpp");
    }

    /**
     * How the filter is.
     *
     * @return ok, warn (load 0.85 or more), over (past its capacity) or clock (times lie in the future)
     */
    public String status() {
        return (String) fields.get("status");
    }

    /**
     * Whether the contents are sealed by a checksum.
     *
     * @return true for a filter that was saved and not changed since
     */
    public boolean sealed() {
        return (Boolean) fields.get("sealed");
    }

    /**
     * Whether the filter is a map of a file.
     *
     * @return false for a filter in memory
     */
    public boolean mapped() {
        return (Boolean) fields.get("mapped");
    }

    /**
     * Whether the filter refuses changes.
     *
     * @return true if it does
     */
    public boolean readOnly() {
        return (Boolean) fields.get("read_only");
    }

    /**
     * The file that is mapped.
     *
     * @return its path, or null
     */
    public String path() {
        return (String) fields.get("path");
    }

    /**
     * How often the file was replaced.
     *
     * @return 0 from the start
     */
    public long generation() {
        return Fields.number(fields, "generation");
    }

    /**
     * One record for each section.
     *
     * @return an unmodifiable list of unmodifiable maps
     */
    @SuppressWarnings("unchecked")
    public List<Map<String, Object>> sections() {
        return (List<Map<String, Object>>) fields.get("sections");
    }

    /**
     * Everything above by name, in the library's order.
     *
     * @return an unmodifiable map
     */
    public Map<String, Object> asMap() {
        return fields;
    }

    @Override
    public String toString() {
        return fields.toString();
    }
}

package io.onebloom;

import java.util.LinkedHashMap;
import java.util.Map;

/** Size and rates of a filter that was not made yet. */
public final class Plan {
    private final Map<String, Object> fields;

    Plan(Map<String, Object> fields) {
        this.fields = fields;
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
     * Size of the file, headers included.
     *
     * @return bytes
     */
    public long bytes() {
        return Fields.number(fields, "bytes");
    }

    /**
     * Size divided by capacity.
     *
     * @return bits a key
     */
    public double bitsPerKey() {
        return Fields.real(fields, "bits_per_key");
    }

    /**
     * How many sections the filter begins with.
     *
     * @return 1 to 1024
     */
    public int sectionCount() {
        return (int) Fields.number(fields, "section_count");
    }

    /**
     * The false-positive rate that this size has at capacity and when it is overfilled.
     *
     * @return the rates by the multiple of the capacity: 1, 1.5, 2 and 3
     */
    public Map<Double, Double> rates() {
        Map<Double, Double> rates = new LinkedHashMap<>();
        for (Object rate : (Iterable<?>) fields.get("rates")) {
            Map<?, ?> pair = (Map<?, ?>) rate;
            rates.put(((Number) pair.get("times")).doubleValue(), ((Number) pair.get("rate")).doubleValue());
        }
        return rates;
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

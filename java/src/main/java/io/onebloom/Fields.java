package io.onebloom;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Named values that the library gave, in its order: a field added there needs no line here. */
final class Fields {
    private Fields() {}

    /** u16 count; for each: u16 length and name, one letter, the value, all big-endian. */
    static Map<String, Object> decode(byte[] bytes) {
        return record(ByteBuffer.wrap(bytes));
    }

    private static Map<String, Object> record(ByteBuffer in) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int n = in.getShort() & 0xFFFF; n > 0; n--) {
            String name = text(in, in.getShort() & 0xFFFF);
            fields.put(name, value(in));
        }
        return Collections.unmodifiableMap(fields);
    }

    private static Object value(ByteBuffer in) {
        return switch (in.get()) {
            case 'u' -> in.getLong();
            case 'f' -> in.getDouble();
            case 'b' -> in.get() != 0;
            case 't' -> text(in, in.getInt());
            case 'n' -> null;
            case 'l' -> {
                List<Map<String, Object>> records = new ArrayList<>();
                for (int n = in.getInt(); n > 0; n--) {
                    records.add(record(in));
                }
                yield Collections.unmodifiableList(records);
            }
            default -> throw new AssertionError("a field of a kind that this jar does not know");
        };
    }

    private static String text(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return Native.text(bytes);
    }

    static long number(Map<String, Object> fields, String name) {
        return ((Number) fields.get(name)).longValue();
    }

    static double real(Map<String, Object> fields, String name) {
        return ((Number) fields.get(name)).doubleValue();
    }
}

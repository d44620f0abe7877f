package io.onebloom;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Names and values on their way to the library, which knows what they mean. */
final class Options {
    private final Map<String, Object> values = new LinkedHashMap<>();

    /** @param value a Long, BigInteger, Double or String */
    Options set(String name, Object value) {
        values.put(Objects.requireNonNull(name, "the name is null"), Objects.requireNonNull(value, name));
        return this;
    }

    /** For each: u16 length and name, one letter (i, f, t), u16 length and value; integers as decimal text. */
    byte[] encode() {
        int size = 0;
        for (Map.Entry<String, Object> e : values.entrySet()) {
            size += 5 + Native.utf8(e.getKey()).length + value(e.getValue()).length;
        }
        ByteBuffer out = ByteBuffer.allocate(size);
        for (Map.Entry<String, Object> e : values.entrySet()) {
            put(out, Native.utf8(e.getKey()));
            Object v = e.getValue();
            out.put((byte) (v instanceof Double ? 'f' : v instanceof String ? 't' : 'i'));
            put(out, value(v));
        }
        return out.array();
    }

    private static void put(ByteBuffer out, byte[] bytes) {
        out.putShort((short) bytes.length).put(bytes);
    }

    private static byte[] value(Object value) {
        if (value instanceof Double d) {
            return ByteBuffer.allocate(8).putDouble(d).array();
        }
        byte[] bytes = Native.utf8(value instanceof BigInteger b ? b.toString() : value.toString());
        if (bytes.length > 0xFFFF) {
            throw new InvalidArgumentException(ErrorCode.INVALID_ARGUMENT,
                    "an option is at most 65535 bytes long, got " + bytes.length);
        }
        return bytes;
    }
}

package io.onebloom;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/** What clients make of replies, on its way to the library. */
final class Replies {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(256);

    private Replies() {}

    /** u32 count; each reply a letter and what belongs to it, all big-endian. */
    static byte[] encode(List<?> replies) {
        Replies all = new Replies();
        all.list(replies);
        return all.out.toByteArray();
    }

    private void list(List<?> replies) {
        number(replies.size());
        replies.forEach(this::reply);
    }

    private void reply(Object reply) {
        if (reply == null) {
            out.write('n');
        } else if (reply instanceof Long || reply instanceof Integer || reply instanceof Short
                || reply instanceof Byte) {
            out.write('i');
            out.writeBytes(ByteBuffer.allocate(8).putLong(((Number) reply).longValue()).array());
        } else if (reply instanceof Boolean yes) {
            reply(yes ? 1L : 0L);
        } else if (reply instanceof byte[] bytes) {
            counted('b', bytes);
        } else if (reply instanceof CharSequence || reply instanceof Number) {
            counted('b', Native.utf8(reply.toString()));
        } else if (reply instanceof Throwable error) {
            counted('e', Native.utf8(String.valueOf(error.getMessage())));
        } else if (reply instanceof Map<?, ?> map) {
            entries(map.entrySet());
        } else if (reply instanceof List<?> some && !some.isEmpty()
                && some.stream().allMatch(Map.Entry.class::isInstance)) {
            entries(some);
        } else if (reply instanceof List<?> some) {
            out.write('l');
            list(some);
        } else {
            throw new InvalidArgumentException(ErrorCode.INVALID_ARGUMENT,
                    "a Redis reply of the type " + reply.getClass().getName());
        }
    }

    /** A map is its names and values in turn. */
    private void entries(Iterable<?> entries) {
        List<Object> flat = new java.util.ArrayList<>();
        for (Object entry : entries) {
            flat.add(((Map.Entry<?, ?>) entry).getKey());
            flat.add(((Map.Entry<?, ?>) entry).getValue());
        }
        out.write('l');
        list(flat);
    }

    private void counted(char tag, byte[] bytes) {
        out.write(tag);
        number(bytes.length);
        out.writeBytes(bytes);
    }

    private void number(int n) {
        out.writeBytes(new byte[] {(byte) (n >>> 24), (byte) (n >>> 16), (byte) (n >>> 8), (byte) n});
    }
}

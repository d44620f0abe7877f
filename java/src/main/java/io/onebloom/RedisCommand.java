package io.onebloom;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A Redis command that the library wants sent, exactly as it is: no prefix before its key, no serialiser.
 *
 * @param args name and arguments; not to be changed
 * @param keyIndex which of them is the key that decides the node of a cluster; 0 if any node will do
 * @param binary whether the reply holds bytes that are no text: it must not be decoded
 * @param writes whether it changes something: not for replicas, and not to be repeated when its reply got lost
 */
@SuppressWarnings("ArrayRecordComponent")
public record RedisCommand(byte[][] args, int keyIndex, boolean binary, boolean writes) {
    /**
     * The name.
     *
     * @return for example BITFIELD_RO
     */
    public String name() {
        return new String(args[0], StandardCharsets.US_ASCII);
    }

    /**
     * The key.
     *
     * @return its bytes, or null if the command has none
     */
    public byte[] key() {
        return keyIndex == 0 ? null : args[keyIndex];
    }

    /** u32 count; for each: u8 flags, u32 key, u32 count of arguments, each u32 length and bytes. */
    static List<RedisCommand> decode(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        int count = in.getInt();
        List<RedisCommand> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int flags = in.get();
            int key = in.getInt();
            byte[][] args = new byte[in.getInt()][];
            for (int j = 0; j < args.length; j++) {
                args[j] = new byte[in.getInt()];
                in.get(args[j]);
            }
            all.add(new RedisCommand(args, key, (flags & 1) != 0, (flags & 2) != 0));
        }
        return List.copyOf(all);
    }

    @Override
    public String toString() {
        byte[] key = key();
        return name() + (key == null ? "" : " " + Native.text(key));
    }
}

package io.onebloom;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** Sparse files with a header of our own, for sizes that no test can fill. */
final class Headers {
    private Headers() {}

    /** A single, unsealed, empty section; kind 1 classic, 2 blocked. */
    static Path sparse(Path file, int kind, int scheme, long m, int k, long seed) throws IOException {
        ByteBuffer h = ByteBuffer.allocate(128).order(ByteOrder.LITTLE_ENDIAN);
        h.put(new byte[] {(byte) 0x89, 'B', 'L', 'O', 'O', 'M', '\r', '\n'});
        h.putShort((short) 1).put((byte) kind).put((byte) scheme).put((byte) 0).put((byte) k).putShort((short) 0);
        h.putLong(m).putLong(1000).putDouble(0.01).putLong(seed);
        h.put((byte) 0).put((byte) 0).putShort((short) 1).putInt(0);
        h.putLong(Hash4j.of("xxh3", 0).hash(Arrays.copyOf(h.array(), 56)));
        h.rewind();
        long body = ((m + 7) / 8 + 63) / 64 * 64;
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
            out.write(h);
            out.write(ByteBuffer.allocate(1), 128 + body - 1);
        }
        return file;
    }
}

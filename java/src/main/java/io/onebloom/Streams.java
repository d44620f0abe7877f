package io.onebloom;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Takes a filter from a stream in which other things follow. */
final class Streams {
    private static final int HEADER = 128;
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

    private Streams() {}

    /** The bytes of one filter, and not one that follows it; fewer if the stream ends before. */
    static byte[] image(InputStream in) throws IOException {
        ByteArrayOutputStream image = new ByteArrayOutputStream();
        long sections = 1;
        for (long i = 0; i < sections; i++) {
            byte[] header = in.readNBytes(HEADER);
            image.write(header);
            if (header.length < HEADER) {
                break;
            }
            long[] said = Native.peek(header, i == 0);
            sections = i == 0 ? said[1] : sections;
            long body = said[0] - HEADER;
            if (body > LONGEST_ARRAY - image.size()) {
                throw new InvalidArgumentException(ErrorCode.OUT_OF_RANGE, "the filter needs more than "
                        + LONGEST_ARRAY + " bytes, the longest Java array: put it into a file and open that");
            }
            // Grows with what comes, whatever the header claims.
            byte[] bytes = in.readNBytes((int) body);
            image.write(bytes);
            if (bytes.length < body) {
                break;
            }
        }
        return image.toByteArray();
    }
}

package io.onebloom;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** From a Java key to the bytes that are hashed. */
final class Keys {
    private Keys() {}

    /** The UTF-8 bytes of text, whatever file.encoding is. */
    static byte[] utf8(CharSequence key) {
        Objects.requireNonNull(key, "the key is null");
        String text = key.toString();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        // getBytes puts '?' for an unpaired surrogate: other keys would be one with it.
        if (bytes.length == text.length()) {
            // One byte a char: ASCII, or ASCII with such marks, each in its own place.
            for (int i = 0; i < bytes.length; i++) {
                if (bytes[i] == '?' && text.charAt(i) != '?') {
                    throw unpaired(text);
                }
            }
        } else if (firstUnpaired(text) >= 0) {
            throw unpaired(text);
        }
        return bytes;
    }

    /** Any object that is a key; everything else is refused by the library's own message. */
    static byte[] bytes(Object key) {
        if (key instanceof CharSequence text) {
            return utf8(text);
        }
        if (key instanceof byte[] bytes) {
            return bytes;
        }
        if (key instanceof Long || key instanceof Integer || key instanceof Short || key instanceof Byte
                || key instanceof BigInteger) {
            return key.toString().getBytes(StandardCharsets.ISO_8859_1);
        }
        Objects.requireNonNull(key, "the key is null");
        throw wrongType(key.getClass().getTypeName());
    }

    static RuntimeException wrongType(String type) {
        Native.refuseKeyType(Native.utf8(type));
        throw new AssertionError("refuseKeyType always throws");
    }

    private static RuntimeException unpaired(String text) {
        int at = firstUnpaired(text);
        Native.refuseKeyEncoding(Native.utf8(
                String.format("unpaired surrogate U+%04X at index %d", (int) text.charAt(at), at)));
        throw new AssertionError("refuseKeyEncoding always throws");
    }

    private static int firstUnpaired(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (Character.isLowSurrogate(c) || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return i;
                }
                i++;
            }
        }
        return -1;
    }
}

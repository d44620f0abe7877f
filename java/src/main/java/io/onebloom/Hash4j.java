package io.onebloom;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.List;

/** The only class that names hash4j: without its jar, loading this one fails and the library hashes. */
final class Hash4j implements KeyHasher {
    private final Hasher64 hasher;

    private Hash4j(Hasher64 hasher) {
        this.hasher = hasher;
    }

    static List<KeyHasher> all(long seed) {
        return List.of(of("xxh3", seed), of("xxh64", seed));
    }

    static KeyHasher of(String scheme, long seed) {
        return new Hash4j(scheme.equals("xxh3") ? Hashing.xxh3_64(seed) : Hashing.xxh64(seed));
    }

    @Override
    public long hash(byte[] key) {
        return hasher.hashBytesToLong(key);
    }
}

/** Bloom filters in one file format for Rust, C, Python, Java and PHP. */
@SuppressWarnings("requires-automatic")
module io.onebloom {
    // Only for speed: on a class path without it the native library hashes the keys (see Hash4j).
    requires com.dynatrace.hash4j;

    // Only for io.onebloom.redis.JedisWire; not transitive, or every module would have to have it to compile.
    requires static redis.clients.jedis;

    exports io.onebloom;
    exports io.onebloom.redis;
}

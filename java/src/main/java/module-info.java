/** Bloom filters in one file format for Rust, C, Python, Java and PHP. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module io.onebloom {
    // Only for speed: on a class path without it the native library hashes the keys (see Hash4j).
    requires com.dynatrace.hash4j;

    // Only for io.onebloom.redis.JedisWire.
    requires static transitive redis.clients.jedis;

    exports io.onebloom;
    exports io.onebloom.redis;
}

/** Bloom filters in one file format for Rust, C, Python, Java and PHP. */
module io.onebloom {
    // Only for speed: on a class path without it the native library hashes the keys (see Hash4j).
    requires com.dynatrace.hash4j;

    exports io.onebloom;
}

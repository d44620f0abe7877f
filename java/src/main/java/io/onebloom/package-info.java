/**
 * Bloom filters in one file format for Rust, C, Python, Java and PHP.
 *
 * <p>Everything is in {@link io.onebloom.BloomFilter}; a file that another language wrote opens here and the other way
 * round. Failures are unchecked exceptions that implement {@link io.onebloom.OnebloomError} and carry an
 * {@link io.onebloom.ErrorCode}, the same list in every language.
 *
 * <h2>The native library</h2>
 * The jar carries it. It is looked for in this order:
 * <ol>
 *   <li>the system property {@code onebloom.library.path}, a file or a folder; if it is set, nothing else is tried;
 *   <li>{@code java.library.path};
 *   <li>the jar: copied to a private folder, loaded, and removed. The folder is made under the system property
 *       {@code onebloom.tmpdir}, else under {@code java.io.tmpdir}, and must allow execution.
 * </ol>
 * From JDK 24 on, {@code --enable-native-access=ALL-UNNAMED} (or {@code =io.onebloom} on the module path) keeps the JVM
 * from printing a warning when the library is loaded.
 */
package io.onebloom;

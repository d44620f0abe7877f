/**
 * Filters in Redis, over your own client.
 *
 * <pre>{@code
 * RedisWire wire = JedisWire.of(new JedisPooled("localhost", 6379));
 * RedisBloomFilter users = RedisBloomFilter.create(wire, "users", 1_000_000, 0.01);
 * users.add("alice");          // true: certainly not in before
 * users.contains("alice");     // true: maybe
 * }</pre>
 *
 * <p>The value of the key {@code users} is the file: {@link io.onebloom.BloomFilter#save} writes the same bytes, and
 * every language that has onebloom reads and writes the key. A filter that is gone (evicted, flushed, expired) is
 * UNAVAILABLE: it is never answered "absent". docs/redis.md has the rest.
 */
package io.onebloom.redis;

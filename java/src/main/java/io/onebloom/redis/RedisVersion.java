package io.onebloom.redis;

/**
 * What changes when a filter in Redis is replaced.
 *
 * @param headerSum of its parameters, as hexadecimal text
 * @param generation how often it was replaced by one of the same name
 */
public record RedisVersion(String headerSum, long generation) {}

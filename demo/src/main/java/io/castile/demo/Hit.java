package io.castile.demo;

/**
 * What the response cache did for one client and one operation of Castile's server.
 *
 * @param client the client's stack
 * @param operation the operation, which is asked the same again and again
 * @param uncachedMicros the median time of a call without the cache, in microseconds
 * @param hitMicros the median time of a call that the cache answers, in microseconds
 * @param hits calls that the cache answered
 * @param misses calls that the server answered
 * @param bytes the memory that the kept answer and its key take
 */
public record Hit(
    String client,
    String operation,
    double uncachedMicros,
    double hitMicros,
    long hits,
    long misses,
    long bytes) {}

package io.castile.demo.gateway;

/**
 * What clients saw of an operation, and what the service did for it.
 *
 * @param operation its name
 * @param calls of clients
 * @param p50Millis the median time of a call, in milliseconds
 * @param p99Millis the time that 1 % of calls exceed, in milliseconds
 * @param slowestMillis the longest time of a call, in milliseconds
 * @param hits calls that the gateway answered itself, with those that waited for another's answer
 * @param originCalls calls that the service answered
 * @param originMillis how long the service took for these, in milliseconds
 * @param stale answers that were out of date when they were asked for
 * @param oldestStaleMillis for how long the oldest of these had been, in milliseconds
 */
public record OperationRow(
    String operation,
    long calls,
    double p50Millis,
    double p99Millis,
    double slowestMillis,
    long hits,
    long originCalls,
    double originMillis,
    long stale,
    double oldestStaleMillis) {}

package io.castile.demo;

/**
 * What one client saw of one operation of one server.
 *
 * @param client the client's stack
 * @param server the server's stack
 * @param operation the operation
 * @param callsPerSecond calls that one thread got done in a second, one after the other
 * @param p50Micros the median time of a call in microseconds
 * @param p99Micros the time that one call in a hundred exceeds, in microseconds
 * @param bytes the bytes of the answer's body
 */
public record Row(
    String client,
    String server,
    String operation,
    double callsPerSecond,
    double p50Micros,
    double p99Micros,
    int bytes) {}

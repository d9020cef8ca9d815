package io.castile.demo;

/**
 * What the differential link did for one series of calls between a client and a server of Castile.
 *
 * @param scenario what was called, and what changed between two calls
 * @param calls calls through the link
 * @param deltas answers that came as deltas; the others came whole
 * @param messageBytes the size of an answer, on average
 * @param wireBytes what came for it through the link, on average, without headers
 * @param plainMicros median time of a call without the link, in microseconds, over loopback
 * @param linkMicros the same with the link
 * @param savedMillisAtOneMegabit by how much less time an answer takes on a link of 1 Mbit/s, in
 *     milliseconds: computed from the bytes
 */
public record LinkSaving(
    String scenario,
    long calls,
    long deltas,
    long messageBytes,
    long wireBytes,
    double plainMicros,
    double linkMicros,
    double savedMillisAtOneMegabit) {}

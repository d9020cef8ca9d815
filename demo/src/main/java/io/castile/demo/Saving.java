package io.castile.demo;

/**
 * What templates did for one kind of message between a client and a server of Castile.
 *
 * @param scenario what was called, and what changed between two calls
 * @param direction which way the messages went: request or response
 * @param calls messages
 * @param content messages that were the same as the last one
 * @param perfectStructural messages in which values were written over old ones
 * @param partialStructural messages in which parts were moved, came or went
 * @param firstTime messages for which a template was made
 * @param abandoned messages whose update was given up, as nearly everything outgrew its place
 * @param plain messages that were written without, to find out whether a template pays, or because
 *     it does not
 * @param changedFields fields that were written, on average of the messages that matched
 * @param bytes the size of a message, on average of those with a template
 * @param savedMicros by how much writing one was faster, in microseconds; 0 where templates do not
 *     pay
 */
public record Saving(
    String scenario,
    String direction,
    long calls,
    long content,
    long perfectStructural,
    long partialStructural,
    long firstTime,
    long abandoned,
    long plain,
    double changedFields,
    long bytes,
    double savedMicros) {}

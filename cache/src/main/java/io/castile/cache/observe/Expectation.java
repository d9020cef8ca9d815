package io.castile.cache.observe;

import io.castile.cache.observe.Replay.Outcome;

/**
 * The outcome that a policy would have had for the recorded calls. Immutable.
 *
 * @param hits the share of calls that are answered from the cache
 * @param stale the share of these responses that are not what the service answered then
 * @param savedMillis of a call, on average over all
 * @param savedBytesPerDay of requests and responses that are not sent to and from the origin
 */
public record Expectation(double hits, double stale, double savedMillis, double savedBytesPerDay) {
  private static final double DAY_MICROS = 86_400e6;

  /**
   * @param kept how many calls there are, of which the replay may have had some
   */
  static Expectation of(Replay replay, Outcome outcome, int kept) {
    double calls = Math.max(1, replay.calls());
    double days = Math.max(1, replay.spanMicros()) / DAY_MICROS;
    return new Expectation(
        outcome.hits / calls,
        outcome.staleShare(),
        outcome.savedNanos / calls / 1e6,
        outcome.savedBytes / days * (kept / calls));
  }
}

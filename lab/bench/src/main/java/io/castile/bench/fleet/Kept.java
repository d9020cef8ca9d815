package io.castile.bench.fleet;

import io.castile.cache.http.Freshness;
import io.castile.cache.http.Freshness.Outcome;
import io.castile.cache.http.FreshnessLifetime;
import io.castile.cache.http.StoredResponse;
import io.castile.cache.policy.OperationPolicy;
import io.castile.soap.Headers;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * An answer that is kept, with its lifetime as the rules of the cache have it. Immutable.
 *
 * @param version which answer of the origin it is
 * @param freshUntil in microseconds from the beginning
 */
record Kept(
    int question, long version, OperationPolicy policy, StoredResponse candidate, long freshUntil) {
  /**
   * @param requestMicros when the origin was asked
   * @param responseMicros when the answer came
   */
  static Kept of(
      int question, long version, OperationPolicy policy, long requestMicros, long responseMicros) {
    StoredResponse candidate =
        new StoredResponse(200, Headers.NONE, instant(requestMicros), instant(responseMicros));
    Instant expiry = FreshnessLifetime.of(policy, candidate).expiry();
    return new Kept(
        question, version, policy, candidate, ChronoUnit.MICROS.between(Instant.EPOCH, expiry));
  }

  private static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  /** What may be done with it: it is fresh, may be given stale, or neither. */
  Outcome outcome(long micros) {
    return micros < freshUntil
        ? Outcome.FRESH
        : Freshness.decide(policy, Headers.NONE, candidate, instant(micros)).outcome();
  }
}

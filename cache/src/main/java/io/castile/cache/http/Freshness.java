package io.castile.cache.http;

import io.castile.cache.policy.OperationPolicy;
import io.castile.soap.Headers;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The decision on a stored response, and the reason. Decided by pure functions of policy, request,
 * candidate and clock; acting is a separate step.
 *
 * <p>All limits are exclusive: at the time {@code until}, the answer is another one.
 *
 * @param outcome what to do
 * @param use why a stale response may be given; {@link StaleUse#NONE} unless {@link
 *     Outcome#STALE_USABLE}
 * @param until how long this outcome lasts, if nothing else changes; empty for {@link
 *     Outcome#REVALIDATE} and {@link Outcome#MISS}
 * @param mayAskOrigin whether the origin may be asked: not for a request with only-if-cached, which
 *     without a response gets a gateway timeout (RFC 9111 §5.2.1.7)
 * @param reason in words, without values of header fields other than times
 */
public record Freshness(
    Outcome outcome, StaleUse use, Optional<Instant> until, boolean mayAskOrigin, String reason) {

  /** The treatment of a stored response. */
  public enum Outcome {
    /** Give it. */
    FRESH,
    /** The response is stale, and may be given for the reason that {@link StaleUse} names. */
    STALE_USABLE,
    /** Ask the origin whether it still holds (RFC 9111 §4.3). */
    REVALIDATE,
    /** Ask the origin for a new one. */
    MISS
  }

  /** Why a stale response may be given. */
  public enum StaleUse {
    /** The response is not stale, or may not be given. */
    NONE,
    /** While a new one is fetched (RFC 5861 §3). */
    WHILE_REVALIDATING,
    /** Because the origin failed (RFC 5861 §4). */
    ON_ERROR,
    /** Because the request says so: max-stale (RFC 9111 §5.2.1.2). */
    BY_REQUEST
  }

  public Freshness {
    Objects.requireNonNull(until, "until");
  }

  /**
   * Decides before the origin is asked.
   *
   * @param request its header fields, which count only if the policy follows HTTP
   * @param candidate null if nothing is stored for the key
   * @param now by the clock that gave the times of the candidate
   */
  public static Freshness decide(
      OperationPolicy policy, Headers request, @Nullable StoredResponse candidate, Instant now) {
    return new FreshnessRule(policy, request, candidate, now).beforeOrigin();
  }

  /**
   * Decides after the origin was asked and failed: there was no answer, or one of status 500, 502,
   * 503 or 504 that is no answer of the service (RFC 5861 §4).
   *
   * @param request its header fields, which count only if the policy follows HTTP
   * @param candidate null if nothing is stored for the key
   * @param now by the clock that gave the times of the candidate
   * @return never {@link Outcome#REVALIDATE}; {@link Outcome#MISS} says that the failure is the
   *     answer
   */
  public static Freshness decideOnError(
      OperationPolicy policy, Headers request, @Nullable StoredResponse candidate, Instant now) {
    return new FreshnessRule(policy, request, candidate, now).afterError();
  }
}

package io.castile.cache;

import java.time.Instant;

/**
 * A response that is kept: its content, and what its freshness depends on.
 *
 * <p>Immutable and thread-safe; equal only to itself.
 */
public final class CacheEntry {
  private final Content content;
  private final Candidate candidate;
  private final OperationPolicy policy;
  private final Lifetime lifetime;
  private final long freshUntil;
  private final long fetchNanos;

  /**
   * @param policy what its lifetime follows from
   * @param fetchNanos how long the origin took
   */
  CacheEntry(Content content, Candidate candidate, OperationPolicy policy, long fetchNanos) {
    this.content = content;
    this.candidate = candidate;
    this.policy = policy;
    this.lifetime = Lifetime.of(policy, candidate);
    this.freshUntil = millis(lifetime.expiry());
    this.fetchNanos = fetchNanos;
  }

  /** What a store of bytes has read: stale until an operation makes it its own. */
  static CacheEntry unread(Content content, Candidate candidate, long fetchNanos) {
    return new CacheEntry(content, candidate, OperationPolicy.NOTHING, fetchNanos);
  }

  private static long millis(Instant time) {
    try {
      return time.toEpochMilli();
    } catch (ArithmeticException e) {
      return time.isBefore(Instant.EPOCH) ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  /** The same content with the freshness that a 304 gives it. */
  CacheEntry refreshed(Candidate newer) {
    return new CacheEntry(content, newer, policy, fetchNanos);
  }

  /** The same response under another policy, with its content in another form. */
  CacheEntry under(OperationPolicy other, Content otherForm) {
    return new CacheEntry(otherForm, candidate, other, fetchNanos);
  }

  boolean isUnder(OperationPolicy other) {
    return policy == other;
  }

  /** Whether this is the same response with the same freshness, though it was read again. */
  boolean isSameAs(CacheEntry other) {
    return this == other
        || (other != null && fetchNanos == other.fetchNanos && candidate.equals(other.candidate));
  }

  Content content() {
    return content;
  }

  Candidate candidate() {
    return candidate;
  }

  long fetchNanos() {
    return fetchNanos;
  }

  /** Until when the response is fresh if the request does not say otherwise; since the epoch. */
  long freshUntilMillis() {
    return freshUntil;
  }

  /**
   * From when on the response can be of no use: it is stale, may not be given stale, and cannot be
   * validated. For stores that let entries expire.
   */
  Instant uselessFrom() {
    if (policy.http() && Validation.isPossible(candidate)) {
      return Instant.MAX;
    }
    return Times.later(lifetime.whileRevalidateUntil(), lifetime.ifErrorUntil());
  }

  boolean isUselessAt(Instant now) {
    return !now.isBefore(uselessFrom());
  }

  /** Returns the bytes of memory that this takes, about. */
  public long weight() {
    return Layout.object(5, 16)
        + Layout.object(5, 1) // the lifetime, and its times
        + 5L * Layout.object(0, 12)
        + candidate.fields().weight()
        + content.weight();
  }
}

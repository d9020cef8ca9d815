package io.castile.cache.http;

import io.castile.cache.http.Freshness.Outcome;
import io.castile.cache.http.Freshness.StaleUse;
import io.castile.cache.policy.OperationPolicy;
import io.castile.soap.Headers;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One question of {@link Freshness}, with what its answers have in common. */
final class FreshnessRule {
  private final OperationPolicy policy;
  private final @Nullable StoredResponse candidate;
  private final CacheControl asked;
  private final Instant now;

  /** Null if nothing is stored, when nothing asks for it. */
  private final FreshnessLifetime lifetime;

  @SuppressWarnings("NullAway") // as said of lifetime
  FreshnessRule(
      OperationPolicy policy, Headers request, @Nullable StoredResponse candidate, Instant now) {
    this.policy = policy;
    this.candidate = candidate;
    this.asked = policy.http() ? CacheControl.of(request) : CacheControl.NONE;
    this.lifetime = candidate == null ? null : FreshnessLifetime.of(policy, candidate);
    // A clock that was set back makes no response younger than it was when it came.
    this.now = candidate == null ? now : SaturatedTime.later(now, candidate.responseTime());
  }

  Freshness beforeOrigin() {
    if (!policy.cached()) {
      return miss(policy.reason());
    }
    if (candidate == null) {
      return miss("nothing is stored");
    }
    if (asked.has("no-cache")) {
      return validate("the request has no-cache");
    }
    Instant freshUntil = freshUntil();
    if (now.isBefore(freshUntil)) {
      return usable(Outcome.FRESH, StaleUse.NONE, freshUntil, "fresh by " + lifetime.source());
    }
    if (now.isBefore(lifetime.expiry()) || asked.has("min-fresh")) {
      return validate("fresh or not, the request wants it fresher (max-age or min-fresh)");
    }
    return stale();
  }

  /** RFC 9111 §4.2, and for the limits of the request §5.2.1.1 and §5.2.1.3. */
  private Instant freshUntil() {
    Instant until = SaturatedTime.earlier(lifetime.expiry(), ageLimit());
    long minFresh = asked.seconds("min-fresh");
    if (minFresh == CacheControl.INVALID) {
      return Instant.MIN;
    }
    return minFresh == CacheControl.ABSENT
        ? until
        : SaturatedTime.earlier(until, SaturatedTime.plusSeconds(lifetime.expiry(), -minFresh));
  }

  /** From when on the response is older than the request wants. */
  private Instant ageLimit() {
    long maxAge = asked.seconds("max-age");
    if (maxAge == CacheControl.ABSENT) {
      return Instant.MAX;
    }
    return maxAge == CacheControl.INVALID
        ? Instant.MIN
        : SaturatedTime.plusSeconds(lifetime.birth(), maxAge);
  }

  /** RFC 9111 §4.2.4. */
  private Freshness stale() {
    String stale = "stale by " + lifetime.source();
    if (lifetime.neverStale()) {
      return validate(stale + ", and the response forbids to give it stale");
    }
    if (asked.has("max-age") && !asked.has("max-stale")) {
      return validate(stale + ", and the request has max-age without max-stale");
    }
    Instant whileRevalidate = SaturatedTime.earlier(lifetime.whileRevalidateUntil(), ageLimit());
    if (now.isBefore(whileRevalidate)) {
      return usable(
          Outcome.STALE_USABLE,
          StaleUse.WHILE_REVALIDATING,
          whileRevalidate,
          stale + ", within stale-while-revalidate");
    }
    Instant byRequest = SaturatedTime.earlier(maxStaleUntil(), ageLimit());
    if (now.isBefore(byRequest)) {
      return usable(
          Outcome.STALE_USABLE,
          StaleUse.BY_REQUEST,
          byRequest,
          stale + ", within max-stale of the request");
    }
    return validate(stale);
  }

  /** RFC 9111 §5.2.1.2: without an argument, of any age. */
  private Instant maxStaleUntil() {
    if (asked.hasPlain("max-stale")) {
      return Instant.MAX;
    }
    long seconds = asked.seconds("max-stale");
    return seconds < 0 ? lifetime.expiry() : SaturatedTime.plusSeconds(lifetime.expiry(), seconds);
  }

  Freshness afterError() {
    Freshness before = beforeOrigin();
    if (before.outcome() == Outcome.FRESH || before.outcome() == Outcome.STALE_USABLE) {
      return before;
    }
    if (!policy.cached() || candidate == null) {
      return before;
    }
    long asksFor = asked.seconds("stale-if-error");
    if (asked.has("no-cache") && asksFor < 0) {
      return miss("the origin failed, and the request has no-cache");
    }
    if (lifetime.neverStale()) {
      return miss("the origin failed, and the response forbids to give it stale");
    }
    Instant until = lifetime.ifErrorUntil();
    if (asksFor > 0) {
      until = SaturatedTime.later(until, SaturatedTime.plusSeconds(lifetime.expiry(), asksFor));
    }
    // Without a window, a response that is fresh but not fresh enough for the request stays
    // refused.
    if (until.isAfter(lifetime.expiry()) && now.isBefore(until)) {
      return usable(
          Outcome.STALE_USABLE,
          StaleUse.ON_ERROR,
          until,
          "the origin failed, and the response is within stale-if-error");
    }
    return miss("the origin failed, and the response is beyond stale-if-error");
  }

  private Freshness usable(Outcome outcome, StaleUse use, Instant until, String reason) {
    return new Freshness(outcome, use, Optional.of(until), mayAskOrigin(), reason);
  }

  /** What cannot be validated must be fetched anew. */
  private Freshness validate(String reason) {
    if (!mayAskOrigin()) {
      return miss(reason);
    }
    return candidate != null && policy.http() && Validation.isPossible(candidate)
        ? new Freshness(Outcome.REVALIDATE, StaleUse.NONE, Optional.empty(), true, reason)
        : miss(reason + "; it has no validator");
  }

  private Freshness miss(String reason) {
    boolean mayAsk = mayAskOrigin();
    return new Freshness(
        Outcome.MISS,
        StaleUse.NONE,
        Optional.empty(),
        mayAsk,
        mayAsk ? reason : reason + "; the request has only-if-cached");
  }

  private boolean mayAskOrigin() {
    return !asked.hasPlain("only-if-cached");
  }
}

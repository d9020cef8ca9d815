package io.castile.cache.http;

import io.castile.cache.policy.OperationPolicy;
import io.castile.cache.policy.text.Durations;
import java.time.Duration;
import java.time.Instant;

/**
 * Until when a stored response is fresh, and until when it may be given although it is stale. It
 * depends on policy and response only, and changes when a 304 updates the response.
 *
 * @param birth when the response was made, as far as its age tells: now less the age of RFC 9111
 *     §4.2.3
 * @param expiry from when on it is stale: birth and the freshness lifetime of RFC 9111 §4.2.1
 * @param whileRevalidateUntil from when on it may no more be given while a new one is fetched; not
 *     before {@code expiry}
 * @param ifErrorUntil from when on it may no more be given where the origin fails; not before
 *     {@code expiry}, and {@code expiry} itself if it never may
 * @param neverStale whether it must not be given stale, whatever the request says (§4.2.4)
 * @param source what says so, in words
 */
public record FreshnessLifetime(
    Instant birth,
    Instant expiry,
    Instant whileRevalidateUntil,
    Instant ifErrorUntil,
    boolean neverStale,
    String source) {

  /**
   * Returns from when on a call that the response answers has a new one fetched; the expiry if none
   * does. A response that came with little of its lifetime left is used for half of that before, so
   * that the origin is not asked all the time.
   */
  public Instant refreshFrom(OperationPolicy policy, StoredResponse candidate) {
    Duration ahead = policy.refreshAhead();
    if (ahead.isZero()) {
      return expiry;
    }
    Duration most = SaturatedTime.from(candidate.responseTime(), expiry).dividedBy(2);
    return SaturatedTime.minus(expiry, ahead.compareTo(most) < 0 ? ahead : most);
  }

  /** The lifetime that policy and response give. */
  public static FreshnessLifetime of(OperationPolicy policy, StoredResponse candidate) {
    return policy.http() ? ofHttp(policy, candidate) : ofTtl(policy, candidate);
  }

  private static FreshnessLifetime ofTtl(OperationPolicy policy, StoredResponse candidate) {
    Instant birth = candidate.responseTime();
    Duration ttl = policy.ttl().orElse(Duration.ZERO);
    Instant expiry = SaturatedTime.plus(birth, ttl);
    return new FreshnessLifetime(
        birth,
        expiry,
        SaturatedTime.plus(expiry, policy.staleWhileRevalidate()),
        SaturatedTime.plus(expiry, policy.staleIfError()),
        false,
        "ttl " + Durations.print(ttl));
  }

  private static FreshnessLifetime ofHttp(OperationPolicy policy, StoredResponse candidate) {
    CacheControl directives = CacheControl.of(candidate.fields());
    Stated stated = Stated.of(policy, candidate, directives);
    Instant birth = SaturatedTime.minus(candidate.responseTime(), candidate.initialAge());
    // What HTTP says counts from the birth, the policy's own time from when the response came.
    Instant start = stated.byPolicy ? candidate.responseTime() : birth;
    Instant expiry = SaturatedTime.plus(start, stated.lifetime);
    boolean neverStale = neverStale(policy, directives);
    return new FreshnessLifetime(
        birth,
        expiry,
        neverStale
            ? expiry
            : window(
                expiry,
                directives.seconds("stale-while-revalidate"),
                policy.staleWhileRevalidate()),
        neverStale
            ? expiry
            : window(expiry, directives.seconds("stale-if-error"), policy.staleIfError()),
        neverStale,
        stated.source);
  }

  /** Returns a window of time; the response has precedence over the policy (RFC 5861 §3, §4). */
  private static Instant window(Instant expiry, long seconds, Duration byPolicy) {
    if (seconds == CacheControl.ABSENT) {
      return SaturatedTime.plus(expiry, byPolicy);
    }
    return seconds == CacheControl.INVALID ? expiry : SaturatedTime.plusSeconds(expiry, seconds);
  }

  /** RFC 9111 §5.2.2.2, §5.2.2.4, and for a shared cache §5.2.2.8 and §5.2.2.10. */
  private static boolean neverStale(OperationPolicy policy, CacheControl directives) {
    return directives.has("must-revalidate")
        || directives.has("no-cache")
        || (!policy.perCaller()
            && (directives.has("proxy-revalidate") || directives.has("s-maxage")));
  }

  /**
   * The freshness lifetime (RFC 9111 §4.2.1).
   *
   * @param byPolicy whether it is the policy's, for want of one in the response
   */
  private record Stated(Duration lifetime, boolean byPolicy, String source) {

    static Stated of(OperationPolicy policy, StoredResponse candidate, CacheControl directives) {
      if (directives.has("no-cache")) {
        return new Stated(Duration.ZERO, false, "no-cache of the response");
      }
      if (!policy.perCaller() && directives.has("s-maxage")) {
        return ofDirective(directives, "s-maxage");
      }
      if (directives.has("max-age")) {
        return ofDirective(directives, "max-age");
      }
      if (candidate.fields().has("expires")) {
        // What is no date means that it is stale already (§5.3).
        return candidate
            .date("expires")
            .map(
                expires ->
                    new Stated(SaturatedTime.from(candidate.date(), expires), false, "Expires"))
            .orElse(new Stated(Duration.ZERO, false, "Expires, which is no date"));
      }
      return policy
          .ttl()
          .map(ttl -> new Stated(ttl, true, "ttl " + Durations.print(ttl)))
          .orElse(new Stated(Duration.ZERO, false, "no lifetime in the response"));
    }

    private static Stated ofDirective(CacheControl directives, String name) {
      long seconds = directives.seconds(name);
      return seconds == CacheControl.INVALID
          ? new Stated(Duration.ZERO, false, name + ", which is no number")
          : new Stated(Duration.ofSeconds(seconds), false, name + "=" + seconds);
    }
  }
}

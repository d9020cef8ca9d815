package io.castile.soap.security;

import io.castile.soap.exchange.Interceptor;
import io.castile.soap.security.internal.ServerSecurityInterceptor;
import io.castile.soap.security.internal.Times;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;

/**
 * The demands of a server on the Security header of requests. Immutable; thread-safe, if the
 * validator is.
 */
public final class ServerSecurity {
  /** The default for the difference of clocks, and for the age of a token without an end. */
  public static final Duration DEFAULT_TIME = Duration.ofMinutes(5);

  /** The default for the number of used tokens that are remembered. */
  public static final int DEFAULT_MAX_NONCES = 100_000;

  private final UsernameTokenValidator validator;
  private final boolean tokenRequired;
  private final boolean timestampRequired;
  private final Times times;
  private final int maxNonces;
  private final InstantSource clock;

  private ServerSecurity(
      UsernameTokenValidator validator,
      boolean tokenRequired,
      boolean timestampRequired,
      Times times,
      int maxNonces,
      InstantSource clock) {
    this.validator = validator;
    this.tokenRequired = tokenRequired;
    this.timestampRequired = timestampRequired;
    this.times = times;
    this.maxNonces = maxNonces;
    this.clock = clock;
  }

  /**
   * Returns security that demands a username token of every request, and checks a Timestamp if
   * there is one.
   */
  public static ServerSecurity of(UsernameTokenValidator validator) {
    Objects.requireNonNull(validator, "validator");
    return new ServerSecurity(
        validator,
        true,
        false,
        new Times(DEFAULT_TIME, DEFAULT_TIME),
        DEFAULT_MAX_NONCES,
        InstantSource.system());
  }

  /**
   * Returns a copy that says whether there must be a username token; true by default. One that is
   * there is always checked.
   */
  public ServerSecurity withTokenRequired(boolean required) {
    return new ServerSecurity(validator, required, timestampRequired, times, maxNonces, clock);
  }

  /** Returns a copy that says whether there must be a Timestamp; false by default. */
  public ServerSecurity withTimestampRequired(boolean required) {
    return new ServerSecurity(validator, tokenRequired, required, times, maxNonces, clock);
  }

  /**
   * Returns a copy with another bound by how much the clocks of client and server may differ.
   *
   * @param skew not negative
   */
  public ServerSecurity withClockSkew(Duration skew) {
    return with(new Times(checked(skew, "skew"), times.maxAge()));
  }

  /**
   * Returns a copy with another age up to which a username token is taken that says when it was
   * made, and a Timestamp that does not say when it expires. Used tokens are remembered as long.
   *
   * @param age not negative
   */
  public ServerSecurity withMaxAge(Duration age) {
    return with(new Times(times.clockSkew(), checked(age, "age")));
  }

  private ServerSecurity with(Times other) {
    return new ServerSecurity(validator, tokenRequired, timestampRequired, other, maxNonces, clock);
  }

  private static Duration checked(Duration duration, String name) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException(name + " < 0: " + duration);
    }
    return duration;
  }

  /**
   * Returns a copy with another bound of the used tokens that are remembered. When there are more,
   * tokens that were made before the ones that are still remembered are refused.
   *
   * @param count positive
   */
  public ServerSecurity withMaxNonces(int count) {
    if (count <= 0) {
      throw new IllegalArgumentException("count <= 0: " + count);
    }
    return new ServerSecurity(validator, tokenRequired, timestampRequired, times, count, clock);
  }

  /** Returns a copy with another clock, for tests. */
  public ServerSecurity withClock(InstantSource other) {
    Objects.requireNonNull(other, "clock");
    return new ServerSecurity(validator, tokenRequired, timestampRequired, times, maxNonces, other);
  }

  /** Returns a link of a server, which comes before all links that may respond to a request. */
  public Interceptor link() {
    return new ServerSecurityInterceptor(this);
  }

  /** Returns what checks username tokens. */
  public UsernameTokenValidator validator() {
    return validator;
  }

  /** Whether each request must have a username token. */
  public boolean isTokenRequired() {
    return tokenRequired;
  }

  /** Whether each request must have a Timestamp. */
  public boolean isTimestampRequired() {
    return timestampRequired;
  }

  /** Returns how far the clocks of client and server may differ. */
  public Duration clockSkew() {
    return times.clockSkew();
  }

  /** Returns how old a token or a Timestamp without an end may be. */
  public Duration maxAge() {
    return times.maxAge();
  }

  /** Returns how many used tokens are remembered. */
  public int maxNonces() {
    return maxNonces;
  }

  /** Returns the clock by which messages become old. */
  public InstantSource clock() {
    return clock;
  }
}

package io.castile.soap.security.internal;

import io.castile.soap.exchange.Interceptor;
import io.castile.soap.security.PasswordType;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings for the Security header of a client's requests: a username token for the {@linkplain
 * io.castile.soap.exchange.SoapRequest#credentials credentials} of a request, and a Timestamp.
 * Immutable and thread-safe.
 */
public final class ClientSecurity {
  /** A username token with the password as text for requests with credentials, no Timestamp. */
  public static final ClientSecurity DEFAULT =
      new ClientSecurity(PasswordType.TEXT, null, InstantSource.system(), false);

  private static final Duration LONGEST = Duration.ofDays(3650);

  private final PasswordType passwordType;
  private final @Nullable Duration timeToLive; // null for no Timestamp
  private final InstantSource clock;
  private final boolean expected;

  private ClientSecurity(
      PasswordType passwordType,
      @Nullable Duration timeToLive,
      InstantSource clock,
      boolean expected) {
    this.passwordType = passwordType;
    this.timeToLive = timeToLive;
    this.clock = clock;
    this.expected = expected;
  }

  /** Returns a copy that sends passwords in another way. */
  public ClientSecurity withPasswordType(PasswordType type) {
    return new ClientSecurity(Objects.requireNonNull(type, "type"), timeToLive, clock, true);
  }

  /**
   * Returns a copy that says of requests how long they are good.
   *
   * @param ttl positive, at most ten years
   */
  public ClientSecurity withTimestamp(Duration ttl) {
    Objects.requireNonNull(ttl, "ttl");
    if (ttl.isZero() || ttl.isNegative()) {
      throw new IllegalArgumentException("ttl <= 0: " + ttl);
    }
    if (ttl.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("ttl > " + LONGEST + ": " + ttl);
    }
    return new ClientSecurity(passwordType, ttl, clock, true);
  }

  /** Returns a copy with another clock, for tests. */
  public ClientSecurity withClock(InstantSource other) {
    return new ClientSecurity(
        passwordType, timeToLive, Objects.requireNonNull(other, "clock"), expected);
  }

  /**
   * Returns a link of a client, which comes before all links that write the request, and after
   * those that may respond in place of the server.
   */
  public Interceptor link() {
    return new ClientSecurityInterceptor(this);
  }

  /** Whether requests have a Timestamp. */
  public boolean hasTimestamp() {
    return timeToLive != null;
  }

  PasswordType passwordType() {
    return passwordType;
  }

  /** Null for no Timestamp. */
  @Nullable Duration timeToLive() {
    return timeToLive;
  }

  /** Whether responses may have a Security header too; else no link looks at one. */
  boolean expected() {
    return expected;
  }

  InstantSource clock() {
    return clock;
  }
}

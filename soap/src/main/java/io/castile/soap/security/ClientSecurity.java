package io.castile.soap.security;

import io.castile.soap.exchange.Interceptor;
import io.castile.soap.http.Credentials;
import io.castile.soap.security.internal.ClientSecurityInterceptor;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The WS-Security of a client: a username token and a Timestamp in the Security header of its
 * requests, or the protection of whole messages, which brings tokens of its own. Immutable and
 * thread-safe.
 *
 * <pre>{@code
 * ClientSecurity security =
 *     ClientSecurity.builder().usernameToken("ada", password).timestamp(Duration.ofMinutes(5)).build();
 * }</pre>
 */
public final class ClientSecurity {
  /** The default way in which username tokens have the password. */
  public static final PasswordType DEFAULT_PASSWORD_TYPE = PasswordType.TEXT;

  /**
   * The defaults: requests with {@linkplain io.castile.soap.exchange.SoapRequest#credentials
   * credentials} of their own have a username token with the password as text; there is no
   * Timestamp.
   */
  public static final ClientSecurity DEFAULT = builder().build();

  private static final Duration LONGEST = Duration.ofDays(3650);

  private final @Nullable Credentials credentials; // null for none
  private final @Nullable PasswordType passwordType; // null for the default
  private final @Nullable Duration timeToLive; // null for no Timestamp
  private final @Nullable MessageSecurity messageSecurity; // null for none
  private final InstantSource clock;

  private ClientSecurity(Builder builder) {
    this.credentials = builder.credentials;
    this.passwordType = builder.passwordType;
    this.timeToLive = builder.timeToLive;
    this.messageSecurity = builder.messageSecurity;
    this.clock = builder.clock;
    if (messageSecurity != null && expected()) {
      throw new IllegalStateException(
          "Cannot use messageSecurity and a username token or a Timestamp of the client's own,"
              + " because a request has one Security header. Make both actions of"
              + " messageSecurity.");
    }
  }

  /** Begins options, at first {@link #DEFAULT}. */
  public static Builder builder() {
    return new Builder();
  }

  /** Begins options, at first these. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.credentials = credentials;
    builder.passwordType = passwordType;
    builder.timeToLive = timeToLive;
    builder.messageSecurity = messageSecurity;
    builder.clock = clock;
    return builder;
  }

  /**
   * Returns a link of a client, which comes before all links that write the request, and behind
   * those that may answer in the place of the server.
   */
  public Interceptor link() {
    return new ClientSecurityInterceptor(this);
  }

  /** Returns user and password of all requests that have no others; null for none. */
  public @Nullable Credentials credentials() {
    return credentials;
  }

  /** Whether requests have a Timestamp. */
  public boolean hasTimestamp() {
    return timeToLive != null;
  }

  /** Returns the protection of whole messages; null for none. */
  public @Nullable MessageSecurity messageSecurity() {
    return messageSecurity;
  }

  public PasswordType passwordType() {
    return passwordType == null ? DEFAULT_PASSWORD_TYPE : passwordType;
  }

  /** Null for no Timestamp. */
  public @Nullable Duration timeToLive() {
    return timeToLive;
  }

  /** Whether responses may have a Security header too; else no link looks at one. */
  public boolean expected() {
    return passwordType != null || timeToLive != null;
  }

  public InstantSource clock() {
    return clock;
  }

  /** Builds options. Not thread-safe. */
  public static final class Builder {
    private @Nullable Credentials credentials; // null for none
    private @Nullable PasswordType passwordType; // null for the default
    private @Nullable Duration timeToLive; // null for no Timestamp
    private @Nullable MessageSecurity messageSecurity; // null for none
    private InstantSource clock = InstantSource.system();

    private Builder() {}

    /**
     * Sends a username token (WS-Security 1.1) with each request, with the password in the way of
     * {@link #DEFAULT_PASSWORD_TYPE}: for connections with TLS. {@code
     * io.castile.Castile.WS_SECURITY_USERNAME} in the request context names another user.
     */
    public Builder usernameToken(String user, String password) {
      return usernameToken(user, password, DEFAULT_PASSWORD_TYPE);
    }

    /** Sends a username token with each request, with the password or a digest of it. */
    public Builder usernameToken(String user, String password, PasswordType type) {
      this.credentials = new Credentials(user, password);
      this.passwordType = Objects.requireNonNull(type, "type");
      return this;
    }

    /**
     * Says in each request how long it is good (WS-Security 1.1, Timestamp).
     *
     * @param ttl positive, at most ten years
     */
    public Builder timestamp(Duration ttl) {
      Objects.requireNonNull(ttl, "ttl");
      if (ttl.isZero() || ttl.isNegative()) {
        throw new IllegalArgumentException("ttl <= 0: " + ttl);
      }
      if (ttl.compareTo(LONGEST) > 0) {
        throw new IllegalArgumentException("ttl > " + LONGEST + ": " + ttl);
      }
      this.timeToLive = ttl;
      return this;
    }

    /**
     * Signs and encrypts messages, with tokens of WS-Security, as the artifact castile-wss4j does.
     * Templates are not used then. It excludes {@link #usernameToken} and {@link #timestamp}, and
     * the differential link of the client. Responses are cached only where the policy states {@code
     * shared: true}, as the certificate for which they are given is not known.
     */
    public Builder messageSecurity(MessageSecurity security) {
      this.messageSecurity = Objects.requireNonNull(security, "security");
      return this;
    }

    /** Sets another clock, for tests; by default that of the system. */
    public Builder clock(InstantSource clock) {
      this.clock = Objects.requireNonNull(clock, "clock");
      return this;
    }

    /**
     * Returns the options.
     *
     * @throws IllegalStateException if there is message security, and a username token or a
     *     Timestamp beside it
     */
    public ClientSecurity build() {
      return new ClientSecurity(this);
    }
  }
}

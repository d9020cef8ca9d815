package io.castile.soap.security;

import io.castile.soap.exchange.Interceptor;
import io.castile.soap.security.internal.ServerSecurityInterceptor;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The WS-Security of a server: the Security header that it asks of requests, or the protection of
 * whole messages, which has tokens of its own. Immutable; thread-safe, if the validator is.
 *
 * <pre>{@code
 * ServerSecurity security =
 *     ServerSecurity.builder().usernameTokens(passwords::get).timestampRequired(true).build();
 * }</pre>
 */
public final class ServerSecurity {
  /** The default of {@link Builder#tokenRequired}: {@value}. */
  public static final boolean DEFAULT_TOKEN_REQUIRED = true;

  /** The default of {@link Builder#timestampRequired}: {@value}. */
  public static final boolean DEFAULT_TIMESTAMP_REQUIRED = false;

  /** The default of {@link Builder#clockSkew}: 5 minutes. */
  public static final Duration DEFAULT_CLOCK_SKEW = Duration.ofMinutes(5);

  /** The default of {@link Builder#maxAge}: 5 minutes. */
  public static final Duration DEFAULT_MAX_AGE = Duration.ofMinutes(5);

  /** The default of {@link Builder#maxNonces}: {@value} tokens. */
  public static final int DEFAULT_MAX_NONCES = 100_000;

  /** The default options: requests need no token and no Timestamp. */
  public static final ServerSecurity DEFAULT = builder().build();

  private final @Nullable UsernameTokenValidator validator; // null for none
  private final boolean tokenRequired;
  private final boolean timestampRequired;
  private final Duration clockSkew;
  private final Duration maxAge;
  private final int maxNonces;
  private final @Nullable MessageSecurity messageSecurity; // null for none
  private final InstantSource clock;
  private final boolean hasTokenOptions;

  private ServerSecurity(Builder builder) {
    this.validator = builder.validator;
    this.tokenRequired = builder.tokenRequired;
    this.timestampRequired = builder.timestampRequired;
    this.clockSkew = builder.clockSkew;
    this.maxAge = builder.maxAge;
    this.maxNonces = builder.maxNonces;
    this.messageSecurity = builder.messageSecurity;
    this.clock = builder.clock;
    this.hasTokenOptions = builder.hasTokenOptions;
    if (messageSecurity != null && validator != null) {
      throw new IllegalStateException(
          "Cannot use messageSecurity and usernameTokens, because a request has one Security"
              + " header. Make the token an action of messageSecurity.");
    }
  }

  /** Begins options, at first {@link #DEFAULT}. */
  public static Builder builder() {
    return new Builder();
  }

  /** Begins options, at first these. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.validator = validator;
    builder.tokenRequired = tokenRequired;
    builder.timestampRequired = timestampRequired;
    builder.clockSkew = clockSkew;
    builder.maxAge = maxAge;
    builder.maxNonces = maxNonces;
    builder.messageSecurity = messageSecurity;
    builder.clock = clock;
    builder.hasTokenOptions = hasTokenOptions;
    return builder;
  }

  /** Whether username tokens and Timestamps of requests are checked. */
  public boolean checksTokens() {
    return validator != null;
  }

  /**
   * Checks that username tokens are checked if an option says how: a server that asks for tokens
   * and checks none would be open unnoticed. A server calls this when it starts.
   *
   * @throws IllegalStateException if there are options of tokens, and no validator
   */
  public void checkComplete() {
    if (hasTokenOptions && validator == null) {
      throw new IllegalStateException(
          "Cannot check tokens and Timestamps, because there is no validator. Call"
              + " security(s -> s.usernameTokens(validator)).");
    }
  }

  /** Returns the protection of whole messages; null for none. */
  public @Nullable MessageSecurity messageSecurity() {
    return messageSecurity;
  }

  /**
   * Returns a link of a server, which comes before all links that may answer a request.
   *
   * @throws IllegalStateException if nothing is checked ({@link #checksTokens})
   */
  public Interceptor link() {
    return new ServerSecurityInterceptor(this);
  }

  /**
   * Returns what checks username tokens.
   *
   * @throws IllegalStateException if nothing does ({@link #checksTokens})
   */
  public UsernameTokenValidator validator() {
    if (validator == null) {
      throw new IllegalStateException(
          "Cannot check username tokens, because there is no validator. Call"
              + " usernameTokens(validator).");
    }
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
    return clockSkew;
  }

  /** Returns how old a token or a Timestamp without an end may be. */
  public Duration maxAge() {
    return maxAge;
  }

  /** Returns how many used tokens are remembered. */
  public int maxNonces() {
    return maxNonces;
  }

  /** Returns the clock by which messages become old. */
  public InstantSource clock() {
    return clock;
  }

  /** Builds options. Not thread-safe. */
  public static final class Builder {
    private @Nullable UsernameTokenValidator validator; // null for none
    private boolean tokenRequired = DEFAULT_TOKEN_REQUIRED;
    private boolean timestampRequired = DEFAULT_TIMESTAMP_REQUIRED;
    private Duration clockSkew = DEFAULT_CLOCK_SKEW;
    private Duration maxAge = DEFAULT_MAX_AGE;
    private int maxNonces = DEFAULT_MAX_NONCES;
    private @Nullable MessageSecurity messageSecurity; // null for none
    private InstantSource clock = InstantSource.system();
    private boolean hasTokenOptions; // tokenRequired, timestampRequired, ages, or nonces were set

    private Builder() {}

    /**
     * Lets requests in with a username token (WS-Security 1.1) only that the validator confirms,
     * and checks a Timestamp if there is one. The service finds the user in {@code
     * WebServiceContext}, an interceptor in {@link io.castile.soap.exchange.SoapRequest#principal}.
     */
    public Builder usernameTokens(UsernameTokenValidator validator) {
      this.validator = Objects.requireNonNull(validator, "validator");
      return this;
    }

    /**
     * Sets whether there must be a username token; {@link #DEFAULT_TOKEN_REQUIRED} by default. One
     * that is there is always checked. For servers with {@link #usernameTokens}.
     */
    public Builder tokenRequired(boolean enabled) {
      this.tokenRequired = enabled;
      this.hasTokenOptions = true;
      return this;
    }

    /**
     * Sets whether there must be a Timestamp; {@link #DEFAULT_TIMESTAMP_REQUIRED} by default. For
     * servers with {@link #usernameTokens}.
     */
    public Builder timestampRequired(boolean enabled) {
      this.timestampRequired = enabled;
      this.hasTokenOptions = true;
      return this;
    }

    /**
     * Sets by how much the clocks of client and server may differ; {@link #DEFAULT_CLOCK_SKEW} by
     * default.
     *
     * @param skew not negative
     */
    public Builder clockSkew(Duration skew) {
      this.clockSkew = checked(skew, "skew");
      this.hasTokenOptions = true;
      return this;
    }

    /**
     * Sets the age up to which a username token is taken that says when it was made, and a
     * Timestamp that does not say when it expires. Used tokens are remembered as long. {@link
     * #DEFAULT_MAX_AGE} by default.
     *
     * @param age not negative
     */
    public Builder maxAge(Duration age) {
      this.maxAge = checked(age, "age");
      this.hasTokenOptions = true;
      return this;
    }

    /**
     * Sets the most used tokens that are remembered. When there are more, tokens that were made
     * before the ones that are still remembered are refused. {@link #DEFAULT_MAX_NONCES} by
     * default.
     *
     * @param count positive
     */
    public Builder maxNonces(int count) {
      if (count <= 0) {
        throw new IllegalArgumentException("count <= 0: " + count);
      }
      this.maxNonces = count;
      this.hasTokenOptions = true;
      return this;
    }

    /**
     * Lets requests in only that are signed, encrypted, or have tokens, as is expected of them, and
     * protects responses, as the artifact castile-wss4j does. The service finds the sender in
     * {@code WebServiceContext}, an interceptor in {@link
     * io.castile.soap.exchange.SoapRequest#principal}. It excludes {@link #usernameTokens} and the
     * differential link of the server, and templates are not used.
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
     * @throws IllegalStateException if there are message security and a validator of username
     *     tokens, or a Timestamp is required without a validator
     */
    public ServerSecurity build() {
      return new ServerSecurity(this);
    }

    private static Duration checked(Duration duration, String name) {
      if (duration.isNegative()) {
        throw new IllegalArgumentException(name + " < 0: " + duration);
      }
      return duration;
    }
  }
}

package io.castile.gateway.config;

import org.jspecify.annotations.Nullable;

/**
 * The share of a route that clients may use.
 *
 * @param all of all clients together; null for any amount
 * @param perAddress of each client address; null for any amount
 * @param perCertificate of each certificate that clients show; null for any amount
 * @param field the name of a header field whose values {@link #perField} tells apart; null for none
 * @param perField of each value of the field; null for any amount
 */
public record RouteLimits(
    @Nullable RateLimit all,
    @Nullable RateLimit perAddress,
    @Nullable RateLimit perCertificate,
    @Nullable String field,
    @Nullable RateLimit perField) {
  /** The absence of limits. */
  public static final RouteLimits NONE = new RouteLimits(null, null, null, null, null);

  public RouteLimits {
    if ((field == null) != (perField == null)) {
      throw new IllegalArgumentException("Set both 'field' and its limit, or neither");
    }
  }
}

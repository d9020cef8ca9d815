package io.castile.gateway.config;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Callers show a signed token (JWT, RFC 7519) in {@code Authorization: Bearer} (RFC 6750).
 *
 * @param jwks where the public keys of the issuer are
 * @param issuer what the token has to have as {@code iss}
 * @param audience what the token has to have in {@code aud}
 * @param claims other claims and the value that each has to have
 * @param leeway by how much the clocks of issuer and gateway may differ
 * @param realm what the caller is told that the token is for; as that of {@link BasicAccess}
 * @param passing what becomes of the field {@code Authorization}
 */
public record JwtAccess(
    JwkSetPlace jwks,
    String issuer,
    String audience,
    Map<String, String> claims,
    Duration leeway,
    String realm,
    Passing passing) {
  /** The leeway where none is named. */
  public static final Duration DEFAULT_LEEWAY = Duration.ofSeconds(60);

  /** The longest leeway. */
  public static final Duration MAX_LEEWAY = Duration.ofHours(1);

  /** Without spaces, so that what follows an issuer is never taken for a part of it. */
  private static final Pattern ISSUER = Pattern.compile("[^\\s\\p{Cntrl}]{1,1000}");

  public JwtAccess {
    Objects.requireNonNull(jwks, "jwks");
    Objects.requireNonNull(passing, "passing");
    // In one order: what is made of its text is to be the same after a restart.
    claims = Collections.unmodifiableMap(new TreeMap<>(Map.copyOf(claims)));
    BasicAccess.checkRealm(realm);
    if (!ISSUER.matcher(issuer).matches()) {
      throw new IllegalArgumentException(
          "expected an issuer of 1 to 1000 characters without spaces but found '" + issuer + "'");
    }
    if (audience.isBlank()) {
      throw new IllegalArgumentException("expected an audience but found none");
    }
    if (leeway.isNegative() || leeway.compareTo(MAX_LEEWAY) > 0) {
      throw new IllegalArgumentException(
          "expected a leeway of 0s to 1h but found " + leeway.toSeconds() + "s");
    }
  }
}

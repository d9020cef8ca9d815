package io.castile.gateway.edge;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.castile.cache.request.Digest;
import io.castile.gateway.config.JwtAccess;
import io.castile.gateway.config.Passing;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rules by which tokens are checked. Keys are those of the source, whatever keys a token brings
 * or names. What was right is remembered, by a digest, until it ends or the keys are others.
 * Thread-safe.
 */
final class Tokens {
  private static final Logger log = LoggerFactory.getLogger(Tokens.class);
  private static final int MOST_REMEMBERED = 10_000;
  private static final int MOST_SUBJECT_CHARACTERS = 256;

  /** The types of tokens that are for services (RFC 7519 §5.1, RFC 9068 §2.1), in lower case. */
  private static final Set<String> TYPES =
      Set.of("jwt", "at+jwt", "application/jwt", "application/at+jwt");

  private final JwtAccess access;
  private final KeySource source;
  private final InstantSource clock;
  private final Cache<RequestKey, Known> remembered =
      Caffeine.newBuilder().maximumSize(MOST_REMEMBERED).executor(Runnable::run).build();

  /**
   * A token that was right.
   *
   * @param keys by which it was
   * @param end when it is right no more
   */
  private record Known(JwkSetKeys keys, Instant end, String caller) {}

  Tokens(JwtAccess access, KeySource source, InstantSource clock) {
    this.access = access;
    this.source = source;
    this.clock = clock;
  }

  JwtAccess access() {
    return access;
  }

  KeySource source() {
    return source;
  }

  /**
   * Looks whether a token was found right before, and is so still; takes little time.
   *
   * @param admission is told of the caller
   */
  boolean remembers(BearerToken token, Admission admission) {
    RequestKey key = key(token);
    Known known = remembered.getIfPresent(key);
    if (known == null) {
      return false;
    }
    if (known.keys() != source.keys() || !clock.instant().isBefore(known.end())) {
      remembered.invalidate(key);
      return false;
    }
    admit(admission, known.caller());
    return true;
  }

  /**
   * Checks a token, which takes as long as its signature does.
   *
   * @param keys null for none
   * @param admission is told of the caller
   * @return {@link CheckResult#NO_KEYS} where no key fits, or there is none
   */
  CheckResult check(BearerToken token, @Nullable JwkSetKeys keys, Admission admission) {
    try {
      SignedJWT read = SignedJWT.parse(token.text());
      JWSHeader header = read.getHeader();
      if (!isTaken(header)) {
        return refused("its algorithm, type or crit is not one that is taken");
      }
      List<JWSVerifier> fitting = keys == null ? List.of() : keys.fitting(header);
      if (keys == null || fitting.isEmpty()) {
        return CheckResult.NO_KEYS;
      }
      if (!isSigned(read, fitting)) {
        return refused("it is not signed by a key of the issuer");
      }
      JWTClaimsSet claims = read.getJWTClaimsSet();
      String wrong = wrongClaim(claims);
      return wrong == null ? right(token, keys, claims, admission) : refused("by its " + wrong);
    } catch (ParseException | JOSEException | RuntimeException | StackOverflowError e) {
      return refused("it cannot be read"); // whatever is wrong with it
    }
  }

  /** Notes in the log why a token is refused, and nothing of what it says. */
  private static CheckResult refused(String why) {
    log.debug("a token is refused: {}", why);
    return CheckResult.WRONG_TOKEN;
  }

  private static boolean isTaken(JWSHeader header) {
    JOSEObjectType type = header.getType();
    return JwkSetKeys.ALGORITHMS.contains(header.getAlgorithm())
        && (type == null || TYPES.contains(type.getType().toLowerCase(Locale.ROOT)))
        && (header.getCriticalParams() == null || header.getCriticalParams().isEmpty())
        && header.isBase64URLEncodePayload();
  }

  private static boolean isSigned(SignedJWT token, List<JWSVerifier> verifiers)
      throws JOSEException {
    for (JWSVerifier each : verifiers) {
      if (token.verify(each)) {
        return true;
      }
    }
    return false;
  }

  /** The name of a claim for which a token is refused; null for none. */
  private @Nullable String wrongClaim(JWTClaimsSet claims) {
    Instant now = clock.instant();
    Date start = claims.getNotBeforeTime();
    if (claims.getExpirationTime() == null || !now.isBefore(end(claims))) {
      return "exp";
    }
    if (start != null && now.isBefore(start.toInstant().minus(access.leeway()))) {
      return "nbf";
    }
    if (!access.issuer().equals(claims.getIssuer())) {
      return "iss";
    }
    if (!claims.getAudience().contains(access.audience())) {
      return "aud";
    }
    for (Map.Entry<String, String> each : access.claims().entrySet()) {
      if (!has(claims, each)) {
        return each.getKey();
      }
    }
    return null;
  }

  private Instant end(JWTClaimsSet claims) {
    return claims.getExpirationTime().toInstant().plus(access.leeway());
  }

  private static boolean has(JWTClaimsSet claims, Map.Entry<String, String> wanted) {
    Object found = claims.getClaim(wanted.getKey());
    String value = wanted.getValue();
    if (found instanceof List<?> list) {
      return list.stream().anyMatch(each -> isValue(each, value));
    }
    if (wanted.getKey().equals("scope") && found instanceof String scopes) { // RFC 8693 §4.2
      return List.of(scopes.split(" ", -1)).contains(value);
    }
    return isValue(found, value);
  }

  private static boolean isValue(@Nullable Object found, String value) {
    return (found instanceof String || found instanceof Number || found instanceof Boolean)
        && found.toString().equals(value);
  }

  private CheckResult right(
      BearerToken token, JwkSetKeys keys, JWTClaimsSet claims, Admission admission) {
    String caller = caller(token, claims.getSubject());
    remembered.put(key(token), new Known(keys, end(claims), caller));
    admit(admission, caller);
    return CheckResult.RIGHT;
  }

  /**
   * Returns the caller that shows a token: its subject, whichever of the subject's tokens it is, as
   * the issuer gives a subject one name; the token itself if it names no subject.
   */
  private String caller(BearerToken token, @Nullable String subject) {
    return subject == null || subject.isEmpty() || subject.length() > MOST_SUBJECT_CHARACTERS
        ? "token " + sha256(token)
        : "subject " + access.issuer() + " " + subject;
  }

  /** Notes the caller if the cache does not see the token but is to tell callers apart. */
  private void admit(Admission admission, String caller) {
    if (access.passing() == Passing.REMOVED) {
      admission.caller(caller);
    }
  }

  private static RequestKey key(BearerToken token) {
    return RequestKey.of(List.of(token.text()));
  }

  private static String sha256(BearerToken token) {
    return Digest.of(token.text().getBytes(StandardCharsets.US_ASCII));
  }
}

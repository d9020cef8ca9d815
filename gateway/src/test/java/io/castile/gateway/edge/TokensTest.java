package io.castile.gateway.edge;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.castile.gateway.config.JwkSetPlace;
import io.castile.gateway.config.JwtAccess;
import io.castile.gateway.config.Passing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a token is right, in a time that the test makes pass. */
final class TokensTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration LEEWAY = Duration.ofSeconds(10);

  private final ECKey key = key();
  private Instant now = START;
  private JwkSetKeys keys;
  private Tokens tokens;

  private static ECKey key() {
    try {
      return new ECKeyGenerator(Curve.P_256).keyID("k").generate();
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
  }

  private static JwkSetKeys set(ECKey key) throws IOException {
    return JwkSetKeys.parse(
        ("{\"keys\":[" + key.toPublicJWK() + "]}").getBytes(StandardCharsets.UTF_8));
  }

  @BeforeEach
  void start() throws IOException {
    keys = set(key);
    tokens = tokens(Passing.REMOVED);
  }

  private Tokens tokens(Passing passing) {
    return tokens(passing, () -> keys);
  }

  private Tokens tokens(Passing passing, Supplier<JwkSetKeys> source) {
    return new Tokens(
        new JwtAccess(
            JwkSetPlace.ofFile(Path.of("k")), "iss", "aud", Map.of(), LEEWAY, "r", passing),
        new KeySource() {
          @Override
          public JwkSetKeys keys() {
            return source.get();
          }

          @Override
          public CompletableFuture<Void> newer() {
            throw new AssertionError("not asked");
          }

          @Override
          public void look() {}
        },
        () -> now);
  }

  private BearerToken token(Consumer<JWTClaimsSet.Builder> change) throws JOSEException {
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .issuer("iss")
            .audience("aud")
            .subject("ann")
            .expirationTime(Date.from(START.plusSeconds(100)));
    change.accept(claims);
    SignedJWT token =
        new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("k").build(), claims.build());
    token.sign(new ECDSASigner(key));
    return BearerToken.read("Bearer " + token.serialize());
  }

  private CheckResult check(BearerToken token) {
    return tokens.check(token, keys, new Admission());
  }

  private boolean remembers(BearerToken token) {
    return tokens.remembers(token, new Admission());
  }

  @Test
  void aTokenIsRightBeforeItsEndAndTheLeeway() throws Exception {
    BearerToken token = token(claims -> {});
    assertThat(remembers(token)).isFalse();
    assertThat(check(token)).isEqualTo(CheckResult.RIGHT);

    now = START.plusSeconds(110).minusMillis(1);
    assertThat(remembers(token)).isTrue();
    assertThat(check(token)).isEqualTo(CheckResult.RIGHT);

    now = START.plusSeconds(110);
    assertThat(remembers(token)).isFalse();
    assertThat(check(token)).isEqualTo(CheckResult.WRONG_TOKEN);
    assertThat(remembers(token)).isFalse();
  }

  @Test
  void aTokenIsRightFromItsBeginningLessTheLeeway() throws Exception {
    BearerToken token = token(claims -> claims.notBeforeTime(Date.from(START.plusSeconds(50))));

    now = START.plusSeconds(40).minusMillis(1);
    assertThat(check(token)).isEqualTo(CheckResult.WRONG_TOKEN);
    assertThat(remembers(token)).isFalse();
    now = START.plusSeconds(40);
    assertThat(check(token)).isEqualTo(CheckResult.RIGHT);
  }

  @Test
  void aTokenWithoutEndIsWrong() throws Exception {
    assertThat(check(token(claims -> claims.expirationTime(null))))
        .isEqualTo(CheckResult.WRONG_TOKEN);
  }

  @Test
  void endsBeyondAllTimeAreNoError() throws Exception {
    for (Object end : new Object[] {Long.MAX_VALUE, Long.MIN_VALUE, 1e300, -1, 0, "x", true}) {
      CheckResult found = check(token(claims -> claims.claim("exp", end)));
      assertThat(found).as("%s", end).isIn(CheckResult.RIGHT, CheckResult.WRONG_TOKEN);
      if (!(end instanceof Long) && !(end instanceof Double)) {
        assertThat(found).as("%s", end).isEqualTo(CheckResult.WRONG_TOKEN);
      }
    }
  }

  @Test
  void otherKeysHaveTokensCheckedAgain() throws Exception {
    BearerToken token = token(claims -> {});
    assertThat(check(token)).isEqualTo(CheckResult.RIGHT);
    assertThat(remembers(token)).isTrue();

    keys = set(key());
    assertThat(remembers(token)).isFalse();
    assertThat(check(token)).isEqualTo(CheckResult.WRONG_TOKEN);
  }

  @Test
  void aTokenThatNoKeyFitsIsNotDecidedOn() throws Exception {
    BearerToken token = token(claims -> {});

    assertThat(tokens.check(token, null, new Admission())).isEqualTo(CheckResult.NO_KEYS);
    JwkSetKeys others = set(new ECKeyGenerator(Curve.P_256).keyID("l").generate());
    assertThat(tokens.check(token, others, new Admission())).isEqualTo(CheckResult.NO_KEYS);
  }

  @Test
  void keysThatComeWhileATokenWaitsToBeCheckedAreNotAskedFor() throws Exception {
    BearerToken token = token(claims -> {});
    JwkSetKeys coming = keys;
    JwkSetKeys others = set(new ECKeyGenerator(Curve.P_256).keyID("l").generate());
    AtomicInteger looks = new AtomicInteger();
    Tokens changing = tokens(Passing.REMOVED, () -> looks.getAndIncrement() == 0 ? others : coming);
    TokenCheck check = new TokenCheck(changing, token, new Admission());
    try (CredentialChecks checks = new CredentialChecks()) {
      assertThat(check.start(checks).get(10, TimeUnit.SECONDS)).isEqualTo(CheckResult.RIGHT);
    }
  }

  /** The cache sees a token that the origin gets; of others it is told. */
  @Test
  void theCallerIsToldWhereTheOriginDoesNotGetTheToken() throws Exception {
    String longName = "a".repeat(300);
    BearerToken named = token(claims -> {});
    BearerToken unnamed = token(claims -> claims.subject(null));
    BearerToken longNamed = token(claims -> claims.subject(longName));

    assertThat(caller(named)).isEqualTo("subject iss ann");
    assertThat(caller(unnamed)).startsWith("token ").hasSize(70).isNotEqualTo(caller(longNamed));
    assertThat(caller(longNamed)).startsWith("token ").hasSize(70);
    for (Passing passing : new Passing[] {Passing.FORWARDED, Passing.REMOVED_AND_SHARED}) {
      tokens = tokens(passing);
      assertThat(caller(named)).isNull();
    }
  }

  /** As it is told at first, and when the token is remembered. */
  private String caller(BearerToken token) {
    Admission first = new Admission();
    assertThat(tokens.check(token, keys, first)).isEqualTo(CheckResult.RIGHT);
    Admission second = new Admission();
    assertThat(tokens.remembers(token, second)).isTrue();
    assertThat(second.caller()).isEqualTo(first.caller());
    return first.caller();
  }
}

package io.castile.gateway;

import static io.castile.gateway.JdkTokens.base64;
import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.postTo;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Callers that show tokens (JWT), and the keys that these are checked by. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class JwtAccessTest {
  private static final String ISSUER = "https://issuer.example.com/a";
  private static final String CACHED = "rules: [{operation: ask, cache: true, ttl: 1h%s}]";
  private static final String CHALLENGE = "Bearer realm=\"castile\"";
  private static final String INVALID = CHALLENGE + ", error=\"invalid_token\"";

  private static RSAKey rsa;
  private static RSAKey other;
  private static ECKey ec;

  @TempDir private Path folder;
  private final AtomicInteger count = new AtomicInteger();
  private final Semaphore asked = new Semaphore(0);
  private volatile Answer published = keys();
  private volatile CountDownLatch toPublish = new CountDownLatch(0);
  private TestOrigin origin;
  private TestOrigin issuer;
  private Gateway gateway;

  @BeforeAll
  static void makeKeys() throws JOSEException {
    rsa = new RSAKeyGenerator(2048).keyID("rsa").generate();
    other = new RSAKeyGenerator(2048).keyID("other").generate();
    ec = new ECKeyGenerator(Curve.P_256).keyID("ec").generate();
  }

  private static Answer keys(JWK... keys) {
    return Answer.of(200, set(keys), "Content-Type: application/jwk-set+json");
  }

  private static String set(JWK... keys) {
    return new JWKSet(List.of(keys)).toString(true); // without private parts
  }

  @BeforeEach
  void start() throws IOException {
    published = keys(rsa, ec);
    origin = new TestOrigin(request -> Answer.soap(answer("answer " + count.incrementAndGet())));
    issuer =
        new TestOrigin(
            request -> {
              asked.release();
              toPublish.await();
              return published;
            });
  }

  @AfterEach
  void stop() {
    toPublish.countDown();
    if (gateway != null) {
      gateway.close();
    }
    origin.close();
    issuer.close();
  }

  // ---- configurations ----

  private String jwt(String more) {
    return jwt(issuer.uri("/keys").toString(), more);
  }

  private static String jwt(String jwks, String more) {
    return "jwt: {jwks: '%s', issuer: '%s', audience: stocks%s}".formatted(jwks, ISSUER, more);
  }

  private GatewaySettings config(String access) {
    return parse(
        """
        listen: 127.0.0.1:0
        routes: [{path: /service, origin: %1$s, access: {%2$s}}, {path: /other, origin: %1$s}]
        """
            .formatted(origin.uri(), access));
  }

  private GatewaySettings parse(String yaml) {
    return GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), folder);
  }

  private void start(String access) throws IOException {
    gateway = Gateway.start(config(access), 1);
  }

  private void policy(String more) {
    gateway.policy(CachePolicy.parse("p", CACHED.formatted(more)));
  }

  // ---- tokens ----

  private static JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder()
        .issuer(ISSUER)
        .audience("stocks")
        .subject("ann")
        .expirationTime(in(300));
  }

  private static Date in(int seconds) {
    return Date.from(Instant.now().plusSeconds(seconds));
  }

  private static String token(JWSAlgorithm algorithm, JWK key, JWTClaimsSet claims)
      throws JOSEException {
    return token(new JWSHeader.Builder(algorithm).keyID(key.getKeyID()).build(), key, claims);
  }

  private static String token(JWSHeader header, JWK key, JWTClaimsSet claims) throws JOSEException {
    JWSSigner signer =
        key instanceof RSAKey of ? new RSASSASigner(of) : new ECDSASigner(key.toECKey());
    SignedJWT token = new SignedJWT(header, claims);
    token.sign(signer);
    return token.serialize();
  }

  private static String token(JWK key, Consumer<JWTClaimsSet.Builder> change) throws JOSEException {
    JWTClaimsSet.Builder claims = claims();
    change.accept(claims);
    return token(JWSAlgorithm.RS256, key, claims.build());
  }

  private static String tokenOf(String subject) throws JOSEException {
    return token(rsa, claims -> claims.subject(subject));
  }

  private static String bearer(String token) {
    return "Bearer " + token;
  }

  // ---- requests ----

  private HttpResponse<String> call(String token) throws Exception {
    return post(gateway, question("one"), "Authorization", bearer(token));
  }

  private int status(String token) throws Exception {
    return call(token).statusCode();
  }

  private String ask(String token) throws Exception {
    HttpResponse<String> response = call(token);
    assertThat(response.statusCode()).isEqualTo(200);
    return response.body();
  }

  private void assertRefused(HttpResponse<String> response) {
    assertThat(response.statusCode()).isEqualTo(401);
    assertThat(response.headers().allValues("www-authenticate")).containsExactly(INVALID);
    assertThat(response.body()).isEqualTo("the route is called with a bearer token\n");
  }

  // ---- tokens that are right ----

  @ParameterizedTest
  @ValueSource(strings = {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512"})
  void aTokenSignedWithRsaIsTaken(String algorithm) throws Exception {
    start(jwt(""));

    String token = token(JWSAlgorithm.parse(algorithm), rsa, claims().build());
    for (int i = 0; i < 2; i++) { // checked, and remembered
      assertThat(status(token)).isEqualTo(200);
    }
    assertThat(origin.requests().get(1).fields().getFirst("Authorization"))
        .isEqualTo(bearer(token));
    assertThat(origin.requests().get(1).text()).isEqualTo(question("one"));
  }

  @ParameterizedTest
  @CsvSource({"ES256, P-256", "ES384, P-384", "ES512, P-521"})
  void aTokenSignedWithACurveIsTaken(String algorithm, String curve) throws Exception {
    ECKey key = new ECKeyGenerator(Curve.parse(curve)).keyID("c").generate();
    published = keys(rsa, key);
    start(jwt(""));

    assertThat(status(token(JWSAlgorithm.parse(algorithm), key, claims().build()))).isEqualTo(200);
  }

  /** Neither the token nor the set of keys is made by the library that reads them. */
  @ParameterizedTest
  @ValueSource(
      strings = {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"})
  void aTokenOfTheJdkIsTaken(String algorithm) throws Exception {
    KeyPair keys = JdkTokens.keys(algorithm, "issuer");
    published = Answer.of(200, JdkTokens.set(keys, "k"));
    start(jwt(""));
    String header = "{\"alg\":\"%s\",\"kid\":\"k\",\"typ\":\"JWT\"}".formatted(algorithm);
    String claims =
        "{\"iss\":\"%s\",\"aud\":[\"x\",\"stocks\"],\"exp\":%d}"
            .formatted(ISSUER, Instant.now().getEpochSecond() + 60);

    String token = JdkTokens.token(algorithm, keys, header, claims);
    assertThat(status(token)).isEqualTo(200);
    KeyPair strangers = JdkTokens.keys(algorithm, "stranger");
    assertThat(status(JdkTokens.token(algorithm, strangers, header, claims))).isEqualTo(401);
    assertThat(status(JdkTokens.token(algorithm, keys, header, claims + " "))).isEqualTo(200);
    assertThat(status(JdkTokens.token(algorithm, keys, header, "[]"))).isEqualTo(401);
  }

  @Test
  void aTokenWithoutKidIsTriedWithAllKeysOfItsAlgorithm() throws Exception {
    published = keys(other, ec, rsa);
    start(jwt(""));

    JWSHeader header = new JWSHeader(JWSAlgorithm.RS256);
    assertThat(status(token(header, rsa, claims().build()))).isEqualTo(200);
  }

  @Test
  void aTokenOfALargeRequestIsChecked() throws Exception {
    start(jwt(""));
    String large = "x".repeat(3 << 20);

    assertThat(post(gateway, large, "Authorization", bearer(tokenOf("ann"))).statusCode())
        .isEqualTo(200);
    assertThat(origin.requests().get(0).text()).isEqualTo(large);
    assertRefused(post(gateway, large, "Authorization", bearer(token(other, claims -> {}))));
  }

  // ---- tokens that are missing, or wrong ----

  @Test
  void aRequestWithoutTokenIsToldTheWay() throws Exception {
    start(jwt(", realm: shares"));

    for (String[] fields : new String[][] {{}, {"Authorization", "Basic YTph"}}) {
      HttpResponse<String> response = post(gateway, question("one"), fields);
      assertThat(response.statusCode()).isEqualTo(401);
      assertThat(response.headers().allValues("www-authenticate"))
          .containsExactly("Bearer realm=\"shares\"");
    }
    assertThat(origin.requests()).isEmpty();
  }

  @Test
  void claimsAreChecked() throws Exception {
    start(jwt(", leeway: 10s, claims: {client: web, level: 3, roles: reader, scope: quotes}"));
    JWTClaimsSet good =
        claims()
            .claim("client", "web")
            .claim("level", 3)
            .claim("roles", List.of("writer", "reader"))
            .claim("scope", "orders quotes")
            .build();
    Map<String, Object> wrong =
        Map.ofEntries(
            Map.entry("iss", ISSUER + "/"),
            Map.entry("aud", "stock"),
            Map.entry("exp", Instant.now().getEpochSecond() - 11),
            Map.entry("nbf", Instant.now().getEpochSecond() + 300),
            Map.entry("client", "web2"),
            Map.entry("level", "03"),
            Map.entry("roles", List.of("writer")),
            Map.entry("scope", "quotes2 orders"));

    assertThat(status(token(JWSAlgorithm.RS256, rsa, good))).isEqualTo(200);
    for (Map.Entry<String, Object> each : wrong.entrySet()) {
      JWTClaimsSet claims = withClaim(good, each.getKey(), each.getValue());
      assertRefused(call(token(JWSAlgorithm.RS256, rsa, claims)));
      if (!each.getKey().equals("nbf")) {
        JWTClaimsSet without = withClaim(good, each.getKey(), null);
        assertRefused(call(token(JWSAlgorithm.RS256, rsa, without)));
      }
    }
    assertThat(origin.requests()).hasSize(1);
  }

  private static JWTClaimsSet withClaim(JWTClaimsSet claims, String name, Object value)
      throws Exception {
    Map<String, Object> all = claims.toJSONObject();
    all.remove(name);
    if (value != null) {
      all.put(name, value);
    }
    return JWTClaimsSet.parse(all);
  }

  @Test
  void theLeewayIsThatOfBothEnds() throws Exception {
    start(jwt(""));

    assertThat(status(token(rsa, claims -> claims.expirationTime(in(-30))))).isEqualTo(200);
    assertThat(status(token(rsa, claims -> claims.notBeforeTime(in(30))))).isEqualTo(200);
    assertRefused(call(token(rsa, claims -> claims.expirationTime(in(-62)))));
    assertRefused(call(token(rsa, claims -> claims.notBeforeTime(in(90)))));
  }

  @Test
  void anUnsignedTokenIsRefused() throws Exception {
    start(jwt(""));
    String payload = base64(claims().build().toString());

    for (String alg : new String[] {"none", "None", "NONE"}) {
      String head = base64("{\"alg\":\"" + alg + "\"}") + "." + payload + ".";
      assertRefused(call(head));
      assertRefused(call(head + "AA"));
    }
    String signed = tokenOf("ann");
    assertRefused(call(signed.substring(0, signed.lastIndexOf('.') + 1)));
    assertRefused(call(signed.substring(0, signed.lastIndexOf('.'))));
  }

  /** The public key, in the forms in which it is known, as a secret. */
  @Test
  void aPublicKeyIsNoSecret() throws Exception {
    start(jwt(""));
    String pem =
        "-----BEGIN PUBLIC KEY-----\n"
            + java.util.Base64.getMimeEncoder(64, new byte[] {'\n'})
                .encodeToString(rsa.toPublicKey().getEncoded())
            + "\n-----END PUBLIC KEY-----\n";

    for (byte[] secret :
        List.of(
            pem.getBytes(StandardCharsets.US_ASCII),
            rsa.toPublicKey().getEncoded(),
            rsa.getModulus().decode(),
            rsa.toPublicJWK().toString().getBytes(StandardCharsets.UTF_8))) {
      SignedJWT token =
          new SignedJWT(
              new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("rsa").build(), claims().build());
      token.sign(new MACSigner(secret));
      assertRefused(call(token.serialize()));
    }
  }

  /** A secret in the set, which would be for the gateway's eyes only, is not used either. */
  @Test
  void aSecretOfTheSetIsPassedOver() throws Exception {
    byte[] secret = new byte[32];
    published =
        Answer.of(
            200,
            "{\"keys\":[{\"kty\":\"oct\",\"kid\":\"s\",\"k\":\"%s\"},{\"kty\":\"new\"},%s]}"
                .formatted(base64(secret), rsa.toPublicJWK()));
    start(jwt(""));
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("s").build(), claims().build());
    token.sign(new MACSigner(secret));

    assertRefused(call(token.serialize()));
    assertThat(status(tokenOf("ann"))).isEqualTo(200);
  }

  @Test
  void aKeyThatATokenBringsOrNamesIsNotTrusted() throws Exception {
    start(jwt(""));
    TestOrigin strangers = new TestOrigin(request -> keys(other));
    try (strangers) {
      URI url = strangers.uri("/keys");
      JWSHeader.Builder header = new JWSHeader.Builder(JWSAlgorithm.RS256);

      assertRefused(call(token(header.jwk(other.toPublicJWK()).build(), other, claims().build())));
      assertRefused(call(token(header.keyID("rsa").jwkURL(url).build(), other, claims().build())));
      assertRefused(call(token(header.x509CertURL(url).build(), other, claims().build())));
      assertThat(strangers.requests()).isEmpty();
    }
    assertThat(status(tokenOf("ann"))).isEqualTo(200);
  }

  @Test
  void aTokenForSomethingElseIsRefused() throws Exception {
    start(jwt(""));
    JWSHeader.Builder header = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("rsa");
    JWTClaimsSet claims = claims().build();

    assertThat(status(token(header.type(new JOSEObjectType("at+jwt")).build(), rsa, claims)))
        .isEqualTo(200);
    assertRefused(call(token(header.type(new JOSEObjectType("logout+jwt")).build(), rsa, claims)));
    header.type(JOSEObjectType.JWT).criticalParams(java.util.Set.of("b64"));
    assertRefused(call(token(header.build(), rsa, claims)));
  }

  /** A key is used for what its set says it is for. */
  @Test
  void aKeyForSomethingElseIsNotUsed() throws Exception {
    RSAKey encrypts =
        new RSAKey.Builder(rsa).keyUse(com.nimbusds.jose.jwk.KeyUse.ENCRYPTION).build();
    RSAKey probabilistic = new RSAKey.Builder(other).algorithm(JWSAlgorithm.PS256).build();
    published = keys(encrypts, probabilistic);
    start(jwt(""));

    assertRefused(call(tokenOf("ann")));
    assertRefused(call(token(JWSAlgorithm.RS256, other, claims().build())));
    assertThat(status(token(JWSAlgorithm.PS256, other, claims().build()))).isEqualTo(200);
    assertRefused(call(token(JWSAlgorithm.ES256, ec, claims().build())));
  }

  @Test
  void oneTokenIsShownInOneField() throws Exception {
    start(jwt(""));
    String good = bearer(tokenOf("ann"));
    assertThat(status(tokenOf("ann"))).isEqualTo(200);

    try (RawClient client = new RawClient(gateway.port())) {
      for (String second : List.of(good, "Bearer x", "Basic YTph", "")) {
        client.write(head("Authorization: " + good + "\r\nAuthorization: " + second + "\r\n"));
        assertThat(client.readHead()).startsWith("HTTP/1.1 401 ").contains(INVALID);
      }
      client.write(head("Authorization: " + good + ", " + good + "\r\n"));
      assertThat(client.readHead()).startsWith("HTTP/1.1 401 ").contains(INVALID);
      client.write(head("authorization: bearer   " + good.substring(7) + "\r\n"));
      assertThat(client.readHead()).startsWith("HTTP/1.1 200 ");
    }
  }

  private static String head(String fields) {
    return "GET /service HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n";
  }

  @Test
  void malformedAndHugeTokensAreRefused() throws Exception {
    start(jwt(""));
    String good = tokenOf("ann");
    String[] parts = good.split("\\.", -1);
    String deep = "{\"alg\":\"RS256\",\"a\":" + "[".repeat(5_000) + "]".repeat(5_000) + "}";

    for (String each :
        List.of(
            "",
            ".",
            "..",
            "...",
            "a.b.c",
            parts[0],
            parts[0] + "." + parts[1],
            good + ".",
            "." + good,
            good + "." + parts[2] + "." + parts[2],
            good + "=",
            good.replace('.', ' '),
            parts[0] + ".e30." + parts[2],
            base64("{}") + "." + parts[1] + "." + parts[2],
            base64("{\"alg\":7}") + "." + parts[1] + "." + parts[2],
            base64("[]") + "." + parts[1] + "." + parts[2],
            base64("\0\1") + "." + parts[1] + "." + parts[2],
            base64(deep) + "." + parts[1] + "." + parts[2],
            "a".repeat(10_000) + ".b.c",
            "a".repeat(20_000) + "." + parts[1] + "." + parts[2])) {
      assertRefused(call(each));
    }
    assertThat(status(good)).isEqualTo(200);
    assertThat(origin.requests()).hasSize(1);
  }

  @Test
  void randomBytesAreRefused() throws Exception {
    start(jwt(""));
    Random random = new Random(1);
    String good = tokenOf("ann");
    String digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";

    try (RawClient client = new RawClient(gateway.port())) {
      for (int i = 0; i < 2_000; i++) {
        String token = random.nextBoolean() ? changed(good, digits, random) : noise(random);
        if (!JdkTokens.isSame(token, good)) {
          client.write(head("Authorization: Bearer " + token + "\r\n"));
          assertThat(client.readHead()).as(token).startsWith("HTTP/1.1 401 ").contains(INVALID);
        }
      }
      client.write(head("Authorization: Bearer " + good + "\r\n"));
      assertThat(client.readHead()).startsWith("HTTP/1.1 200 ");
    }
    assertThat(origin.requests()).hasSize(1);
  }

  /** A token with some characters replaced, left out or put in. */
  private static String changed(String token, String digits, Random random) {
    StringBuilder changed = new StringBuilder(token);
    for (int i = random.nextInt(3); i >= 0; i--) {
      int at = random.nextInt(changed.length());
      char digit = digits.charAt(random.nextInt(digits.length()));
      switch (random.nextInt(3)) {
        case 0 -> changed.setCharAt(at, digit);
        case 1 -> changed.deleteCharAt(at);
        default -> changed.insert(at, digit);
      }
    }
    return changed.toString();
  }

  /** Bytes that may stand in a field, none of which is a space at an end. */
  private static String noise(Random random) {
    StringBuilder noise = new StringBuilder("x");
    for (int i = random.nextInt(300); i > 0; i--) {
      int each = 0x20 + random.nextInt(0xe0);
      noise.append(each == 0x7f ? '~' : (char) each);
    }
    return noise.append('x').toString();
  }

  // ---- keys at an address ----

  @Test
  void aRequestWaitsForTheFirstKeysAndOthersGoOn() throws Exception {
    toPublish = new CountDownLatch(1);
    start(jwt("")); // with one event loop

    CompletableFuture<HttpResponse<String>> waiting =
        HttpClient.newHttpClient()
            .sendAsync(
                Soap.request(
                    gateway, "/service", question("one"), "Authorization", bearer(tokenOf("ann"))),
                BodyHandlers.ofString());
    for (int i = 0; i < 10; i++) {
      assertThat(postTo(gateway, "/other", question("one")).statusCode()).isEqualTo(200);
      assertRefused(call("x"));
    }
    assertThat(waiting).isNotDone();
    toPublish.countDown();

    assertThat(waiting.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    assertThat(issuer.requests()).hasSize(1);
  }

  @Test
  @Tag("long")
  void aGatewayStartsWithoutKeysAndTakesTokensWhenThereAreSome() throws Exception {
    published = Answer.of(500, "down");
    start(jwt(""));

    HttpResponse<String> response = call(tokenOf("ann"));
    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.headers().firstValue("retry-after")).contains("1");
    assertThat(postTo(gateway, "/other", question("one")).statusCode()).isEqualTo(200);

    published = keys(rsa);
    asked.acquire(2); // within seconds, it is asked again
    assertThat(status(tokenOf("ann"))).isEqualTo(200);
  }

  @Test
  void theLastKeysStayWhileThereAreNone() throws Exception {
    start(jwt(""));
    assertThat(status(tokenOf("ann"))).isEqualTo(200);

    published = Answer.of(500, "down");
    assertRefused(call(token(other, claims -> {}))); // has it asked
    assertThat(issuer.requests()).hasSize(2);
    assertThat(status(tokenOf("bob"))).isEqualTo(200);
  }

  @Test
  void aNewKeyIsFoundByItsFirstToken() throws Exception {
    start(jwt(""));
    String before = tokenOf("ann");
    assertThat(status(before)).isEqualTo(200);

    published = keys(other);
    assertThat(status(token(other, claims -> {}))).isEqualTo(200);
    assertThat(issuer.requests()).hasSize(2);
    assertRefused(call(before)); // though it was right, and is not too old
  }

  @Test
  @Tag("long")
  void madeUpKeysHaveTheIssuerAskedOnce() throws Exception {
    start(jwt(""));
    assertThat(status(tokenOf("ann"))).isEqualTo(200);

    for (int i = 0; i < 50; i++) {
      JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("made up " + i).build();
      assertRefused(call(token(header, other, claims().build())));
    }
    assertThat(issuer.requests()).hasSize(2); // at the start, and for the first of them
    assertThat(status(tokenOf("bob"))).isEqualTo(200);
  }

  @Test
  void aReloadKeepsTheKeysOfAnAddress() throws Exception {
    start(jwt(""));
    assertThat(status(tokenOf("ann"))).isEqualTo(200);
    published = Answer.of(500, "down");

    gateway.reconfigure(config(jwt(", claims: {sub: bob}")));

    assertRefused(call(tokenOf("ann")));
    assertThat(status(tokenOf("bob"))).isEqualTo(200);
    assertThat(issuer.requests()).hasSize(1);
  }

  // ---- keys in a file ----

  @Test
  void aFileIsReadAgainWhenItChanges() throws Exception {
    Path file = Files.writeString(folder.resolve("keys.json"), set(rsa));
    start(jwt("keys.json", ""));
    assertThat(status(tokenOf("ann"))).isEqualTo(200);
    assertRefused(call(token(other, claims -> {})));

    Files.writeString(file, set(other));
    while (status(token(other, claims -> {})) != 200) {
      Thread.onSpinWait();
    }
    assertRefused(call(tokenOf("ann")));
    assertThat(issuer.requests()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "{\"keys\":[]}", "{\"keys\":[{\"kty\":\"oct\",\"k\":\"AA\"}]}"})
  void aFileWithoutKeysIsRefused(String text) throws Exception {
    Files.writeString(folder.resolve("keys.json"), text);

    assertThatThrownBy(() -> start(jwt("keys.json", "")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("keys.json: expected");
  }

  // ---- other credentials ----

  @Test
  void aTokenOrAKeyIsEnoughAndATokenHasToBeRight() throws Exception {
    startWithKey();
    String good = bearer(tokenOf("ann"));
    String bad = bearer(token(other, claims -> {}));

    assertThat(status(tokenOf("ann"))).isEqualTo(200);
    assertThat(both("k1", "Basic YTph")).isEqualTo(200);
    assertThat(both("k1", good)).isEqualTo(200);
    assertThat(both("k2", good)).isEqualTo(200);
    assertThat(both("k1", bad)).isEqualTo(401);
    assertThat(both("k2", "Basic YTph")).isEqualTo(401);
    HttpResponse<String> response = post(gateway, question("one"));
    assertThat(response.headers().allValues("www-authenticate"))
        .containsExactly("ApiKey field=\"X-Api-Key\"", CHALLENGE);
    assertThat(response.body())
        .isEqualTo("the route is called with a key in X-Api-Key or a bearer token\n");
  }

  private void startWithKey() throws Exception {
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest("k1".getBytes(StandardCharsets.US_ASCII));
    Files.writeString(folder.resolve("keys.txt"), HexFormat.of().formatHex(digest) + "\n");
    start("keys: {file: keys.txt}, " + jwt(""));
  }

  /** An origin that reads leniently would find a token that was not checked. */
  @Test
  void whatIsNoSchemeDoesNotPassBesideAKey() throws Exception {
    startWithKey();
    String forged = token(other, claims -> {});

    try (RawClient client = new RawClient(gateway.port())) {
      for (String each :
          List.of(
              "\u00a0Bearer " + forged,
              "Bearer\u00a0" + forged,
              "Bearer," + forged,
              "\"Bearer\" " + forged,
              "(a) Bearer " + forged)) {
        client.write(head("X-Api-Key: k1\r\nAuthorization: " + each + "\r\n"));
        assertThat(client.readHead()).as(each).startsWith("HTTP/1.1 401 ").contains(INVALID);
      }
      assertThat(origin.requests()).isEmpty();
      for (String each : List.of("Basic YTph", "Negotiate", "Other\ta", "")) {
        client.write(head("X-Api-Key: k1\r\nAuthorization: " + each + "\r\n"));
        assertThat(client.readHead()).as(each).startsWith("HTTP/1.1 200 ");
      }
    }
  }

  private int both(String key, String authorization) throws Exception {
    return post(gateway, question("one"), "X-Api-Key", key, "Authorization", authorization)
        .statusCode();
  }

  // ---- whose answer it is ----

  @Test
  void theOriginGetsATokenUnlessItIsRemoved() throws Exception {
    start(jwt(", forward: false"));

    for (int i = 0; i < 2; i++) { // checked, and remembered
      assertThat(status(tokenOf("ann"))).isEqualTo(200);
    }
    assertThat(origin.requests())
        .hasSize(2)
        .allSatisfy(came -> assertThat(came.fields()).doesNotContainKey("Authorization"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ", forward: false"})
  void anAnswerIsItsCallersOwn(String passing) throws Exception {
    start(jwt(passing));
    policy("");

    String first = ask(tokenOf("ann"));
    assertThat(ask(tokenOf("bob"))).isNotEqualTo(first);
    assertThat(ask(tokenOf("ann"))).isNotEqualTo(first);
  }

  @Test
  void aPolicyTellsTokensApartThatOriginsGet() throws Exception {
    start(jwt(""));
    policy(", vary: [{httpHeader: authorization}]");
    String ann = tokenOf("ann");
    String annLater = token(rsa, claims -> claims.jwtID("2"));
    String bob = tokenOf("bob");

    String anns = ask(ann);
    assertThat(ask(bob)).isNotEqualTo(anns);
    assertThat(ask(annLater)).isNotEqualTo(anns);
    assertThat(ask(ann)).isEqualTo(anns);
    assertThat(origin.requests()).hasSize(3);
    published = keys(other);
    assertThat(status(token(other, claims -> {}))).isEqualTo(200);
    assertRefused(call(ann)); // an answer is kept for it
  }

  @Test
  void aPolicyTellsSubjectsApartWhoseTokensOriginsDoNotGet() throws Exception {
    start(jwt(", forward: false"));
    policy(", vary: [wsSecurityUser]");
    String nobodys = token(rsa, claims -> claims.subject(null));
    String nobodysToo = token(rsa, claims -> claims.subject(null).jwtID("2"));

    String anns = ask(tokenOf("ann"));
    assertThat(ask(tokenOf("bob"))).isNotEqualTo(anns);
    assertThat(ask(token(rsa, claims -> claims.jwtID("2")))).isEqualTo(anns);
    String first = ask(nobodys);
    assertThat(first).isNotEqualTo(anns);
    assertThat(ask(nobodysToo)).isNotEqualTo(anns).isNotEqualTo(first);
    assertThat(ask(nobodys)).isEqualTo(first);
    assertThat(origin.requests()).hasSize(4);
  }

  @Test
  void callersShareAnswersOnlyIfThatIsSaid() throws Exception {
    start(jwt(", forward: false, shared: true"));
    policy("");

    String anns = ask(tokenOf("ann"));
    assertThat(ask(tokenOf("bob"))).isEqualTo(anns);
    assertRefused(call(token(other, claims -> {})));
    assertThat(post(gateway, question("one")).statusCode()).isEqualTo(401);
    assertThat(origin.requests()).hasSize(1);
  }

  // ---- all routes ----

  @Test
  void whatIsAskedOfAllRoutesIsAskedWhereARouteSaysNothing() throws Exception {
    gateway =
        Gateway.start(
            parse(
                """
                listen: 127.0.0.1:0
                access: {%2$s}
                routes:
                  - {path: /open, origin: %1$s, access: none}
                  - {path: /admin, origin: %1$s, access: {%3$s}}
                  - {origin: %1$s}
                """
                    .formatted(origin.uri(), jwt(""), jwt(", claims: {role: admin}"))),
            1);
    String user = bearer(tokenOf("ann"));
    String admin = bearer(token(rsa, claims -> claims.claim("role", "admin")));

    assertThat(postTo(gateway, "/open", "a").statusCode()).isEqualTo(200);
    assertThat(postTo(gateway, "/x", "a").statusCode()).isEqualTo(401);
    assertThat(postTo(gateway, "/x", "a", "Authorization", user).statusCode()).isEqualTo(200);
    assertThat(postTo(gateway, "/admin", "a", "Authorization", user).statusCode()).isEqualTo(401);
    assertThat(postTo(gateway, "/admin", "a", "Authorization", admin).statusCode()).isEqualTo(200);
    assertThat(issuer.requests()).hasSize(1); // of both
  }
}

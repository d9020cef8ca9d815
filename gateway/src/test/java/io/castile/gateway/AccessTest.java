package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.postTo;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import at.favre.lib.crypto.bcrypt.BCrypt;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may call a route, and what the cache is told of it. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class AccessTest {
  private static final String BASIC = "basic: {users: users.htpasswd, realm: stocks%s}";
  private static final String KEYS = "keys: {file: keys.txt%s}";
  private static final String CACHED = "rules: [{operation: ask, cache: true, ttl: 1h%s}]";

  /** Of the password "a:b", as htpasswd of Apache 2.4 writes it. */
  private static final String ANN = hash("ann", "a:b");

  @TempDir private Path folder;
  private final AtomicInteger count = new AtomicInteger();
  private TestOrigin origin;
  private Gateway gateway;

  private static String hash(String user, String password) {
    String hash = BCrypt.with(BCrypt.Version.VERSION_2Y).hashToString(4, password.toCharArray());
    return user + ":" + hash + "\n";
  }

  private static String sha256(String key) throws Exception {
    byte[] bytes = key.getBytes(StandardCharsets.ISO_8859_1);
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  private static String basic(String user, String password) {
    byte[] text = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(text);
  }

  @BeforeEach
  void start() throws Exception {
    Files.writeString(folder.resolve("users.htpasswd"), "# users\n" + ANN + hash("bob", "c"));
    Files.writeString(
        folder.resolve("keys.txt"), sha256("k1") + "  -\n" + sha256("k2") + " billing\n");
    origin = new TestOrigin(request -> Answer.soap(answer("answer " + count.incrementAndGet())));
  }

  @AfterEach
  void stop() {
    if (gateway != null) {
      gateway.close();
    }
    origin.close();
  }

  private GatewaySettings config(String access, String more) {
    String yaml =
        """
        listen: 127.0.0.1:0
        routes: [{path: /service, origin: %s, access: {%s}}, {path: /other, origin: %s}]
        %s
        """
            .formatted(origin.uri(), access, origin.uri(), more);
    return GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), folder);
  }

  private void start(String access, String more) throws IOException {
    gateway = Gateway.start(config(access, more), 1);
  }

  private void policy(String more) {
    gateway.policy(CachePolicy.parse("p", CACHED.formatted(more)));
  }

  private String ask(String... fields) throws Exception {
    HttpResponse<String> response = post(gateway, question("one"), fields);
    assertThat(response.statusCode()).isEqualTo(200);
    return response.body();
  }

  private int status(String... fields) throws Exception {
    return post(gateway, question("one"), fields).statusCode();
  }

  // ---- addresses ----

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "allow: [127.0.0.0/8] | 200",
        "allow: [10.0.0.0/8] | 403",
        "deny: [127.0.0.1] | 403",
        "deny: [10.0.0.0/8] | 200",
        "allow: [127.0.0.0/8], deny: [127.0.0.1] | 403"
      })
  void addressesAreAllowedAndDenied(String addresses, int status) throws Exception {
    start("addresses: {" + addresses + "}", "");

    assertThat(status()).isEqualTo(status);
    assertThat(origin.requests()).hasSize(status == 200 ? 1 : 0);
    assertThat(postTo(gateway, "/other", question("one")).statusCode()).isEqualTo(200);
  }

  @Test
  void theAddressIsThatBehindTrustedProxies() throws Exception {
    start("addresses: {deny: [192.0.2.0/24]}", "trustedProxies: [127.0.0.1]");

    assertThat(status("X-Forwarded-For", "192.0.2.1")).isEqualTo(403);
    assertThat(status("X-Forwarded-For", "192.0.2.1, 198.51.100.1")).isEqualTo(200);
    assertThat(status("X-Forwarded-For", "::ffff:192.0.2.1")).isEqualTo(403);
    assertThat(status("X-Forwarded-For", "unknown")).isEqualTo(403);
  }

  // ---- passwords ----

  @Test
  void aRequestWithoutThePasswordIs401() throws Exception {
    start(BASIC.formatted(""), "");

    HttpResponse<String> response = post(gateway, question("one"));
    assertThat(response.statusCode()).isEqualTo(401);
    assertThat(response.headers().firstValue("www-authenticate"))
        .contains("Basic realm=\"stocks\", charset=\"UTF-8\"");
    assertThat(status("Authorization", basic("ann", "a"))).isEqualTo(401);
    assertThat(status("Authorization", basic("eve", "a:b"))).isEqualTo(401);
    assertThat(status("Authorization", basic("ann", "a:b\0"))).isEqualTo(401);
    assertThat(status("Authorization", "Basic !")).isEqualTo(401);
    assertThat(status("Authorization", "Basic")).isEqualTo(401);
    assertThat(status("Authorization", "Bearer x")).isEqualTo(401);
    assertThat(origin.requests()).isEmpty();
  }

  @Test
  void aRequestWithThePasswordGoesOnWithItsContent() throws Exception {
    start(BASIC.formatted(""), "");

    for (int i = 0; i < 2; i++) { // checked, and remembered
      assertThat(status("Authorization", basic("ann", "a:b"))).isEqualTo(200);
      assertThat(status("Authorization", basic("bob", "c"))).isEqualTo(200);
    }
    String large = "x".repeat(3 << 20); // more than is held
    assertThat(post(gateway, large, "Authorization", basic("ann", "a:b")).statusCode())
        .isEqualTo(200);
    assertThat(origin.requests()).hasSize(5);
    assertThat(origin.requests().get(0).text()).isEqualTo(question("one"));
    assertThat(origin.requests().get(0).fields().getFirst("Authorization"))
        .isEqualTo(basic("ann", "a:b"));
    assertThat(origin.requests().get(4).text()).isEqualTo(large);
  }

  /** It is read while its password is checked, for the first time. */
  @Test
  void aLargeRequestOfACallerThatIsNotKnownYetPasses() throws Exception {
    start(BASIC.formatted(""), "");
    String large = "x".repeat(3 << 20);

    assertThat(post(gateway, large, "Authorization", basic("ann", "a:b")).statusCode())
        .isEqualTo(200);
    assertThat(origin.requests().get(0).text()).isEqualTo(large);
  }

  @Test
  @Tag("long")
  void aChangedFileHoldsAndAWrongOneDoesNot() throws Exception {
    start(BASIC.formatted(""), "");
    assertThat(status("Authorization", basic("ann", "a:b"))).isEqualTo(200);

    Files.writeString(folder.resolve("users.htpasswd"), "ann:plain\n");
    TimeUnit.SECONDS.sleep(3);
    assertThat(status("Authorization", basic("ann", "a:b"))).isEqualTo(200);

    Files.writeString(folder.resolve("users.htpasswd"), hash("eve", "new"));
    while (status("Authorization", basic("eve", "new")) != 200) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
    assertThat(status("Authorization", basic("ann", "a:b"))).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ann:{SHA}fEqNCco3Yq9h5ZUglD3CZJT4lBs=",
        "ann:$apr1$x$y",
        "ann",
        "ann:$2y$31$abcdefghijklmnopqrstuuJdqo3ZBsTvtBIzTpcn4wGTpJHgS1G1m"
      })
  void anotherHashThanBcryptIsRefusedWithItsLine(String line) throws Exception {
    Files.writeString(folder.resolve("users.htpasswd"), ANN + line + "\n");

    assertThatThrownBy(() -> start(BASIC.formatted(""), ""))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("users.htpasswd:2: expected")
        .hasMessageNotContaining("{SHA}");
  }

  // ---- keys ----

  @Test
  void aRequestNeedsOneKeyOfTheFile() throws Exception {
    start(KEYS.formatted(""), "");

    assertThat(status("x-api-key", "k1")).isEqualTo(200);
    assertThat(status("X-Api-Key", "k2")).isEqualTo(200);
    assertThat(status("X-Api-Key", "k3")).isEqualTo(401);
    assertThat(status("X-Api-Key", sha256("k1"))).isEqualTo(401);
    HttpResponse<String> response = post(gateway, question("one"));
    assertThat(response.statusCode()).isEqualTo(401);
    assertThat(response.headers().firstValue("www-authenticate"))
        .contains("ApiKey field=\"X-Api-Key\"");
    assertThat(origin.requests()).hasSize(2);
    assertThat(origin.requests().get(0).fields().getFirst("X-Api-Key")).isEqualTo("k1");
  }

  @Test
  void aChangedFileOfKeysHolds() throws Exception {
    start(KEYS.formatted(""), "");
    assertThat(status("X-Api-Key", "k1")).isEqualTo(200);

    Files.writeString(folder.resolve("keys.txt"), sha256("k9") + "\n");
    while (status("X-Api-Key", "k9") != 200) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
    assertThat(status("X-Api-Key", "k1")).isEqualTo(401);
  }

  @Test
  void aPasswordOrAKeyIsEnough() throws Exception {
    start(BASIC.formatted(", forward: false") + ", " + KEYS.formatted(", forward: false"), "");

    assertThat(status("X-Api-Key", "k1")).isEqualTo(200);
    assertThat(status("Authorization", basic("bob", "c"))).isEqualTo(200);
    assertThat(status("Authorization", basic("bob", "c"), "X-Api-Key", "bad")).isEqualTo(200);
    assertThat(status("Authorization", "Bearer t", "X-Api-Key", "k1")).isEqualTo(200);
    HttpResponse<String> response = post(gateway, question("one"));
    assertThat(response.headers().allValues("www-authenticate")).hasSize(2);
    assertThat(origin.requests())
        .allSatisfy(came -> assertThat(came.fields()).doesNotContainKey("X-api-key"));
    assertThat(origin.requests().get(2).fields()).doesNotContainKey("Authorization");
    assertThat(origin.requests().get(3).fields().getFirst("Authorization")).isEqualTo("Bearer t");
  }

  // ---- whose answer it is ----

  @Test
  void anAnswerIsItsCallersOwn() throws Exception {
    for (String passing : new String[] {"", ", forward: false"}) {
      for (String field : new String[] {"X-Api-Key", "X-Request-Id", "X-Region"}) {
        start(KEYS.formatted(", field: " + field + passing), "");
        policy("");
        String first = ask(field, "k1");
        assertThat(ask(field, "k2")).as(field + passing).isNotEqualTo(first);
        if (!field.equals("X-Region") || !passing.isEmpty()) {
          assertThat(ask(field, "k1")).as(field + passing).isNotEqualTo(first);
        }
        gateway.close();
      }
    }
  }

  @Test
  void aPolicyTellsCallersApartByThePasswordThatOriginsDoNotGet() throws Exception {
    start(BASIC.formatted(", forward: false"), "");
    policy(", vary: [wsSecurityUser]");

    String anns = ask("Authorization", basic("ann", "a:b"));
    String bobs = ask("Authorization", basic("bob", "c"));

    assertThat(bobs).isNotEqualTo(anns);
    assertThat(ask("Authorization", basic("ann", "a:b"))).isEqualTo(anns);
    assertThat(ask("Authorization", basic("bob", "c"))).isEqualTo(bobs);
    assertThat(origin.requests())
        .hasSize(2)
        .allSatisfy(came -> assertThat(came.fields()).doesNotContainKey("Authorization"));
  }

  @Test
  void callersShareAnswersOnlyIfThatIsSaid() throws Exception {
    start(BASIC.formatted(", forward: false, shared: true"), "");
    policy("");

    String anns = ask("Authorization", basic("ann", "a:b"));
    assertThat(ask("Authorization", basic("bob", "c"))).isEqualTo(anns);
    assertThat(status("Authorization", basic("bob", "wrong"))).isEqualTo(401);
    assertThat(status()).isEqualTo(401);
    assertThat(origin.requests()).hasSize(1);
  }

  /** A description is kept for all only if nobody is told apart. */
  @Test
  void aDescriptionNeedsTheKeyToo() throws Exception {
    start(KEYS.formatted(", forward: false"), "");

    java.net.http.HttpRequest request =
        java.net.http.HttpRequest.newBuilder(Soap.uri(gateway, "/service?wsdl")).build();
    assertThat(Soap.sendText(request).statusCode()).isEqualTo(401);
  }

  // ---- all routes ----

  @Test
  void whatIsAskedOfAllRoutesIsAskedWhereARouteSaysNothing() throws Exception {
    String yaml =
        """
        listen: 127.0.0.1:0
        access: {keys: {file: keys.txt}}
        routes:
          - {path: /open, origin: %1$s, access: none}
          - {path: /named, origin: %1$s, access: {basic: {users: users.htpasswd}}}
          - {origin: %1$s}
        """
            .formatted(origin.uri());
    gateway =
        Gateway.start(
            GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), folder), 1);

    assertThat(postTo(gateway, "/open", "a").statusCode()).isEqualTo(200);
    assertThat(postTo(gateway, "/x", "a").statusCode()).isEqualTo(401);
    assertThat(postTo(gateway, "/x", "a", "X-Api-Key", "k1").statusCode()).isEqualTo(200);
    assertThat(postTo(gateway, "/named", "a", "X-Api-Key", "k1").statusCode()).isEqualTo(401);
    assertThat(postTo(gateway, "/named", "a", "Authorization", basic("bob", "c")).statusCode())
        .isEqualTo(200);
  }

  @Test
  void aReloadReplacesWhoMayCall() throws Exception {
    start("addresses: {deny: [127.0.0.1]}", "");
    assertThat(status()).isEqualTo(403);

    gateway.reconfigure(config(KEYS.formatted(""), ""));
    assertThat(status("X-Api-Key", "k1")).isEqualTo(200);

    Files.delete(folder.resolve("users.htpasswd"));
    assertThatThrownBy(() -> gateway.reconfigure(config(BASIC.formatted(""), "")))
        .isInstanceOf(IOException.class);
    assertThat(status("X-Api-Key", "k1")).isEqualTo(200);
  }

  /** Keys that are made up are counted into no limit of the field. */
  @Test
  void aFieldThatWasCheckedCounts() throws Exception {
    String yaml =
        """
        listen: 127.0.0.1:0
        routes:
          - origin: %s
            access: {keys: {file: keys.txt, forward: false}}
            limits: {rate: 1/m, burst: 3, perField: {name: X-Api-Key, rate: 1/m, burst: 1}}
        """
            .formatted(origin.uri());
    gateway =
        Gateway.start(
            GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), folder), 1);

    for (int i = 0; i < 5; i++) {
      assertThat(status("X-Api-Key", "made up " + i)).isEqualTo(401);
    }
    assertThat(status("X-Api-Key", "k1")).isEqualTo(200);
    assertThat(status("X-Api-Key", "k1")).isEqualTo(429);
    assertThat(status("X-Api-Key", "k2")).isEqualTo(200);
  }
}

package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.AdminConfig;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the tokens of the admin listener are for. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class AdminRolesTest {
  private static final String READER = "token-that-reads-only";
  private static final String PURGER = "token-that-purges";
  private static final String EDITOR = "token-that-edits-policies";
  private static final String ALL = "token-of-all-the-roles";
  private static final String OLD = "token-of-the-token-file";
  private static final String POLICY = "rules: [{operation: ask, cache: true, ttl: 1h}]\n";

  @TempDir private Path folder;
  private Path tokens;
  private TestOrigin origin;
  private Gateway gateway;
  private AdminClient client;

  @BeforeEach
  void start() throws Exception {
    tokens =
        Files.writeString(
            folder.resolve("tokens"),
            "# who may do what\n"
                + line(READER, "ann read")
                + line(PURGER, "jenkins purge")
                + line(EDITOR, "bob@example.org  policy")
                + line(ALL, "root policy,purge,read"));
    Path tokenFile = Files.writeString(folder.resolve("token"), OLD);
    Path policy = Files.writeString(folder.resolve("cache.yaml"), POLICY);
    origin = new TestOrigin(request -> Answer.soap(answer("a")));
    gateway =
        Gateway.start(
            GatewaySettings.of(Soap.ANY_PORT, origin.uri())
                .withPolicy(policy)
                .withAdmin(
                    new AdminConfig(Soap.ANY_PORT, tokenFile, tokens, null, List.of(), null)),
            1);
    client = new AdminClient(gateway);
    post(gateway, question("q"));
  }

  @AfterEach
  void stop() {
    gateway.close();
    origin.close();
  }

  /** As {@code printf %s TOKEN | sha256sum} and a text behind it. */
  private static String line(String token, String behind) throws Exception {
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.US_ASCII));
    return HexFormat.of().formatHex(digest) + "  " + behind + "\n";
  }

  private AdminClient.Answer send(String token, String method, String target, String body)
      throws IOException {
    return client.send(
        method,
        target,
        body,
        "Authorization: Bearer " + token,
        "Content-Type: application/json",
        "X-Castile: 1",
        "If-Match: none");
  }

  /** Every request of the API: the role that it needs, and its status where it is let pass. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "read | GET /metrics | '' | 200",
        "read | HEAD /metrics | '' | 200",
        "read | GET /api/token | '' | 200",
        "read | GET /api/operations | '' | 200",
        "read | GET /api/origins | '' | 200",
        "read | GET /api/reload | '' | 200",
        "read | GET /api/entries | '' | 200",
        "read | GET /api/entries/none | '' | 404",
        "read | GET /api/policy | '' | 200",
        "read | HEAD /api/policy | '' | 200",
        "read | GET /api/policy/1 | '' | 200",
        "read | POST /api/policy/preview | {\"policy\":\"rules: []\"} | 200",
        "read | GET /api/advice | '' | 200",
        "read | GET /api/recording | '' | 200",
        "read | GET /api/nothing | '' | 404",
        "read | DELETE /api/policy | '' | 404",
        "purge | POST /api/purge | {\"all\":true} | 200",
        "policy | PUT /api/policy | {\"policy\":\"rules: []\"} | 412",
        "policy | POST /api/policy/rollback | {\"number\":1} | 412",
      })
  void aRequestNeedsItsRole(String role, String request, String body, int status) throws Exception {
    String[] line = request.split(" ");
    for (String token : List.of(READER, PURGER, EDITOR, ALL, OLD)) {
      boolean mayPurge = token.equals(PURGER) || token.equals(ALL) || token.equals(OLD);
      boolean mayEdit = token.equals(EDITOR) || token.equals(ALL) || token.equals(OLD);
      boolean may =
          switch (role) {
            case "purge" -> mayPurge;
            case "policy" -> mayEdit;
            default -> true;
          };

      AdminClient.Answer answer = send(token, line[0], line[1], body);

      assertThat(answer.status()).as("%s with %s", request, token).isEqualTo(may ? status : 403);
      if (!may) {
        assertThat(answer.json().get("error").textValue())
            .matches(
                "the token of (ann|jenkins|bob@example\\.org) lacks the role "
                    + role
                    + ", which the request needs");
        assertThat(answer.fields().get("www-authenticate"))
            .isEqualTo(
                "Bearer realm=\"castile\", error=\"insufficient_scope\", scope=\"" + role + "\"");
      }
    }
    for (String token : List.of("", "wrong", "token-that-nobody-has", READER + "x")) {
      AdminClient.Answer answer = send(token, line[0], line[1], body);

      assertThat(answer.status()).as("%s with '%s'", request, token).isEqualTo(401);
      assertThat(answer.fields().get("www-authenticate")).isEqualTo("Bearer realm=\"castile\"");
    }
  }

  @Test
  void whatIsRefusedIsNotDone() throws Exception {
    String tag = client.get("/api/policy", "Authorization: Bearer " + READER).fields().get("etag");

    assertThat(send(READER, "POST", "/api/purge", "{\"all\":true}").status()).isEqualTo(403);
    assertThat(send(EDITOR, "POST", "/api/purge", "{\"all\":true}").status()).isEqualTo(403);
    for (String token : List.of(READER, PURGER)) {
      AdminClient.Answer refused =
          client.send(
              "PUT",
              "/api/policy",
              "{\"policy\":\"rules: []\"}",
              "Authorization: Bearer " + token,
              "Content-Type: application/json",
              "X-Castile: 1",
              "If-Match: " + tag);
      assertThat(refused.status()).isEqualTo(403);
    }

    assertThat(send(READER, "GET", "/api/entries", "").json().get("entries")).hasSize(1);
    assertThat(gateway.policy().rules()).hasSize(1);
    assertThat(Files.readString(folder.resolve("cache.yaml"))).isEqualTo(POLICY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        READER + " | ann | [\"read\"]",
        PURGER + " | jenkins | [\"read\",\"purge\"]",
        EDITOR + " | bob@example.org | [\"read\",\"policy\"]",
        ALL + " | root | [\"read\",\"purge\",\"policy\"]",
        OLD + " | tokenFile | [\"read\",\"purge\",\"policy\"]",
      })
  void theApiTellsWhatATokenIsFor(String token, String name, String roles) throws Exception {
    AdminClient.Answer answer = send(token, "GET", "/api/token", "");

    assertThat(answer.json().get("name").textValue()).isEqualTo(name);
    assertThat(answer.json().get("roles").toString()).isEqualTo(roles);
  }

  @Test
  void aListenerWithoutTokensLetsEverybodyDoEverything() throws Exception {
    try (Gateway open =
        Gateway.start(
            GatewaySettings.of(Soap.ANY_PORT, origin.uri())
                .withAdmin(new AdminConfig(Soap.ANY_PORT, null, null, List.of())),
            1)) {
      AdminClient.Answer answer = new AdminClient(open).get("/api/token");

      assertThat(answer.text())
          .isEqualTo("{\"name\":null,\"roles\":[\"read\",\"purge\",\"policy\"]}");
    }
  }

  // ---- the file ----

  @Test
  void aChangedFileHolds() throws Exception {
    assertThat(send(READER, "GET", "/api/origins", "").status()).isEqualTo(200);

    Files.writeString(
        tokens, line(PURGER, "jenkins read") + line("token-of-a-new-one", "eve purge"));
    while (send("token-of-a-new-one", "GET", "/api/origins", "").status() != 200) {
      Thread.onSpinWait(); // until the timeout of the test
    }

    assertThat(send(READER, "GET", "/api/origins", "").status()).isEqualTo(401);
    assertThat(send(PURGER, "POST", "/api/purge", "{\"all\":true}").status()).isEqualTo(403);
    assertThat(send(OLD, "POST", "/api/purge", "{\"all\":true}").status()).isEqualTo(200);
  }

  @Test
  void aChangedTokenFileHolds() throws Exception {
    String another = "another-" + OLD;
    Files.writeString(folder.resolve("token"), another);
    while (send(another, "GET", "/api/origins", "").status() != 200) {
      Thread.onSpinWait(); // until the timeout of the test
    }

    assertThat(send(OLD, "GET", "/api/origins", "").status()).isEqualTo(401);
    assertThat(send(READER, "GET", "/api/origins", "").status()).isEqualTo(200);
  }

  @Test
  void aFileThatIsWrongDoesNotKeepTheOtherFromBeingReadAgain() throws Exception {
    Files.writeString(folder.resolve("token"), "short");
    Files.writeString(tokens, line("token-of-a-new-one", "eve purge"));
    while (send("token-of-a-new-one", "GET", "/api/origins", "").status() != 200) {
      Thread.onSpinWait(); // until the timeout of the test
    }

    assertThat(send(READER, "GET", "/api/origins", "").status()).isEqualTo(401);
    assertThat(send(OLD, "GET", "/api/origins", "").status()).isEqualTo(200);
  }

  @Test
  void tokensAreEnoughBeyondLoopback() throws Exception {
    try (Gateway other =
        Gateway.start(
            GatewaySettings.of(Soap.ANY_PORT, origin.uri())
                .withAdmin(
                    new AdminConfig(
                        new ListenAddress("0.0.0.0", 0), null, tokens, null, List.of(), null)),
            1)) {
      AdminClient admin = new AdminClient(other);

      assertThat(admin.get("/api/origins").status()).isEqualTo(401);
      assertThat(admin.get("/api/origins", "Authorization: Bearer " + OLD).status()).isEqualTo(401);
      assertThat(admin.get("/api/origins", "Authorization: Bearer " + READER).status())
          .isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ann:read:a-secret-token",
        "a-secret-token ann read",
        "%s",
        "%s -",
        "%s ann",
        "%s ann write",
        "%s ann read,",
        "%s ann read, purge",
        "%s ann READ",
        "%s an/n read",
        "%s tokenFile read",
      })
  void aLineThatIsWrongIsRefusedWithItsPlaceAndWithoutTheSecret(String wrong) throws Exception {
    String digest = line("a-secret-token", "").strip();
    Files.writeString(
        tokens, "# here\n" + line(READER, "ann read") + wrong.formatted(digest) + "\n");

    assertThatThrownBy(this::startAgain)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(tokens + ":3: expected ")
        .hasMessageNotContaining("secret")
        .hasMessageNotContaining(digest);
  }

  @Test
  void oneTokenHasOneLine() throws Exception {
    Files.writeString(tokens, line(READER, "ann read") + line(READER, "bob purge"));

    assertThatThrownBy(this::startAgain)
        .isInstanceOf(IOException.class)
        .hasMessage(tokens + ":2: Cannot use a token in two lines. Remove one of them.");
  }

  @Test
  void aFileWithoutTokensIsRefused() throws Exception {
    Files.writeString(tokens, "# none yet\n");

    assertThatThrownBy(this::startAgain)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("expected one key or more");
  }

  /** Such as one that a variable of a script lacks. */
  @Test
  void noTokenIsEmptyOrShort() throws Exception {
    Files.writeString(tokens, line("", "ann read") + line("short", "bob read"));
    gateway.close();
    gateway = startAgain();
    client = new AdminClient(gateway);

    for (String token : List.of("", "short")) {
      assertThat(send(token, "GET", "/api/origins", "").status()).as(token).isEqualTo(401);
    }
  }

  private Gateway startAgain() throws IOException {
    return Gateway.start(
        GatewaySettings.of(Soap.ANY_PORT, origin.uri())
            .withAdmin(new AdminConfig(Soap.ANY_PORT, null, tokens, null, List.of(), null)),
        1);
  }
}

package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.castile.cache.CacheStore;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The lines of the audit log. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class AuditLogTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String TOKEN = "token-of-all-the-roles";
  private static final String READER = "token-that-reads-only";
  private static final String POLICY = "rules: [{operation: ask, cache: true, ttl: 1h}]\n";

  @TempDir private Path folder;
  private Path file;
  private TestOrigin origin;
  private Gateway gateway;
  private AdminClient client;

  @BeforeEach
  void start() throws Exception {
    file = folder.resolve("audit.log");
    Files.writeString(
        folder.resolve("tokens"), line(TOKEN, "ann purge,policy") + line(READER, "bob read"));
    Files.writeString(folder.resolve("cache.yaml"), POLICY);
    origin = new TestOrigin(request -> Answer.soap(answer("a"), "Surrogate-Key: one"));
    gateway = Gateway.start(config("audit.log"), 1);
    client = new AdminClient(gateway);
  }

  @AfterEach
  void stop() {
    gateway.close();
    origin.close();
  }

  private static String line(String token, String behind) throws Exception {
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.US_ASCII));
    return HexFormat.of().formatHex(digest) + "  " + behind + "\n";
  }

  private GatewaySettings config(String auditLog) {
    String yaml =
        """
        listen: 127.0.0.1:0
        policy: cache.yaml
        admin: {listen: 127.0.0.1:0, tokens: tokens, auditLog: %s}
        routes: [{origin: %s}]
        """
            .formatted(auditLog, origin.uri());
    return GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), folder);
  }

  private AdminClient.Answer send(String token, String method, String target, String body)
      throws IOException {
    return client.send(
        method,
        target,
        body,
        "Authorization: Bearer " + token,
        "Content-Type: application/json",
        "X-Castile: 1");
  }

  /** Ends the gateway, which writes what waits; returns the lines. */
  private List<JsonNode> lines() throws IOException {
    gateway.close();
    List<JsonNode> lines = new ArrayList<>();
    for (String each : Files.readAllLines(file, StandardCharsets.US_ASCII)) {
      assertThat(each).matches("\\{[ -~]*}").doesNotContain(TOKEN, READER);
      lines.add(MAPPER.readTree(each));
    }
    return lines;
  }

  private static String withoutTime(JsonNode line) {
    return line.toString().replaceFirst("\\{\"time\":\"[^\"]*\",", "{");
  }

  // ---- what is done ----

  @Test
  void aPurgeHasALine() throws Exception {
    Instant before = Instant.now();
    post(gateway, question("q"));
    post(gateway, question("r"));

    send(TOKEN, "POST", "/api/purge", "{\"operation\":\"as*\",\"tag\":\"one\",\"soft\":true}");
    post(gateway, question("q"));
    send(TOKEN, "POST", "/api/purge", "{\"all\":true,\"other\":\"x\"}");

    List<JsonNode> lines = lines();
    assertThat(lines)
        .extracting(AuditLogTest::withoutTime)
        .containsExactly(
            "{\"token\":\"ann\",\"client\":\"127.0.0.1\",\"action\":\"POST /api/purge\","
                + "\"parameters\":{\"operation\":\"as*\",\"tag\":\"one\",\"soft\":true},"
                + "\"status\":200,\"purged\":2}",
            "{\"token\":\"ann\",\"client\":\"127.0.0.1\",\"action\":\"POST /api/purge\","
                + "\"parameters\":{\"all\":true},\"status\":200,\"purged\":1}");
    Instant time = Instant.parse(lines.get(0).get("time").textValue()); // ISO 8601, UTC
    assertThat(time).isBetween(before.minus(Duration.ofSeconds(1)), Instant.now());
  }

  @Test
  void aPolicyThatIsReplacedHasALine() throws Exception {
    String tag = client.get("/api/policy", "Authorization: Bearer " + READER).fields().get("etag");
    String authorization = "Authorization: Bearer " + TOKEN;
    String after =
        client
            .change(
                "PUT",
                "/api/policy",
                Map.of("policy", "rules: []"),
                authorization,
                "If-Match: " + tag)
            .fields()
            .get("etag");
    String back =
        client
            .change(
                "POST",
                "/api/policy/rollback",
                Map.of("number", 1),
                authorization,
                "If-Match: " + after)
            .fields()
            .get("etag");

    List<JsonNode> lines = lines();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0).get("action").textValue()).isEqualTo("PUT /api/policy");
    assertThat(lines.get(0).at("/parameters/ifMatch").textValue()).isEqualTo(tag);
    assertThat(lines.get(0).at("/parameters/characters").intValue()).isEqualTo(9);
    assertThat('"' + lines.get(0).get("version").textValue() + '"').isEqualTo(after);
    assertThat(lines.get(1).get("action").textValue()).isEqualTo("POST /api/policy/rollback");
    assertThat(lines.get(1).at("/parameters/number").intValue()).isEqualTo(1);
    assertThat('"' + lines.get(1).get("version").textValue() + '"').isEqualTo(back);
    assertThat(lines).allMatch(each -> each.get("token").textValue().equals("ann"));
  }

  @Test
  void whatIsReadHasNoLine() throws Exception {
    for (String path :
        List.of("/metrics", "/api/operations", "/api/entries?search=a", "/api/policy")) {
      assertThat(send(READER, "GET", path, "").status()).isEqualTo(200);
    }
    assertThat(send(READER, "POST", "/api/policy/preview", "{\"policy\":\"rules: []\"}").status())
        .isEqualTo(200);
    assertThat(send(READER, "GET", "/api/entries/none", "").status()).isEqualTo(404);
    for (String path : List.of("/health", "/ready", "/console/", "/none")) {
      client.get(path);
    }

    assertThat(lines()).isEmpty();
  }

  // ---- what is refused ----

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Accept: none | - | 401 | expected the token",
        "Authorization: Bearer a-token-that-is-wrong | - | 401 | expected the token",
        "Authorization: Bearer "
            + READER
            + " | bob | 403 | the token of bob lacks the role purge, which the request needs",
        "Authorization: Bearer "
            + TOKEN
            + " / Origin: http://evil.example | ann | 403 | the request comes from a page of",
        "Authorization: Bearer " + TOKEN + " | ann | 415 | expected Content-Type",
        "Authorization: Bearer "
            + TOKEN
            + " / Content-Type: application/json | ann | 403 | expected X-Castile: 1",
        "Authorization: Bearer "
            + TOKEN
            + " / Host: evil.example | ann | 421 | this listener is not called 'evil.example'",
      })
  void aRefusalHasALine(String fields, String name, int status, String problem) throws Exception {
    AdminClient.Answer answer =
        client.send("POST", "/api/purge?token=" + TOKEN, "{\"all\":true}", fields.split(" / "));
    assertThat(answer.status()).isEqualTo(status);

    JsonNode line = lines().get(0);
    assertThat(line.get("token").textValue()).isEqualTo(name);
    assertThat(line.get("client").textValue()).isEqualTo("127.0.0.1");
    assertThat(line.get("action").textValue()).isEqualTo("POST /api/purge");
    assertThat(line.get("status").intValue()).isEqualTo(status);
    assertThat(line.get("problem").textValue()).startsWith(problem);
    assertThat(line.has("parameters")).isFalse();
    assertThat(line.has("purged")).isFalse();
  }

  @Test
  void whoReadsWithoutATokenHasALine() throws Exception {
    client.get("/api/entries?search=secret");
    client.get("/metrics");

    assertThat(lines())
        .extracting(each -> each.get("action").textValue() + each.get("status"))
        .containsExactly("GET /api/entries401", "GET /metrics401");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST /api/purge | {] | 400 | expected an object of JSON | null",
        "POST /api/purge | {\"soft\":true} | 400 | expected 'all': true | {\"soft\":true}",
        "POST /api/purge | {\"tag\":[1]} | 400 | expected a text 'tag' | {\"tag\":\"(array)\"}",
        "POST /api/purge | {\"id\":\"x\"} | 404 | no entry x | {\"id\":\"x\"}",
        "PUT /api/policy | {\"policy\":\"rules: []\"} | 428 | expected If-Match | {\"characters\":9}",
        "PUT /api/policy | {} | 400 | expected a text 'policy' | null",
        "POST /api/policy/rollback | {\"number\":7} | 404 | no version '7' | {\"number\":7}",
      })
  void aChangeThatFailsHasALine(
      String request, String body, int status, String problem, String parameters) throws Exception {
    String[] line = request.split(" ");
    assertThat(send(TOKEN, line[0], line[1], body).status()).isEqualTo(status);

    JsonNode written = lines().get(0);
    assertThat(written.get("token").textValue()).isEqualTo("ann");
    assertThat(written.get("action").textValue()).isEqualTo(request);
    assertThat(written.get("status").intValue()).isEqualTo(status);
    assertThat(written.get("problem").textValue()).startsWith(problem);
    assertThat(String.valueOf(written.get("parameters"))).isEqualTo(parameters);
  }

  // ---- what clients send ----

  /** As by a class that is missing: the client has an answer nevertheless. */
  @Test
  void aChangeThatEndsInAnErrorHasALine() throws Exception {
    gateway.close();
    CacheStore memory = CacheStore.inMemory(1 << 20);
    InvocationHandler failing =
        (proxy, method, arguments) -> {
          if (method.getName().equals("forEachShared")) {
            throw new NoClassDefFoundError("a test");
          }
          return method.invoke(memory, arguments);
        };
    CacheStore store =
        (CacheStore)
            Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {CacheStore.class}, failing);
    gateway = Gateway.start(config("audit.log"), 1, store);
    client = new AdminClient(gateway);

    assertThat(send(TOKEN, "POST", "/api/purge", "{\"tag\":\"one\"}").status()).isEqualTo(500);
    assertThat(lines()).hasSize(1).first().asString().contains("\"status\":500");
  }

  @Test
  void noParameterEndsALineOrAText() throws Exception {
    List<String> hostile =
        List.of(
            "\"",
            "\\",
            "\\\"",
            "a\nb",
            "\r\n{\"time\":\"2026-01-01T00:00:00Z\",\"token\":\"root\"}\r\n",
            "\",\"status\":200,\"x\":\"",
            "\u0000\u0007\u001b[2K\u007f\u0085\u2028\u2029",
            "\ud83d\ude00 \ud800",
            "</script>",
            "-");
    for (String each : hostile) {
      String body = MAPPER.writeValueAsString(Map.of("tag", each));
      assertThat(send(TOKEN, "POST", "/api/purge", body).status()).isEqualTo(200);
    }
    send(TOKEN, "POST", "/api/purge", MAPPER.writeValueAsString(Map.of("tag", "\"".repeat(5_000))));

    List<JsonNode> lines = lines();
    assertThat(lines).hasSize(hostile.size() + 1);
    for (int i = 0; i < hostile.size(); i++) {
      assertThat(lines.get(i).at("/parameters/tag").textValue())
          .isEqualTo(hostile.get(i).replace("\ud800", "?")); // as UTF-8 cannot say half a pair
      assertThat(lines.get(i).get("token").textValue()).isEqualTo("ann");
    }
    assertThat(lines.get(hostile.size()).at("/parameters/tag").textValue())
        .isEqualTo("\"".repeat(1_000));
  }

  /** As far as the listener takes them for HTTP, and does not answer 400. */
  @Test
  void noFieldOrPathOfARefusalEndsALine() throws Exception {
    List<String> statuses = new ArrayList<>();
    for (String each : List.of("\"", "'", "\\", "{}", "%0d%0a", "%22", "\u007f", "\u00e4")) {
      statuses.add("GET /api/" + each + client.get("/api/" + each).status());
      statuses.add("GET /metrics" + client.get("/metrics", "Host: a" + each).status());
    }
    client.get("/api/" + "x".repeat(5_000));

    List<JsonNode> lines = lines();
    statuses.removeIf(each -> each.endsWith("400"));
    assertThat(statuses).hasSizeGreaterThan(5);
    JsonNode last = lines.remove(lines.size() - 1);
    assertThat(last.get("action").textValue()).hasSize(1_000);
    assertThat(lines)
        .extracting(each -> each.get("action").textValue() + each.get("status"))
        .containsExactlyElementsOf(statuses);
  }

  /** As when somebody pastes it into the wrong field. */
  @Test
  void theTokenIsInNoLine() throws Exception {
    send(TOKEN, "POST", "/api/purge", "{\"tag\":\"" + TOKEN + "\",\"path\":\"/a " + TOKEN + "\"}");
    send(READER, "POST", "/api/" + READER, "{}");

    List<JsonNode> lines = lines(); // none of which has a token
    assertThat(lines.get(0).get("parameters").toString())
        .isEqualTo("{\"path\":\"/a (token)\",\"tag\":\"(token)\"}");
    assertThat(lines.get(1).get("action").textValue()).isEqualTo("POST /api/(token)");
  }

  // ---- the file ----

  @Test
  void aLogThatCannotBeWrittenIsToldAtTheStart() {
    assertThatThrownBy(() -> Gateway.start(config("no/such/audit.log"), 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("audit.log");
  }

  @Test
  void aLogThatWasMovedAwayIsBegunAnew() throws Exception {
    send(TOKEN, "POST", "/api/purge", "{\"tag\":\"first\"}");
    while (Files.size(file) == 0) {
      Thread.onSpinWait(); // until the timeout of the test
    }
    Path old = Files.move(file, folder.resolve("audit.log.1"));
    int later = 0;
    while (Files.notExists(file)) { // the thread that has written the first may have it open yet
      send(TOKEN, "POST", "/api/purge", "{\"tag\":\"" + ++later + "\"}");
      TimeUnit.MILLISECONDS.sleep(20);
    }
    List<String> sent = new ArrayList<>(List.of("first"));
    IntStream.rangeClosed(1, later).mapToObj(String::valueOf).forEach(sent::add);

    List<JsonNode> lines = lines();
    List<String> written = new ArrayList<>();
    for (String each : Files.readAllLines(old)) {
      written.add(tag(MAPPER.readTree(each)));
    }
    assertThat(written).startsWith("first");
    lines.forEach(each -> written.add(tag(each)));
    assertThat(written).isEqualTo(sent);
    assertThat(lines).isNotEmpty();
  }

  private static String tag(JsonNode line) {
    return line.at("/parameters/tag").textValue();
  }

  @Test
  void withoutALogNothingIsWritten() throws Exception {
    gateway.close();
    Files.delete(file);
    String yaml =
        "listen: 127.0.0.1:0\nadmin: {listen: 127.0.0.1:0}\nroutes: [{origin: "
            + origin.uri()
            + "}]\n";
    gateway =
        Gateway.start(
            GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), folder), 1);
    client = new AdminClient(gateway);

    assertThat(client.change("POST", "/api/purge", Map.of("all", true)).status()).isEqualTo(200);
    assertThat(client.get("/api/none").status()).isEqualTo(404);
    assertThat(file).doesNotExist();
  }

  @Test
  void withoutTokensALineHasNone() throws Exception {
    gateway.close();
    String yaml =
        "listen: 127.0.0.1:0\nadmin: {listen: 127.0.0.1:0, auditLog: audit.log}\nroutes: [{origin: "
            + origin.uri()
            + "}]\n";
    gateway =
        Gateway.start(
            GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), folder), 1);
    client = new AdminClient(gateway);

    client.change("POST", "/api/purge", Map.of("all", true));

    assertThat(lines().get(0).get("token").textValue()).isEqualTo("-");
  }
}

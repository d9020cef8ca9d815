package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.castile.cache.observe.Advice;
import io.castile.cache.observe.Recording;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.AdminConfig;
import io.castile.gateway.config.GatewaySettings;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the API says and does. */
final class AdminApiTest {
  private static final String POLICY =
      "# by hand\nrules:\n- {operation: \"{urn:q}ask\", cache: true, ttl: 1h}\n";
  private static final int ORIGIN_MILLIS = 30;

  @TempDir private Path folder;

  private Path file;
  private TestOrigin origin;
  private Gateway gateway;
  private AdminClient client;

  @BeforeEach
  void start() throws Exception {
    file = Files.writeString(folder.resolve("cache.yaml"), POLICY);
    origin =
        new TestOrigin(
            request -> {
              Thread.sleep(ORIGIN_MILLIS);
              return request.text().contains("fail")
                  ? Answer.of(500, "<no/>", "Content-Type: text/xml")
                  : Answer.soap(answer("same"));
            });
    gateway =
        Gateway.start(
            GatewaySettings.of(Soap.ANY_PORT, origin.uri("/app"))
                .withPolicy(file)
                .withAdmin(new AdminConfig(Soap.ANY_PORT, null, null, List.of())),
            2);
    client = new AdminClient(gateway);
  }

  @AfterEach
  void stop() {
    gateway.close();
    origin.close();
  }

  private static String other() {
    return Soap.envelope("", "<q:other xmlns:q=\"urn:q\"/>");
  }

  private JsonNode operation(String name) throws Exception {
    for (JsonNode each : client.get("/api/operations").json().get("operations")) {
      if (each.get("operation").textValue().equals(name)) {
        return each;
      }
    }
    throw new AssertionError("no operation " + name);
  }

  // ---- what happens ----

  @Test
  void operationsAreCountedByWhatBecameOfThem() throws Exception {
    for (int i = 0; i < 5; i++) {
      post(gateway, question("q"));
    }
    post(gateway, question("fail"));
    post(gateway, other());
    post(gateway, "no envelope");

    JsonNode ask = operation("{urn:q}ask");
    assertThat(ask.get("route").textValue()).isEqualTo("/");
    assertThat(ask.get("requests").asInt()).isEqualTo(6);
    assertThat(ask.get("hits").asInt()).isEqualTo(4);
    assertThat(ask.get("misses").asInt()).isEqualTo(2);
    assertThat(ask.get("failed").asInt()).isEqualTo(1);
    assertThat(ask.get("hitRatio").asDouble()).isCloseTo(4 / 6.0, within(1e-9));
    long asked = question("q").length();
    assertThat(ask.get("requestBytes").asLong()).isEqualTo(5 * asked + question("fail").length());
    assertThat(ask.get("savedBytes").asLong()).isEqualTo(4 * (asked + answer("same").length()));
    assertThat(ask.get("savedOriginMillis").asDouble()).isGreaterThan(4 * ORIGIN_MILLIS - 1);
    assertThat(ask.at("/originLatencyMicros/p50").asLong()).isGreaterThan(ORIGIN_MILLIS * 1_000);
    assertThat(ask.at("/cacheLatencyMicros/p50").asLong()).isPositive();
    assertThat(ask.get("recentRequests")).hasSize(360);
    assertThat(sum(ask.get("recentRequests"))).isEqualTo(6);
    assertThat(sum(ask.get("recentCached"))).isEqualTo(4);
    assertThat(operation("{urn:q}other").get("passed").asInt()).isEqualTo(1);
    assertThat(operation("").get("requests").asInt()).isEqualTo(1);
  }

  private static long sum(JsonNode numbers) {
    long sum = 0;
    for (JsonNode each : numbers) {
      sum += each.asLong();
    }
    return sum;
  }

  @Test
  void originsAreShownByRoute() throws Exception {
    post(gateway, other());

    JsonNode answer = client.get("/api/origins").json();
    assertThat(answer.get("ready").asBoolean()).isTrue();
    assertThat(answer.at("/routes/0/route").textValue()).isEqualTo("/");
    JsonNode health = answer.at("/routes/0/origins/0");
    assertThat(health.get("uri").textValue()).isEqualTo(origin.uri("/app").toString());
    assertThat(health.get("in").asBoolean()).isTrue();
    assertThat(health.get("check").textValue()).isEqualTo("none");
    assertThat(health.get("answers").asInt()).isEqualTo(1);
  }

  /** The text format of Prometheus: comments, and lines of name, labels and value. */
  @Test
  void metricsAreTextOfPrometheus() throws Exception {
    for (int i = 0; i < 3; i++) {
      post(gateway, question("q"));
    }

    AdminClient.Answer answer = client.get("/metrics");

    assertThat(answer.fields().get("content-type")).startsWith("text/plain; version=0.0.4");
    Pattern line = Pattern.compile("([a-zA-Z_:][\\w:]*)(\\{.*})? (NaN|[+-]Inf|[-+.\\deE]+)");
    Map<String, Double> values = new TreeMap<>();
    for (String each : answer.text().split("\n")) {
      Matcher found = line.matcher(each);
      assertThat(each.startsWith("# ") || found.matches()).as(each).isTrue();
      if (!each.startsWith("# ")) {
        values.put(found.group(1) + found.group(2), Double.valueOf(found.group(3)));
      }
    }
    String of = "{operation=\"{urn:q}ask\",outcome=\"%s\",route=\"/\"}";
    assertThat(values)
        .containsEntry("castile_gateway_requests_total" + of.formatted("hit"), 2.0)
        .containsEntry("castile_gateway_requests_total" + of.formatted("miss"), 1.0);
    assertThat(values.keySet())
        .anyMatch(name -> name.startsWith("castile_gateway_duration_seconds_sum{"))
        .anyMatch(name -> name.startsWith("castile_gateway_latency_seconds{"))
        .anyMatch(name -> name.startsWith("castile_gateway_origin_in{"))
        .anyMatch(name -> name.startsWith("cache_bytes{"))
        .anyMatch(name -> name.startsWith("jvm_memory_used_bytes{"));
    assertThat(answer.text()).contains("castile_gateway_connections", "castile_gateway_refusals");
  }

  // ---- entries ----

  private JsonNode entries(String search) throws Exception {
    return client.get("/api/entries?search=" + search).json().get("entries");
  }

  @Test
  void entriesAreFoundLookedAtAndPurged() throws Exception {
    for (String each : List.of("apples", "pears", "plums")) {
      post(gateway, question(each));
    }

    assertThat(entries("")).hasSize(3);
    assertThat(entries("no%20such")).isEmpty();
    JsonNode pears = entries("PEARS").get(0);
    assertThat(entries("PEARS")).hasSize(1);
    assertThat(pears.get("operation").textValue()).isEqualTo("{urn:q}ask");
    assertThat(pears.get("endpoint").textValue()).isEqualTo(origin.uri("/app").toString());
    assertThat(pears.get("path").textValue()).isEqualTo("/service");
    assertThat(pears.get("question").textValue()).isEqualTo("<ask><text>pears</text></ask>");
    assertThat(pears.get("bytes").asLong()).isGreaterThan(answer("same").length());
    assertThat(pears.get("freshSeconds").asDouble()).isBetween(3_500.0, 3_600.0);
    assertThat(pears.get("originMillis").asDouble()).isGreaterThan(ORIGIN_MILLIS - 1);
    String id = pears.get("id").textValue();
    assertThat(client.get("/api/entries/" + id).json().get("message").textValue())
        .isEqualTo(answer("same"));

    assertThat(client.change("POST", "/api/purge", Map.of("id", id)).status()).isEqualTo(200);

    assertThat(entries("")).hasSize(2);
    assertThat(client.get("/api/entries/" + id).status()).isEqualTo(404);
    assertThat(client.change("POST", "/api/purge", Map.of("id", id)).status()).isEqualTo(404);
    post(gateway, question("pears"));
    assertThat(origin.requests()).hasSize(4);
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"operation\":\"ask\"}', 2",
    "'{\"operation\":\"{urn:q}ask\"}', 2",
    "'{\"operation\":\"{urn:p}ask\"}', 0",
    "'{\"operation\":\"other\"}', 0",
    "'{\"service\":\"none\"}', 0",
    "'{\"all\":true}', 2"
  })
  void purgesDropWhatTheyName(String body, int dropped) throws Exception {
    post(gateway, question("a"));
    post(gateway, question("b"));

    AdminClient.Answer answer =
        client.send("POST", "/api/purge", body, "Content-Type: application/json", "X-Castile: 1");

    assertThat(answer.json().get("dropped").asInt()).isEqualTo(dropped);
    assertThat(entries("")).hasSize(2 - dropped);
  }

  @Test
  void whatIsNoRequestOfTheApiIsRefusedWithWhatWasExpected() throws Exception {
    assertThat(client.change("POST", "/api/purge", Map.of()).status()).isEqualTo(400);
    assertThat(client.change("POST", "/api/purge", List.of(1)).text())
        .contains("expected an object");
    assertThat(
            client
                .send("POST", "/api/purge", "{]", "Content-Type: application/json", "X-Castile: 1")
                .text())
        .contains("line 1, column 2");
    assertThat(client.change("POST", "/api/policy/preview", Map.of()).text())
        .contains("expected a text 'policy'");
    assertThat(client.get("/api/entries?limit=0").status()).isEqualTo(400);
    assertThat(client.get("/api/entries?limit=x").text()).contains("from 1 to 1000");
    assertThat(client.get("/api/entries?search=%zz").status()).isEqualTo(400);
    assertThat(client.get("/api/advice?reads=%").text()).contains("the query cannot be read");
    assertThat(client.get("/api/nothing").status()).isEqualTo(404);
    assertThat(client.send("DELETE", "/api/policy", "").status()).isEqualTo(415);
  }

  // ---- policy ----

  private AdminClient.Answer put(String yaml, String tag) throws Exception {
    return client.change("PUT", "/api/policy", Map.of("policy", yaml), "If-Match: " + tag);
  }

  static Stream<String> beyondLimits() {
    String deep = "{\"a\":".repeat(1_500) + "1" + "}".repeat(1_500);
    return Stream.of(
        deep,
        "{\"a\":" + "[".repeat(1_500) + "]".repeat(1_500) + "}",
        "{\"a\":" + "9".repeat(1_500) + "}",
        "{\"a\":1." + "9".repeat(1_500) + "}",
        "{\"" + "n".repeat(60_000) + "\":1}");
  }

  @ParameterizedTest(name = "{index}")
  @MethodSource("beyondLimits")
  void jsonBeyondTheLimitsOfItsReaderIsABadRequest(String body) throws Exception {
    for (String place :
        List.of(
            "POST /api/purge",
            "POST /api/policy/preview",
            "POST /api/policy/rollback",
            "PUT /api/policy")) {
      String[] line = place.split(" ");
      AdminClient.Answer answer =
          client.send(line[0], line[1], body, "Content-Type: application/json", "X-Castile: 1");

      assertThat(answer.status()).as(place).isEqualTo(400);
      assertThat(answer.json().get("error").textValue()).startsWith("expected an object of JSON: ");
    }
  }

  @Test
  void thePolicyIsReplacedInTheFileToo() throws Exception {
    AdminClient.Answer before = client.get("/api/policy");
    assertThat(before.json().get("policy").textValue()).isEqualTo(POLICY);
    String longer = POLICY.replace("1h", "2h");

    AdminClient.Answer after = put(longer, before.fields().get("etag"));

    assertThat(after.status()).isEqualTo(200);
    assertThat(gateway.policy()).isEqualTo(CachePolicy.parse("p", longer));
    assertThat(Files.readString(file)).isEqualTo(longer);
    assertThat(client.get("/api/policy").fields().get("etag"))
        .isEqualTo(after.fields().get("etag"))
        .isNotEqualTo(before.fields().get("etag"));
    assertThat(after.json().get("history")).hasSize(2);
    assertThat(after.json().at("/history/0/change").textValue()).isEqualTo("edit");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void aBadPolicyIsRefusedWithEveryLineAndColumn() throws Exception {
    String bad = "rules:\n- {operation: ask, cache: true, ttl: soon}\n- {operaton: b}\n";

    AdminClient.Answer answer = put(bad, client.get("/api/policy").fields().get("etag"));

    assertThat(answer.status()).isEqualTo(422);
    JsonNode errors = answer.json().get("errors");
    assertThat(errors).hasSize(2);
    assertThat(errors.get(0).get("line").asInt()).isEqualTo(2);
    assertThat(errors.get(0).get("column").asInt())
        .isEqualTo(bad.split("\n")[1].indexOf("soon") + 1);
    assertThat(errors.get(1).get("line").asInt()).isEqualTo(3);
    assertThat(errors.get(1).get("column").asInt()).isEqualTo(4);
    assertThat(errors.get(1).get("problem").textValue()).contains("operaton");
    assertThat(Files.readString(file)).isEqualTo(POLICY);
    assertThat(gateway.policy()).isEqualTo(CachePolicy.parse("p", POLICY));
  }

  @Test
  void nobodyOverwritesWhatSomebodyElseHasChanged() throws Exception {
    String tag = client.get("/api/policy").fields().get("etag");
    assertThat(put(POLICY.replace("1h", "2h"), tag).status()).isEqualTo(200);

    assertThat(put(POLICY.replace("1h", "3h"), tag).status()).isEqualTo(412);
    assertThat(client.change("PUT", "/api/policy", Map.of("policy", POLICY)).status())
        .isEqualTo(428);

    String now = client.get("/api/policy").fields().get("etag");
    Files.writeString(file, "# a comment more\n" + POLICY.replace("1h", "2h"));
    assertThat(put(POLICY, now).status()).isEqualTo(412);
    assertThat(client.get("/api/policy").json().get("policy").textValue())
        .startsWith("# a comment more");
  }

  @Test
  void anOldVersionComesBackAndTwentyAreKept() throws Exception {
    for (int i = 2; i <= 25; i++) {
      String tag = client.get("/api/policy").fields().get("etag");
      assertThat(put(POLICY.replace("1h", i + "h"), tag).status()).isEqualTo(200);
    }
    JsonNode history = client.get("/api/policy").json().get("history");
    assertThat(history).hasSize(20);
    assertThat(history.get(0).get("number").asInt()).isEqualTo(25);
    assertThat(client.get("/api/policy/5").status()).isEqualTo(404);
    assertThat(client.get("/api/policy/10").json().get("policy").textValue()).contains("10h");
    String tag = client.get("/api/policy").fields().get("etag");

    AdminClient.Answer answer =
        client.change("POST", "/api/policy/rollback", Map.of("number", 10), "If-Match: " + tag);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().get("number").asInt()).isEqualTo(26);
    assertThat(Files.readString(file)).isEqualTo(POLICY.replace("1h", "10h"));
    assertThat(gateway.policy()).isEqualTo(CachePolicy.parse("p", POLICY.replace("1h", "10h")));
  }

  @Test
  void aFileThatCannotBeWrittenLeavesThePolicyAsItWas() throws Exception {
    AdminClient.Answer before = client.get("/api/policy");
    Files.delete(file);

    AdminClient.Answer answer = put(POLICY.replace("1h", "2h"), before.fields().get("etag"));

    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.text()).contains("cannot be written");
    assertThat(gateway.policy()).isEqualTo(CachePolicy.parse("p", POLICY));
  }

  // ---- advice ----

  @Test
  void advicePreviewAndRecordingAreOfTheCallsThatPassed() throws Exception {
    for (int i = 0; i < 40; i++) {
      post(gateway, other());
    }
    Soap.recorded(gateway, 40);
    String draft = "rules:\n- {operation: other, cache: true, ttl: 1h}\n";

    JsonNode preview = client.change("POST", "/api/policy/preview", Map.of("policy", draft)).json();

    JsonNode row = preview.at("/operations/0");
    assertThat(row.get("operation").textValue()).isEqualTo("{urn:q}other");
    assertThat(row.get("ttl").textValue()).isEqualTo("1h");
    assertThat(row.get("calls").asInt()).isEqualTo(40);
    assertThat(row.get("hits").asInt()).isEqualTo(39);
    assertThat(row.get("stale").asInt()).isZero();
    assertThat(row.get("savedOriginMillis").asDouble()).isGreaterThan(39 * (ORIGIN_MILLIS - 1));
    assertThat(entries("")).isEmpty();
    assertThat(gateway.policy()).isEqualTo(CachePolicy.parse("p", POLICY));

    JsonNode advice = client.get("/api/advice").json();
    assertThat(advice.at("/operations/0/operation").textValue()).isEqualTo("{urn:q}other");
    assertThat(advice.at("/operations/0/verdict").textValue()).isEqualTo("unknown"); // few seconds
    assertThat(advice.at("/operations/0/reasons")).isNotEmpty();
    assertThat(advice.get("yaml").textValue())
        .isEqualTo(Advice.of(gateway.recording().orElseThrow()).yaml());

    byte[] recording = client.get("/api/recording").text().getBytes(StandardCharsets.UTF_8);
    assertThat(
            Recording.read(new ByteArrayInputStream(recording))
                .operations()
                .get(0)
                .totals()
                .calls())
        .isEqualTo(40);
  }

  @Test
  void aBadDraftHasNoPreview() throws Exception {
    AdminClient.Answer answer =
        client.change("POST", "/api/policy/preview", Map.of("policy", "rules: {"));

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().get("errors").get(0).get("line").asInt()).isPositive();
  }
}

package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.cacheStatus;
import static io.castile.gateway.Soap.envelope;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.AdminConfig;
import io.castile.gateway.config.GatewaySettings;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Why requests are no hits: in the answer, in the API, in preview and advice. */
final class NoHitsTest {
  private static final String RULE = "rules:\n- {operation: \"{urn:q}ask\", cache: true, ttl: 1h";
  private static final String WSS =
      "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";

  @TempDir private Path folder;

  private final AtomicInteger count = new AtomicInteger();
  private volatile Instant now = Instant.parse("2026-03-01T08:00:00Z");
  private volatile String setCookie = "";
  private TestOrigin origin;
  private Gateway gateway;
  private AdminClient client;

  @BeforeEach
  void start() throws Exception {
    Path file = Files.writeString(folder.resolve("cache.yaml"), RULE + "}\n");
    origin =
        new TestOrigin(
            request -> {
              String body = answer("answer " + count.incrementAndGet());
              return setCookie.isEmpty()
                  ? Answer.soap(body)
                  : Answer.of(200, body, "Content-Type: text/xml", "Set-Cookie: " + setCookie);
            });
    gateway =
        Gateway.start(
            GatewaySettings.of(Soap.ANY_PORT, origin.uri("/app"))
                .withPolicy(file)
                .withAdmin(new AdminConfig(Soap.ANY_PORT, null, null, List.of())),
            () -> now);
    client = new AdminClient(gateway);
  }

  @AfterEach
  void stop() {
    gateway.close();
    origin.close();
  }

  private JsonNode operation(String name) throws Exception {
    for (JsonNode each : client.get("/api/operations").json().get("operations")) {
      if (each.get("operation").textValue().equals(name)) {
        return each;
      }
    }
    throw new AssertionError("no operation " + name);
  }

  private static String secured(String token) {
    return envelope(
        "<w:Security xmlns:w=\"" + WSS + "\">" + token + "</w:Security>",
        "<q:ask xmlns:q=\"urn:q\"><text>one</text></q:ask>");
  }

  private static String digest() {
    String profile = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss";
    return secured(
        "<w:UsernameToken><w:Username>ann</w:Username><w:Password Type=\""
            + profile
            + "-username-token-profile-1.0#PasswordDigest\">weYI3nXd8LjMNVksCKFV8t3rgHh3Rw==</w:Password>"
            + "<w:Nonce>WScqanjCEAC4mQoBE07sAQ==</w:Nonce><u:Created xmlns:u=\""
            + profile
            + "-wssecurity-utility-1.0.xsd\">2026-03-01T08:00:00Z</u:Created></w:UsernameToken>");
  }

  // ---- a request ----

  @ParameterizedTest
  @CsvSource({
    "Authorization, Basic YTph, authorization, vary: [{httpHeader: authorization}]",
    "Cookie, a=b, cookie, vary: [{httpHeader: cookie}]",
    "X-Api-Key, k, authorization, vary: [{httpHeader: x-api-key}]"
  })
  void aRequestThatPassesTheCacheSaysWhy(String field, String value, String reason, String remedy)
      throws Exception {
    HttpResponse<String> response = post(gateway, question("one"), field, value);
    post(gateway, question("one"), field, value);

    assertThat(cacheStatus(response)).isEqualTo("Castile; fwd=bypass; detail=" + reason);
    JsonNode ask = operation("{urn:q}ask");
    assertThat(ask.get("passed").asInt()).isEqualTo(2);
    assertThat(ask.get("misses").asInt()).isZero();
    JsonNode why = ask.get("noHits").get(0);
    assertThat(ask.get("noHits")).hasSize(1);
    assertThat(why.get("passed").asBoolean()).isTrue();
    assertThat(why.get("reason").textValue()).isEqualTo(reason);
    assertThat(why.get("requests").asInt()).isEqualTo(2);
    assertThat(why.get("remedy").textValue()).isEqualTo(remedy);
  }

  /** The words that the console shows are those that bring hits. */
  @Test
  void theWordsForThePolicyBringHits() throws Exception {
    String block = "<h:Trace xmlns:h=\"urn:h\">1</h:Trace>";
    String message = envelope(block, "<q:ask xmlns:q=\"urn:q\"><text>one</text></q:ask>");
    assertThat(cacheStatus(post(gateway, message)))
        .isEqualTo("Castile; fwd=bypass; detail=soapHeader");
    String remedy = operation("{urn:q}ask").at("/noHits/0/remedy").textValue();

    gateway.policy(CachePolicy.parse("mended", RULE + ", " + remedy + "}\n"));

    assertThat(cacheStatus(post(gateway, message))).isEqualTo("Castile; fwd=miss");
    assertThat(cacheStatus(post(gateway, message))).isEqualTo("Castile; hit");
  }

  /** Nothing proves that two of them are of one sender, so that sharing would be the only word. */
  @Test
  void forADigestThereAreNoWordsAndNoneIsSharing() throws Exception {
    String varying = RULE + ", vary: [wsSecurityUser]}\n";
    gateway.policy(CachePolicy.parse("test", varying));

    HttpResponse<String> response = post(gateway, digest());

    assertThat(cacheStatus(response)).isEqualTo("Castile; fwd=bypass; detail=wsSecurity");
    JsonNode why = operation("{urn:q}ask").at("/noHits/0");
    assertThat(why.get("remedy").isNull()).isTrue();
    assertThat(why.get("found").textValue()).contains("digest");
    for (int i = 0; i < 40; i++) {
      now = now.plusSeconds(30);
      post(gateway, digest());
    }
    Soap.recorded(gateway, 41);
    JsonNode advice = client.get("/api/advice").json();
    assertThat(advice.at("/operations/0/operation").textValue()).isEqualTo("{urn:q}ask");
    assertThat(advice.get("yaml").textValue()).doesNotContain("shared: true");
  }

  @Test
  void anAnswerThatIsNotKeptSaysWhy() throws Exception {
    setCookie = "a=b";
    HttpResponse<String> response = post(gateway, question("one"));

    assertThat(cacheStatus(response)).isEqualTo("Castile; fwd=miss");
    JsonNode why = operation("{urn:q}ask").at("/noHits/0");
    assertThat(why.get("passed").asBoolean()).isFalse();
    assertThat(why.get("reason").textValue()).isEqualTo("noRepresentation");
    assertThat(why.get("found").textValue()).contains("sets a cookie");
    assertThat(why.get("remedy").isNull()).isTrue();
  }

  @Test
  void anOperationWithoutARuleSaysSo() throws Exception {
    HttpResponse<String> response = post(gateway, envelope("", "<q:other xmlns:q=\"urn:q\"/>"));

    assertThat(cacheStatus(response)).isEmpty();
    JsonNode why = operation("{urn:q}other").at("/noHits/0");
    assertThat(why.get("reason").textValue()).isEqualTo("notCached");
    assertThat(why.get("requests").asInt()).isEqualTo(1);
    assertThat(why.get("remedy").textValue()).isEqualTo("cache: true");
  }

  @Test
  void aHitHasNothingToExplain() throws Exception {
    post(gateway, question("one"));
    assertThat(cacheStatus(post(gateway, question("one")))).isEqualTo("Castile; hit");

    assertThat(operation("{urn:q}ask").get("noHits")).isEmpty();
  }

  // ---- preview and advice ----

  @Test
  void previewAndAdviceListCachedOperationsThatPass() throws Exception {
    for (int i = 0; i < 40; i++) {
      now = now.plusSeconds(30);
      post(gateway, question("one"), "Authorization", "Basic YTph");
    }
    Soap.recorded(gateway, 40);

    JsonNode preview =
        client
            .change("POST", "/api/policy/preview", Map.of("policy", RULE + "}\n"))
            .json()
            .at("/operations/0");
    JsonNode advised = client.get("/api/advice").json();
    JsonNode advice = advised.at("/operations/0");

    assertThat(advised.at("/passing/0")).isEqualTo(preview);
    assertThat(preview.get("operation").textValue()).isEqualTo("{urn:q}ask");
    assertThat(preview.get("cached").asBoolean()).isTrue();
    assertThat(preview.get("calls").asInt()).isEqualTo(40);
    assertThat(preview.get("hits").asInt()).isZero();
    assertThat(preview.get("passed").asInt()).isEqualTo(40);
    assertThat(preview.at("/passing/0/because").textValue()).isEqualTo("httpHeader: authorization");
    assertThat(preview.at("/passing/0/calls").asInt()).isEqualTo(40);
    assertThat(preview.at("/passing/0/remedy").textValue())
        .isEqualTo("vary: [{httpHeader: authorization}]");
    assertThat(advice.get("operation").textValue()).isEqualTo("{urn:q}ask");
  }

  @Test
  void whatTheCacheAnswersIsNotRecorded() throws Exception {
    post(gateway, question("one"));
    post(gateway, question("one"));
    post(gateway, question("one"), "Authorization", "Basic YTph");

    assertThat(Soap.recorded(gateway, 1).operations().get(0).totals().calls()).isEqualTo(1);
  }

  @Test
  void theOperatorSaysWhatOnlyReads() throws Exception {
    String price = envelope("", "<q:price xmlns:q=\"urn:q\"/>");
    count.set(0);
    for (int i = 0; i < 200; i++) {
      now = now.plusSeconds(30);
      count.set(0);
      post(gateway, price);
    }
    Soap.recorded(gateway, 200);

    JsonNode without = client.get("/api/advice").json().at("/operations/0");
    JsonNode with = client.get("/api/advice?reads=%7Burn:q%7Dprice").json();

    assertThat(without.get("verdict").textValue()).isEqualTo("look");
    assertThat(without.get("knownToRead").asBoolean()).isFalse();
    assertThat(with.at("/operations/0/verdict").textValue()).isEqualTo("cache");
    assertThat(with.at("/operations/0/knownToRead").asBoolean()).isTrue();
    assertThat(with.get("policy").textValue()).contains("{urn:q}price");
    assertThat(client.get("/api/advice?reads=").status()).isEqualTo(400);
  }

  @Test
  void whatWasSeenTooSeldomIsNotKnownYet() throws Exception {
    post(gateway, envelope("", "<q:getPrice xmlns:q=\"urn:q\"/>"));
    Soap.recorded(gateway, 1);

    assertThat(client.get("/api/advice").json().at("/operations/0/verdict").textValue())
        .isEqualTo("unknown");
  }

  // ---- entries ----

  @Test
  void entriesPastTheirLifetimeGo() throws Exception {
    post(gateway, question("one"));
    now = now.plus(Duration.ofMinutes(50));
    post(gateway, question("two"));
    assertThat(client.get("/api/entries").json().get("entries")).hasSize(2);
    String id = client.get("/api/entries?search=one").json().at("/entries/0/id").textValue();

    now = now.plus(Duration.ofMinutes(11));

    assertThat(client.get("/api/entries").json().get("entries")).hasSize(1);
    assertThat(client.get("/api/entries/" + id).status()).isEqualTo(404);
    assertThat(gateway.statistics().row("ask").entries()).isEqualTo(1);
    assertThat(client.get("/metrics").text()).containsPattern("cache_size\\{[^}]*\\} 1\\.0");
  }
}

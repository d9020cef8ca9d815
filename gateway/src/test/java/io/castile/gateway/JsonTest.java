package io.castile.gateway;

import static io.castile.gateway.Soap.ANY_PORT;
import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.envelope;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.sendText;
import static io.castile.gateway.Soap.uri;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.DescribedRoute;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.Limits;
import io.castile.gateway.config.OriginTls;
import io.castile.gateway.config.RouteConfig;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Operations of SOAP that are called by JSON. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class JsonTest {
  private static final String ASK = "/api/Questions/ask";
  private static final String CACHED = "rules: [{operation: ask, cache: true, ttl: 1h}]\n";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir private static Path folder;
  private static Path wsdl;

  private final AtomicInteger count = new AtomicInteger();

  @BeforeAll
  static void write() throws Exception {
    wsdl = folder.resolve("ask.wsdl");
    try (var in = JsonTest.class.getResourceAsStream("ask.wsdl")) {
      Files.write(wsdl, in.readAllBytes());
    }
  }

  /** Every answer is another one. */
  private TestOrigin origin() throws Exception {
    return new TestOrigin(request -> Answer.soap(answer("answer " + count.incrementAndGet())));
  }

  private static Gateway gateway(TestOrigin origin, String policy) throws Exception {
    return gateway(origin, policy, wsdl.toString());
  }

  private static Gateway gateway(
      TestOrigin origin, String policy, @org.jspecify.annotations.Nullable String description)
      throws Exception {
    Gateway gateway = Gateway.start(settings(origin, description), 2);
    if (!policy.isEmpty()) {
      gateway.policy(CachePolicy.parse("test", policy));
    }
    return gateway;
  }

  private static GatewaySettings settings(
      TestOrigin origin, @org.jspecify.annotations.Nullable String description) {
    RouteConfig route =
        new RouteConfig(
                "/service",
                null,
                List.of(origin.uri("/service")),
                "",
                false,
                OriginTls.DEFAULT,
                false,
                null)
            .withDescribed(DescribedRoute.ofJson(description));
    return GatewaySettings.of(ANY_PORT, origin.uri()).withRoutes(List.of(route));
  }

  private static HttpResponse<String> call(
      Gateway gateway, String method, String target, String content, String... fields)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(gateway, target))
            .method(
                method,
                content.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(content));
    if (!content.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    for (int i = 0; i < fields.length; i += 2) {
      request.setHeader(fields[i], fields[i + 1]);
    }
    return sendText(request.build());
  }

  private static String field(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  // ---- calls ----

  @Test
  void aHeaderBlockOfAResponseIsAMemberAndOneThatIsNotUnderstoodIsAProblem() throws Exception {
    String body = "<r:askResponse xmlns:r=\"urn:q\"><text>yes</text></r:askResponse>";
    String fault =
        "<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring></s:Fault>";
    String unknown = "<u:must xmlns:u=\"urn:u\" s:mustUnderstand=\"1\"/>";
    List<Answer> answers =
        new ArrayList<>(
            List.of(
                Answer.soap(envelope("<q:trace xmlns:q=\"urn:q\">7</q:trace>", body)),
                Answer.soap(envelope(unknown, body)),
                Answer.of(500, envelope(unknown, fault), "Content-Type: text/xml; charset=utf-8")));
    try (TestOrigin origin = new TestOrigin(request -> answers.remove(0));
        Gateway gateway = gateway(origin, "")) {
      HttpResponse<String> understood = call(gateway, "POST", ASK, "{\"text\": \"a\"}");
      HttpResponse<String> other = call(gateway, "POST", ASK, "{\"text\": \"a\"}");
      HttpResponse<String> ofFault = call(gateway, "POST", ASK, "{\"text\": \"a\"}");

      assertThat(understood.body()).isEqualTo("{\"text\":\"yes\",\"trace\":7}");
      for (HttpResponse<String> each : List.of(other, ofFault)) {
        assertThat(each.statusCode()).isEqualTo(502);
        assertThat(MAPPER.readTree(each.body()).get("code").asText()).isEqualTo("MustUnderstand");
        assertThat(MAPPER.readTree(each.body()).get("detail").asText()).contains("{urn:u}must");
      }
    }
  }

  private static Answer packed(String body, int size) {
    Multipart parts =
        Multipart.xop(
                "b1",
                envelope(
                    "",
                    "<r:askResponse xmlns:r=\"urn:q\"><text>yes</text>"
                        + body
                        + "</r:askResponse>"))
            .part(new byte[size], "Content-Type: image/png", "Content-ID: <one@example.org>");
    return new Answer(200, List.of("Content-Type: " + parts.type()), parts.bytes(), false);
  }

  private static String included(String id) {
    return "<data><x:Include xmlns:x=\"http://www.w3.org/2004/08/xop/include\" href=\"cid:"
        + id
        + "\"/></data>";
  }

  @Test
  void partsOfAResponseStandInBase64WhereTheDocumentIncludesThem() throws Exception {
    List<Answer> answers =
        new ArrayList<>(
            List.of(
                packed(included("one@example.org"), 3),
                packed(included("two@example.org"), 3),
                packed(included("one@example.org").repeat(20), 1 << 20),
                Answer.of(
                    200,
                    "no package",
                    "Content-Type: multipart/related; boundary=b; type=\"text/xml\"")));
    try (TestOrigin origin = new TestOrigin(request -> answers.remove(0));
        Gateway gateway = gateway(origin, "")) {
      HttpResponse<String> whole = call(gateway, "POST", ASK, "{\"text\": \"a\"}");

      assertThat(whole.body()).isEqualTo("{\"text\":\"yes\",\"data\":[\"AAAA\"]}");
      for (String reason : List.of("two@example.org", "maxTotalBytes", "multipart")) {
        HttpResponse<String> other = call(gateway, "POST", ASK, "{\"text\": \"a\"}");
        assertThat(other.statusCode()).isEqualTo(502);
        assertThat(MAPPER.readTree(other.body()).get("detail").asText()).contains(reason);
      }
    }
  }

  @Test
  void argumentsReachTheServiceAsAnEnvelope() throws Exception {
    try (TestOrigin origin =
            new TestOrigin(
                request ->
                    Answer.soap(
                        envelope(
                            "",
                            "<r:askResponse xmlns:r=\"urn:q\"><text>&lt;yes&gt;</text>"
                                + "<price>1.50</price></r:askResponse>")));
        Gateway gateway = gateway(origin, "")) {
      HttpResponse<String> response =
          call(
              gateway,
              "POST",
              ASK,
              "{\"text\": \"a<b\", \"count\": 2, \"tag\": [\"x\", \"y\"], \"trace\": 7}",
              "X-Tenant",
              "one",
              "Accept-Encoding",
              "gzip");

      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(field(response, "Content-Type")).isEqualTo("application/json");
      assertThat(response.body()).isEqualTo("{\"text\":\"<yes>\",\"price\":[1.50]}");
      TestOrigin.Request asked = origin.requests().get(0);
      assertThat(asked.method()).isEqualTo("POST");
      assertThat(asked.target()).isEqualTo("/service");
      assertThat(asked.fields().getFirst("SOAPAction")).isEqualTo("\"urn:q#ask\"");
      assertThat(asked.fields().getFirst("Content-Type")).isEqualTo("text/xml; charset=utf-8");
      assertThat(asked.fields().getFirst("X-Tenant")).isEqualTo("one");
      assertThat(asked.fields().containsKey("Accept-Encoding")).isFalse();
      assertThat(asked.text())
          .contains("<text>a&lt;b</text><count>2</count><tag>x</tag><tag>y</tag>")
          .containsPattern("<s:Header><\\w*:?trace[^>]*>7</");
    }
  }

  @Test
  void aOneWayRequestIsTaken() throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.of(202, ""));
        Gateway gateway = gateway(origin, "")) {
      HttpResponse<String> response =
          call(gateway, "POST", "/api/Questions/tell", "{\"text\": \"x\"}");

      assertThat(response.statusCode()).isEqualTo(202);
      assertThat(response.body()).isEmpty();
    }
  }

  // ---- the cache ----

  @ParameterizedTest
  @CsvSource({"POST,POST", "POST,GET", "GET,QUERY", "QUERY,POST", "HEAD,GET"})
  void methodsShareOneResponse(String one, String other) throws Exception {
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin, CACHED)) {
      HttpResponse<String> first = ask(gateway, one);
      HttpResponse<String> second = ask(gateway, other);

      assertThat(field(first, "Cache-Status")).contains("fwd=miss");
      assertThat(field(second, "Cache-Status")).contains("hit");
      assertThat(second.body()).isEqualTo("{\"text\":\"answer 1\"}");
      assertThat(origin.requests()).hasSize(1);
    }
  }

  private static HttpResponse<String> ask(Gateway gateway, String method, String... fields)
      throws Exception {
    return method.equals("GET") || method.equals("HEAD")
        ? call(gateway, method, ASK + "?text=q%20%26&count=1", "", fields)
        : call(gateway, method, ASK, "{\"count\": \"1\", \"text\": \"q &\"}", fields);
  }

  @Test
  void aRequestOfSoapAndOneByJsonShareOneResponse() throws Exception {
    String message =
        envelope("", "<ns0:ask xmlns:ns0=\"urn:q\"><text>q &amp;</text><count>1</count></ns0:ask>");
    for (boolean isSoapFirst : new boolean[] {true, false}) {
      try (TestOrigin origin = origin();
          Gateway gateway = gateway(origin, CACHED)) {
        List<String> bodies = new ArrayList<>();
        for (boolean isSoap : new boolean[] {isSoapFirst, !isSoapFirst}) {
          bodies.add(
              isSoap
                  ? Soap.postTo(gateway, "/service", message, "SOAPAction", "\"urn:q#ask\"").body()
                  : ask(gateway, "POST").body());
        }

        int number = count.get();
        assertThat(bodies)
            .containsExactlyInAnyOrder(
                answer("answer " + number), "{\"text\":\"answer " + number + "\"}");
        assertThat(origin.requests()).hasSize(1);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "QUERY"})
  void aCacheBeforeTheGatewayIsToldWhatItMayKeep(String method) throws Exception {
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin, CACHED)) {
      HttpResponse<String> first = ask(gateway, method);
      HttpResponse<String> second = ask(gateway, method);
      String tag = field(second, "ETag");

      assertThat(field(first, "ETag")).isEqualTo(tag);
      assertThat(field(second, "Cache-Control")).matches("private, max-age=3[56]\\d\\d");
      for (String known : List.of(tag, "W/" + tag, "\"x\", " + tag, "*")) {
        HttpResponse<String> third = ask(gateway, method, "If-None-Match", known);
        assertThat(third.statusCode()).isEqualTo(304);
        assertThat(third.body()).isEmpty();
        assertThat(field(third, "ETag")).isEqualTo(tag);
      }
      assertThat(ask(gateway, method, "If-None-Match", "\"x\"").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aCacheIsToldWhatElseDecides() throws Exception {
    String policy = CACHED.replace("1h", "1h, shared: true, vary: [{httpHeader: X-Region}]");
    try (TestOrigin origin =
            new TestOrigin(request -> Answer.soap(answer("yes"), "Vary: X-Own", "Age: 7"));
        Gateway gateway = gateway(origin, policy)) {
      ask(gateway, "GET");
      HttpResponse<String> response = ask(gateway, "GET");

      assertThat(field(response, "Cache-Control")).startsWith("private, max-age=");
      assertThat(response.headers().allValues("Vary"))
          .map(String::toLowerCase)
          .contains("authorization", "cookie", "accept-language", "x-region");
      assertThat(field(response, "Age")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "QUERY", "PUT", "DELETE"})
  void whatThePolicyDoesNotCallSafeIsAPost(String method) throws Exception {
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin, "")) {
      HttpResponse<String> response = ask(gateway, method);

      assertThat(response.statusCode()).isEqualTo(405);
      assertThat(field(response, "Allow")).isEqualTo("POST");
      assertThat(problem(response).path("detail").asText()).contains("expected POST");
      assertThat(origin.requests()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Authorization, Basic YTph, Basic Yjpi",
    "Cookie, session=1, session=2",
    "X-Api-Key, one, two"
  })
  void callersWithCredentialsGetNoResponsesOfOthers(String field, String one, String two)
      throws Exception {
    String varying = CACHED.replace("1h", "1h, vary: [{httpHeader: " + field + "}]");
    String soap =
        envelope("", "<a:ask xmlns:a=\"urn:q\"><text>q &amp;</text><count>1</count></a:ask>");
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin, varying)) {
      List<String> ones = new ArrayList<>();
      List<String> twos = new ArrayList<>();
      List<String> nobodys = new ArrayList<>();
      for (String method : List.of("POST", "GET", "QUERY")) {
        ones.add(MAPPER.readTree(ask(gateway, method, field, one).body()).path("text").asText());
        twos.add(MAPPER.readTree(ask(gateway, method, field, two).body()).path("text").asText());
        nobodys.add(MAPPER.readTree(ask(gateway, method).body()).path("text").asText());
        for (String[] who : new String[][] {{one}, {two}}) {
          String body =
              Soap.postTo(gateway, "/service", soap, "SOAPAction", "\"urn:q#ask\"", field, who[0])
                  .body();
          (who[0].equals(one) ? ones : twos).add(body.replaceAll("(?s).*<text>|</text>.*", ""));
        }
      }

      assertThat(ones).doesNotContainAnyElementsOf(twos).doesNotContainAnyElementsOf(nobodys);
      assertThat(twos).doesNotContainAnyElementsOf(nobodys);
      assertThat(ones).containsOnly(ones.get(0));
    }
  }

  @Test
  void aLargeResponseIsCompressed() throws Exception {
    String text = "abc".repeat(10_000);
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(answer(text)));
        Gateway gateway = gateway(origin, CACHED)) {
      for (int i = 0; i < 2; i++) {
        HttpResponse<byte[]> response =
            Soap.send(
                HttpRequest.newBuilder(uri(gateway, ASK + "?text=x"))
                    .header("Accept-Encoding", "gzip")
                    .build());

        assertThat(field(response, "Content-Encoding")).isEqualTo("gzip");
        assertThat(field(response, "ETag")).startsWith("W/");
        byte[] plain =
            new GZIPInputStream(new java.io.ByteArrayInputStream(response.body())).readAllBytes();
        assertThat(MAPPER.readTree(plain).path("text").asText()).isEqualTo(text);
      }
    }
  }

  @Test
  void aResponseLargerThanWhatIsInspectedIsReadAll() throws Exception {
    String text = "abc".repeat(1_000_000);
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(answer(text)));
        Gateway gateway = gateway(origin, "")) {
      HttpResponse<String> response = call(gateway, "POST", ASK, "{\"text\": \"x\"}");

      assertThat(MAPPER.readTree(response.body()).path("text").asText()).isEqualTo(text);
    }
  }

  @Test
  void aResponseThatIsTooLargeIsAProblem() throws Exception {
    String text = "abc".repeat(6_000_000);
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(answer(text)));
        Gateway gateway = gateway(origin, "")) {
      HttpResponse<String> response = call(gateway, "POST", ASK, "{\"text\": \"x\"}");

      assertThat(response.statusCode()).isEqualTo(502);
      assertThat(problem(response).path("detail").asText()).contains("expected at most 16777216");
    }
  }

  // ---- problems ----

  private static JsonNode problem(HttpResponse<String> response) throws Exception {
    assertThat(field(response, "Content-Type")).isEqualTo("application/problem+json");
    JsonNode problem = MAPPER.readTree(response.body());
    assertThat(problem.path("status").asInt()).isEqualTo(response.statusCode());
    assertThat(problem.path("title").asText()).isNotEmpty();
    return problem;
  }

  private static Stream<List<String>> wrong() {
    return Stream.of(
        List.of("{\"count\": 1}", "", "expected text, found none"),
        List.of("{\"text\": \"x\", \"count\": \"one\"}", "/count", "expected"),
        List.of("{\"text\": \"x\", \"count\": 1.5}", "/count", "expected"),
        List.of("{\"text\": \"x\", \"count\": 99999999999}", "/count", "expected"),
        List.of("{\"text\": \"x\", \"count\": 1e999999999}", "/count", "expected"),
        List.of("{\"text\": \"x\", \"count\": NaN}", "/count", "NaN"),
        List.of("{\"text\": \"x\", \"tag\": [\"a\", {\"b\": 1}]}", "/tag/1", "expected"),
        List.of("{\"text\": \"x\", \"other\": 1}", "", "other"),
        List.of("{\"text\": \"x\", \"a/b~c\": 1}", "", "a/b~c"),
        List.of("{\"text\": \"x\", \"text\": \"y\"}", "/text", "Duplicate field 'text'"),
        List.of("{\"text\": \"\\ud800\"}", "/text", "surrogate pair, U+D800"),
        List.of("{\"text\": \"\\u0000\"}", "", "U+0000"),
        List.of("{\"text\": ", "", "line 1"),
        List.of("[]", "", "expected an object"),
        List.of("{\"text\": \"x\"} {}", "", "expected the end"),
        List.of("{\"text\": " + "[".repeat(300), "", "depth"),
        List.of("{\"text></text><admin>\": \"x\"}", "", "text></text><admin>"));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void aRequestThatIsWrongIsAProblemThatSaysWhere(List<String> each) throws Exception {
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin, CACHED)) {
      HttpResponse<String> response = call(gateway, "POST", ASK, each.get(0));

      assertThat(response.statusCode()).isEqualTo(400);
      JsonNode problem = problem(response);
      assertThat(problem.path("detail").asText()).contains(each.get(2));
      if (!each.get(1).isEmpty()) {
        assertThat(problem.path("pointer").asText()).isEqualTo(each.get(1));
      }
      assertThat(origin.requests()).isEmpty();
    }
  }

  @Test
  void aQueryOfManyParametersIsRefused() throws Exception {
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin, CACHED)) {
      HttpResponse<String> response =
          call(gateway, "GET", ASK + "?text=x" + "&tag=y".repeat(1_000), "");

      assertThat(response.statusCode()).isEqualTo(400);
      assertThat(problem(response).path("detail").asText()).contains("at most 1000 parameters");
      assertThat(origin.requests()).isEmpty();
    }
  }

  @Test
  void fieldsOfTheContentDoNotReachTheService() throws Exception {
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin, CACHED)) {
      ask(gateway, "POST", "Content-Language", "de", "X-HTTP-Method-Override", "DELETE");

      assertThat(origin.requests().get(0).fields().keySet())
          .map(String::toLowerCase)
          .doesNotContain("content-language", "x-http-method-override")
          .contains("content-type", "content-length");
    }
  }

  @Test
  void anActionThatIsNoneOfHttpIsNotSent() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("evil.wsdl"),
            Files.readString(wsdl).replace("urn:q#ask", "urn:q&#13;&#10;X-Evil: 1"));
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin, CACHED, file.toString())) {
      assertThat(ask(gateway, "POST").statusCode()).isEqualTo(501);
      assertThat(origin.requests()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"200, '', 502", "401, '', 401", "401, <html/>, 401", "403, response, 403"})
  void aResponseWithoutAnEnvelopeIsAProblemOfItsStatus(int status, String content, int expected)
      throws Exception {
    String message = content.equals("response") ? answer("yes") : content;
    try (TestOrigin origin =
            new TestOrigin(request -> Answer.of(status, message, "Content-Type: text/xml"));
        Gateway gateway = gateway(origin, "")) {
      HttpResponse<String> response = call(gateway, "POST", ASK, "{\"text\": \"x\"}");

      assertThat(response.statusCode()).isEqualTo(expected);
      problem(response);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api",
        "/api/",
        "/api/ui/page.js",
        "/api/Questions",
        "/api/Questions/",
        "/api/Questions/ask/more",
        "/api/Questions/other",
        "/api/Other/ask",
        "/api/Questions/ask/../other"
      })
  void aPathOfNoOperationIsAProblem(String target) throws Exception {
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin, CACHED)) {
      HttpResponse<String> response = call(gateway, "POST", target, "{\"text\": \"x\"}");

      assertThat(response.statusCode()).isEqualTo(404);
      problem(response);
      assertThat(origin.requests()).isEmpty();
    }
  }

  @Test
  void aContentOfAnotherTypeIsRefused() throws Exception {
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin, CACHED)) {
      HttpResponse<String> response =
          call(gateway, "POST", ASK, "text=x", "Content-Type", "application/x-www-form-urlencoded");

      assertThat(response.statusCode()).isEqualTo(415);
      problem(response);
      assertThat(origin.requests()).isEmpty();
    }
  }

  @Test
  void aRequestThatIsTooLargeIsRefused() throws Exception {
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin, CACHED)) {
      String content = "{\"text\": \"" + "x".repeat(2 << 20) + "\"}";
      HttpResponse<String> response = call(gateway, "POST", ASK, content);

      assertThat(response.statusCode()).isEqualTo(413);
      problem(response);
      assertThat(origin.requests()).isEmpty();
    }
  }

  @Test
  void aFaultIsAProblemWithItsDetails() throws Exception {
    String fault =
        envelope(
            "",
            "<s:Fault><faultcode>s:Server</faultcode><faultstring>no such name</faultstring>"
                + "<detail><f:unknown xmlns:f=\"urn:q\"><name>x</name></f:unknown></detail></s:Fault>");
    try (TestOrigin origin =
            new TestOrigin(
                request -> Answer.of(500, fault, "Content-Type: text/xml; charset=utf-8"));
        Gateway gateway = gateway(origin, CACHED)) {
      HttpResponse<String> response = call(gateway, "POST", ASK, "{\"text\": \"x\"}");

      assertThat(response.statusCode()).isEqualTo(500);
      JsonNode problem = problem(response);
      assertThat(problem.path("detail").asText()).isEqualTo("no such name");
      assertThat(problem.path("code").asText()).isEqualTo("Server");
      assertThat(problem.path("fault"))
          .isEqualTo(MAPPER.readTree("{\"unknown\":{\"name\":\"x\"}}"));
    }
  }

  @Test
  void anErrorOfHttpIsAProblemWithItsStatus() throws Exception {
    try (TestOrigin origin =
            new TestOrigin(
                request -> Answer.of(401, "<html/>", "WWW-Authenticate: Basic realm=\"x\""));
        Gateway gateway = gateway(origin, CACHED)) {
      HttpResponse<String> response = call(gateway, "POST", ASK, "{\"text\": \"x\"}");

      assertThat(response.statusCode()).isEqualTo(401);
      assertThat(field(response, "WWW-Authenticate")).isEqualTo("Basic realm=\"x\"");
      problem(response);
    }
  }

  @Test
  void anOriginThatEndsTheConnectionIsAProblem() throws Exception {
    try (TestOrigin origin =
            new TestOrigin(
                request -> {
                  throw new IllegalStateException("for a test");
                });
        Gateway gateway = gateway(origin, CACHED)) {
      HttpResponse<String> response = call(gateway, "POST", ASK, "{\"text\": \"x\"}");

      assertThat(response.statusCode()).isEqualTo(502);
      assertThat(field(response, "Proxy-Status")).startsWith("Castile; error=");
      problem(response);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "no XML",
        "<a/>",
        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><b"
      })
  void aResponseThatIsNoneOfTheSchemaIsAProblem(String content) throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(content));
        Gateway gateway = gateway(origin, "")) {
      HttpResponse<String> response = call(gateway, "POST", ASK, "{\"text\": \"x\"}");

      assertThat(response.statusCode()).isEqualTo(502);
      problem(response);
    }
  }

  // ---- the description ----

  @Test
  void theDocumentOfOpenApiHasTheMethodsOfThePolicy() throws Exception {
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin, CACHED)) {
      HttpResponse<String> response = call(gateway, "GET", "/api/openapi.json", "");
      JsonNode document = MAPPER.readTree(response.body());

      assertThat(document.path("openapi").asText()).isEqualTo("3.1.0");
      assertThat(document.at("/servers/0/url").asText()).isEqualTo("/api");
      JsonNode ask = document.at("/paths/~1Questions~1ask");
      assertThat(ask.at("/post/operationId").asText()).isEqualTo("ask");
      assertThat(ask.at("/get/parameters").findValuesAsText("name"))
          .containsExactly("text", "count", "tag", "trace");
      assertThat(ask.at("/get/parameters").findValuesAsText("required"))
          .containsExactly("true", "false", "false", "false");
      assertThat(document.at("/paths/~1Questions~1tell").has("get")).isFalse();

      gateway.policy(CachePolicy.NOTHING);
      JsonNode other = MAPPER.readTree(call(gateway, "GET", "/api/openapi.json", "").body());
      assertThat(other.at("/paths/~1Questions~1ask").has("get")).isFalse();
      assertThat(other.at("/paths/~1Questions~1ask").has("post")).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/api/, text/html, ui/swagger-ui-bundle.js",
    "/api/ui/page.js, text/javascript, openapi.json",
    "/api/ui/swagger-ui-bundle.js, text/javascript, SwaggerUIBundle",
    "/api/ui/swagger-ui.css, text/css, .swagger-ui"
  })
  void thePageToTryOperationsComesFromTheGatewayAlone(String path, String type, String part)
      throws Exception {
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin, "")) {
      HttpResponse<String> response = call(gateway, "GET", path, "");

      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(field(response, "Content-Type")).startsWith(type);
      assertThat(field(response, "Content-Security-Policy")).startsWith("default-src 'none'");
      assertThat(response.body()).contains(part).doesNotContain("src=\"http");
      assertThat(
              call(gateway, "GET", path, "", "If-None-Match", field(response, "ETag")).statusCode())
          .isEqualTo(304);
      assertThat(origin.requests()).isEmpty();
    }
  }

  @Test
  void theDescriptionOfTheOriginIsTaken() throws Exception {
    String description = Files.readString(wsdl);
    try (TestOrigin origin =
            new TestOrigin(
                request ->
                    request.target().equals("/service?wsdl")
                        ? Answer.of(200, description, "Content-Type: text/xml")
                        : Answer.soap(answer("yes")));
        Gateway gateway = gateway(origin, "", null)) {
      assertThat(call(gateway, "POST", ASK, "{\"text\": \"x\"}").body())
          .isEqualTo("{\"text\":\"yes\"}");
    }
  }

  @Test
  void aDescriptionThatCannotBeReadIsAProblem() throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.of(404, "none"));
        Gateway gateway = gateway(origin, "", null)) {
      HttpResponse<String> response = call(gateway, "POST", ASK, "{\"text\": \"x\"}");

      assertThat(response.statusCode()).isEqualTo(503);
      problem(response);
      assertThat(post(gateway, "no SOAP").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void aDescriptionIsReadAgainWhenItsFileChanges(@TempDir Path own) throws Exception {
    Path file = Files.writeString(own.resolve("a.wsdl"), Files.readString(wsdl));
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin, "", file.toString())) {
      assertThat(ask(gateway, "POST").statusCode()).isEqualTo(200);

      Files.writeString(
          file,
          Files.readString(wsdl).replace("<operation name=\"ask\"", "<operation name=\"tellMe\""));
      while (call(gateway, "POST", "/api/Questions/tellMe", "{\"text\": \"x\"}").statusCode()
          != 200) {
        TimeUnit.MILLISECONDS.sleep(50); // until the timeout of the test
      }

      assertThat(ask(gateway, "POST").statusCode()).isEqualTo(404);
    }
  }

  // ---- without a thread ----

  /** A description whose messages are never written and read but by threads. */
  private static String slow() throws Exception {
    return Files.writeString(
            folder.resolve("slow.wsdl"),
            Files.readString(wsdl)
                .replace(
                    "</xs:schema>",
                    "<xs:simpleType name=\"slow\"><xs:restriction base=\"xs:string\">"
                        + "<xs:pattern value=\"(x+x+)+y\"/></xs:restriction></xs:simpleType>"
                        + "</xs:schema>"))
        .toString();
  }

  @Test
  void aResponseThatHasComeIsGivenThoughNoThreadIsFree() throws Exception {
    CountDownLatch isLarge = new CountDownLatch(1);
    CountDownLatch isSlow = new CountDownLatch(1);
    try (TestOrigin origin =
            new TestOrigin(
                request -> {
                  if (request.text().contains(">large<")) {
                    isLarge.await();
                    return Answer.soap(answer("y".repeat(30_000)));
                  } else if (request.text().contains(">slow<")) {
                    isSlow.await();
                  }
                  return Answer.soap(answer("yes"));
                });
        Gateway gateway = gateway(origin, CACHED)) {
      call(gateway, "POST", ASK, "{\"text\": \"before\"}"); // for which the description is read
      Soap.awaitSchemas();
      HttpRequest query = // that waits on a thread
          HttpRequest.newBuilder(uri(gateway, "/service"))
              .header("Content-Type", "text/xml; charset=utf-8")
              .method("QUERY", BodyPublishers.ofString(Soap.question("slow")))
              .build();
      CompletableFuture<HttpResponse<String>> slow = later(() -> sendText(query));
      CompletableFuture<HttpResponse<String>> large =
          later(() -> call(gateway, "POST", ASK, "{\"text\": \"large\"}"));
      while (origin.requests().size() < 3) {
        TimeUnit.MILLISECONDS.sleep(1); // until the timeout of tests
      }
      Limits fewer = new Limits(10_000, 5_000, 1, 32 << 10, 256 << 20, 1 << 20, 1_000);
      gateway.reconfigure(gateway.settings().withLimits(fewer));

      isLarge.countDown();
      HttpResponse<String> refused = call(gateway, "POST", ASK, "{\"text\": \"one more\"}");
      isSlow.countDown();

      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(slow.get().statusCode()).isEqualTo(200);
      assertThat(large.get().statusCode()).isEqualTo(200);
      assertThat(origin.requests()).hasSize(3);
    }
  }

  @Test
  void aLargeResponseOfTheCacheIsTheWorkOfAThread() throws Exception {
    Set<String> threads = ConcurrentHashMap.newKeySet();
    InstantSource clock =
        () -> { // is asked when the envelope has been copied, and when its JSON is coded
          boolean isWriting =
              StackWalker.getInstance()
                  .walk(
                      frames ->
                          frames
                              .limit(3)
                              .anyMatch(
                                  each ->
                                      each.getClassName().matches(".*(AnswerWriter|JsonStage)")));
          if (isWriting) {
            threads.add(Thread.currentThread().getName());
          }
          return Instant.now();
        };
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(answer("yes ".repeat(30_000))));
        Gateway gateway = Gateway.start(settings(origin, wsdl.toString()), clock)) {
      gateway.policy(CachePolicy.parse("test", CACHED));
      ask(gateway, "GET");
      threads.clear();

      for (int i = 0; i < 2; i++) { // the coding is there at the second one
        HttpResponse<String> hit = ask(gateway, "GET", "Accept-Encoding", "gzip");
        assertThat(field(hit, "Content-Encoding")).isEqualTo("gzip");
        assertThat(field(hit, "Cache-Status")).isEqualTo("Castile; hit");
      }

      assertThat(threads).containsExactly("castile-gateway-call");
    }
  }

  private static CompletableFuture<HttpResponse<String>> later(
      Callable<HttpResponse<String>> call) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return call.call();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Test
  @Tag("long")
  void callsThatAreSoonMadeAreAnsweredAsOthersAre() throws Exception {
    String fault =
        envelope(
            "",
            "<s:Fault><faultcode>s:Server</faultcode><faultstring>x</faultstring><detail>"
                + "<q:unknown xmlns:q=\"urn:q\"><name>y</name></q:unknown></detail></s:Fault>");
    List<String> contents =
        List.of(
            "{\"text\": \"x\", \"count\": 1, \"tag\": [\"a\", \"b\"], \"trace\": 3}",
            "{\"text\": \"fault\"}",
            "{\"text\": \"page\"}",
            "{\"text\": \"wrong\"}",
            "{\"text\": \"nothing\"}",
            "{\"text\": \"close\"}",
            "{\"text\": \"large\"}",
            "{\"text\": \"" + "x".repeat(50_000) + "\"}",
            "{\"text\": \"x\", \"count\": \"one\"}",
            "{\"text\": \"\\u0000\"}",
            "{\"text\": \"\\ud800\"}",
            "{\"count\": 1}",
            "{\"more\": 1, \"text\": \"x\"}",
            "{\"text\": \"x\", \"text\": \"x\"}",
            "[]",
            "{");
    try (TestOrigin origin =
        new TestOrigin(
            request ->
                request.text().contains(">fault<")
                    ? Answer.of(500, fault, "Content-Type: text/xml; charset=utf-8")
                    : request.text().contains(">page<")
                        ? Answer.of(404, "<html/>", "Content-Type: text/html")
                        : request.text().contains(">wrong<")
                            ? Answer.soap(envelope("", "<other/>"))
                            : request.text().contains(">nothing<")
                                ? Answer.of(202, "")
                                : request.text().contains(">large<")
                                    ? Answer.soap(answer("y".repeat(3 << 20)))
                                    : Answer.soap(answer("yes"), "X-Own: yes"))) {
      for (String policy : List.of("rules: []\n", CACHED)) {
        for (String method : List.of("POST", "QUERY", "PUT")) {
          try (Gateway threads = gateway(origin, policy, slow());
              Gateway loops = gateway(origin, policy)) {
            call(loops, "POST", ASK, "{\"text\": \"before\"}"); // which reads the schemas
            Soap.awaitSchemas();
            for (String content : contents) {
              for (int i = 0; i < 2; i++) { // the second one may be a hit
                HttpResponse<String> expected = call(threads, method, ASK, content);
                HttpResponse<String> found = call(loops, method, ASK, content);

                String name = method + " " + content;
                assertThat(found.statusCode()).as(name).isEqualTo(expected.statusCode());
                assertThat(found.body()).as(name).isEqualTo(expected.body());
                assertThat(fields(found)).as(name).isEqualTo(fields(expected));
              }
            }
          }
        }
      }
    }
  }

  private static Map<String, List<String>> fields(HttpResponse<?> response) {
    Map<String, List<String>> fields = new TreeMap<>(response.headers().map());
    fields.remove("date");
    fields.remove("age");
    fields.computeIfPresent(
        "cache-control",
        (name, values) -> values.stream().map(each -> each.replaceAll("\\d+", "…")).toList());
    return fields;
  }

  @Test
  void aServiceThatIsGoneIsAProblemOfEachCall() throws Exception {
    TestOrigin origin = origin();
    try (Gateway gateway = gateway(origin, CACHED)) {
      assertThat(call(gateway, "POST", ASK, "{\"text\": \"before\"}").statusCode()).isEqualTo(200);
      Soap.awaitSchemas();
      origin.close();
      for (int i = 0; i < 3; i++) {
        HttpResponse<String> response = call(gateway, "POST", ASK, "{\"text\": \"x" + i + "\"}");

        assertThat(response.statusCode()).isIn(502, 503);
        assertThat(field(response, "Content-Type")).isEqualTo("application/problem+json");
        assertThat(response.body()).contains("The service cannot be reached");
      }
      assertThat(call(gateway, "POST", ASK, "{\"text\": \"before\"}").statusCode()).isEqualTo(200);
      Soap.awaitSchemas();
    } finally {
      origin.close();
    }
  }
}

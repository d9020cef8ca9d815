package io.castile.gateway;

import static io.castile.gateway.Soap.ANY_PORT;
import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.question;
import static io.castile.gateway.Soap.uri;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.DescribedRoute;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.OriginTls;
import io.castile.gateway.config.RouteConfig;
import io.castile.gateway.config.Validation;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Calls by JSON that come again, byte for byte, are answered as those that come for the first time.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class JsonAgainTest {
  private static final String ASK = "/api/Questions/ask";
  private static final int STEPS = 250;
  private static final int INVALIDATED = 6; // of a hundred steps
  private static final int OF_SOAP = 10;

  private static final Map<String, String> POLICIES =
      Map.of(
          "plain", "{operation: ask, cache: true, ttl: 1h}",
          "varying", "{operation: ask, cache: true, ttl: 1h, vary: [{httpHeader: X-Tenant}]}",
          "own", "{operation: ask, cache: true, ttl: 1h, credentials: [X-Tenant]}",
          "shared", "{operation: ask, cache: true, ttl: 1h, shared: true}",
          "uncached", "{operation: other, cache: true, ttl: 1h}");

  /** Arguments; several say the same, and some are wrong. */
  private static final List<String> CONTENTS =
      List.of(
          "{\"text\": \"x\"}",
          "{\"text\":\"x\"}",
          "{\"text\": \"\\u0078\"}",
          "{\"text\": \"x\", \"count\": 1}",
          "{\"count\": \"1\", \"text\": \"x\"}",
          "{\"text\": \"x\", \"count\": 1, \"tag\": [\"a\", \"b\"]}",
          "{\"text\": \"x\", \"tag\": [\"b\", \"a\"]}",
          "{\"text\": \"x\", \"trace\": 3}",
          "{\"text\": \"fault\"}",
          "{\"text\": \"" + "y".repeat(20_000) + "\"}",
          "{\"text\": \"x\", \"count\": \"one\"}",
          "{\"text\": \"x\", \"text\": \"x\"}",
          "{\"count\": 1}",
          "{\"text\": }",
          "[]");

  private static final List<String> QUERIES =
      List.of(
          "?text=x",
          "?text=%78",
          "?text=x&count=1",
          "?count=1&text=x",
          "?text=x&tag=a&tag=b",
          "?text=fault",
          "?count=1",
          "?text=x&count=one");

  /** Fields, by their name and value. */
  private static final List<List<String>> FIELDS =
      List.of(
          List.of("X-Tenant", "one"),
          List.of("X-Tenant", "two"),
          List.of("Authorization", "Basic YTph"),
          List.of("Authorization", "Basic Yjpi"),
          List.of("Cookie", "session=1"),
          List.of("If-None-Match", "*"),
          List.of("If-None-Match", "\"x\""),
          List.of("Accept", "application/json"),
          List.of("Accept-Encoding", "gzip"),
          List.of("Content-Type", "text/plain"),
          List.of("Content-Encoding", "gzip"), // of a content that is none
          List.of("Content-Encoding", "unknown"));

  @TempDir private static Path folder;
  private static String description;

  @BeforeAll
  static void read() throws Exception {
    try (InputStream in = JsonAgainTest.class.getResourceAsStream("ask.wsdl")) {
      description = new String(in.readAllBytes(), UTF_8);
    }
  }

  /** A service whose answers are all others, and say what was asked of it. */
  private static TestOrigin origin() throws Exception {
    AtomicInteger count = new AtomicInteger();
    return new TestOrigin(
        request -> {
          String text = request.text();
          int number = count.incrementAndGet();
          String tenant = request.fields().getFirst("X-Tenant");
          return text.contains(">fault<")
              ? Answer.of(500, "<html/>", "Content-Type: text/html")
              : Answer.soap(answer(number + " " + tenant + " " + text.length()), "X-Own: yes");
        });
  }

  private static Gateway gateway(
      TestOrigin origin, String rule, Validation validation, Path wsdl, int loops)
      throws Exception {
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
            .withDescribed(
                new DescribedRoute(wsdl.toString(), DescribedRoute.DEFAULT_JSON, validation, null));
    Gateway gateway =
        Gateway.start(GatewaySettings.of(ANY_PORT, origin.uri()).withRoutes(List.of(route)), loops);
    gateway.policy(CachePolicy.parse("test", "rules: [" + rule + "]\n"));
    return gateway;
  }

  private static Path wsdl(String name) throws Exception {
    return Files.writeString(folder.resolve(name), description);
  }

  private static byte[] zipped(String text) throws Exception {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
      out.write(text.getBytes(UTF_8));
    }
    return zipped.toByteArray();
  }

  /**
   * A call.
   *
   * @param content or query, for methods without a content
   * @param isZipped whether the content is in gzip
   */
  private record Call(String method, String content, boolean isZipped, List<List<String>> fields) {
    static Call of(String content) {
      return new Call("POST", content, false, List.of());
    }

    static Call any(Random random) {
      if (random.nextInt(100) < OF_SOAP) {
        return new Call("SOAP", question("x"), false, fields(random, 5));
      }
      String method = List.of("POST", "POST", "QUERY", "GET", "HEAD").get(random.nextInt(5));
      List<String> all = method.length() > 4 || method.equals("POST") ? CONTENTS : QUERIES;
      return new Call(
          method,
          all.get(random.nextInt(all.size())),
          random.nextInt(8) == 0,
          fields(random, FIELDS.size()));
    }

    private static List<List<String>> fields(Random random, int bound) {
      return random.nextInt(3) > 0 ? List.of() : List.of(FIELDS.get(random.nextInt(bound)));
    }

    /**
     * @param more of white space, or of separators, which say nothing
     */
    HttpResponse<String> ask(Gateway gateway, int more) throws Exception {
      boolean isQuery = content.startsWith("?");
      boolean isSoap = method.equals("SOAP");
      String text = content + (isQuery ? "&" : " ").repeat(isSoap ? 0 : more);
      HttpRequest.Builder request =
          HttpRequest.newBuilder(uri(gateway, isSoap ? "/service" : isQuery ? ASK + text : ASK))
              .method(
                  isSoap ? "POST" : method,
                  isQuery
                      ? BodyPublishers.noBody()
                      : BodyPublishers.ofByteArray(isZipped ? zipped(text) : text.getBytes(UTF_8)));
      request.setHeader("Content-Type", isSoap ? "text/xml; charset=utf-8" : "application/json");
      if (isZipped) {
        request.setHeader("Content-Encoding", "gzip");
      }
      if (isSoap) {
        request.setHeader("SOAPAction", "\"urn:q#ask\"");
      }
      fields.forEach(each -> request.setHeader(each.get(0), each.get(1)));
      return Soap.sendText(request.build());
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

  /**
   * The services answer each request differently, so that the same replies are the same hits, too.
   */
  @ParameterizedTest
  @CsvSource({
    "plain, NONE, 1",
    "varying, NONE, 2",
    "own, NONE, 3",
    "shared, NONE, 4",
    "uncached, NONE, 5",
    "plain, BOTH, 6",
    "varying, REQUESTS, 7"
  })
  @Tag("long")
  void callsThatComeAgainAreAnsweredAsNewOnes(String policy, Validation validation, long seed)
      throws Exception {
    String rule = POLICIES.get(policy);
    Random random = new Random(seed);
    Path wsdl = wsdl("same.wsdl");
    int hits = 0;
    try (TestOrigin one = origin();
        TestOrigin other = origin();
        Gateway again = gateway(one, rule, validation, wsdl, 2);
        Gateway anew = gateway(other, rule, validation, wsdl, 2)) {
      for (int i = 0; i < STEPS; i++) {
        if (random.nextInt(100) < INVALIDATED) {
          again.cache().invalidateAll();
          anew.cache().invalidateAll();
        }
        Call call = Call.any(random);

        HttpResponse<String> expected = call.ask(anew, i + 1);
        HttpResponse<String> found = call.ask(again, 0);

        String name = "step " + i + " of " + seed + ": " + call;
        assertThat(found.statusCode()).as(name).isEqualTo(expected.statusCode());
        assertThat(found.body()).as(name).isEqualTo(expected.body());
        assertThat(fields(found)).as(name).isEqualTo(fields(expected));
        hits += Soap.cacheStatus(found).contains("hit") ? 1 : 0;
      }
      assertThat(one.requests()).hasSameSizeAs(other.requests());
      assertThat(hits > STEPS / 5).isEqualTo(!policy.equals("uncached"));
    }
  }

  @ParameterizedTest
  @CsvSource({"NONE", "REQUESTS"})
  void nothingOfADescriptionIsUsedAfterIt(Validation validation) throws Exception {
    Path wsdl = wsdl("changing" + validation + ".wsdl");
    String text = "        <xs:element name=\"text\" type=\"xs:string\"/>\n";
    String count = "        <xs:element name=\"count\" type=\"xs:int\" minOccurs=\"0\"/>\n";
    Call call = Call.of("{\"text\": \"x\", \"count\": 1}");
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin, POLICIES.get("plain"), validation, wsdl, 2)) {
      for (int i = 0; i < 4; i++) {
        assertThat(call.ask(gateway, 0).statusCode()).isEqualTo(200);
        assertThat(origin.requests()).hasSize(1);
        assertThat(last(origin)).contains("<text>x</text><count>1</count>");
      }

      Files.writeString(wsdl, description.replace(text + count, count + text));
      for (int i = 2; !last(origin).contains("</count><text>"); i++) { // until the timeout
        Call.of("{\"text\": \"x\", \"count\": " + i + "}").ask(gateway, 0);
        TimeUnit.MILLISECONDS.sleep(20);
      }
      int before = origin.requests().size();

      for (int i = 0; i < 4; i++) {
        assertThat(call.ask(gateway, 0).statusCode()).isEqualTo(200);
        assertThat(origin.requests()).hasSize(before + 1);
        assertThat(last(origin)).contains("<count>1</count><text>x</text>");
      }
    }
  }

  private static String last(TestOrigin origin) {
    List<TestOrigin.Request> all = origin.requests();
    return all.get(all.size() - 1).text();
  }

  /** Neither content nor envelope may have more than 64 KiB to be remembered. */
  @ParameterizedTest
  @Tag("long")
  @CsvSource({
    "POST, abcdef, 300, true",
    "QUERY, abcdef, 300, true",
    "GET, abcdef, 300, true",
    "POST, abcdefghijkl, 5_000, false",
    "POST, a, 6_000, false"
  })
  void aHitIsNotReadAndWrittenAgain(String method, String item, String count, boolean isRemembered)
      throws Exception {
    int items = Integer.parseInt(count.replace("_", ""));
    String content =
        method.equals("GET")
            ? "?text=x" + ("&tag=" + item).repeat(items)
            : "{\"text\":\"x\",\"tag\":[" + ("\"" + item + "\",").repeat(items) + "\"z\"]}";
    Call call = new Call(method, content, false, List.of());
    try (TestOrigin origin = origin();
        Gateway gateway =
            gateway(origin, POLICIES.get("plain"), Validation.NONE, wsdl("same.wsdl"), 1)) {
      allocated(gateway, call, 0, 0); // which reads the description

      long anew = allocated(gateway, call, 1, 1);
      long again = allocated(gateway, call, 0, 0);

      assertThat(origin.requests()).hasSize(1);
      assertThat(again < anew / 2).as("%s of %s bytes", again, anew).isEqualTo(isRemembered);
    }
  }

  /** The bytes that a gateway has allocated for some calls. */
  private static long allocated(Gateway gateway, Call call, int first, int step) throws Exception {
    long before = allocated();
    for (int i = 0; i < 50; i++) {
      assertThat(call.ask(gateway, first + i * step).statusCode()).isEqualTo(200);
    }
    return allocated() - before;
  }

  private static long allocated() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long sum = 0;
    for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
      if (each.getKey().getName().startsWith("castile-gateway")) {
        sum += threads.getThreadAllocatedBytes(each.getKey().getId());
      }
    }
    return sum;
  }
}

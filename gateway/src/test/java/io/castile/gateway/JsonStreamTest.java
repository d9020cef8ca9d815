package io.castile.gateway;

import static io.castile.gateway.Soap.ANY_PORT;
import static io.castile.gateway.Soap.uri;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.config.DescribedRoute;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.Limits;
import io.castile.gateway.config.OriginTls;
import io.castile.gateway.config.RouteConfig;
import io.castile.gateway.config.Timeouts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses by JSON that are larger than what is held: they are written while they are read. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class JsonStreamTest {
  private static final String ASK = "/api/Questions/ask";
  private static final String START =
      "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
          + "<q:askResponse xmlns:q=\"urn:q\"><text>x</text>";
  private static final String END = "</q:askResponse></s:Body></s:Envelope>";
  private static final String PRICES = "<price>12345.67</price>".repeat(1 << 10);
  private static final String DATA = "<data>AAECAwQFBgcICQ==</data>";

  /** Rows of prices that make a response larger than what is held. */
  private static final int LARGE = 100;

  @TempDir private static Path folder;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicLong sent = new AtomicLong();
  private final CountDownLatch broken = new CountDownLatch(1);
  private HttpServer origin;

  /** Writes the content of a response. */
  private interface Service {
    void write(OutputStream out) throws Exception;
  }

  private volatile Service service = out -> {};
  private String type = "text/xml; charset=utf-8";

  @BeforeAll
  static void writeDescription() throws Exception {
    try (var in = JsonStreamTest.class.getResourceAsStream("ask.wsdl")) {
      Files.write(folder.resolve("ask.wsdl"), in.readAllBytes());
    }
  }

  @BeforeEach
  void start() throws IOException {
    origin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    origin.setExecutor(threads);
    origin.createContext("/", this::answer);
    origin.start();
  }

  @AfterEach
  void stop() {
    origin.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(200, 0);
    try {
      service.write(exchange.getResponseBody());
      exchange.close();
    } catch (Exception e) { // the gateway has left, or the content is to be cut off
      broken.countDown();
      throw new IOException(e);
    }
  }

  private void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
    sent.addAndGet(text.length());
  }

  private void write(OutputStream out, String text, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      write(out, text);
    }
  }

  private Service prices(int rows) {
    return out -> {
      write(out, START);
      write(out, PRICES, rows);
      write(out, END);
    };
  }

  private Gateway gateway(Limits limits) throws IOException {
    return Gateway.start(settings().withLimits(limits), 2);
  }

  private GatewaySettings settings() {
    URI service = URI.create("http://127.0.0.1:" + origin.getAddress().getPort() + "/service");
    RouteConfig route =
        new RouteConfig(
                "/service", null, List.of(service), "", false, OriginTls.DEFAULT, false, null)
            .withDescribed(DescribedRoute.ofJson(folder.resolve("ask.wsdl").toString()));
    return GatewaySettings.of(ANY_PORT, service).withRoutes(List.of(route));
  }

  private static HttpRequest.Builder request(Gateway gateway) {
    return HttpRequest.newBuilder(uri(gateway, ASK))
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString("{\"text\": \"x\"}"));
  }

  private static HttpResponse<InputStream> send(HttpRequest request) throws Exception {
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofInputStream());
  }

  private static String field(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  /** Counts the prices of a whole text, as Jackson reads it. */
  private static int countedPrices(InputStream text) throws IOException {
    int count = 0;
    try (JsonParser in = new JsonFactory().createParser(text)) {
      List<String> names = new ArrayList<>();
      for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
        if (token == JsonToken.FIELD_NAME) {
          names.add(in.currentName());
        } else if (token.isNumeric()) {
          assertThat(in.getText()).isEqualTo("12345.67");
          count++;
        }
      }
      assertThat(names).isEqualTo(List.of("text", "price"));
    }
    return count;
  }

  @Test
  void theClientHasTheBeginningBeforeTheOriginHasSentTheEnd() throws Exception {
    CountDownLatch hasBegun = new CountDownLatch(1);
    service =
        out -> {
          write(out, START);
          write(out, PRICES, LARGE);
          assertThat(hasBegun.await(60, TimeUnit.SECONDS)).isTrue();
          write(out, PRICES);
          write(out, END);
        };
    try (Gateway gateway = gateway(Limits.DEFAULT)) {
      HttpResponse<InputStream> response = send(request(gateway).build());
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(field(response, "Content-Type")).isEqualTo("application/json");
      InputStream text = response.body();
      byte[] beginning = text.readNBytes(1_000);
      hasBegun.countDown();

      InputStream all = new java.io.SequenceInputStream(new ByteArrayInputStream(beginning), text);
      assertThat(countedPrices(all)).isEqualTo((LARGE + 1) << 10);
    }
  }

  @Test
  @Tag("long")
  void aResponseMayBeLargerThanWhatIsEverHeld() throws Exception {
    int rows = 2_000; // 46 MiB
    service = prices(rows);
    try (Gateway gateway = gateway(Limits.DEFAULT)) {
      assertThat(countedPrices(send(request(gateway).build()).body())).isEqualTo(rows << 10);
    }
  }

  @Test
  @Tag("long")
  void theOriginIsReadNoFasterThanTheClientReadsAndIsLeftWithIt() throws Exception {
    int rows = 6_000; // 138 MiB
    service = prices(rows);
    try (Gateway gateway = gateway(Limits.DEFAULT)) {
      try (Socket client = asking(gateway, "HTTP/1.1")) {
        assertThat(client.getInputStream().readNBytes(12)).asString().isEqualTo("HTTP/1.1 200");
        long before = -1;
        while (before != sent.get()) {
          before = sent.get();
          TimeUnit.MILLISECONDS.sleep(500);
        }
        assertThat(before).isLessThan((long) rows * PRICES.length() / 3);
      }
      assertThat(broken.await(60, TimeUnit.SECONDS)).isTrue();
      service = prices(1);
      assertThat(countedPrices(send(request(gateway).build()).body())).isEqualTo(1 << 10);
    }
  }

  /** A connection of a client that has asked, and takes little at once. */
  private static Socket asking(Gateway gateway, String version) throws IOException {
    Socket client = new Socket();
    client.setReceiveBufferSize(16 << 10);
    client.setSoTimeout(60_000);
    client.connect(new InetSocketAddress("127.0.0.1", gateway.port()));
    String content = "{\"text\": \"x\"}";
    String head =
        "POST %s %s\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n";
    client
        .getOutputStream()
        .write(
            (head.formatted(ASK, version, content.length()) + content)
                .getBytes(StandardCharsets.US_ASCII));
    return client;
  }

  private Gateway impatient() throws IOException {
    Timeouts usual = Timeouts.DEFAULT;
    Duration second = Duration.ofSeconds(1);
    return Gateway.start(
        settings()
            .withTimeouts(
                new Timeouts(
                    usual.connect(),
                    second,
                    usual.request(),
                    usual.idle(),
                    usual.originIdle(),
                    usual.drain())),
        2);
  }

  @Test
  @Tag("long")
  void aClientThatTakesNothingIsLeft() throws Exception {
    service = prices(6_000);
    try (Gateway gateway = impatient();
        Socket client = asking(gateway, "HTTP/1.1")) {
      assertThat(client.getInputStream().readNBytes(12)).asString().isEqualTo("HTTP/1.1 200");

      assertThat(broken.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(
      strings = {
        "<price>1.0</price>",
        "<price>1.0</price></q:askResponse>",
        "<price>x</price>" + END,
        "<<",
        DATA + "<price>1.0</price>" + END
      })
  void aTextThatCannotBeEndedIsCutOff(String end) throws Exception {
    service =
        out -> {
          write(out, START);
          write(out, PRICES, LARGE);
          write(out, end);
          if (!end.endsWith(END) && !end.equals("<<")) {
            throw new IOException("cut off");
          }
        };
    try (Gateway gateway = gateway(Limits.DEFAULT)) {
      HttpResponse<InputStream> response = send(request(gateway).build());

      assertThat(response.statusCode()).isEqualTo(200);
      assertThatThrownBy(() -> response.body().readAllBytes()).isInstanceOf(IOException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<price>x</price>",
        "<<",
        "<price>1</price>" + DATA + "<price>1</price>",
        "</q:askResponse><q:unknown xmlns:q='urn:q'/><text>"
      })
  void whatIsWrongInTheBeginningIsAProblem(String beginning) throws Exception {
    service =
        out -> {
          write(out, START + beginning);
          write(out, PRICES, LARGE);
          write(out, END);
        };
    try (Gateway gateway = gateway(Limits.DEFAULT)) {
      HttpResponse<InputStream> response = send(request(gateway).build());

      assertThat(response.statusCode()).isEqualTo(502);
      assertThat(field(response, "Content-Type")).isEqualTo("application/problem+json");
      assertThat(new ObjectMapper().readTree(response.body()).path("detail").asText()).isNotEmpty();
    }
  }

  @Test
  void aFaultIsAProblemHoweverLargeItIs() throws Exception {
    service =
        out ->
            write(
                out,
                "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
                    + "<s:Fault><faultcode>s:Client</faultcode><faultstring>no</faultstring><detail>"
                    + "<q:unknown xmlns:q=\"urn:q\"><name>"
                    + "n".repeat(2 << 20)
                    + "</name></q:unknown></detail></s:Fault></s:Body></s:Envelope>");
    try (Gateway gateway = gateway(Limits.DEFAULT)) {
      HttpResponse<InputStream> response = send(request(gateway).build());

      assertThat(response.statusCode()).isEqualTo(400);
      assertThat(new ObjectMapper().readTree(response.body()).at("/fault/unknown/name").asText())
          .hasSize(2 << 20);
    }
  }

  @Test
  void aTextThatIsSmallHasATag() throws Exception {
    service =
        out -> {
          write(out, START);
          write(out, "<!--" + "c".repeat(2 << 20) + "-->" + PRICES);
          write(out, END);
        };
    try (Gateway gateway = gateway(Limits.DEFAULT)) {
      gateway.policy(CachePolicy.parse("test", "rules: [{operation: ask, cache: true, ttl: 1h}]"));
      HttpResponse<InputStream> response =
          send(HttpRequest.newBuilder(uri(gateway, ASK + "?text=x")).build());

      assertThat(field(response, "ETag")).startsWith("\"");
      assertThat(countedPrices(response.body())).isEqualTo(1 << 10);
    }
  }

  @Test
  void aClientThatAcceptsItGetsGzip() throws Exception {
    service = prices(LARGE);
    try (Gateway gateway = gateway(Limits.DEFAULT)) {
      HttpResponse<InputStream> response =
          send(request(gateway).header("Accept-Encoding", "gzip").build());

      assertThat(field(response, "Content-Encoding")).isEqualTo("gzip");
      assertThat(response.headers().allValues("Vary")).contains("accept-encoding");
      assertThat(countedPrices(new GZIPInputStream(response.body()))).isEqualTo(LARGE << 10);
    }
  }

  @Test
  void cachesAreToldAsWithOtherResponses() throws Exception {
    service = prices(LARGE);
    try (Gateway gateway = gateway(Limits.DEFAULT)) {
      gateway.policy(CachePolicy.parse("test", "rules: [{operation: ask, cache: true, ttl: 1h}]"));
      HttpRequest.Builder get = HttpRequest.newBuilder(uri(gateway, ASK + "?text=x"));
      HttpResponse<InputStream> response = send(get.build());

      assertThat(countedPrices(response.body())).isEqualTo(LARGE << 10);
      assertThat(field(response, "Cache-Control")).isEqualTo("private, no-cache");
      assertThat(field(response, "ETag")).isEmpty();
      assertThat(response.headers().allValues("Vary")).contains("authorization");

      HttpResponse<InputStream> head = send(get.method("HEAD", BodyPublishers.noBody()).build());
      assertThat(head.statusCode()).isEqualTo(200);
      assertThat(field(head, "Cache-Control")).isEqualTo("private, no-cache");
      assertThat(head.body().readAllBytes()).isEmpty();
    }
  }

  @Test
  void largeResponsesThatAreWrittenTakeHalfOfTheThreadsAtMost() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    service =
        out -> {
          write(out, START);
          write(out, PRICES, LARGE);
          assertThat(end.await(60, TimeUnit.SECONDS)).isTrue();
          write(out, END);
        };
    try (Gateway gateway = gateway(new Limits(100, 100, 4, 4_096, 10_000, 1 << 20, 100))) {
      List<HttpResponse<InputStream>> responses = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        responses.add(send(request(gateway).build()));
        assertThat(field(responses.get(i), "Content-Length")).isEmpty();
      }
      service = prices(LARGE);
      HttpResponse<InputStream> whole = send(request(gateway).build());
      assertThat(field(whole, "Content-Length")).isNotEmpty();
      assertThat(countedPrices(whole.body())).isEqualTo(LARGE << 10);
      end.countDown();
      for (HttpResponse<InputStream> each : responses) {
        assertThat(countedPrices(each.body())).isEqualTo(LARGE << 10);
      }
    }
  }

  @Test
  void aClientThatLeavesEndsTheCallOfAServiceThatIsSilent() throws Exception {
    service =
        out -> {
          write(out, START);
          write(out, PRICES, LARGE);
          while (true) { // until the gateway has left: of this nothing is written to the client
            TimeUnit.MILLISECONDS.sleep(10);
            write(out, " ");
          }
        };
    try (Gateway gateway = gateway(Limits.DEFAULT)) {
      HttpResponse<InputStream> response = send(request(gateway).build());
      assertThat(response.body().readNBytes(100)).hasSize(100);
      response.body().close();

      assertThat(broken.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aResponseInAnotherEncodingIsHeld() throws Exception {
    type = "text/xml; charset=iso-8859-1";
    service = prices(LARGE);
    try (Gateway gateway = gateway(Limits.DEFAULT)) {
      HttpResponse<InputStream> response = send(request(gateway).build());

      assertThat(field(response, "Content-Length")).isNotEmpty();
      assertThat(countedPrices(response.body())).isEqualTo(LARGE << 10);
    }
  }

  /** A client of HTTP/1.0 is told the end by that of the connection. */
  @Test
  void aClientOfHttp10GetsAllOfIt() throws Exception {
    service = prices(LARGE);
    try (Gateway gateway = gateway(Limits.DEFAULT);
        Socket client = asking(gateway, "HTTP/1.0")) {
      byte[] response = client.getInputStream().readAllBytes();
      String hex = HexFormat.of().formatHex(response, 0, 1_000);
      int start = hex.indexOf("0d0a0d0a") / 2 + 4;
      assertThat(countedPrices(new ByteArrayInputStream(response, start, response.length - start)))
          .isEqualTo(LARGE << 10);
    }
  }
}

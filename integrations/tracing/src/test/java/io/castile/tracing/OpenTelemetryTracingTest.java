package io.castile.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.castile.cache.CacheStore;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.Gateway;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.internal.Configs;
import io.castile.gateway.trace.Tracing;
import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Traces of a gateway as an exporter gets them, and as a collector does. */
final class OpenTelemetryTracingTest {
  private static final String AN_HOUR = "rules: [{operation: ask, cache: true, ttl: 1h}]";
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String PARENT = "b7ad6b7169203331";
  private static final String TRACEPARENT = "00-" + TRACE + "-" + PARENT + "-01";

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final List<Headers> came = new CopyOnWriteArrayList<>();
  private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
  private HttpServer origin;

  @BeforeEach
  void startOrigin() throws IOException {
    origin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    origin.createContext("/", this::answer);
    origin.start();
  }

  @AfterEach
  void stopOrigin() {
    origin.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    byte[] request = exchange.getRequestBody().readAllBytes();
    came.add(exchange.getRequestHeaders());
    if (exchange.getRequestURI().getPath().equals("/broken") && came.size() == 1) {
      exchange.close();
      return;
    }
    exchange.getResponseHeaders().add("Content-Type", "text/xml; charset=utf-8");
    exchange.sendResponseHeaders(exchange.getRequestURI().getPath().equals("/no") ? 404 : 200, 0);
    exchange.getResponseBody().write(request);
    exchange.close();
  }

  private static URI uri(HttpServer server) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private Tracing inMemory() {
    OpenTelemetrySdk sdk =
        OpenTelemetrySdk.builder()
            .setTracerProvider(
                SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                    .build())
            .setPropagators(
                ContextPropagators.create(
                    TextMapPropagator.composite(
                        W3CTraceContextPropagator.getInstance(),
                        W3CBaggagePropagator.getInstance())))
            .build();
    return OpenTelemetryTracing.of(sdk); // what was exported stays
  }

  private static Gateway gateway(String routes, Tracing tracing) throws IOException {
    String yaml = "{listen: '127.0.0.1:0', routes: [" + routes + "]}";
    GatewaySettings config =
        GatewaySettings.parse("test", yaml.getBytes(StandardCharsets.UTF_8), Path.of(""));
    Gateway gateway =
        tracing == null
            ? Gateway.start(Configs.of(config), 1)
            : Gateway.start(Configs.of(config), 1, CacheStore.inMemory(1 << 20), tracing);
    gateway.policy(CachePolicy.parse("policy", AN_HOUR));
    return gateway;
  }

  private Gateway gateway(Tracing tracing) throws IOException {
    return gateway("{path: /app, service: StockService, origin: '" + uri(origin) + "'}", tracing);
  }

  private HttpResponse<String> post(Gateway gateway, String path, String operation, String... more)
      throws Exception {
    String message =
        "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><q:"
            + operation
            + " xmlns:q=\"urn:q\"/></s:Body></s:Envelope>";
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + path))
            .header("Content-Type", "text/xml; charset=utf-8")
            .POST(BodyPublishers.ofString(message));
    for (int i = 0; i < more.length; i += 2) {
      request.header(more[i], more[i + 1]);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private List<SpanData> spans(int count) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (exporter.getFinishedSpanItems().size() < count) {
      assertThat(System.nanoTime()).as("60 s have passed").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(10);
    }
    List<SpanData> spans = List.copyOf(exporter.getFinishedSpanItems());
    exporter.reset();
    return spans;
  }

  @Test
  void aTraceOfTheClientIsContinuedAndTheOriginIsToldOfIt() throws Exception {
    try (Gateway gateway = gateway(inMemory())) {
      post(
          gateway,
          "/app/x?secret=1",
          "buy",
          "traceparent",
          TRACEPARENT,
          "tracestate",
          "a=1",
          "baggage",
          "b=2");
      List<SpanData> spans = spans(2);
      SpanData attempt = spans.get(0);
      SpanData request = spans.get(1);

      assertThat(request.getKind()).isEqualTo(SpanKind.SERVER);
      assertThat(request.getName()).isEqualTo("POST /app");
      assertThat(request.getTraceId()).isEqualTo(TRACE);
      assertThat(request.getParentSpanId()).isEqualTo(PARENT);
      assertThat(request.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
      assertThat(request.getAttributes().asMap())
          .hasSize(11)
          .containsEntry(SdkTracing.Conventions.REQUEST_METHOD, "POST")
          .containsEntry(SdkTracing.Conventions.URL_PATH, "/app/x")
          .containsEntry(SdkTracing.Conventions.URL_SCHEME, "http")
          .containsEntry(SdkTracing.Conventions.ROUTE, "/app")
          .containsEntry(SdkTracing.Conventions.CLIENT_ADDRESS, "127.0.0.1")
          .containsEntry(SdkTracing.Conventions.SERVER_ADDRESS, "127.0.0.1")
          .containsEntry(SdkTracing.Conventions.SERVER_PORT, (long) gateway.port())
          .containsEntry(SdkTracing.Conventions.STATUS, 200L)
          .containsEntry(SdkTracing.Conventions.RPC_SYSTEM, "soap")
          .containsEntry(SdkTracing.Conventions.RPC_METHOD, "StockService/buy")
          .containsEntry(SdkTracing.Conventions.CACHE, "passed");
      assertThat(attempt.getKind()).isEqualTo(SpanKind.CLIENT);
      assertThat(attempt.getName()).isEqualTo("POST");
      assertThat(attempt.getTraceId()).isEqualTo(TRACE);
      assertThat(attempt.getParentSpanId()).isEqualTo(request.getSpanId());
      assertThat(attempt.getAttributes().asMap())
          .hasSize(5)
          .containsEntry(SdkTracing.Conventions.REQUEST_METHOD, "POST")
          .containsEntry(SdkTracing.Conventions.URL_FULL, uri(origin) + "/x")
          .containsEntry(SdkTracing.Conventions.SERVER_ADDRESS, "127.0.0.1")
          .containsEntry(SdkTracing.Conventions.SERVER_PORT, (long) origin.getAddress().getPort())
          .containsEntry(SdkTracing.Conventions.STATUS, 200L);
      assertThat(came.get(0).get("Traceparent"))
          .containsExactly("00-" + TRACE + "-" + attempt.getSpanId() + "-01");
      assertThat(came.get(0).get("Tracestate")).containsExactly("a=1");
      assertThat(came.get(0).get("Baggage")).containsExactly("b=2");
    }
  }

  @Test
  void aHitHasNoAttemptAndIsFoundWhateverTheTrace() throws Exception {
    try (Gateway gateway = gateway(inMemory())) {
      post(gateway, "/app", "ask", "traceparent", TRACEPARENT);
      assertThat(spans(2).get(1).getAttributes().get(SdkTracing.Conventions.CACHE))
          .isEqualTo("miss");
      post(gateway, "/app", "ask", "traceparent", TRACEPARENT.replace('c', 'd'));
      post(gateway, "/app", "ask");
      List<SpanData> hits = spans(2);

      assertThat(came).hasSize(1);
      assertThat(hits)
          .allSatisfy(
              hit -> {
                assertThat(hit.getKind()).isEqualTo(SpanKind.SERVER);
                assertThat(hit.getAttributes().get(SdkTracing.Conventions.CACHE)).isEqualTo("hit");
              })
          .extracting(SpanData::getTraceId)
          .doesNotHaveDuplicates()
          .doesNotContain(TRACE);
    }
  }

  @Test
  void aTraceThatCannotBeReadIsBegunAnewWithoutItsState() throws Exception {
    try (Gateway gateway = gateway(inMemory())) {
      post(gateway, "/app", "buy", "traceparent", "00-nonsense-01", "tracestate", "a=1");
      SpanData request = spans(2).get(1);

      assertThat(request.getParentSpanContext().isValid()).isFalse();
      assertThat(came.get(0).getFirst("Traceparent")).contains(request.getTraceId());
      assertThat(came.get(0)).doesNotContainKey("Tracestate");
    }
  }

  @Test
  void eachAttemptHasASpan() throws Exception {
    try (Gateway gateway = gateway(inMemory())) {
      HttpRequest get =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + "/app/"))
              .build();
      client.send(get, BodyHandlers.discarding()); // so that there is a connection
      spans(2);
      came.clear();
      HttpRequest broken =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + "/app/broken"))
              .build();
      assertThat(client.send(broken, BodyHandlers.discarding()).statusCode()).isEqualTo(200);
      List<SpanData> spans = spans(3);

      assertThat(spans.get(0).getAttributes().get(SdkTracing.Conventions.ERROR_TYPE))
          .isEqualTo("broken");
      assertThat(spans.get(0).getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
      assertThat(spans.get(1).getAttributes().get(SdkTracing.Conventions.RESEND_COUNT))
          .isEqualTo(1);
      assertThat(spans.get(1).getAttributes().get(SdkTracing.Conventions.STATUS)).isEqualTo(200);
      assertThat(spans.get(2).getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
      assertThat(came.get(1).getFirst("Traceparent")).contains(spans.get(1).getSpanId());
    }
  }

  @Test
  void failuresAreErrorsOfBothSpansAndRefusalsOfTheOriginsOnly() throws Exception {
    URI gone;
    try (ServerSocket closed = new ServerSocket(0)) {
      gone = URI.create("http://127.0.0.1:" + closed.getLocalPort());
    }
    String routes =
        "{path: /gone, origin: '" + gone + "'}, {path: /app, origin: '" + uri(origin) + "'}";
    try (Gateway gateway = gateway(routes, inMemory())) {
      assertThat(post(gateway, "/gone", "buy").statusCode()).isEqualTo(502);
      List<SpanData> failed = spans(2);
      assertThat(failed.get(0).getAttributes().get(SdkTracing.Conventions.ERROR_TYPE))
          .isEqualTo("refused");
      assertThat(failed.get(1).getAttributes().get(SdkTracing.Conventions.ERROR_TYPE))
          .isEqualTo("502");
      assertThat(failed).allMatch(span -> span.getStatus().getStatusCode() == StatusCode.ERROR);

      assertThat(post(gateway, "/app/no", "buy").statusCode()).isEqualTo(404);
      List<SpanData> refused = spans(2);
      assertThat(refused.get(0).getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
      assertThat(refused.get(1).getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);

      assertThat(post(gateway, "/elsewhere", "buy").statusCode()).isEqualTo(404);
      assertThat(spans(1).get(0).getName()).isEqualTo("POST");
    }
  }

  @Test
  void withoutTracingTheFieldsPassAsTheyAre() throws Exception {
    try (Gateway gateway = gateway(null)) {
      post(gateway, "/app", "buy", "traceparent", TRACEPARENT, "tracestate", "a=1");

      assertThat(came.get(0).get("Traceparent")).containsExactly(TRACEPARENT);
      assertThat(came.get(0).get("Tracestate")).containsExactly("a=1");
    }
  }

  // ---- by the environment ----

  @ParameterizedTest
  @CsvSource({
    "OTEL_TRACES_EXPORTER=otlp,                                               true",
    "OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:1,                          true",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=http://localhost:1,                   true",
    "OTEL_SERVICE_NAME=a,                                                     false",
    "OTEL_TRACES_EXPORTER=,                                                   false",
    "OTEL_TRACES_EXPORTER=none;OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:1, false",
    "OTEL_SDK_DISABLED=true;OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:1,   false",
    "OTEL_SDK_DISABLED=false;OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:1,  true"
  })
  void theEnvironmentSaysWhetherThereAreTraces(String variables, boolean asksForTraces) {
    assertThat(new OpenTelemetryTracing.TelemetryVariables(environment(variables)).askForTraces())
        .isEqualTo(asksForTraces);
  }

  private static Map<String, String> environment(String variables) {
    Map<String, String> environment = new java.util.HashMap<>();
    for (String variable : variables.split(";")) {
      int end = variable.indexOf('=');
      environment.put(variable.substring(0, end), variable.substring(end + 1));
    }
    return environment;
  }

  @ParameterizedTest
  @CsvSource({
    "OTEL_TRACES_EXPORTER=nonsense,                                             nonsense",
    "OTEL_TRACES_EXPORTER=otlp;OTEL_TRACES_SAMPLER=nonsense,                    nonsense",
    "OTEL_EXPORTER_OTLP_ENDPOINT=nonsense,                                      nonsense",
    "OTEL_TRACES_EXPORTER=otlp;OTEL_EXPORTER_OTLP_PROTOCOL=grpc,                http/protobuf"
  })
  void aVariableThatCannotBeUsedIsNamed(String variables, String said) {
    assertThatThrownBy(() -> OpenTelemetryTracing.ofEnvironment(environment(variables)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("OTEL_")
        .hasMessageContaining(said);
  }

  @ParameterizedTest
  @CsvSource({"always_on, 1", "always_off, 0"})
  void aCollectorGetsTheSpansThatAreSampled(String sampler, int exports) throws Exception {
    BlockingQueue<byte[]> received = new LinkedBlockingQueue<>();
    BlockingQueue<String> paths = new LinkedBlockingQueue<>();
    HttpServer collector =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/",
        exchange -> {
          paths.add(exchange.getRequestURI().getPath());
          received.add(exchange.getRequestBody().readAllBytes());
          exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    collector.start();
    try {
      Tracing tracing =
          OpenTelemetryTracing.ofEnvironment(
                  Map.of(
                      "OTEL_EXPORTER_OTLP_ENDPOINT",
                      uri(collector).toString(),
                      "OTEL_TRACES_SAMPLER",
                      sampler,
                      "OTEL_RESOURCE_ATTRIBUTES",
                      "deployment.environment.name=testing"))
              .orElseThrow();
      try (Gateway gateway = gateway(tracing)) {
        post(gateway, "/app", "buy", "traceparent", TRACEPARENT);
      } // which sends what there is

      assertThat(paths).hasSize(exports).allMatch(path -> path.equals("/v1/traces"));
      String flags = exports == 0 ? "-00" : "-01";
      assertThat(came.get(0).getFirst("Traceparent")).contains(TRACE).endsWith(flags);
      for (byte[] export : received) {
        String text = new String(export, StandardCharsets.ISO_8859_1);
        String trace = new String(HexFormat.of().parseHex(TRACE), StandardCharsets.ISO_8859_1);
        assertThat(text)
            .contains("castile-gateway", "testing", "POST /app", "rpc.method", "buy", trace);
      }
    } finally {
      collector.stop(0);
    }
  }

  @Test
  void nothingIsLoadedWhereNoTracesAreAskedFor() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load:stdout",
                "-cp",
                System.getProperty("java.class.path"),
                WithoutTraces.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).contains(OpenTelemetryTracing.class.getName()).contains("no traces");
    assertThat(said).doesNotContain("io.opentelemetry");
  }

  /** A program whose environment asks for no traces. */
  static final class WithoutTraces {
    private WithoutTraces() {}

    public static void main(String[] arguments) {
      boolean traces = OpenTelemetryTracing.ofEnvironment(Map.of()).isPresent();
      System.out.println(traces ? "traces" : "no traces");
    }
  }
}

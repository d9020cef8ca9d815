package io.castile.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.shop.NoSuchItem;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapResponse;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import jakarta.xml.ws.WebServiceException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Spans of calls at both ends. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class OpenTelemetryInterceptorTest {
  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final SdkTracerProvider provider =
      SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(spans)).build();
  private final OpenTelemetry telemetry =
      OpenTelemetrySdk.builder()
          .setTracerProvider(provider)
          .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
          .build();
  private final SoapServer server =
      Castile.server()
          .host("localhost")
          .publish(
              "/shop",
              new WrappedShopService() {
                @Override
                public int add(int a, int b) {
                  Span.current().setAttribute("seen", "by the service");
                  return super.add(a, b);
                }
              })
          .interceptor(OpenTelemetryInterceptor.ofServer(telemetry))
          .start();

  @AfterEach
  void close() {
    server.close();
    provider.close();
  }

  private WrappedShop shop() {
    CachePolicy policy =
        CachePolicy.builder()
            .rule(CacheRule.forOperations("add").cache(true).ttl(Duration.ofHours(1)).build())
            .build();
    return Castile.client(WrappedShop.class)
        .endpoint(server.url("/shop") + "?key=secret")
        .cache(policy)
        .interceptor(OpenTelemetryInterceptor.ofClient(telemetry))
        .build();
  }

  private List<SpanData> spans(SpanKind kind) {
    return spans.getFinishedSpanItems().stream().filter(span -> span.getKind() == kind).toList();
  }

  @Test
  void aCallIsOneSpanAtEachEndOfOneTrace() {
    Span mine = telemetry.getTracer("test").spanBuilder("mine").startSpan();
    try (Scope scope = mine.makeCurrent()) {
      assertThat(shop().add(1, 2)).isEqualTo(3);
    } finally {
      mine.end();
    }

    SpanData client = spans(SpanKind.CLIENT).get(0);
    SpanData served = spans(SpanKind.SERVER).get(0);
    assertThat(spans.getFinishedSpanItems()).hasSize(3);
    assertThat(client.getName()).isEqualTo("WrappedShop/add");
    assertThat(client.getParentSpanId()).isEqualTo(mine.getSpanContext().getSpanId());
    assertThat(served.getParentSpanId()).isEqualTo(client.getSpanId());
    assertThat(served.getTraceId()).isEqualTo(mine.getSpanContext().getTraceId());
    assertThat(served.getAttributes().asMap().toString()).contains("by the service");
    assertThat(client.getAttributes().get(OpenTelemetryInterceptor.Conventions.RPC_SYSTEM))
        .isEqualTo("soap");
    assertThat(client.getAttributes().get(OpenTelemetryInterceptor.Conventions.RPC_METHOD))
        .isEqualTo("WrappedShop/add");
    assertThat(client.getAttributes().get(OpenTelemetryInterceptor.Conventions.SERVER_ADDRESS))
        .isEqualTo("localhost");
    assertThat(client.getAttributes().get(OpenTelemetryInterceptor.Conventions.SERVER_PORT))
        .isEqualTo((long) server.port());
    assertThat(client.getAttributes().get(OpenTelemetryInterceptor.Conventions.CACHE))
        .isEqualTo("miss");
    assertThat(served.getName()).isEqualTo("WrappedShop/add");
    assertThat(spans.getFinishedSpanItems().toString()).doesNotContain("secret");
  }

  @Test
  void aHitIsMarked() {
    WrappedShop shop = shop();
    shop.add(1, 2);
    shop.add(1, 2);

    assertThat(spans(SpanKind.CLIENT))
        .extracting(span -> span.getAttributes().get(OpenTelemetryInterceptor.Conventions.CACHE))
        .containsExactly("miss", "hit");
    assertThat(spans(SpanKind.SERVER)).hasSize(1);
  }

  @Test
  void aResponseThatCannotBeReadIsAnError() throws Exception {
    HttpServer broken = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
    broken.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "text/xml");
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write("<broken".getBytes(StandardCharsets.UTF_8));
          exchange.close();
        });
    broken.start();
    try {
      WrappedShop shop =
          Castile.client(WrappedShop.class)
              .endpoint("http://localhost:" + broken.getAddress().getPort() + "/")
              .interceptor(OpenTelemetryInterceptor.ofClient(telemetry))
              .build();
      assertThatThrownBy(() -> shop.add(1, 2)).isInstanceOf(WebServiceException.class);
    } finally {
      broken.stop(0);
    }

    assertThat(spans(SpanKind.CLIENT))
        .extracting(
            span -> span.getAttributes().get(OpenTelemetryInterceptor.Conventions.ERROR_TYPE))
        .containsExactly("io.castile.soap.SoapMessageException");
  }

  @Test
  void aFaultThatALinkBehindHasThrownIsTheFault() {
    Interceptor asking =
        chain -> {
          SoapResponse response = chain.proceed(chain.request());
          response.values();
          return response;
        };
    WrappedShop shop =
        Castile.client(WrappedShop.class)
            .endpoint(server.url("/shop"))
            .interceptor(OpenTelemetryInterceptor.ofClient(telemetry))
            .interceptor(asking)
            .build();
    assertThatThrownBy(() -> shop.find("nothing")).isInstanceOf(NoSuchItem.class);

    assertThat(spans(SpanKind.CLIENT))
        .extracting(
            span -> span.getAttributes().get(OpenTelemetryInterceptor.Conventions.ERROR_TYPE))
        .containsExactly("Server");
  }

  @Test
  void faultsAndFailuresAreErrors() {
    WrappedShop shop = shop();
    assertThatThrownBy(() -> shop.find("nothing")).isInstanceOf(NoSuchItem.class);
    WrappedShop nowhere =
        Castile.client(WrappedShop.class)
            .endpoint("http://localhost:1/shop")
            .interceptor(OpenTelemetryInterceptor.ofClient(telemetry))
            .build();
    assertThatThrownBy(() -> nowhere.add(1, 2)).isInstanceOf(WebServiceException.class);

    assertThat(spans(SpanKind.CLIENT))
        .allMatch(span -> span.getStatus().getStatusCode() == StatusCode.ERROR)
        .extracting(
            span -> span.getAttributes().get(OpenTelemetryInterceptor.Conventions.ERROR_TYPE))
        .containsExactly("Server", "io.castile.soap.SoapTransportException");
    assertThat(spans(SpanKind.SERVER))
        .extracting(
            span -> span.getAttributes().get(OpenTelemetryInterceptor.Conventions.ERROR_TYPE))
        .containsExactly("Server");
  }
}

package io.castile.bench.observability;

import io.castile.Castile;
import io.castile.ClientBuilder;
import io.castile.ServerBuilder;
import io.castile.SoapServer;
import io.castile.demo.PortalService;
import io.castile.demo.portal.Portal;
import io.castile.micrometer.MicrometerInterceptor;
import io.castile.opentelemetry.OpenTelemetryInterceptor;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import jdk.jfr.Recording;

/** How calls are observed, at both ends: the rows of the suite. */
enum ObservedRow {
  OFF("not observed"),
  /** As {@code castile top} has it: no other event is recorded. */
  FLIGHT("events of JDK Flight Recorder"),
  METERS("meters of Micrometer"),
  /** What a trace sends, and nothing else of it. */
  FIELD("a header field that differs in each call, not observed"),
  TRACES("traces of OpenTelemetry, every call"),
  CLIENT_TRACES("traces of OpenTelemetry, every call, client only"),
  SAMPLED("traces of OpenTelemetry, one call in a hundred");

  private static final String PATH = "/portal";
  private static final double FEW = 0.01;

  private final String label;

  ObservedRow(String label) {
    this.label = label;
  }

  /** What tables call it. */
  String label() {
    return label;
  }

  /**
   * A client, and what ends it, its server, and what observes them.
   *
   * @param closed in the order of the list
   */
  record Ends(Portal portal, List<AutoCloseable> closed) implements AutoCloseable {
    @Override
    public void close() throws Exception {
      for (AutoCloseable each : closed) {
        each.close();
      }
    }
  }

  /** Starts server and client in this JVM. */
  Ends open() throws Exception {
    Deque<AutoCloseable> closed = new ArrayDeque<>();
    ServerBuilder server = Castile.server().publish(PATH, PortalService.standard());
    ClientBuilder<Portal> client = Castile.client(Portal.class);
    switch (this) {
      case OFF -> {
        // As it comes.
      }
      case FLIGHT -> closed.push(recording());
      case METERS -> {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        server.interceptor(MicrometerInterceptor.ofServer(registry));
        client.interceptor(MicrometerInterceptor.ofClient(registry));
        closed.push(registry::close);
      }
      case FIELD -> client.interceptor(new ChangingField());
      case TRACES, CLIENT_TRACES, SAMPLED -> {
        SdkTracerProvider provider = provider();
        OpenTelemetry telemetry =
            OpenTelemetrySdk.builder()
                .setTracerProvider(provider)
                .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
                .build();
        if (this != CLIENT_TRACES) {
          server.interceptor(OpenTelemetryInterceptor.ofServer(telemetry));
        }
        client.interceptor(OpenTelemetryInterceptor.ofClient(telemetry));
        closed.push(provider);
      }
    }
    SoapServer started = server.start();
    closed.push(started);
    Portal portal = client.endpoint(started.url(PATH)).build();
    closed.push((AutoCloseable) portal);
    return new Ends(portal, List.copyOf(closed));
  }

  private static Recording recording() {
    Recording recording = new Recording();
    recording.setToDisk(true);
    recording.setMaxSize(64 << 20);
    for (String name :
        List.of("castile.Call", "castile.Cache", "castile.Template", "castile.Link")) {
      recording.enable(name).withoutStackTrace();
    }
    recording.start();
    return recording;
  }

  /** What is traced goes the way of every exporter, to one that drops it. */
  private SdkTracerProvider provider() {
    Sampler sampler = this == SAMPLED ? Sampler.traceIdRatioBased(FEW) : Sampler.alwaysOn();
    return SdkTracerProvider.builder()
        .setSampler(Sampler.parentBased(sampler))
        .addSpanProcessor(BatchSpanProcessor.builder(new DroppingExporter()).build())
        .build();
  }
}

package io.castile.tracing;

import io.castile.gateway.trace.internal.RequestTrace;
import io.castile.gateway.trace.internal.RequestTracing;
import io.castile.gateway.trace.internal.TracedFields;
import io.castile.gateway.trace.internal.TracedRequest;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.context.propagation.TextMapSetter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Traces by the SDK of OpenTelemetry. Thread-safe. */
final class SdkTracing implements RequestTracing {
  /** The methods whose names are few; others are one (semantic conventions for HTTP). */
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH");

  private final Tracer tracer;
  private final TextMapPropagator propagator;
  private final Runnable end;

  /**
   * @param end is run when tracing is closed
   */
  SdkTracing(OpenTelemetry api, Runnable end) {
    this.tracer = api.getTracer("io.castile.gateway");
    this.propagator = api.getPropagators().getTextMapPropagator();
    this.end = end;
  }

  static SdkTracing start(Map<String, String> properties) {
    try {
      OpenTelemetrySdk sdk =
          AutoConfiguredOpenTelemetrySdk.builder()
              .addPropertiesSupplier(() -> properties)
              .disableShutdownHook()
              .build()
              .getOpenTelemetrySdk();
      return new SdkTracing(sdk, sdk::close);
    } catch (RuntimeException e) { // a ConfigurationException, and what exporters throw
      throw new IllegalArgumentException(
          "the variables of OpenTelemetry (OTEL_…) cannot be used: " + e.getMessage(), e);
    }
  }

  @Override
  public RequestTrace begin(TracedRequest request) {
    Context before = propagator.extract(Context.root(), request.fields(), Fields.INSTANCE);
    String method = method(request.method());
    String name = method.equals(Conventions.OTHER_METHOD) ? "HTTP" : method;
    SpanBuilder span =
        tracer
            .spanBuilder(request.route() == null ? name : name + " " + request.route())
            .setParent(before)
            .setSpanKind(SpanKind.SERVER)
            .setAttribute(Conventions.REQUEST_METHOD, method)
            .setAttribute(Conventions.URL_PATH, request.path())
            .setAttribute(Conventions.URL_SCHEME, request.isTls() ? "https" : "http");
    if (request.route() != null) {
      span.setAttribute(Conventions.ROUTE, request.route());
    }
    if (request.client() != null) {
      span.setAttribute(Conventions.CLIENT_ADDRESS, request.client().getHostAddress());
    }
    Conventions.setServer(span, request.host());
    Span begun = span.startSpan();
    return new SdkRequestTrace(this, begun, before.with(begun));
  }

  static String method(String name) {
    return METHODS.contains(name) ? name : Conventions.OTHER_METHOD;
  }

  Tracer tracer() {
    return tracer;
  }

  TextMapPropagator propagator() {
    return propagator;
  }

  @Override
  public void close() {
    end.run();
  }

  /** Reads and writes the fields of a message. */
  enum Fields implements TextMapGetter<TracedFields>, TextMapSetter<TracedFields> {
    INSTANCE;

    @Override
    public Iterable<String> keys(TracedFields fields) {
      return fields.names();
    }

    @Override
    public @Nullable String get(@Nullable TracedFields fields, String name) {
      return fields == null ? null : fields.get(name);
    }

    @Override
    public void set(@Nullable TracedFields fields, String name, String value) {
      if (fields != null) {
        fields.set(name, value);
      }
    }
  }
}

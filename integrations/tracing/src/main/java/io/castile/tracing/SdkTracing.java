package io.castile.tracing;

import io.castile.gateway.trace.internal.AttemptTrace;
import io.castile.gateway.trace.internal.RequestTrace;
import io.castile.gateway.trace.internal.RequestTracing;
import io.castile.gateway.trace.internal.TracedAttempt;
import io.castile.gateway.trace.internal.TracedFields;
import io.castile.gateway.trace.internal.TracedRequest;
import io.castile.gateway.trace.internal.TracedResult;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.context.propagation.TextMapSetter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.net.URI;
import java.util.Locale;
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

  /** The span of a request. Thread-safe. */
  private static final class SdkRequestTrace implements RequestTrace {
    private static final int FIRST_ERROR = 500;

    private final SdkTracing tracing;
    private final Span span;
    private final Context context;

    SdkRequestTrace(SdkTracing tracing, Span span, Context context) {
      this.tracing = tracing;
      this.span = span;
      this.context = context;
    }

    @Override
    public AttemptTrace attempt(TracedAttempt attempt) {
      URI origin = attempt.origin();
      String method = SdkTracing.method(attempt.method());
      SpanBuilder builder =
          tracing
              .tracer()
              .spanBuilder(method.equals(Conventions.OTHER_METHOD) ? "HTTP" : method)
              .setParent(context)
              .setSpanKind(SpanKind.CLIENT)
              .setAttribute(Conventions.REQUEST_METHOD, method)
              .setAttribute(
                  Conventions.URL_FULL,
                  origin.getScheme() + "://" + origin.getRawAuthority() + attempt.path());
      Conventions.setServer(builder, origin.getRawAuthority());
      if (attempt.before() > 0) {
        builder.setAttribute(Conventions.RESEND_COUNT, (long) attempt.before());
      }
      Span begun = builder.startSpan();
      return new SdkAttemptTrace(tracing.propagator(), begun, context.with(begun));
    }

    @Override
    public void end(TracedResult result) {
      span.setAttribute(Conventions.STATUS, (long) result.status());
      if (result.cache() != null) {
        span.setAttribute(Conventions.CACHE, result.cache());
      }
      if (result.operation() != null) {
        span.setAttribute(Conventions.RPC_SYSTEM, Conventions.SOAP);
        String operation = result.operation().getLocalPart();
        span.setAttribute(
            Conventions.RPC_METHOD,
            result.service().isEmpty() ? operation : result.service() + "/" + operation);
      }
      if (result.status() >= FIRST_ERROR) {
        Conventions.fail(span, String.valueOf(result.status()));
      }
      span.end();
    }
  }

  /** The span of an attempt to have an origin answer. Used by one thread. */
  private static final class SdkAttemptTrace implements AttemptTrace {
    private static final int FIRST_ERROR = 400;

    private final TextMapPropagator propagator;
    private final Span span;
    private final Context context;

    SdkAttemptTrace(TextMapPropagator propagator, Span span, Context context) {
      this.propagator = propagator;
      this.span = span;
      this.context = context;
    }

    @Override
    public void inject(TracedFields fields) {
      propagator.fields().forEach(fields::remove); // a state without its trace would be wrong
      propagator.inject(context, fields, SdkTracing.Fields.INSTANCE);
    }

    @Override
    public void end(int status, @Nullable String failure) {
      if (status > 0) {
        span.setAttribute(Conventions.STATUS, (long) status);
      }
      if (failure != null) {
        Conventions.fail(span, failure.toLowerCase(Locale.ROOT));
      } else if (status >= FIRST_ERROR) {
        Conventions.fail(span, String.valueOf(status));
      }
      span.end();
    }
  }

  /**
   * Attributes of spans by OpenTelemetry's semantic conventions for HTTP and RPC, and Castile's.
   */
  static final class Conventions {
    static final AttributeKey<String> REQUEST_METHOD =
        AttributeKey.stringKey("http.request.method");
    static final AttributeKey<Long> STATUS = AttributeKey.longKey("http.response.status_code");
    static final AttributeKey<Long> RESEND_COUNT =
        AttributeKey.longKey("http.request.resend_count");
    static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
    static final AttributeKey<String> URL_PATH = AttributeKey.stringKey("url.path");
    static final AttributeKey<String> URL_SCHEME = AttributeKey.stringKey("url.scheme");
    static final AttributeKey<String> URL_FULL = AttributeKey.stringKey("url.full");
    static final AttributeKey<String> SERVER_ADDRESS = AttributeKey.stringKey("server.address");
    static final AttributeKey<Long> SERVER_PORT = AttributeKey.longKey("server.port");
    static final AttributeKey<String> CLIENT_ADDRESS = AttributeKey.stringKey("client.address");
    static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");
    static final AttributeKey<String> RPC_SYSTEM = AttributeKey.stringKey("rpc.system.name");
    static final AttributeKey<String> RPC_METHOD = AttributeKey.stringKey("rpc.method");

    /** The outcome at the cache: hit, stale, miss or passed. */
    static final AttributeKey<String> CACHE = AttributeKey.stringKey("castile.cache");

    static final String OTHER_METHOD = "_OTHER";
    static final String SOAP = "soap";

    private Conventions() {}

    /** Sets host and port; the port only where it is given. */
    static void setServer(SpanBuilder span, String authority) {
      int colon = authority.lastIndexOf(':');
      boolean hasPort = colon > authority.lastIndexOf(']');
      span.setAttribute(SERVER_ADDRESS, hasPort ? authority.substring(0, colon) : authority);
      String port = hasPort ? authority.substring(colon + 1) : "";
      if (port.matches("[0-9]{1,5}")) {
        span.setAttribute(SERVER_PORT, Long.parseLong(port));
      }
    }

    static void fail(Span span, String type) {
      span.setAttribute(ERROR_TYPE, type);
      span.setStatus(StatusCode.ERROR);
    }
  }
}

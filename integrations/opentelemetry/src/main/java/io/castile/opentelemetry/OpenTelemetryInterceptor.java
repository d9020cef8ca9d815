package io.castile.opentelemetry;

import io.castile.soap.SoapException;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapFaultReceivedException;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.model.Operation;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.context.propagation.TextMapSetter;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A link that traces calls, to be the first of its chain: one span for each, of kind client or
 * server, by OpenTelemetry's semantic conventions for RPC (version 1.45).
 *
 * <p>The span is named by {@code rpc.method}, which is the local name of the port type, a slash,
 * and that of the operation. Other attributes: {@code rpc.system.name} ({@code soap}), {@code
 * server.address} and {@code server.port} of a client, {@code error.type} of a fault (its code) or
 * of a failure (the class of the exception), and {@code castile.cache}, what the response cache
 * did. There are no arguments, messages, queries or credentials in it.
 *
 * <p>A client sends the fields of the propagators, as {@code traceparent} (W3C Trace Context); a
 * server continues what it is sent. They are never part of what a response is found by in the
 * cache.
 *
 * <pre>{@code
 * Castile.client(Shop.class).interceptor(OpenTelemetryInterceptor.ofClient(openTelemetry))
 * Castile.server().interceptor(OpenTelemetryInterceptor.ofServer(openTelemetry))
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class OpenTelemetryInterceptor implements Interceptor {
  private static final String LIBRARY = "io.castile";

  private final Tracer tracer;
  private final TextMapPropagator propagator;
  private final SpanKind kind;

  /** The span of the previous call; null before the first. */
  private volatile @Nullable ServerAddress lastServer;

  private OpenTelemetryInterceptor(OpenTelemetry telemetry, SpanKind kind) {
    this.tracer = telemetry.getTracer(LIBRARY);
    this.propagator = telemetry.getPropagators().getTextMapPropagator();
    this.kind = kind;
  }

  /**
   * Returns a link for a client, before its cache: the span's parent is the one that is current in
   * the thread of the call.
   */
  public static OpenTelemetryInterceptor ofClient(OpenTelemetry telemetry) {
    return new OpenTelemetryInterceptor(
        Objects.requireNonNull(telemetry, "telemetry"), SpanKind.CLIENT);
  }

  /** Returns a link for a server: the span is current while the service is called. */
  public static OpenTelemetryInterceptor ofServer(OpenTelemetry telemetry) {
    return new OpenTelemetryInterceptor(
        Objects.requireNonNull(telemetry, "telemetry"), SpanKind.SERVER);
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    return kind == SpanKind.CLIENT ? called(chain) : served(chain);
  }

  // ---- a client ----

  private SoapResponse called(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    Context parent = Context.current();
    String method = Conventions.method(request, request.operation());
    SpanBuilder called = builder(method, parent).setAttribute(Conventions.RPC_METHOD, method);
    server(request.endpoint()).setOn(called);
    Span span = called.startSpan();
    Context context = parent.with(span);
    SoapRequest.Builder sent = request.newBuilder();
    propagator.inject(context, sent, HeaderFields.SETTER);
    try (Scope scope = context.makeCurrent()) {
      SoapResponse response = chain.proceed(sent.build());
      note(span, response);
      return response;
    } catch (SoapException | RuntimeException e) {
      note(span, e);
      throw e;
    } finally {
      end(span, request);
    }
  }

  /** Most calls go where the one before went. */
  private ServerAddress server(String endpoint) {
    ServerAddress known = lastServer;
    if (known == null || !known.endpoint().equals(endpoint)) {
      known = ServerAddress.of(endpoint);
      lastServer = known;
    }
    return known;
  }

  // ---- a server ----

  private SoapResponse served(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    Context parent = propagator.extract(Context.current(), request, HeaderFields.GETTER);
    Span span = builder(Conventions.SOAP, parent).startSpan();
    try (Scope scope = parent.with(span).makeCurrent()) {
      SoapResponse response = chain.proceed(request);
      Operation operation = response.operation();
      if (operation != null && span.isRecording()) {
        String method = Conventions.method(request, operation);
        span.updateName(method).setAttribute(Conventions.RPC_METHOD, method);
      }
      note(span, response);
      return response;
    } catch (SoapException | RuntimeException e) {
      note(span, e);
      throw e;
    } finally {
      end(span, request);
    }
  }

  /** What is known before the call is said before it, as samplers decide by that. */
  private SpanBuilder builder(String name, Context parent) {
    return tracer
        .spanBuilder(name)
        .setParent(parent)
        .setSpanKind(kind)
        .setAttribute(Conventions.RPC_SYSTEM, Conventions.SOAP);
  }

  // ---- how it ended ----

  private static void note(Span span, SoapResponse response) {
    if (!span.isRecording()) {
      return;
    }
    try {
      SoapFault fault = response.fault();
      if (fault != null) {
        Conventions.fail(span, code(fault, response));
      }
    } catch (SoapMessageException e) { // as the caller will be told
      note(span, e);
    }
  }

  private static void note(Span span, Exception thrown) {
    Conventions.fail(
        span,
        thrown instanceof SoapFaultReceivedException fault
            ? code(fault.fault(), fault.response())
            : thrown.getClass().getName());
  }

  /** The code as messages of the response's version have it. */
  private static String code(SoapFault fault, SoapResponse response) {
    return fault.in(response.version()).code().getLocalPart();
  }

  private static void end(Span span, SoapRequest request) {
    if (span.isRecording()) {
      span.setAttribute(Conventions.CACHE, request.exchange().cacheStatus().label());
    }
    span.end();
  }

  @Override
  public String toString() {
    return "traces of calls";
  }

  /** Reads and writes the header fields in which a trace goes on. */
  private static final class HeaderFields {
    static final TextMapSetter<SoapRequest.Builder> SETTER =
        (request, name, value) -> {
          if (request != null) {
            request.header(name, value);
          }
        };

    static final TextMapGetter<SoapRequest> GETTER =
        new TextMapGetter<>() {
          @Override
          public Iterable<String> keys(SoapRequest request) {
            return request.headers().toMap().keySet();
          }

          @Override
          public @Nullable String get(@Nullable SoapRequest request, String name) {
            return request == null ? null : request.header(name);
          }
        };

    private HeaderFields() {}
  }

  /**
   * The server of an endpoint.
   *
   * @param host null where the endpoint names none
   */
  private record ServerAddress(String endpoint, @Nullable String host, long port) {
    static ServerAddress of(String endpoint) {
      try {
        URI uri = new URI(endpoint);
        int standing = "https".equals(uri.getScheme()) ? 443 : 80;
        return new ServerAddress(
            endpoint, uri.getHost(), uri.getPort() < 0 ? standing : uri.getPort());
      } catch (URISyntaxException e) { // as the transport will say
        return new ServerAddress(endpoint, null, 0);
      }
    }

    void setOn(SpanBuilder span) {
      if (host != null) {
        span.setAttribute(Conventions.SERVER_ADDRESS, host);
        span.setAttribute(Conventions.SERVER_PORT, port);
      }
    }
  }

  /** Names and attributes of spans by the semantic conventions for RPC, and Castile's own. */
  static final class Conventions {
    static final AttributeKey<String> RPC_SYSTEM = AttributeKey.stringKey("rpc.system.name");
    static final AttributeKey<String> RPC_METHOD = AttributeKey.stringKey("rpc.method");
    static final AttributeKey<String> SERVER_ADDRESS = AttributeKey.stringKey("server.address");
    static final AttributeKey<Long> SERVER_PORT = AttributeKey.longKey("server.port");
    static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

    /** The attribute for the outcome at the response cache. */
    static final AttributeKey<String> CACHE = AttributeKey.stringKey("castile.cache");

    static final String SOAP = "soap";

    private Conventions() {}

    static String method(SoapRequest request, Operation operation) {
      return request.portTypeName().getLocalPart() + "/" + operation.name().getLocalPart();
    }

    static void fail(Span span, String type) {
      span.setAttribute(ERROR_TYPE, type);
      span.setStatus(StatusCode.ERROR);
    }
  }
}

package io.castile.tracing;

import io.castile.gateway.trace.internal.AttemptTrace;
import io.castile.gateway.trace.internal.RequestTrace;
import io.castile.gateway.trace.internal.TracedAttempt;
import io.castile.gateway.trace.internal.TracedResult;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import java.net.URI;

/** The span of a request. Thread-safe. */
final class SdkRequestTrace implements RequestTrace {
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

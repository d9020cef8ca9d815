package io.castile.tracing;

import io.castile.gateway.trace.internal.AttemptTrace;
import io.castile.gateway.trace.internal.TracedFields;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The span of an attempt to have an origin answer. Used by one thread. */
final class SdkAttemptTrace implements AttemptTrace {
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

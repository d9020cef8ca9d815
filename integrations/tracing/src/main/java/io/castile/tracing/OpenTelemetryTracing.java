package io.castile.tracing;

import io.castile.gateway.trace.Tracing;
import io.opentelemetry.api.OpenTelemetry;
import java.util.Map;
import java.util.Optional;

/**
 * Traces of a gateway, by the environment variables that OpenTelemetry has for that. Where they do
 * not ask for traces, no class of OpenTelemetry is loaded. Thread-safe.
 *
 * <p>A request has a span of kind server, and each attempt to have an origin answer one of kind
 * client; the field {@code traceparent} (W3C Trace Context), or what {@code OTEL_PROPAGATORS} has
 * in its place, is read of the client and written for the origin.
 *
 * <pre>{@code
 * Optional<Tracing> tracing = OpenTelemetryTracing.ofEnvironment(System.getenv());
 * }</pre>
 */
public final class OpenTelemetryTracing {
  private OpenTelemetryTracing() {}

  /**
   * Traces by an OpenTelemetry of the program, whose spans may go to any system. The program closes
   * it, after the gateway.
   */
  public static Tracing of(OpenTelemetry telemetry) {
    return new SdkTracing(telemetry, () -> {});
  }

  /**
   * Begins tracing if {@code OTEL_TRACES_EXPORTER}, {@code OTEL_EXPORTER_OTLP_ENDPOINT} or {@code
   * OTEL_EXPORTER_OTLP_TRACES_ENDPOINT} is set, unless the exporter is {@code none} or {@code
   * OTEL_SDK_DISABLED} is {@code true}. Traces are sent by OTLP over HTTP; metrics and logs only if
   * their own variables ask for that.
   *
   * @param environment variables by name, as {@link System#getenv()} returns them
   * @return empty where no traces are asked for
   * @throws IllegalArgumentException if a variable has a value that cannot be used
   */
  public static Optional<Tracing> ofEnvironment(Map<String, String> environment) {
    TelemetryVariables variables = new TelemetryVariables(environment);
    return variables.askForTraces()
        ? Optional.of(SdkTracing.start(variables.properties()))
        : Optional.empty();
  }
}

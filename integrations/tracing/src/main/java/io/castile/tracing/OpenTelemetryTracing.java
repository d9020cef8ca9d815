package io.castile.tracing;

import io.castile.gateway.trace.Tracing;
import io.opentelemetry.api.OpenTelemetry;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
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

  /** The environment variables of OpenTelemetry; one that is empty is not set. */
  static final class TelemetryVariables {
    private static final String PREFIX = "OTEL_";
    private static final String PROTOCOL = "http/protobuf";

    private final Map<String, String> environment;

    TelemetryVariables(Map<String, String> environment) {
      this.environment = environment;
    }

    private String value(String name) {
      return environment.getOrDefault(name, "").strip();
    }

    boolean askForTraces() {
      String exporter = value("OTEL_TRACES_EXPORTER");
      boolean isAsked =
          !exporter.isEmpty()
              || !value("OTEL_EXPORTER_OTLP_ENDPOINT").isEmpty()
              || !value("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT").isEmpty();
      return isAsked
          && !exporter.equals("none")
          && !value("OTEL_SDK_DISABLED").equalsIgnoreCase("true");
    }

    /**
     * Returns the settings by the names of properties: what the variables say, and what holds where
     * they say nothing.
     *
     * @throws IllegalArgumentException if they name a protocol that there is no sender for
     */
    Map<String, String> properties() {
      for (String name :
          List.of("OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL")) {
        String protocol = value(name);
        if (!protocol.isEmpty() && !protocol.equals(PROTOCOL)) {
          throw new IllegalArgumentException(
              "expected " + PROTOCOL + " in " + name + " but found '" + protocol + "'");
        }
      }
      Map<String, String> properties = new HashMap<>();
      properties.put("otel.traces.exporter", "otlp");
      properties.put("otel.metrics.exporter", "none");
      properties.put("otel.logs.exporter", "none");
      properties.put("otel.exporter.otlp.protocol", PROTOCOL);
      if (!value("OTEL_RESOURCE_ATTRIBUTES").contains("service.name=")) {
        properties.put("otel.service.name", "castile-gateway");
      }
      environment.forEach(
          (name, value) -> {
            if (name.startsWith(PREFIX) && !value.isBlank()) {
              properties.put(name.toLowerCase(Locale.ROOT).replace('_', '.'), value.strip());
            }
          });
      return properties;
    }
  }
}

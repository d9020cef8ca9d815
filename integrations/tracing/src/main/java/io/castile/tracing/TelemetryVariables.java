package io.castile.tracing;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The environment variables of OpenTelemetry; one that is empty is not set. */
final class TelemetryVariables {
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

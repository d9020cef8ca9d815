/** Traces of the gateway by OpenTelemetry. */
module io.castile.tracing {
  requires transitive io.castile.gateway;
  requires transitive io.opentelemetry.api;
  requires static org.jspecify;
  requires io.opentelemetry.context;
  requires io.opentelemetry.sdk;
  requires io.opentelemetry.sdk.autoconfigure;

  exports io.castile.tracing;
}

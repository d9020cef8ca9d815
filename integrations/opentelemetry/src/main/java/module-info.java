/** Traces of clients and servers by OpenTelemetry. */
module io.castile.opentelemetry {
  requires transitive io.castile.soap;
  requires transitive io.opentelemetry.api;
  requires static org.jspecify;
  requires io.opentelemetry.context;

  exports io.castile.opentelemetry;
}

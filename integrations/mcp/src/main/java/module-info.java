/** Operations of SOAP services as tools for agents. */
module io.castile.mcp {
  requires transitive io.castile.cache;
  requires transitive io.castile.dynamic;
  requires transitive io.castile.wsdl;
  requires static org.jspecify;
  requires com.fasterxml.jackson.databind;
  requires io.castile.bridge;
  requires io.modelcontextprotocol.sdk.mcp.core;
  requires jdk.httpserver;
  requires org.slf4j;
  requires reactor.core;

  exports io.castile.mcp to
      io.castile.cli;
}

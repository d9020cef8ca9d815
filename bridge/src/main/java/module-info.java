/** Services of SOAP as services of JSON, and services that are not there. */
module io.castile.bridge {
  requires transitive io.castile.wsdl;
  requires com.fasterxml.jackson.core;
  requires io.castile.soap;
  requires static org.jspecify;

  exports io.castile.bridge to
      io.castile.cli,
      io.castile.gateway,
      io.castile.mcp;
  exports io.castile.bridge.mock to
      io.castile.cli,
      io.castile.gateway,
      io.castile.junit;
}

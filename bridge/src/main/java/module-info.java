/** Services of SOAP as services of JSON. */
module io.castile.bridge {
  requires transitive io.castile.wsdl;
  requires static org.jspecify;

  exports io.castile.bridge to
      io.castile.cli,
      io.castile.mcp;
}

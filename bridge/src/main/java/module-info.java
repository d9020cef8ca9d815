/** Services of SOAP as services of JSON, and services that are not there. */
module io.castile.bridge {
  requires transitive io.castile.wsdl;
  requires static org.jspecify;
  requires io.castile.soap;

  exports io.castile.bridge to
      io.castile.cli;
  exports io.castile.bridge.mock to
      io.castile.cli;
}

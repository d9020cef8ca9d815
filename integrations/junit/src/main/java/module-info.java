/** Mocks of SOAP services in tests, as an extension of JUnit 5. */
module io.castile.junit {
  requires transitive org.junit.jupiter.api;
  requires static org.jspecify;
  requires io.castile.bridge;
  requires io.castile.codec;
  requires io.castile.wsdl;
  requires jakarta.xml.bind;
  requires jdk.httpserver;
  requires org.slf4j;

  exports io.castile.junit;

  opens io.castile.junit to
      org.junit.platform.commons;
}

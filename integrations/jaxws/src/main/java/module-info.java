/** A provider of Jakarta XML Web Services. */
module io.castile.jaxws {
  requires transitive io.castile.engine;
  requires java.net.http;
  requires static jdk.httpserver;
  requires static org.jspecify;
  requires org.slf4j;

  exports io.castile.jaxws;

  provides jakarta.xml.ws.spi.Provider with
      io.castile.jaxws.CastileProvider;
}

/** Jetty as the HTTP server of {@code Castile.server()}. */
module io.castile.jetty {
  requires transitive io.castile.soap;
  requires static org.jspecify;
  requires org.eclipse.jetty.alpn.server;
  requires org.eclipse.jetty.http2.server;
  requires org.eclipse.jetty.server;
  requires org.slf4j;

  provides io.castile.soap.server.HttpServerProvider with
      io.castile.jetty.JettyServerProvider;
}

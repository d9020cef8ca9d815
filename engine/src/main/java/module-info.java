/** The front door: clients, servers and cached ports. */
module io.castile.engine {
  requires transitive io.castile.cache;
  requires transitive io.castile.delta;
  requires transitive io.castile.soap;
  requires transitive io.castile.template;
  requires static org.jspecify;
  requires org.slf4j;

  exports io.castile;
  exports io.castile.engine to
      io.castile.jaxws;
  exports io.castile.internal to
      io.castile.dynamic,
      io.castile.jaxws,
      io.castile.servlet;
}

/** Meters of Micrometer for the calls of clients and servers. */
module io.castile.micrometer {
  requires transitive io.castile.soap;
  requires transitive micrometer.core;
  requires static org.jspecify;

  exports io.castile.micrometer;
}

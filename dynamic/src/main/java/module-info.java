/** Calls of services without classes. */
module io.castile.dynamic {
  requires transitive io.castile.engine;
  requires transitive io.castile.wsdl;
  requires static org.jspecify;

  exports io.castile.dynamic;
}

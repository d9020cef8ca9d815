/** Services as a servlet, in any container. */
module io.castile.servlet {
  requires transitive io.castile.engine;
  requires transitive jakarta.servlet;
  requires static org.jspecify;

  exports io.castile.servlet;
}

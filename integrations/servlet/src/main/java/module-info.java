/** Services as a servlet, in any container. */
module io.castile.servlet {
  requires transitive io.castile.engine;
  requires transitive jakarta.servlet;

  exports io.castile.servlet;
}

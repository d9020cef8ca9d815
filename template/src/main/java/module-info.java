/** Saved messages: the next one is written, and read, by what changed. */
module io.castile.template {
  requires transitive io.castile.xml;
  requires static org.jspecify;

  exports io.castile.template;
  exports io.castile.template.key;
  exports io.castile.template.read;
  exports io.castile.template.tracked;
}

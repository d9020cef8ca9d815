/** Saved messages: the next one is written, and read, by what changed. */
module io.castile.template {
  requires transitive io.castile.xml;
  requires static org.jspecify;

  exports io.castile.template;
  exports io.castile.template.key;
  exports io.castile.template.read to
      io.castile.cxf,
      io.castile.engine;
  exports io.castile.template.tracked;
  exports io.castile.template.internal to
      io.castile.cxf,
      io.castile.engine;
  exports io.castile.template.key.internal to
      io.castile.cxf,
      io.castile.engine;
}

/** The differential link: a message sent as its difference to one that the other end holds. */
module io.castile.delta {
  requires transitive io.castile.soap;
  requires static com.github.luben.zstd_jni;
  requires static org.jspecify;
  requires com.github.benmanes.caffeine;
  requires org.slf4j;

  exports io.castile.delta;
  exports io.castile.delta.format to
      io.castile.gateway,
      io.castile.papers;
  exports io.castile.delta.message to
      io.castile.axis2,
      io.castile.cxf,
      io.castile.gateway;
  exports io.castile.delta.internal to
      io.castile.engine,
      io.castile.papers;

  uses io.castile.delta.internal.ResponseForms;
}

/** Bytes to XML events and back: a pull reader, a byte writer, numbers and dates, limits. */
module io.castile.xml {
  requires transitive java.xml;
  requires static org.jspecify;
  requires ch.randelshofer.fastdoubleparser;

  exports io.castile.xml;
  exports io.castile.xml.datatype to
      io.castile.codec,
      io.castile.delta,
      io.castile.soap,
      io.castile.template;
  exports io.castile.xml.internal to
      io.castile.bridge,
      io.castile.cache,
      io.castile.codec,
      io.castile.cxf,
      io.castile.dynamic,
      io.castile.engine,
      io.castile.gateway,
      io.castile.jaxws,
      io.castile.jetty,
      io.castile.soap,
      io.castile.template,
      io.castile.wsdl,
      io.castile.wss4j;
}

/** The response cache, the codecs and the differential link inside Apache CXF's own chain. */
module io.castile.cxf {
  requires transitive io.castile.cache;
  requires transitive io.castile.codec;
  requires transitive io.castile.delta;
  requires transitive io.castile.template;
  requires transitive org.apache.cxf.core;
  requires transitive org.apache.cxf.databinding.jaxb;
  requires static org.jspecify;
  requires io.castile.soap;
  requires io.castile.xml;
  requires java.logging;
  requires org.apache.cxf.binding.soap;
  requires org.apache.cxf.frontend.jaxws;
  requires org.apache.cxf.transport.http;
  requires org.apache.cxf.wsdl;
  requires org.slf4j;

  exports io.castile.cxf;
  exports io.castile.cxf.databinding;
  exports io.castile.cxf.link;
}

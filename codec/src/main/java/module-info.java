/**
 * Java types to XML and back: the binding plan, its interpreter and its compiler.
 *
 * <p>Applications open the packages of their bound classes to this module and to {@code
 * jakarta.xml.bind}, as Jakarta XML Binding asks them to. What is compiled for these classes is a
 * part of their modules; the inner packages that it uses are exported to these at run time.
 */
module io.castile.codec {
  requires transitive io.castile.xml;
  requires transitive jakarta.activation;
  requires transitive jakarta.xml.bind;
  requires static org.jspecify;
  requires java.compiler;
  requires java.desktop;
  requires org.codehaus.commons.compiler;
  requires org.codehaus.janino;
  requires org.glassfish.jaxb.core;
  requires org.glassfish.jaxb.runtime;
  requires org.slf4j;

  exports io.castile.codec;
  exports io.castile.codec.annotation;
  exports io.castile.codec.jaxb;
  exports io.castile.codec.bean to
      io.castile.cxf,
      io.castile.delta,
      io.castile.generate,
      io.castile.soap;
  exports io.castile.codec.binding to
      io.castile.generate,
      io.castile.soap;
  exports io.castile.codec.compile to
      io.castile.generate,
      io.castile.soap;
  exports io.castile.codec.encoded to
      io.castile.bridge,
      io.castile.dynamic,
      io.castile.soap,
      io.castile.wsdl;
  exports io.castile.codec.typed to
      io.castile.delta;
  exports io.castile.codec.value to
      io.castile.generate,
      io.castile.soap,
      io.castile.wsdl;
}

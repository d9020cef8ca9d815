/** Java of a WSDL: interfaces and beans, for tools and at build time. */
module io.castile.generate {
  requires transitive io.castile.wsdl;
  requires static org.jspecify;
  requires com.fasterxml.jackson.core;
  requires com.sun.codemodel;
  requires io.castile.soap;
  requires io.castile.template;
  requires jakarta.xml.bind;
  requires java.compiler;
  requires java.xml;
  requires org.glassfish.jaxb.core;
  requires org.glassfish.jaxb.xjc;

  exports io.castile.generate;

  provides com.sun.tools.xjc.Plugin with
      io.castile.generate.bean.XjcPlugin;
}

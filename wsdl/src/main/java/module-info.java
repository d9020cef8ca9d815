/** Descriptions of services: WSDL 1.1 and XML Schema, read into a model. */
module io.castile.wsdl {
  requires transitive io.castile.xml;
  requires transitive java.xml;
  requires static org.jspecify;
  requires com.sun.xml.xsom;
  requires transitive io.castile.codec;
  requires com.sun.tools.rngdatatype;
  requires java.net.http;

  exports io.castile.wsdl;
  exports io.castile.wsdl.document;
  exports io.castile.wsdl.model;
  exports io.castile.wsdl.diff to
      io.castile.cli;
  exports io.castile.wsdl.tree to
      io.castile.bridge,
      io.castile.generate;
  exports io.castile.wsdl.value to
      io.castile.bridge,
      io.castile.dynamic;
  exports io.castile.wsdl.document.internal to
      io.castile.bridge;
  exports io.castile.wsdl.outline to
      io.castile.bridge,
      io.castile.dynamic,
      io.castile.gateway,
      io.castile.generate;
  exports io.castile.wsdl.internal to
      io.castile.bridge,
      io.castile.dynamic,
      io.castile.generate;
  exports io.castile.wsdl.model.internal to
      io.castile.bridge,
      io.castile.dynamic,
      io.castile.generate;
}

/** Envelopes, faults, operations, the exchange and its chain of interceptors, HTTP. */
module io.castile.soap {
  requires transitive io.castile.codec;
  requires transitive jakarta.xml.ws;
  requires static org.jspecify;
  requires apache.mime4j.core;
  requires com.sun.xml.messaging.saaj;
  requires jakarta.annotation;
  requires java.rmi;
  requires jdk.jfr;
  requires org.glassfish.jaxb.core;
  requires org.glassfish.jaxb.runtime;
  requires org.slf4j;

  exports io.castile.soap;
  exports io.castile.soap.exchange;
  exports io.castile.soap.http;
  exports io.castile.soap.logging;
  exports io.castile.soap.mime;
  exports io.castile.soap.model;
  exports io.castile.soap.security;
  exports io.castile.soap.addressing to
      io.castile.engine;
  exports io.castile.soap.client to
      io.castile.cache,
      io.castile.engine;
  exports io.castile.soap.flight to
      io.castile.cache,
      io.castile.delta,
      io.castile.engine;
  exports io.castile.soap.handler to
      io.castile.engine,
      io.castile.jaxws;
  exports io.castile.soap.server to
      io.castile.delta,
      io.castile.engine,
      io.castile.jaxws,
      io.castile.jetty,
      io.castile.servlet;
  exports io.castile.soap.wsdl to
      io.castile.bridge,
      io.castile.engine,
      io.castile.jaxws;
  exports io.castile.soap.envelope to
      io.castile.axis2,
      io.castile.bridge,
      io.castile.cache,
      io.castile.cxf,
      io.castile.delta,
      io.castile.engine,
      io.castile.gateway,
      io.castile.papers,
      io.castile.wss4j;
  exports io.castile.soap.http.message to
      io.castile.bridge,
      io.castile.cache,
      io.castile.delta,
      io.castile.engine,
      io.castile.gateway,
      io.castile.wss4j;
  exports io.castile.soap.multipart to
      io.castile.bridge,
      io.castile.engine,
      io.castile.gateway;
  exports io.castile.soap.exchange.internal to
      io.castile.axis2,
      io.castile.bridge,
      io.castile.cache,
      io.castile.cxf,
      io.castile.delta,
      io.castile.dynamic,
      io.castile.engine,
      io.castile.gateway,
      io.castile.wss4j;
  exports io.castile.soap.model.internal to
      io.castile.cache,
      io.castile.cxf,
      io.castile.delta,
      io.castile.dynamic,
      io.castile.engine,
      io.castile.generate,
      io.castile.jaxws,
      io.castile.spring,
      io.castile.wss4j;
  exports io.castile.soap.security.internal to
      io.castile.cache,
      io.castile.delta,
      io.castile.gateway,
      io.castile.wss4j;
  exports io.castile.soap.internal to
      io.castile.bridge,
      io.castile.dynamic,
      io.castile.engine,
      io.castile.wss4j;

  uses io.castile.soap.server.HttpServerProvider;
}

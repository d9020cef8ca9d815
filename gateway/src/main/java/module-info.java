/** The gateway: a caching reverse proxy in front of SOAP services. */
module io.castile.gateway {
  requires transitive io.castile.cache;
  requires static org.jspecify;
  requires com.github.benmanes.caffeine;
  requires io.netty.buffer;
  requires io.netty.codec;
  requires io.netty.codec.http;
  requires io.netty.common;
  requires io.netty.handler;
  requires io.netty.transport;
  requires io.netty.transport.classes.epoll;
  requires org.slf4j;
  requires org.snakeyaml.engine;

  exports io.castile.gateway;
  exports io.castile.gateway.config;
}

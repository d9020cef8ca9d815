/** The gateway: a caching reverse proxy in front of SOAP services. */
module io.castile.gateway {
  requires transitive io.castile.cache;
  requires transitive io.castile.delta;
  requires io.castile.bridge;
  requires static com.github.luben.zstd_jni;
  requires static org.jspecify;
  requires bcrypt;
  requires com.fasterxml.jackson.databind;
  requires com.github.benmanes.caffeine;
  requires com.nimbusds.jose.jwt;
  requires io.netty.buffer;
  requires io.netty.codec;
  requires io.netty.codec.compression;
  requires io.netty.codec.haproxy;
  requires io.netty.codec.http;
  requires io.netty.codec.http2;
  requires io.netty.common;
  requires io.netty.handler;
  requires io.netty.transport;
  requires java.management;
  requires java.net.http;
  requires jdk.management;
  requires micrometer.core;
  requires micrometer.registry.prometheus;
  requires org.slf4j;
  requires org.snakeyaml.engine;
  requires re2j;

  uses io.castile.soap.security.internal.EnvelopeSecurity.Provider;

  exports io.castile.gateway;
  exports io.castile.gateway.trace;
  exports io.castile.gateway.trace.internal to
      io.castile.tracing;

  opens io.castile.gateway.admin to
      com.fasterxml.jackson.databind;
  opens io.castile.gateway.http to
      com.fasterxml.jackson.databind;
  opens io.castile.gateway.meter to
      com.fasterxml.jackson.databind;
}

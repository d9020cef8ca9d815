/** The response cache: policy, keys, representations, freshness, stores. */
module io.castile.cache {
  requires transitive io.castile.soap;
  requires static cache.api;
  requires static micrometer.core;
  requires static org.jspecify;
  requires com.github.benmanes.caffeine;
  requires jdk.management;
  requires org.slf4j;
  requires org.snakeyaml.engine;

  exports io.castile.cache;
  exports io.castile.cache.key;
  exports io.castile.cache.observe;
  exports io.castile.cache.policy;
  exports io.castile.cache.representation to
      io.castile.cxf,
      io.castile.engine,
      io.castile.gateway,
      io.castile.redis;
  exports io.castile.cache.graph to
      io.castile.axis2,
      io.castile.cxf,
      io.castile.engine,
      io.castile.gateway,
      io.castile.spring;
  exports io.castile.cache.request to
      io.castile.axis2,
      io.castile.cxf,
      io.castile.engine,
      io.castile.gateway,
      io.castile.redis,
      io.castile.spring;
  exports io.castile.cache.policy.text to
      io.castile.gateway;
  exports io.castile.cache.internal to
      io.castile.axis2,
      io.castile.cxf,
      io.castile.engine,
      io.castile.gateway,
      io.castile.spring;
  exports io.castile.cache.key.internal to
      io.castile.redis;
  exports io.castile.cache.observe.internal to
      io.castile.gateway;
  exports io.castile.cache.policy.internal to
      io.castile.cxf,
      io.castile.gateway;
}

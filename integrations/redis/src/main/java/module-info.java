/** Entries of the response cache in Redis or Valkey, for a fleet. */
module io.castile.redis {
  requires transitive io.castile.cache;
  requires transitive io.castile.delta;
  requires static org.jspecify;
  requires com.github.benmanes.caffeine;
  requires io.castile.soap;
  requires lettuce.core;
  requires org.slf4j;

  exports io.castile.redis;
}

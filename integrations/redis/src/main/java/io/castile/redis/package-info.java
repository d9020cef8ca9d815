/** A store that a fleet shares, in Redis or Valkey: {@link io.castile.redis.RedisStore}. */
@NullMarked
package io.castile.redis;

import org.jspecify.annotations.NullMarked;

package io.castile.redis;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** Tests of one class that have one Redis, which is empty before each. */
abstract class SharedRedis {
  static RedisProcess redis;

  @BeforeAll
  static void startRedis() {
    redis = new RedisProcess();
  }

  @AfterAll
  static void stopRedis() {
    if (redis != null) { // else it is absent
      redis.close();
      redis = null;
    }
  }

  static RedisStore store() {
    return FleetNode.store(redis.url(), builder -> builder);
  }

  @BeforeEach
  void emptyRedis() {
    redis.ask(commands -> commands.flushall());
  }
}

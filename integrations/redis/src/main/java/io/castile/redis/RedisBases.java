package io.castile.redis;

import io.castile.delta.Differential.SharedBases;
import io.lettuce.core.GetExArgs;
import io.lettuce.core.SetArgs;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Bases of the differential link in Redis. Thread-safe. */
final class RedisBases implements SharedBases {
  private static final Logger log = LoggerFactory.getLogger(RedisBases.class);

  /** A base is of no generation: it is found by its name, which no other one has. */
  private static final byte[] NO_GENERATION = new byte[Generation.HALF];

  private final RedisLink link;
  private final String prefix;
  private final EntryFrame.Format format;
  private final Duration keepAtMost;

  RedisBases(RedisLink link, String prefix, EntryFrame.Format format, Duration keepAtMost) {
    this.keepAtMost = keepAtMost;
    this.link = link;
    this.prefix = prefix;
    this.format = format;
  }

  private String key(String name) {
    return prefix + "b:" + name;
  }

  /** Returns the milliseconds for Redis: one or more. */
  private long millis(Duration keepFor) {
    return Math.max(1, (keepFor.compareTo(keepAtMost) > 0 ? keepAtMost : keepFor).toMillis());
  }

  @Override
  public byte @Nullable [] get(String name, Duration keepFor) {
    String key = key(name);
    try {
      byte[] found =
          link.ask(key, redis -> redis.getex(key, GetExArgs.Builder.px(millis(keepFor))));
      EntryFrame frame = EntryFrame.parse(found, format, key);
      return frame == null ? null : frame.entry();
    } catch (UnavailableException e) {
      log.debug("a base is not read: {}", e.getMessage());
      return null;
    }
  }

  @Override
  public void put(String name, byte[] message, Duration keepFor) {
    String key = key(name);
    byte[] frame = new EntryFrame(NO_GENERATION, 0, message).bytes(format, key);
    if (frame == null) {
      return;
    }
    try {
      link.ask(key, redis -> redis.set(key, frame, SetArgs.Builder.px(millis(keepFor))));
    } catch (UnavailableException e) {
      log.debug("a base is not kept: {}", e.getMessage());
    }
  }
}

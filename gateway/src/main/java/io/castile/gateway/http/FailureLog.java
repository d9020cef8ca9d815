package io.castile.gateway.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of origins that fail: at once where an origin fails in a new way, and then once a minute,
 * with how often it did meanwhile. Thread-safe.
 */
public final class FailureLog {
  private static final Logger log = LoggerFactory.getLogger(FailureLog.class);
  private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final LongSupplier nanoTime;
  private final Map<Key, Seen> seen = new ConcurrentHashMap<>();

  private record Key(String origin, String kind) {}

  /**
   * @param time of the last line
   * @param count of the failures since then
   */
  private record Seen(long time, long count) {}

  public FailureLog() {
    this(System::nanoTime);
  }

  FailureLog(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Takes a failure.
   *
   * @param origin an address, or a route; of a configuration, so that there are few
   * @param kind a short name
   * @param message what happened
   */
  public void failed(String origin, String kind, String message) {
    long now = nanoTime.getAsLong();
    seen.compute(
        new Key(origin, kind),
        (key, before) -> {
          if (before != null && now - before.time < PAUSE_NANOS) {
            return new Seen(before.time, before.count + 1);
          }
          warn(key, message, before == null ? 0 : before.count);
          return new Seen(now, 0);
        });
  }

  private static void warn(Key key, String message, long more) {
    String meanwhile = more == 0 ? "" : "; and " + more + " times since the last line";
    log.warn("{} failed ({}): {}{}", key.origin, key.kind, message, meanwhile);
  }
}

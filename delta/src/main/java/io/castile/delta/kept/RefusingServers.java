package io.castile.delta.kept;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Remembers for some time which servers refuse requests in a content coding. Thread-safe. */
public final class RefusingServers {
  public static final Duration MEMORY = Duration.ofMinutes(10);
  public static final int MAX_ENDPOINTS = 1024;

  private final LongSupplier nanos;

  /** When each has refused one last, the one that has been known longest first. */
  private final Map<String, Long> refusals = new LinkedHashMap<>(); // guarded by itself

  /**
   * @param nanos a clock that is never set, as {@link System#nanoTime}
   */
  public RefusingServers(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Whether a server has refused a request within the last {@link #MEMORY}. */
  public boolean contains(String endpoint) {
    synchronized (refusals) {
      Long refused = refusals.get(endpoint);
      return refused != null && nanos.getAsLong() - refused < MEMORY.toNanos();
    }
  }

  /** Remembers a refusal, and tells whether it is the first one that is known of this server. */
  public boolean add(String endpoint) {
    synchronized (refusals) {
      boolean isFirst = refusals.put(endpoint, nanos.getAsLong()) == null;
      if (refusals.size() > MAX_ENDPOINTS) {
        refusals.remove(refusals.keySet().iterator().next());
      }
      return isFirst;
    }
  }
}

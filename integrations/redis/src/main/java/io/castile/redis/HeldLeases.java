package io.castile.redis;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The leases that this process holds, and which of them are to be renewed, as the origin takes its
 * time. Thread-safe.
 */
final class HeldLeases {
  /** How often a lease is renewed while it lasts. */
  static final int TIMES = 3;

  private final Map<String, Held> held = new ConcurrentHashMap<>();
  private final long leaseNanos;
  private final long longestNanos;

  private record Held(EntryName name, long sinceNanos) {}

  /** Renews a lease. */
  interface Renewal {
    void renew(EntryName name, String token);
  }

  /**
   * @param leaseTime how long a lease lasts that is not renewed
   * @param longest how long it is renewed at most
   */
  HeldLeases(Duration leaseTime, Duration longest) {
    this.leaseNanos = leaseTime.toNanos();
    this.longestNanos = longest.toNanos();
  }

  void taken(EntryName name, String token) {
    held.put(token, new Held(name, System.nanoTime()));
  }

  void givenBack(String token) {
    held.remove(token);
  }

  /**
   * Renews the leases that are older than the time between two renewals, so that those of quick
   * origins are none; to be called at such intervals.
   */
  void renew(Renewal renewal) {
    long now = System.nanoTime();
    held.forEach(
        (token, lease) -> {
          long age = now - lease.sinceNanos();
          if (age > longestNanos) {
            held.remove(token);
          } else if (age >= leaseNanos / TIMES) {
            renewal.renew(lease.name(), token);
          }
        });
  }
}

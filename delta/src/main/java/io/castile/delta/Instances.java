package io.castile.delta;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/** Messages that are kept to be bases, in bounds. Thread-safe. */
final class Instances<K> {
  /** What a table and the entry take beside a message, in parts of its bytes and in bytes. */
  private static final int TABLE_SHARE = 2;

  private static final int ENTRY_BYTES = 256;

  private final Cache<K, Instance> kept;
  private final int maxMessageBytes;

  Instances(DifferentialOptions options) {
    this.maxMessageBytes = options.maxMessageBytes();
    this.kept =
        Caffeine.newBuilder()
            .maximumWeight(options.maxBytes())
            .weigher((K key, Instance instance) -> weight(instance))
            .expireAfterAccess(options.maxIdle())
            .executor(Runnable::run)
            .build();
  }

  /** A guess, for the table is made later, if at all. */
  private static int weight(Instance instance) {
    long bytes = instance.bytes().length;
    return (int) Math.min(Integer.MAX_VALUE, bytes + bytes / TABLE_SHARE + ENTRY_BYTES);
  }

  /** Returns the message, or null. */
  Instance get(K key) {
    return kept.getIfPresent(key);
  }

  /** Keeps a message unless it is too large. */
  void put(K key, Instance instance) {
    if (instance.bytes().length <= maxMessageBytes) {
      kept.put(key, instance);
    }
  }

  /** Drops a message, if it is still the one under this key. */
  void remove(K key, Instance instance) {
    kept.asMap().remove(key, instance);
  }
}

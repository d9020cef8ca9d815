package io.castile.cache;

import io.castile.cache.key.CacheKey;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Where cached responses are kept. Thread-safe.
 *
 * <p>A store may forget at any time, and may fail: a call whose store throws goes on without it.
 * Whether a response is fresh is decided by the cache, not by the store; it should give back no
 * other entry than the last one that was put for an equal key.
 */
public interface CacheStore extends AutoCloseable {
  /** The bytes that a store in memory holds at most, where nobody says: 64 MiB. */
  long DEFAULT_MAX_BYTES = 64L << 20;

  /**
   * Returns a store in the memory of this process, bounded by the weight of keys and entries, which
   * is measured in bytes. Look-ups take no lock (Caffeine).
   *
   * @param maxBytes positive
   */
  static CacheStore inMemory(long maxBytes) {
    return new MemoryStore(maxBytes);
  }

  /**
   * Whether this keeps keys and entries as the objects they are; else as bytes, which can outlive
   * the process: keys and values are then made as XML.
   */
  boolean keepsObjects();

  /** Returns the entry of a key; null if there is none. */
  @Nullable CacheEntry get(CacheKey key);

  /**
   * Keeps an entry, in place of what was kept for an equal key.
   *
   * @param key a stored one ({@link CacheKey#toStored})
   */
  void put(CacheKey key, CacheEntry entry);

  /** Forgets an entry if it is still that of its key. */
  void remove(CacheKey key, CacheEntry entry);

  /** Forgets all entries of certain keys; those that are there when it is called, at least. */
  void removeIf(Predicate<CacheKey> keys);

  /**
   * Whether there is no room left: what is put then drives something else out. An answer whose
   * question nobody has asked before is not kept meanwhile.
   */
  default boolean isFull() {
    return false;
  }

  /** Passes all keys to {@code action}, with the bytes that key and entry take; for statistics. */
  void forEach(ObjLongConsumer<CacheKey> action);

  /** Lets go of what only this process holds; afterwards it is not used. */
  @Override
  void close();
}

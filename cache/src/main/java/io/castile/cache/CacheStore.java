package io.castile.cache;

import io.castile.cache.internal.LocalTicket;
import io.castile.cache.internal.MemoryStore;
import io.castile.cache.key.CacheKey;
import io.castile.cache.policy.FleetPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A store of cached responses. Thread-safe.
 *
 * <p>A store may forget at any time, and may fail: a call whose store throws goes on without it.
 * Whether a response is fresh is decided by the cache, not by the store; it should give back no
 * other entry than the last one that was put for an equal key.
 */
public interface CacheStore extends AutoCloseable {
  /** The default bound of a store in memory, in bytes. */
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
   * Returns a store as {@link #inMemory} does, whose messages are outside of the heap, where the
   * garbage collector has nothing to do with them: for caches of hundreds of megabytes, and for
   * stacks that keep messages, as the gateway does. Each hit copies its message into the heap.
   * Values, and messages for which there is no room, are in the heap.
   *
   * @param maxBytes positive; the JVM gives so much only up to its {@code -XX:MaxDirectMemorySize}
   */
  static CacheStore offHeap(long maxBytes) {
    return new MemoryStore(maxBytes, MemoryStore.paged(maxBytes), false);
  }

  /**
   * Returns a store as {@link #offHeap} does, whose entries {@link ResponseCache#save} can write to
   * a file: keys and values are kept as XML, and digests stand for the identities of callers.
   *
   * @param maxBytes as of {@link #offHeap}
   */
  static CacheStore savable(long maxBytes) {
    return new MemoryStore(maxBytes, MemoryStore.paged(maxBytes), true);
  }

  /**
   * Whether this keeps keys and entries as the objects they are; else as bytes, which can outlive
   * the process: keys and values are then made as XML.
   */
  boolean keepsObjects();

  /**
   * Whether no method waits for anything, so that a thread that must not wait, as that of an event
   * loop, may call all of them.
   */
  default boolean isLocal() {
    return false;
  }

  /** Returns the entry of a key; null if there is none. */
  @Nullable CacheEntry get(CacheKey key);

  /**
   * Returns the entry of a key if that takes no waiting, for threads that must not; null if there
   * is none, or the store would have to ask elsewhere.
   */
  default @Nullable CacheEntry near(CacheKey key) {
    return get(key);
  }

  /**
   * Returns the entry of a key that is at hand, where the store would have to call another process
   * that does not respond: others may have dropped it. Null if there is none, or the store can ask.
   */
  default @Nullable CacheEntry alone(CacheKey key) {
    return null;
  }

  /**
   * Keeps an entry, in place of the one for an equal key.
   *
   * @param key a stored one ({@link CacheKey#toStored})
   */
  void put(CacheKey key, CacheEntry entry);

  /** Removes an entry if it is still the one of its key. */
  void remove(CacheKey key, CacheEntry entry);

  /** Removes all entries whose keys match; at least those that are there when it is called. */
  void removeIf(Predicate<CacheKey> keys);

  /**
   * Removes all entries of an operation whose keys match, for stores that know the entries of an
   * operation.
   */
  default void remove(CacheKey.Selection keys) {
    removeIf(keys::has);
  }

  /**
   * Registers a coming call of the origin, so that its response is not kept if entries of its key
   * are dropped meanwhile. The cache sees to that for what this process drops; a store that
   * processes share does so for what others drop.
   *
   * @param key a stored one
   */
  default Ticket ticket(CacheKey key) {
    return new LocalTicket(this, key);
  }

  /**
   * Takes a ticket as {@link #ticket} does, and waits while another process calls the origin with
   * the same request. A call that has waited looks for an entry again. The cache sees to it that at
   * most one call of this process is here for a key.
   *
   * @param patience how long to wait at most; zero or negative for not at all
   */
  default Ticket lease(CacheKey key, Duration patience) {
    return ticket(key);
  }

  /**
   * Whether there is no room left: an entry that is put then evicts another one. Meanwhile, a
   * response to a request that has not been sent before is not kept.
   */
  default boolean isFull() {
    return false;
  }

  /** Returns the policy of the processes that share this store; null where it keeps none. */
  default @Nullable FleetPolicy policies() {
    return null;
  }

  /**
   * Removes entries that are useless at a time, as far as this process holds them; may do nothing.
   */
  default void dropUseless(Instant now) {
    // Stores outside the process have their own expiry.
  }

  /** Passes all keys to {@code action}, with the bytes that key and entry take; for statistics. */
  void forEach(ObjLongConsumer<CacheKey> action);

  /**
   * Passes the keys of all processes that share the store to {@code action}; may take its time.
   *
   * @throws RuntimeException if the store does not give them
   */
  default void forEachShared(ObjLongConsumer<CacheKey> action) {
    forEach(action);
  }

  /** Releases the resources that only this process holds; the store is not used afterwards. */
  @Override
  void close();

  /**
   * The right to keep one response of the origin. Used by one thread at a time. That of a lease is
   * closed, put to use or not.
   */
  interface Ticket extends AutoCloseable {
    /** Whether no other process is known to ask the same now. */
    boolean isAlone();

    /**
     * Keeps an entry, in place of the one for an equal key, unless entries of the key have been
     * dropped since the ticket was taken.
     *
     * @return false if it was not kept as they have, or may have
     */
    boolean put(CacheEntry entry);

    /** Lets callers that wait for this ticket ask the origin; does not throw. */
    @Override
    void close();
  }
}

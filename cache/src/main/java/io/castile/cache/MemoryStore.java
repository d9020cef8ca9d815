package io.castile.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;

/** Entries in the heap, bounded by their weight; those unlikely to be asked for again go first. */
final class MemoryStore implements CacheStore {
  /** What Caffeine itself takes for an entry, about. */
  private static final int ENTRY_OVERHEAD = 100;

  private final Cache<CacheKey, CacheEntry> entries;

  MemoryStore(long maxBytes) {
    if (maxBytes <= 0) {
      throw new IllegalArgumentException("maxBytes <= 0: " + maxBytes);
    }
    entries =
        Caffeine.newBuilder()
            .maximumWeight(maxBytes)
            .weigher(MemoryStore::weight)
            .executor(Runnable::run)
            .build();
  }

  private static int weight(CacheKey key, CacheEntry entry) {
    return (int) Math.min(Integer.MAX_VALUE, ENTRY_OVERHEAD + key.weight() + entry.weight());
  }

  @Override
  public boolean keepsObjects() {
    return true;
  }

  @Override
  public CacheEntry get(CacheKey key) {
    return entries.getIfPresent(key);
  }

  @Override
  public void put(CacheKey key, CacheEntry entry) {
    entries.put(key, entry);
  }

  @Override
  public void remove(CacheKey key, CacheEntry entry) {
    entries.asMap().remove(key, entry);
  }

  @Override
  public void removeIf(Predicate<CacheKey> keys) {
    entries.asMap().keySet().removeIf(keys);
  }

  @Override
  public void forEach(ObjLongConsumer<CacheKey> action) {
    entries.asMap().forEach((key, entry) -> action.accept(key, key.weight() + entry.weight()));
  }

  @Override
  public void close() {
    entries.invalidateAll();
  }
}

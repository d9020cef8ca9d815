package io.castile.cache.internal;

import io.castile.cache.CacheEntry;
import io.castile.cache.CacheStore;
import io.castile.cache.CacheStore.Ticket;
import io.castile.cache.key.CacheKey;

/** The ticket of a store that drops nothing but what this process tells it to. */
public record LocalTicket(CacheStore store, CacheKey key) implements Ticket {
  @Override
  public boolean isAlone() {
    return true;
  }

  @Override
  public boolean put(CacheEntry entry) {
    store.put(key, entry);
    return true;
  }

  @Override
  public void close() {}
}

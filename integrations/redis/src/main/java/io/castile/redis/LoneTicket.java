package io.castile.redis;

import io.castile.cache.CacheEntry;
import io.castile.cache.CacheStore.Ticket;
import io.castile.cache.key.CacheKey;

/**
 * The right to keep one answer in this process, which Redis does not answer: it asks the origin by
 * itself, and keeps the answer as long as entries of Redis are at hand here.
 *
 * @param mark taken before
 */
record LoneTicket(LocalTier local, CacheKey key, LocalTier.Mark mark) implements Ticket {
  @Override
  public boolean isAlone() {
    return true;
  }

  @Override
  public boolean put(CacheEntry entry) {
    local.put(key, entry, entry.freshUntilMillis(), mark);
    return true;
  }

  @Override
  public void close() {
    // Redis holds no lease for it.
  }
}

package io.castile.redis;

import io.castile.cache.CacheEntry;
import io.castile.cache.CacheStore.Ticket;
import io.castile.cache.key.CacheKey;

/**
 * The right to keep one answer: while the {@link Generation} of its shard is what it was.
 *
 * @param token of the lease; empty for none
 * @param mark taken before
 */
record RedisTicket(
    RedisEntries entries,
    CacheKey key,
    EntryName name,
    byte[] generation,
    LocalTier.Mark mark,
    String token,
    boolean isAlone)
    implements Ticket {
  @Override
  public boolean put(CacheEntry entry) {
    return entries.put(this, entry);
  }

  @Override
  public void close() {
    if (!token.isEmpty() && isAlone) {
      entries.release(name, token);
    }
  }
}

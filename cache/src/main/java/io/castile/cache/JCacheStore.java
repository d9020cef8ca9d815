package io.castile.cache;

import io.castile.cache.key.CacheKey;
import io.castile.cache.request.Digest;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Objects;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import javax.cache.Cache;
import org.jspecify.annotations.Nullable;

/**
 * Entries as bytes ({@link EntryBytes}) in a cache of JSR 107. The name of an entry is the SHA-256
 * of its key; the key itself stands in the value and is compared, so that entries whose names are
 * the same by chance are told apart.
 */
public final class JCacheStore implements CacheStore {
  private final Cache<String, byte[]> cache;

  private JCacheStore(Cache<String, byte[]> cache) {
    this.cache = Objects.requireNonNull(cache, "cache");
  }

  /**
   * Returns a store in a cache of JSR 107 (JCache), which may outlive the process. Keys and entries
   * are bytes; what tells callers apart is in them as a digest only. Bytes that are damaged or of
   * another version are passed over. There is no bound but the cache's own, and it needs one:
   * entries that are of no use are removed only when they are asked for.
   *
   * @param cache the application's, which closes it; may be shared by processes
   */
  public static CacheStore of(Cache<String, byte[]> cache) {
    return new JCacheStore(cache);
  }

  @Override
  public boolean keepsObjects() {
    return false;
  }

  @Override
  public @Nullable CacheEntry get(CacheKey key) {
    byte[] keyBytes = EntryBytes.ofKey(key);
    return EntryBytes.entry(keyBytes, cache.get(Digest.of(keyBytes)));
  }

  @Override
  public void put(CacheKey key, CacheEntry entry) {
    byte[] keyBytes = EntryBytes.ofKey(key);
    cache.put(Digest.of(keyBytes), EntryBytes.ofEntry(keyBytes, entry));
  }

  /**
   * Compares the bytes here, as not all caches compare arrays by content; that an entry which comes
   * in between is lost is no harm.
   */
  @Override
  public void remove(CacheKey key, CacheEntry entry) {
    byte[] keyBytes = EntryBytes.ofKey(key);
    String name = Digest.of(keyBytes);
    if (Arrays.equals(cache.get(name), EntryBytes.ofEntry(keyBytes, entry))) {
      cache.remove(name);
    }
  }

  @Override
  public void removeIf(Predicate<CacheKey> keys) {
    for (Iterator<Cache.Entry<String, byte[]>> all = cache.iterator(); all.hasNext(); ) {
      CacheKey key = EntryBytes.key(all.next().getValue());
      if (key != null && keys.test(key)) {
        all.remove();
      }
    }
  }

  @Override
  public void forEach(ObjLongConsumer<CacheKey> action) {
    for (Cache.Entry<String, byte[]> each : cache) {
      CacheKey key = EntryBytes.key(each.getValue());
      if (key != null) {
        action.accept(key, each.getValue().length);
      }
    }
  }

  /** The cache is the application's, and so is the decision to close it. */
  @Override
  public void close() {}
}

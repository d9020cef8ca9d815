package io.castile.cache.internal;

import io.castile.cache.CacheStore;
import java.util.HashMap;
import java.util.Map;
import javax.xml.namespace.QName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entries that a store holds for one operation, counted.
 *
 * @param entries their number
 * @param bytes their weight
 */
public record StoreUsage(long entries, long bytes) {
  private static final Logger log = LoggerFactory.getLogger(StoreUsage.class);

  public static final StoreUsage NOTHING = new StoreUsage(0, 0);

  /** An operation of a service. */
  public record Name(QName service, QName operation) {
    public static Name of(CachedOperation cachedOperation) {
      return new Name(cachedOperation.serviceName(), cachedOperation.name());
    }
  }

  /** Returns the usage of a store, by operation; empty if it fails. */
  public static Map<Name, StoreUsage> in(CacheStore store) {
    Map<Name, StoreUsage> held = new HashMap<>();
    try {
      count(store, held);
    } catch (RuntimeException e) {
      log.debug("the store does not say what it holds: {}", e.toString());
    }
    return held;
  }

  private static void count(CacheStore store, Map<Name, StoreUsage> held) {
    store.forEach(
        (key, bytes) ->
            held.merge(
                new Name(key.scope().service(), key.scope().operation()),
                new StoreUsage(1, bytes),
                (one, other) ->
                    new StoreUsage(one.entries + other.entries, one.bytes + other.bytes)));
  }
}

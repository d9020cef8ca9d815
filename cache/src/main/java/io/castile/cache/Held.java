package io.castile.cache;

import java.util.HashMap;
import java.util.Map;
import javax.xml.namespace.QName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a store holds of one operation.
 *
 * @param entries their number
 * @param bytes their weight
 */
record Held(long entries, long bytes) {
  private static final Logger log = LoggerFactory.getLogger(Held.class);

  static final Held NOTHING = new Held(0, 0);

  /** An operation of a service. */
  record Name(QName service, QName operation) {
    static Name of(CacheSite site) {
      return new Name(site.serviceName(), site.name());
    }
  }

  /** What a store holds, by operation; nothing if it fails. */
  static Map<Name, Held> in(CacheStore store) {
    Map<Name, Held> held = new HashMap<>();
    try {
      count(store, held);
    } catch (RuntimeException e) {
      log.debug("the store does not say what it holds: {}", e.toString());
    }
    return held;
  }

  private static void count(CacheStore store, Map<Name, Held> held) {
    store.forEach(
        (key, bytes) ->
            held.merge(
                new Name(key.scope().service(), key.scope().operation()),
                new Held(1, bytes),
                (one, other) -> new Held(one.entries + other.entries, one.bytes + other.bytes)));
  }
}

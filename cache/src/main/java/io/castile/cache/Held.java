package io.castile.cache;

import java.util.HashMap;
import java.util.Map;
import javax.xml.namespace.QName;

/**
 * What a store holds of one operation.
 *
 * @param entries their number
 * @param bytes their weight
 */
record Held(long entries, long bytes) {
  static final Held NOTHING = new Held(0, 0);

  /** An operation of a service. */
  record Name(QName service, QName operation) {
    static Name of(CacheSite site) {
      return new Name(site.serviceName(), site.name());
    }
  }

  /** What a store holds, by operation. */
  static Map<Name, Held> in(CacheStore store) {
    Map<Name, Held> held = new HashMap<>();
    store.forEach(
        (key, entry) ->
            held.merge(
                new Name(key.scope().service(), key.scope().operation()),
                new Held(1, key.weight() + entry.weight()),
                (one, other) -> new Held(one.entries + other.entries, one.bytes + other.bytes)));
    return held;
  }
}

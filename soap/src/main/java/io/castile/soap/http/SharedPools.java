package io.castile.soap.http;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * One pool of connections for all transports that connect in the same way: by the same proxy with
 * the same credentials, and with the very same maker of TLS sockets, as that may show a certificate
 * of the client. A pool is held by its transports only. Thread-safe.
 */
final class SharedPools {
  /** Guarded by itself; held for moments only. */
  private static final Map<Key, WeakReference<ConnectionPool>> POOLS = new HashMap<>();

  private SharedPools() {}

  /**
   * The key of connections, beside their address.
   *
   * @param tls refers to the maker of TLS sockets, if it is not the platform's; null for that one
   */
  private record Key(
      @Nullable WeakReference<SSLSocketFactory> tls,
      int tlsHash,
      HttpOptions.@Nullable Proxy proxy,
      Duration idle,
      int max) {

    static Key of(HttpOptions options) {
      SSLSocketFactory tls = options.tls();
      return new Key(
          tls == null ? null : new WeakReference<>(tls),
          System.identityHashCode(tls),
          options.proxy(),
          options.idleTimeout(),
          options.maxIdleConnections());
    }

    // Written out, as what the JVM makes of a record at run time delays the first call.
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key
          && isSameTls(key)
          && Objects.equals(proxy, key.proxy)
          && idle.equals(key.idle)
          && max == key.max;
    }

    private boolean isSameTls(Key other) {
      if (tls == null || other.tls == null) {
        return tls == other.tls;
      }
      SSLSocketFactory factory = tls.get();
      return factory != null && other.tls.refersTo(factory);
    }

    @Override
    public int hashCode() {
      return tlsHash * 31 + max;
    }
  }

  /**
   * Returns the pool for a transport with these options.
   *
   * @param user the transport, which is to leave the pool in the end
   */
  static ConnectionPool join(HttpOptions options, Object user) {
    Key key = Key.of(options);
    synchronized (POOLS) {
      removeForgotten();
      WeakReference<ConnectionPool> known = POOLS.get(key);
      ConnectionPool pool = known == null ? null : known.get();
      if (pool == null || !pool.join(user)) {
        pool = new ConnectionPool(options.maxIdleConnections(), options.idleTimeout());
        pool.join(user);
        POOLS.put(key, new WeakReference<>(pool));
      }
      return pool;
    }
  }

  private static void removeForgotten() {
    Iterator<WeakReference<ConnectionPool>> pools = POOLS.values().iterator();
    while (pools.hasNext()) {
      if (pools.next().refersTo(null)) {
        pools.remove();
      }
    }
  }
}

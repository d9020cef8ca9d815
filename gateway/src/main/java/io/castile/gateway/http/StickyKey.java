package io.castile.gateway.http;

import io.castile.gateway.config.Balance;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.cookie.Cookie;
import io.netty.handler.codec.http.cookie.ServerCookieDecoder;
import org.jspecify.annotations.Nullable;

/**
 * The part of requests by which those that belong together go to the same origin. Hashes are the
 * same in all processes, so that all gateways of a fleet choose alike. Immutable and thread-safe.
 */
public final class StickyKey {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final @Nullable String field; // null for a cookie
  private final @Nullable String cookie; // null for a field

  private StickyKey(Balance balance) {
    field = balance.field();
    cookie = balance.cookie();
  }

  /** Returns that of a route; null where requests are not told apart. */
  public static @Nullable StickyKey of(Balance balance) {
    return balance.choice() == Balance.Choice.STICKY ? new StickyKey(balance) : null;
  }

  /** Returns the part of a request; null where it has none. */
  public @Nullable String find(HttpHeaders fields) {
    if (field != null) {
      return fields.get(field);
    }
    for (String line : fields.getAll(HttpHeaderNames.COOKIE)) {
      for (Cookie each : ServerCookieDecoder.LAX.decode(line)) {
        if (each.name().equals(cookie)) {
          return each.value();
        }
      }
    }
    return null;
  }

  /** Returns a hash of a text (FNV-1a of its UTF-16), to be mixed with others. */
  static long hash(String text) {
    long hash = FNV_OFFSET;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    return hash;
  }

  /** Returns a number in which all bits depend on all of both (the finalizer of SplitMix64). */
  static long mixed(long one, long other) {
    long hash = one ^ Long.rotateLeft(other, 31);
    hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
    hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
    return hash ^ (hash >>> 31);
  }

  /**
   * Returns a number from 0 to below {@code count} for a key, which says nothing of the origin that
   * the key leads to.
   */
  public static int spread(String key, int count) {
    return (int) Long.remainderUnsigned(mixed(hash(key), FNV_PRIME), count);
  }
}

package io.castile.cache.key;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.policy.KeyKind;

/**
 * The key by which a cached response is found: a {@link KeyScope} and the content of the request.
 * Equal keys mean equal requests: contents are compared in full, so that no collision of hashes can
 * give one request's response to another. Castile makes all keys; a store only compares them.
 *
 * <p>A key that has just been made may refer to the arguments of the call, and is good for a
 * look-up as long as they are not changed; {@link #toStored} makes the one to put into a map.
 * Neither {@code equals} nor {@code hashCode} throws.
 */
public abstract class CacheKey {
  private final KeyScope scope;
  private final int hash;

  /** Makes a key; for Castile's own kinds only. */
  protected CacheKey(KeyScope scope, int contentHash) {
    this.scope = scope;
    this.hash = 31 * scope.hashCode() + contentHash;
  }

  /** Returns the kind of data that the key is made of. */
  public abstract KeyKind kind();

  /** Returns the scope. */
  public final KeyScope scope() {
    return scope;
  }

  /**
   * Returns an equal key that cannot change: with copies of those arguments that the caller may
   * still change. To be asked for before the caller goes on; if asked for before the request is
   * sent, it is the key of what is sent. Immutable and thread-safe.
   *
   * @throws NotCacheableException if an argument cannot be copied, or was changed since the key was
   *     made; the response is then not to be stored
   */
  public abstract CacheKey toStored();

  /**
   * Returns the bytes of memory that a stored key takes, about; the operation's own not counted.
   */
  public abstract long weight();

  /** Whether the contents are the same, of a key of the same class and scope. */
  protected abstract boolean sameContent(CacheKey other);

  @Override
  public final boolean equals(Object other) {
    return this == other
        || (other instanceof CacheKey key
            && key.hash == hash
            && key.getClass() == getClass()
            && key.scope.equals(scope)
            && sameContent(key));
  }

  @Override
  public final int hashCode() {
    return hash;
  }

  /** Omits the content, which may be confidential. */
  @Override
  public final String toString() {
    return kind() + " key of " + scope;
  }
}

package io.castile.redis;

import io.castile.cache.EntryBytes;
import io.castile.cache.key.CacheKey;
import io.castile.cache.key.internal.ContentKey;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.representation.Bytes;
import io.castile.cache.request.Digest;

/**
 * The name in Redis of the data that belongs to a key. The entries of an operation are spread over
 * {@link Shard}s by their digest.
 *
 * @param key the key's bytes
 * @param digest SHA-256 of these
 */
record EntryName(Shard shard, byte[] key, String digest) {
  private static final Bytes NO_BODY = new Bytes(new byte[0]);

  /**
   * @param prefix of all names
   */
  static EntryName of(String prefix, CacheKey key) {
    byte[] bytes = EntryBytes.ofKey(key);
    String digest = Digest.of(bytes);
    return new EntryName(
        new Shard(prefix, operation(operationBytes(key.scope())), digest.substring(0, 1)),
        bytes,
        digest);
  }

  /** An operation at an endpoint as bytes: those of a key that has nothing else. */
  static byte[] operationBytes(CacheKey.Scope scope) {
    CacheKey.Scope operation =
        CacheKey.Scope.of(scope.endpoint(), scope.service(), scope.operation(), scope.version());
    return EntryBytes.ofKey(new ContentKey(KeyKind.XML_MESSAGE, operation, NO_BODY));
  }

  /** The name of an operation. */
  static String operation(byte[] operationBytes) {
    return Digest.of(operationBytes).substring(0, 32);
  }

  String entry() {
    return shard.entry(digest);
  }

  String lease() {
    return shard.name("l:" + digest);
  }

  /** Whether others wait for the lease. */
  String waiters() {
    return shard.name("w:" + digest);
  }
}

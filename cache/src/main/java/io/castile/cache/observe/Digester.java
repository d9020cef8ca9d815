package io.castile.cache.observe;

import io.castile.cache.observe.ObservedCall.CallDigest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;

/**
 * Makes digests: the first half of SHA-256 over a secret and the bytes. The secret has the length
 * of a block of SHA-256, which is digested once. Thread-safe.
 */
final class Digester {
  private static final int BLOCK_BYTES = 64;

  private final MessageDigest begun; // never changed

  Digester() {
    byte[] secret = new byte[BLOCK_BYTES];
    new SecureRandom().nextBytes(secret);
    begun = sha256();
    begun.update(secret);
  }

  /** Returns a digest to which bytes can be added; owned by the caller. */
  MessageDigest begin() {
    try {
      return (MessageDigest) begun.clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError("SHA-256 of the JDK can be cloned", e);
    }
  }

  CallDigest of(byte[] bytes, int offset, int length) {
    MessageDigest digest = begin();
    digest.update(bytes, offset, length);
    return end(digest);
  }

  CallDigest of(ByteBuffer bytes) {
    MessageDigest digest = begin();
    digest.update(bytes.duplicate());
    return end(digest);
  }

  /** The digest of a text; in UTF-16, in which no two texts are the same bytes. */
  CallDigest of(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_16BE);
    return of(bytes, 0, bytes.length);
  }

  /** The digest of bytes and a text behind them, whose lengths are digested too. */
  CallDigest of(byte[] bytes, String text) {
    MessageDigest digest = begin();
    digest.update(ByteBuffer.allocate(4).putInt(0, bytes.length));
    digest.update(bytes);
    digest.update(text.getBytes(StandardCharsets.UTF_16BE));
    return end(digest);
  }

  static CallDigest end(MessageDigest digest) {
    ByteBuffer result = ByteBuffer.wrap(digest.digest());
    return new CallDigest(result.getLong(), result.getLong());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JVM has SHA-256", e);
    }
  }
}

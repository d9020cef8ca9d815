package io.castile.cache.observe;

import java.util.HexFormat;

/**
 * 128 bits that stand for a question, an answer or an identity. {@link CallRecorder#digest} makes
 * them with a secret key, so that an attacker can neither make two things look the same nor find
 * out a value by trying. Immutable.
 */
public record CallDigest(long high, long low) {
  @Override
  public String toString() {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(high) + hex.toHexDigits(low);
  }
}

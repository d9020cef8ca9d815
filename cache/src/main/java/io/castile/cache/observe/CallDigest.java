package io.castile.cache.observe;

import java.util.HexFormat;

/**
 * A digest of 128 bits that stands for a request, a response or an identity. {@link
 * CallRecorder#digest} makes them with a secret key, so that an attacker can neither make two
 * things look the same nor find out a value by trying. Immutable.
 */
public record CallDigest(long high, long low) {
  @Override
  public String toString() {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(high) + hex.toHexDigits(low);
  }
}

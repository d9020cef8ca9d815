package io.castile.cache.request;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 in hexadecimal digits. */
public final class Digest {
  private Digest() {}

  public static String of(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JVM has SHA-256", e);
    }
  }

  /** The digest of a text; in UTF-16, in which no two texts are the same bytes. */
  public static String of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_16BE));
  }
}

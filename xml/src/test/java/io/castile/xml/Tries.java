package io.castile.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * How many random values a test tries: its own number, or what the system property {@code
 * castile.fuzz.tries} says; and from which seed, {@code castile.fuzz.seed}.
 */
public final class Tries {
  private Tries() {}

  public static int count(int byDefault) {
    return Integer.getInteger("castile.fuzz.tries", byDefault);
  }

  public static SplittableRandom random() {
    return new SplittableRandom(Long.getLong("castile.fuzz.seed", 20_261_121L));
  }

  /** The bytes of a text in the middle of others, as a parser meets it in a document. */
  public static byte[] inDocument(String text) {
    return (BEFORE + text + AFTER).getBytes(StandardCharsets.UTF_8);
  }

  public static int start() {
    return BEFORE.length();
  }

  public static int end(byte[] document) {
    return document.length - AFTER.length();
  }

  /** The same alone, so that a read beyond either end fails. */
  public static byte[] alone(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public static String string(byte[] b, int start, int end) {
    return new String(Arrays.copyOfRange(b, start, end), StandardCharsets.UTF_8);
  }

  private static final String BEFORE = "<value>123456789012345678";
  private static final String AFTER = "876543210987654321</value>";
}

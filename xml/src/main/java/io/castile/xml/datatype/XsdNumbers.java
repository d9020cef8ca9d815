package io.castile.xml.datatype;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Numbers and booleans from their texts: {@code end - start} bytes without white space around them.
 *
 * <p>Text outside the lexical space is a {@link NumberFormatException} or {@link
 * IllegalArgumentException} with a short reason, which does not repeat the text.
 */
public final class XsdNumbers {
  private XsdNumbers() {}

  /** xs:boolean: {@code true}, {@code false}, {@code 1}, {@code 0}. */
  public static boolean parseBoolean(byte[] b, int start, int end) {
    int length = end - start;
    if (length == 1 && (b[start] == '0' || b[start] == '1')) {
      return b[start] == '1';
    }
    if (length == 4
        && b[start] == 't'
        && b[start + 1] == 'r'
        && b[start + 2] == 'u'
        && b[start + 3] == 'e') {
      return true;
    }
    if (length == 5
        && b[start] == 'f'
        && b[start + 1] == 'a'
        && b[start + 2] == 'l'
        && b[start + 3] == 's'
        && b[start + 4] == 'e') {
      return false;
    }
    throw new IllegalArgumentException("expected true, false, 1 or 0");
  }

  public static byte parseByte(byte[] b, int start, int end) {
    return XsdIntegers.parseByte(b, start, end);
  }

  public static short parseShort(byte[] b, int start, int end) {
    return XsdIntegers.parseShort(b, start, end);
  }

  public static int parseInt(byte[] b, int start, int end) {
    return XsdIntegers.parseInt(b, start, end);
  }

  public static long parseLong(byte[] b, int start, int end) {
    return XsdIntegers.parseLong(b, start, end);
  }

  public static float parseFloat(byte[] b, int start, int end) {
    return XsdDoubleParser.parseFloat(b, start, end);
  }

  public static double parseDouble(byte[] b, int start, int end) {
    return XsdDoubleParser.parseDouble(b, start, end);
  }

  public static BigInteger parseBigInteger(byte[] b, int start, int end, int maxDigits) {
    return XsdDecimals.parseBigInteger(b, start, end, maxDigits);
  }

  public static BigDecimal parseBigDecimal(byte[] b, int start, int end, int maxDigits) {
    return XsdDecimals.parseBigDecimal(b, start, end, maxDigits);
  }
}

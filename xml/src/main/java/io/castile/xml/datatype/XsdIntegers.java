package io.castile.xml.datatype;

/**
 * Texts of xs:byte, xs:short, xs:int, xs:long and their unsigned relatives (XML Schema part 2,
 * §3.3.13 to §3.3.24).
 *
 * <p>Writing needs {@link #ROOM} bytes from the position on; bytes after the returned position may
 * have been overwritten. Parsing takes a text without white space around it.
 */
public final class XsdIntegers {
  /** Bytes that must be there to write any value. */
  static final int ROOM = XsdWidths.LONG;

  private static final long TEN_8 = 100_000_000L;

  private XsdIntegers() {}

  public static int write(byte[] b, int pos, int value) {
    long magnitude = value;
    if (value < 0) {
      b[pos++] = '-';
      magnitude = -magnitude;
    }
    if (magnitude < TEN_8) {
      return Digits.writeUpTo8(b, pos, magnitude);
    }
    long high = magnitude / TEN_8;
    pos = Digits.writeUpTo8(b, pos, high);
    Digits.write8(b, pos, magnitude - high * TEN_8);
    return pos + 8;
  }

  public static int write(byte[] b, int pos, long value) {
    long magnitude = value;
    if (value < 0) {
      b[pos++] = '-';
      magnitude = -value; // still negative for MIN_VALUE: read as unsigned below
    }
    if (magnitude >= 0 && magnitude < TEN_8) {
      return Digits.writeUpTo8(b, pos, magnitude);
    }
    long high = magnitude < 0 ? Long.divideUnsigned(magnitude, TEN_8) : magnitude / TEN_8;
    long low = magnitude - high * TEN_8;
    if (high < TEN_8) {
      pos = Digits.writeUpTo8(b, pos, high);
    } else {
      long top = high / TEN_8;
      pos = Digits.writeUpTo8(b, pos, top);
      Digits.write8(b, pos, high - top * TEN_8);
      pos += 8;
    }
    Digits.write8(b, pos, low);
    return pos + 8;
  }

  /**
   * Returns the int that a text without white space around it is.
   *
   * @throws NumberFormatException if it is none, with a short reason that does not repeat the text
   */
  public static int parseInt(byte[] b, int start, int end) {
    int i = start;
    boolean negative = false;
    if (i < end && (b[i] == '-' || b[i] == '+')) {
      negative = b[i++] == '-';
    }
    int length = end - i;
    if (length < 1 || length > 16 || end < 16) {
      return (int) parseLong(b, start, end, Integer.MIN_VALUE, Integer.MAX_VALUE, "int");
    }
    if (length <= 8) {
      int value = (int) parseUpTo8(b, i, end);
      return negative ? -value : value;
    }
    long value = parseUpTo8(b, i, end - 8) * TEN_8 + parseUpTo8(b, end - 8, end);
    return (int) inRange(negative ? -value : value, Integer.MIN_VALUE, Integer.MAX_VALUE, "int");
  }

  /**
   * Parses 1 to 8 digits without a loop: takes the eight bytes that end with them, and zeros in the
   * place of what is before them. Needs {@code end >= 8}.
   */
  static long parseUpTo8(byte[] b, int start, int end) {
    long mask = -1L >>> (64 - ((end - start) << 3));
    long chars = ((long) Digits.LONG.get(b, end - 8) & mask) | (Digits.ZEROS & ~mask);
    if (!Digits.areDigits(chars)) {
      throw notADigit(b, start, end);
    }
    return Digits.join(chars);
  }

  /**
   * Returns the long that a text without white space around it is.
   *
   * @throws NumberFormatException if it is none, with a short reason that does not repeat the text
   */
  public static long parseLong(byte[] b, int start, int end) {
    return parseLong(b, start, end, Long.MIN_VALUE, Long.MAX_VALUE, "long");
  }

  /**
   * Returns the byte that a text without white space around it is.
   *
   * @throws NumberFormatException if it is none, with a short reason that does not repeat the text
   */
  public static byte parseByte(byte[] b, int start, int end) {
    return (byte) parseLong(b, start, end, Byte.MIN_VALUE, Byte.MAX_VALUE, "byte");
  }

  /**
   * Returns the short that a text without white space around it is.
   *
   * @throws NumberFormatException if it is none, with a short reason that does not repeat the text
   */
  public static short parseShort(byte[] b, int start, int end) {
    return (short) parseLong(b, start, end, Short.MIN_VALUE, Short.MAX_VALUE, "short");
  }

  private static long parseLong(byte[] b, int start, int end, long min, long max, String type) {
    int i = start;
    boolean negative = false;
    if (i < end && (b[i] == '-' || b[i] == '+')) {
      negative = b[i++] == '-';
    }
    if (i == end) {
      throw new NumberFormatException(start == end ? "no digits" : "a sign without digits");
    }
    while (end - i > 18 && b[i] == '0') {
      i++;
    }
    if (end - i <= 16 && end >= 16) {
      long value =
          end - i <= 8
              ? parseUpTo8(b, i, end)
              : parseUpTo8(b, i, end - 8) * TEN_8 + parseUpTo8(b, end - 8, end);
      return inRange(negative ? -value : value, min, max, type);
    }
    // 18 digits always fit; of a nineteenth, only the overflow must be watched.
    int safeEnd = Math.min(end, i + 18);
    long value = 0;
    while (safeEnd - i >= 8) {
      long chars = (long) Digits.LONG.get(b, i);
      if (!Digits.areDigits(chars)) {
        throw notADigit(b, i, end);
      }
      value = value * TEN_8 + Digits.join(chars);
      i += 8;
    }
    for (; i < safeEnd; i++) {
      int digit = b[i] - '0';
      if (digit < 0 || digit > 9) {
        throw notADigit(b, i, end);
      }
      value = value * 10 + digit;
    }
    if (i < end) {
      value = parseLast(b, i, end, value, negative, type);
    } else if (negative) {
      value = -value;
    }
    return inRange(value, min, max, type);
  }

  private static long inRange(long value, long min, long max, String type) {
    if (value < min || value > max) {
      throw new NumberFormatException("out of the range of " + type);
    }
    return value;
  }

  /** Appends what follows the first 18 digits, which is one digit if the number is in range. */
  private static long parseLast(
      byte[] b, int i, int end, long first18, boolean negative, String type) {
    for (int j = i; j < end; j++) {
      if (b[j] < '0' || b[j] > '9') {
        throw notADigit(b, j, end);
      }
    }
    // Below zero, since the negative range is larger by one.
    long limit = negative ? Long.MIN_VALUE : -Long.MAX_VALUE;
    long value = -first18;
    int digit = b[i] - '0';
    if (end - i > 1 || value < limit / 10 || value * 10 < limit + digit) {
      throw new NumberFormatException("out of the range of " + type);
    }
    value = value * 10 - digit;
    return negative ? value : -value;
  }

  /** The error for the first character from {@code from} on that is not a digit. */
  static NumberFormatException notADigit(byte[] b, int from, int end) {
    int i = from;
    while (i < end && b[i] >= '0' && b[i] <= '9') {
      i++;
    }
    if (i == end) {
      return new NumberFormatException("digits are missing");
    }
    int c = b[i];
    return new NumberFormatException(
        c > ' ' && c < 0x7F
            ? "expected a digit, found '" + (char) c + "'"
            : "expected a digit, found the byte 0x" + Integer.toHexString(c & 0xFF));
  }
}

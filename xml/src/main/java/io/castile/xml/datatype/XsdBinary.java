package io.castile.xml.datatype;

import java.util.Arrays;

/**
 * Texts of xs:base64Binary and xs:hexBinary (XML Schema part 2, §3.2.15 and §3.2.16; RFC 4648).
 *
 * <p>Written without line breaks, hexadecimal in upper case. Read strictly, but for white space,
 * which base64 may have anywhere.
 */
public final class XsdBinary {
  private static final int PAD = -2;
  private static final int SPACE = -3;
  private static final int INVALID = -1;

  private static final byte[] ALPHABET = alphabet();

  /** The two characters of 12 bits: the first in the upper byte. */
  private static final short[] PAIRS = pairs();

  /** The six bits of a character, or one of the negative classes above. */
  private static final byte[] SEXTETS = sextets();

  private static final byte[] HEX_ALPHABET = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'
  };

  /** The four bits of a character, or {@link #INVALID}. */
  private static final byte[] HEX_DIGITS = hexDigits();

  private XsdBinary() {}

  /** Returns how many characters base64 takes; more than an int for huge arrays. */
  public static long base64Length(int byteCount) {
    return (byteCount + 2L) / 3 * 4;
  }

  /** Writes all of {@code value}, for which {@link #base64Length} bytes must be there. */
  public static int writeBase64(byte[] b, int pos, byte[] value) {
    int i = 0;
    int wholeEnd = value.length - value.length % 3;
    for (; i < wholeEnd; i += 3) {
      int bits = ((value[i] & 0xFF) << 16) | ((value[i + 1] & 0xFF) << 8) | (value[i + 2] & 0xFF);
      int first = PAIRS[bits >>> 12];
      int second = PAIRS[bits & 0xFFF];
      Digits.INT.set(b, pos, (first << 16) | second);
      pos += 4;
    }
    if (i < value.length) {
      boolean two = i + 1 < value.length;
      int bits = ((value[i] & 0xFF) << 16) | (two ? (value[i + 1] & 0xFF) << 8 : 0);
      b[pos] = ALPHABET[bits >>> 18];
      b[pos + 1] = ALPHABET[(bits >>> 12) & 0x3F];
      b[pos + 2] = two ? ALPHABET[(bits >>> 6) & 0x3F] : (byte) '=';
      b[pos + 3] = '=';
      pos += 4;
    }
    return pos;
  }

  public static int writeHex(byte[] b, int pos, byte[] value) {
    for (byte octet : value) {
      b[pos] = HEX_ALPHABET[(octet >>> 4) & 0xF];
      b[pos + 1] = HEX_ALPHABET[octet & 0xF];
      pos += 2;
    }
    return pos;
  }

  public static byte[] parseBase64(byte[] b, int start, int end) {
    int length = end - start;
    int pads = length > 0 && b[end - 1] == '=' ? length > 1 && b[end - 2] == '=' ? 2 : 1 : 0;
    byte[] value = new byte[(int) ((length + 3L) / 4 * 3) - pads];
    int size = 0;
    int i = start;
    for (; i <= end - 4; i += 4) {
      int bits =
          (SEXTETS[b[i] & 0xFF] << 18)
              | (SEXTETS[b[i + 1] & 0xFF] << 12)
              | (SEXTETS[b[i + 2] & 0xFF] << 6)
              | SEXTETS[b[i + 3] & 0xFF];
      if (bits < 0) {
        break;
      }
      value[size] = (byte) (bits >> 16);
      value[size + 1] = (byte) (bits >> 8);
      value[size + 2] = (byte) bits;
      size += 3;
    }
    return i == end && size == value.length
        ? value
        : parseBase64Rest(b, start, i, end, value, size);
  }

  /** Goes on where something else than four characters of the alphabet comes. */
  private static byte[] parseBase64Rest(
      byte[] b, int start, int from, int end, byte[] value, int size) {
    int bits = 0;
    int sextets = 0;
    int pads = 0;
    for (int i = from; i < end; i++) {
      int sextet = SEXTETS[b[i] & 0xFF];
      if (sextet >= 0 && pads == 0) {
        bits = (bits << 6) | sextet;
        if (++sextets == 4) {
          value[size++] = (byte) (bits >> 16);
          value[size++] = (byte) (bits >> 8);
          value[size++] = (byte) bits;
          bits = 0;
          sextets = 0;
        }
      } else if (sextet == PAD && sextets >= 2 && sextets + pads < 4) {
        pads++;
      } else if (sextet != SPACE) {
        throw new IllegalArgumentException(
            "not base64: " + describe(b[i]) + " at character " + (i - start));
      }
    }
    if (sextets == 0) {
      return size == value.length ? value : Arrays.copyOf(value, size);
    }
    if (sextets + pads != 4) {
      throw new IllegalArgumentException("not base64: it ends inside a group of four characters");
    }
    int unused = pads == 2 ? 4 : 2;
    if ((bits & ((1 << unused) - 1)) != 0) {
      throw new IllegalArgumentException("not base64: bits are set beyond the last byte");
    }
    bits >>= unused;
    value = Arrays.copyOf(value, size + 3 - pads);
    for (int i = value.length - 1; i >= size; i--) {
      value[i] = (byte) bits;
      bits >>= 8;
    }
    return value;
  }

  public static byte[] parseHex(byte[] b, int start, int end) {
    int length = end - start;
    if ((length & 1) != 0) {
      throw new IllegalArgumentException("not hexadecimal: an odd number of digits, " + length);
    }
    byte[] value = new byte[length >> 1];
    for (int i = 0; i < value.length; i++) {
      int at = start + 2 * i;
      int octet = (HEX_DIGITS[b[at] & 0xFF] << 4) | HEX_DIGITS[b[at + 1] & 0xFF];
      if (octet < 0) {
        int bad = HEX_DIGITS[b[at] & 0xFF] < 0 ? at : at + 1;
        throw new IllegalArgumentException(
            "not hexadecimal: " + describe(b[bad]) + " at character " + (bad - start));
      }
      value[i] = (byte) octet;
    }
    return value;
  }

  private static String describe(byte c) {
    return c > ' ' && c < 0x7F
        ? "'" + (char) c + "'"
        : "the byte 0x" + Integer.toHexString(c & 0xFF);
  }

  private static byte[] alphabet() {
    byte[] alphabet = new byte[64];
    for (int i = 0; i < 26; i++) {
      alphabet[i] = (byte) ('A' + i);
      alphabet[26 + i] = (byte) ('a' + i);
    }
    for (int i = 0; i < 10; i++) {
      alphabet[52 + i] = (byte) ('0' + i);
    }
    alphabet[62] = '+';
    alphabet[63] = '/';
    return alphabet;
  }

  private static short[] pairs() {
    short[] pairs = new short[1 << 12];
    for (int i = 0; i < pairs.length; i++) {
      pairs[i] = (short) ((ALPHABET[i >>> 6] << 8) | ALPHABET[i & 0x3F]);
    }
    return pairs;
  }

  private static byte[] sextets() {
    byte[] sextets = new byte[256];
    Arrays.fill(sextets, (byte) INVALID);
    for (int i = 0; i < ALPHABET.length; i++) {
      sextets[ALPHABET[i]] = (byte) i;
    }
    sextets['='] = PAD;
    sextets[' '] = SPACE;
    sextets['\t'] = SPACE;
    sextets['\n'] = SPACE;
    sextets['\r'] = SPACE;
    return sextets;
  }

  private static byte[] hexDigits() {
    byte[] digits = new byte[256];
    Arrays.fill(digits, (byte) INVALID);
    for (int i = 0; i < 10; i++) {
      digits['0' + i] = (byte) i;
    }
    for (int i = 0; i < 6; i++) {
      digits['A' + i] = (byte) (10 + i);
      digits['a' + i] = (byte) (10 + i);
    }
    return digits;
  }
}

package io.castile.delta.format;

import io.castile.xml.datatype.XsdDoubleParser;
import io.castile.xml.datatype.XsdNumberWriter;
import java.util.Arrays;

/**
 * Numbers of type xs:double in the shortest form, as {@link XsdNumberWriter} writes them. The
 * difference: the exclusive or of the bits, in two planes, sign with exponent and fraction.
 */
final class DoubleKind extends ValueKind {
  static final DoubleKind INSTANCE = new DoubleKind();

  private static final int FRACTION_BITS = 52;
  private static final long FRACTION = (1L << FRACTION_BITS) - 1;
  private static final int MAX_LENGTH = 26;

  private DoubleKind() {
    super(2);
  }

  @Override
  boolean reference(byte[] b, int start, int end, Values values, int index) {
    if (!isNumber(b, start, end)) {
      return false;
    }
    values.numbers[index] = bits(b, start, end);
    return true;
  }

  @Override
  boolean value(byte[] b, int start, int end, Values values, int index) {
    if (!reference(b, start, end, values, index)) {
      return false;
    }
    byte[] canonical = new byte[XsdNumberWriter.ROOM];
    double value = Double.longBitsToDouble(values.numbers[index]);
    int length = XsdNumberWriter.write(canonical, 0, value);
    return Arrays.equals(canonical, 0, length, b, start, end);
  }

  @Override
  boolean difference(
      Values references, int from, Values values, int to, long[][] parts, int index) {
    long bits = values.numbers[to] ^ references.numbers[from];
    parts[0][index] = bits >>> FRACTION_BITS;
    parts[1][index] = bits & FRACTION;
    return true;
  }

  @Override
  int text(byte[] reference, int from, int to, long[][] parts, int index, byte[] out, int pos)
      throws DeltaException {
    if (!isNumber(reference, from, to)) {
      throw noValue("a number");
    }
    long bits = bits(reference, from, to);
    double value =
        Double.longBitsToDouble(
            bits ^ (parts[0][index] << FRACTION_BITS | parts[1][index] & FRACTION));
    return XsdNumberWriter.write(out, pos, value);
  }

  private static long bits(byte[] b, int start, int end) {
    return Double.doubleToRawLongBits(XsdDoubleParser.parseDouble(b, start, end));
  }

  /** Whether the text is {@code -?[0-9]+(\.[0-9]+)?(E-?[0-9]+)?}, of no great length. */
  private static boolean isNumber(byte[] b, int start, int end) {
    if (end - start > MAX_LENGTH) {
      return false;
    }
    if (b.length - start >= XsdDoubleParser.MAX_SHORT_BYTES
        && XsdDoubleParser.endOfShort(b, start) == end) {
      return true;
    }
    int pos = digits(b, start < end && b[start] == '-' ? start + 1 : start, end);
    if (pos > 0 && pos < end && b[pos] == '.') {
      pos = digits(b, pos + 1, end);
    }
    if (pos > 0 && pos < end && b[pos] == 'E') {
      pos = digits(b, pos + 1 < end && b[pos + 1] == '-' ? pos + 2 : pos + 1, end);
    }
    return pos == end;
  }

  /** Where the digits end that start at {@code start}; -1 if there are none. */
  private static int digits(byte[] b, int start, int end) {
    int pos = start;
    while (pos < end && b[pos] >= '0' && b[pos] <= '9') {
      pos++;
    }
    return pos == start ? -1 : pos;
  }
}

package io.castile.delta.format;

/**
 * Whole and decimal numbers, of at most 18 digits: {@code -?(0|[1-9][0-9]*)(\.[0-9]+)?} without a
 * negative zero. The difference: by how much the number of digits after the point differs, and the
 * numbers, both taken with as many of them as the new text has.
 */
final class DecimalKind extends ValueKind {
  static final DecimalKind INSTANCE = new DecimalKind();

  private static final int MAX_DIGITS = 18;
  private static final long NONE = Long.MIN_VALUE;
  private static final long[] POWERS = new long[MAX_DIGITS + 1];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = 10 * POWERS[i - 1];
    }
  }

  private DecimalKind() {
    super(2);
  }

  /** The form is how many digits are after the point. */
  @Override
  boolean reference(byte[] b, int start, int end, Values values, int index) {
    long number = unscaled(b, start, end);
    values.numbers[index] = number;
    values.forms[index] = scale(b, start, end);
    return number != NONE;
  }

  @Override
  boolean difference(
      Values references, int from, Values values, int to, long[][] parts, int index) {
    int scale = (int) values.forms[to];
    int oldScale = (int) references.forms[from];
    long old = rescaled(references.numbers[from], oldScale, scale);
    parts[0][index] = LongColumn.zigzag(scale - oldScale);
    parts[1][index] = LongColumn.zigzag(values.numbers[to] - old);
    return true;
  }

  @Override
  int text(byte[] reference, int from, int to, long[][] parts, int index, byte[] out, int pos)
      throws DeltaException {
    long old = unscaled(reference, from, to);
    if (old == NONE) {
      throw noValue("a decimal number");
    }
    int oldScale = scale(reference, from, to);
    long scale = oldScale + LongColumn.signed(parts[0][index]);
    if (scale < 0 || scale > MAX_DIGITS) {
      throw new DeltaException("expected 0 to 18 digits after the point, found " + scale);
    }
    long number = rescaled(old, oldScale, (int) scale) + LongColumn.signed(parts[1][index]);
    return write(number, (int) scale, out, pos);
  }

  /** The number without its point, or {@link #NONE} if the text is not canonical. */
  private static long unscaled(byte[] b, int start, int end) {
    int pos = start;
    boolean negative = pos < end && b[pos] == '-';
    pos += negative ? 1 : 0;
    int first = pos;
    long number = 0;
    int point = -1;
    if (end - pos > MAX_DIGITS + 1) {
      return NONE;
    }
    for (; pos < end; pos++) {
      int digit = b[pos] - '0';
      if (digit >= 0 && digit <= 9) {
        number = 10 * number + digit;
      } else if (b[pos] == '.' && point < 0 && pos > first) {
        point = pos;
      } else {
        return NONE;
      }
    }
    int whole = (point < 0 ? end : point) - first;
    int digits = end - first - (point < 0 ? 0 : 1);
    if (digits == 0
        || digits > MAX_DIGITS
        || point == end - 1
        || (whole > 1 && b[first] == '0')
        || (negative && number == 0)) {
      return NONE;
    }
    return negative ? -number : number;
  }

  /** How many digits are after the point. */
  private static int scale(byte[] b, int start, int end) {
    for (int pos = end - 1; pos >= start; pos--) {
      if (b[pos] == '.') {
        return end - 1 - pos;
      }
    }
    return 0;
  }

  /** The number with another count of digits after the point; it may wrap around at both ends. */
  private static long rescaled(long number, int scale, int newScale) {
    return newScale >= scale
        ? number * POWERS[newScale - scale]
        : number / POWERS[scale - newScale];
  }

  private static int write(long number, int scale, byte[] out, int pos) throws DeltaException {
    long rest = Math.abs(number);
    if (rest < 0 || rest >= POWERS[MAX_DIGITS]) {
      throw new DeltaException("expected a number of at most 18 digits");
    }
    int at = pos;
    if (number < 0) {
      out[at++] = '-';
    }
    int digits = scale + 1;
    while (digits < MAX_DIGITS && rest >= POWERS[digits]) {
      digits++;
    }
    int end = at + digits + (scale > 0 ? 1 : 0);
    int left = end;
    for (int i = 0; i < digits; i++) {
      if (i == scale && scale > 0) {
        out[--left] = '.';
      }
      out[--left] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return end;
  }
}

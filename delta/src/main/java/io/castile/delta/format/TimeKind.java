package io.castile.delta.format;

import org.jspecify.annotations.Nullable;

/**
 * Times of the types xs:dateTime, xs:date and xs:time, of the years 1 to 9999. The difference: the
 * time between them, in days for dates, else in units of the last digit. Both texts have the same
 * form: as many digits of the second, the same time zone.
 */
final class TimeKind extends ValueKind {
  static final TimeKind INSTANCE = new TimeKind();

  private static final long NONE = Long.MIN_VALUE;
  private static final int DATE_LENGTH = 10;
  private static final int TIME_LENGTH = 8;
  private static final int MAX_FRACTION = 9;
  private static final int MAX_ZONE = 6;
  private static final long DAY = 86_400;

  private TimeKind() {
    super(1);
  }

  @Override
  boolean reference(byte[] b, int start, int end, Values values, int index) {
    Form form = Form.of(b, start, end);
    if (form == null) {
      return false;
    }
    long value = form.value(b, start);
    if (value == NONE) {
      return false;
    }
    values.numbers[index] = value;
    values.forms[index] = form.withZone(b, start + form.zone(), end);
    return true;
  }

  @Override
  boolean difference(
      Values references, int from, Values values, int to, long[][] parts, int index) {
    parts[0][index] = LongColumn.zigzag(values.numbers[to] - references.numbers[from]);
    return values.forms[to] == references.forms[from];
  }

  @Override
  int text(byte[] reference, int from, int to, long[][] parts, int index, byte[] out, int pos)
      throws DeltaException {
    Form form = Form.of(reference, from, to);
    if (form == null) {
      throw noValue("a date or time");
    }
    long old = form.value(reference, from);
    if (old == NONE) {
      throw noValue("a date or time");
    }
    System.arraycopy(reference, from, out, pos, to - from);
    form.write(old + LongColumn.signed(parts[0][index]), out, pos);
    return pos + to - from;
  }

  /**
   * The parts of a text.
   *
   * @param fraction digits of the second after the point
   */
  private record Form(boolean date, boolean time, int fraction) {

    static @Nullable Form of(byte[] b, int start, int end) {
      boolean date = is(b, start, end, 4, '-') && is(b, start, end, 7, '-');
      boolean time = !date;
      int pos = start;
      if (date) {
        pos += DATE_LENGTH;
        time = pos < end && b[pos] == 'T';
        pos += time ? 1 : 0;
      }
      int fraction = 0;
      if (time) {
        if (!is(b, pos, end, 2, ':') || !is(b, pos, end, 5, ':')) {
          return null;
        }
        pos += TIME_LENGTH;
        if (pos < end && b[pos] == '.') {
          int first = ++pos;
          while (pos < end && b[pos] >= '0' && b[pos] <= '9') {
            pos++;
          }
          fraction = pos - first;
          if (fraction == 0 || fraction > MAX_FRACTION) {
            return null;
          }
        }
      }
      return pos > end || end - pos > MAX_ZONE ? null : new Form(date, time, fraction);
    }

    private static boolean is(byte[] b, int start, int end, int offset, char c) {
      return start + offset < end && b[start + offset] == c;
    }

    /** This form and a time zone, of at most {@link #MAX_ZONE} bytes, as a number. */
    long withZone(byte[] b, int start, int end) {
      long zone = 1;
      for (int i = start; i < end; i++) {
        zone = zone << Byte.SIZE | b[i] & 0xff;
      }
      return zone << Byte.SIZE | fraction << 2 | (date ? 2 : 0) | (time ? 1 : 0);
    }

    /** Where the time zone begins, which is compared as text. */
    int zone() {
      return seconds() + (time ? TIME_LENGTH + (fraction > 0 ? 1 + fraction : 0) : 0);
    }

    private int seconds() {
      return !date ? 0 : time ? DATE_LENGTH + 1 : DATE_LENGTH;
    }

    private long unitsPerSecond() {
      long units = 1;
      for (int i = 0; i < fraction; i++) {
        units *= 10;
      }
      return units;
    }

    /** The time as a number, or {@link #NONE} if there is no such time. */
    long value(byte[] b, int start) {
      long value = 0;
      if (date) {
        value = days(number(b, start, 4), number(b, start + 5, 2), number(b, start + 8, 2));
        if (value == NONE || !time) {
          return value;
        }
      }
      int pos = start + seconds();
      int hour = number(b, pos, 2);
      int minute = number(b, pos + 3, 2);
      int second = number(b, pos + 6, 2);
      if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) {
        return NONE;
      }
      value = value * DAY + hour * 3600L + minute * 60L + second;
      long units = unitsPerSecond();
      boolean held = Math.abs(value) < Long.MAX_VALUE / units - 1;
      return held ? value * units + number(b, pos + TIME_LENGTH + 1, fraction) : NONE;
    }

    void write(long value, byte[] out, int pos) throws DeltaException {
      long days = value;
      if (time) {
        long units = unitsPerSecond();
        long whole = Math.floorDiv(value, units);
        days = Math.floorDiv(whole, DAY);
        int second = (int) Math.floorMod(whole, DAY);
        int at = pos + seconds();
        digits(second / 3600, 2, out, at);
        digits(second / 60 % 60, 2, out, at + 3);
        digits(second % 60, 2, out, at + 6);
        digits((int) Math.floorMod(value, units), fraction, out, at + TIME_LENGTH + 1);
      }
      if (date) {
        writeDate(days, out, pos);
      } else if (days != 0) {
        throw new DeltaException("expected a time within a day");
      }
    }

    private static void writeDate(long days, byte[] out, int pos) throws DeltaException {
      if (days < FIRST_DAY || days > LAST_DAY) {
        throw new DeltaException("expected a date of the years 1 to 9999");
      }
      int date = Days.date((int) days);
      digits(date / 10_000, 4, out, pos);
      digits(date / 100 % 100, 2, out, pos + 5);
      digits(date % 100, 2, out, pos + 8);
    }

    private static final long FIRST_DAY = Days.of(1, 1, 1);
    private static final long LAST_DAY = Days.of(9999, 12, 31);

    private static long days(int year, int month, int day) {
      return year >= 1 && Days.isDate(year, month, day) ? Days.of(year, month, day) : NONE;
    }

    /** The number of so many digits, or -1. */
    private static int number(byte[] b, int start, int count) {
      int number = 0;
      for (int i = start; i < start + count; i++) {
        int digit = b[i] - '0';
        if (digit < 0 || digit > 9) {
          return -1;
        }
        number = 10 * number + digit;
      }
      return number;
    }

    private static void digits(int number, int count, byte[] out, int pos) {
      int rest = number;
      for (int i = pos + count - 1; i >= pos; i--) {
        out[i] = (byte) ('0' + rest % 10);
        rest /= 10;
      }
    }
  }
}

package io.castile.delta.typed;

import io.castile.codec.typed.Column;
import io.castile.codec.typed.NotTypedException;
import io.castile.delta.format.Days;
import io.castile.delta.format.DeltaException;
import io.castile.delta.format.LongColumn;

/**
 * Dates and times: as seconds, and a form, which says which fields there are, and has the zone and
 * the fraction of a second. Differences: the exclusive or of the forms, and the seconds that have
 * passed. The bits are those of {@code XsdDates.bits}.
 */
final class CalendarCoder extends ColumnCoder {
  private static final int DAY_SECONDS = 86_400;

  /** A date without a year is one of a leap year, which has all days. */
  private static final int SOME_YEAR = 1972;

  // The fields of the bits: where they begin, and as which number they have the first value.
  private static final int YEAR = 49;
  private static final int MONTH = 45;
  private static final int DAY = 40;
  private static final int HOUR = 35;
  private static final int MINUTE = 29;
  private static final int SECOND = 23;

  /** Zone, scale and digits of the fraction: the lowest bits, which a form has, too. */
  private static final int REST_BITS = 23;

  // Which fields there are, in a form.
  private static final long HAS_YEAR = 1L << REST_BITS;
  private static final long HAS_MONTH = HAS_YEAR << 1;
  private static final long HAS_DAY = HAS_YEAR << 2;
  private static final long HAS_TIME = HAS_YEAR << 3;
  private static final long FORMS = HAS_YEAR << 4;

  CalendarCoder(Column column) {
    super(column);
  }

  private static long field(long bits, int from, int width) {
    return bits >>> from & (1L << width) - 1;
  }

  private static long form(long bits) {
    return bits & HAS_YEAR - 1
        | (bits >>> YEAR != 0 ? HAS_YEAR : 0)
        | (field(bits, MONTH, 4) != 0 ? HAS_MONTH : 0)
        | (field(bits, DAY, 5) != 0 ? HAS_DAY : 0)
        | (field(bits, HOUR, 5) != 0 ? HAS_TIME : 0);
  }

  private static long seconds(long bits) {
    if (bits == 0) {
      return 0;
    }
    int year = bits >>> YEAR == 0 ? SOME_YEAR : (int) (bits >>> YEAR) - 1;
    int month = Math.max(1, (int) field(bits, MONTH, 4));
    int day = Math.max(1, (int) field(bits, DAY, 5));
    long seconds = (long) DAY_SECONDS * Days.of(year, month, day);
    return field(bits, HOUR, 5) == 0
        ? seconds
        : seconds
            + 3600 * (field(bits, HOUR, 5) - 1)
            + 60 * (field(bits, MINUTE, 6) - 1)
            + (field(bits, SECOND, 6) - 1);
  }

  private static final long MIN_DAY = Days.of(1, 1, 1);
  private static final long MAX_DAY = Days.of(9999, 12, 31);

  /** A date of all fields, with or without a time, is right for its column if its form is. */
  private static boolean isWholeDate(long form) {
    long all = HAS_YEAR | HAS_MONTH | HAS_DAY;
    return (form & all) == all;
  }

  /**
   * @param checked a form of which {@link #isWholeDate} is true, and a date or time was right; or
   *     another number
   */
  private long bits(long form, long seconds, long checked) throws DeltaException {
    long day = Math.floorDiv(seconds, DAY_SECONDS);
    if (form < 0 || form >= FORMS || day < MIN_DAY || day > MAX_DAY) {
      throw new DeltaException("expected a date or time, found other numbers");
    }
    if (form == 0) {
      return 0;
    }
    int date = Days.date((int) day);
    int time = (int) Math.floorMod(seconds, DAY_SECONDS);
    long bits = form & HAS_YEAR - 1;
    bits |= (form & HAS_YEAR) == 0 ? 0 : (date / 10_000 + 1L) << YEAR;
    bits |= (form & HAS_MONTH) == 0 ? 0 : (long) (date / 100 % 100) << MONTH;
    bits |= (form & HAS_DAY) == 0 ? 0 : (long) (date % 100) << DAY;
    if ((form & HAS_TIME) != 0) {
      bits |= (time / 3600 + 1L) << HOUR | (time / 60 % 60 + 1L) << MINUTE;
      bits |= (time % 60 + 1L) << SECOND;
    }
    if (form != checked && !column.isCanonical(bits)) {
      throw new DeltaException("expected a date or time of its type, found other numbers");
    }
    return bits;
  }

  /** The bits of a row, which can be written. */
  private long checked(long bits) throws NotTypedException {
    if (bits != 0) {
      if (!column.isCanonical(bits) || bits >>> YEAR > 10_000) {
        throw new NotTypedException("a calendar that XML has in another form, or not at all");
      }
    }
    return bits;
  }

  @Override
  void write(Object array, int[] rows, int count, TypedOutput out) throws NotTypedException {
    long[] bits = (long[]) array;
    long[] numbers = out.scratch(count);
    for (int i = 0; i < count; i++) {
      numbers[i] = form(checked(bits[rows[i]]));
    }
    out.column(numbers, count);
    for (int i = 0; i < count; i++) {
      numbers[i] = seconds(bits[rows[i]]);
    }
    out.signed(numbers, count);
  }

  @Override
  void writeChanges(
      Object base, int[] sources, Object array, int[] rows, int count, TypedOutput out)
      throws NotTypedException {
    long[] before = (long[]) base;
    long[] bits = (long[]) array;
    long[] numbers = out.scratch(count);
    for (int i = 0; i < count; i++) {
      numbers[i] = form(checked(bits[rows[i]])) ^ form(before[sources[i]]);
    }
    out.column(numbers, count);
    for (int i = 0; i < count; i++) {
      numbers[i] = LongColumn.zigzag(seconds(bits[rows[i]]) - seconds(before[sources[i]]));
    }
    out.column(numbers, count);
  }

  @Override
  void read(Object array, int[] rows, int count, TypedInput in) throws DeltaException {
    long[] bits = (long[]) array;
    long[] forms = in.column(count);
    long[] seconds = in.signed(count);
    long checked = FORMS;
    for (int i = 0; i < count; i++) {
      bits[rows[i]] = bits(forms[i], seconds[i], checked);
      checked = isWholeDate(forms[i]) ? forms[i] : checked;
    }
  }

  @Override
  void readChanges(Object array, int[] rows, int count, TypedInput in) throws DeltaException {
    long[] bits = (long[]) array;
    long[] forms = in.column(count);
    long[] seconds = in.column(count);
    long checked = FORMS;
    for (int i = 0; i < count; i++) {
      long old = bits[rows[i]];
      long form = form(old) ^ forms[i];
      bits[rows[i]] = bits(form, seconds(old) + LongColumn.signed(seconds[i]), checked);
      checked = isWholeDate(form) ? form : checked;
    }
  }
}

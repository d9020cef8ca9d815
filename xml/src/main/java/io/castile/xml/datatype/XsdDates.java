package io.castile.xml.datatype;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import org.jspecify.annotations.Nullable;

/**
 * Texts of the eight date and time types, xs:dateTime to xs:gDay (XML Schema part 2, §3.2.7 to
 * §3.2.14), and of xs:duration (§3.2.6).
 *
 * <p>Results are what {@link DatatypeFactory} makes of the same text; the form tells the type.
 */
public final class XsdDates {
  /** One for all: finding a factory costs far more than a date, and the JDK's has no state. */
  public static final DatatypeFactory FACTORY = DatatypeFactory.newDefaultInstance();

  /** The most digits of a year, a fraction of seconds or a part of a duration that are read. */
  static final int MAX_DIGITS = 1_000;

  private static final BigInteger FOUR_CENTURIES = BigInteger.valueOf(400);
  private static final int UNDEFINED = DatatypeConstants.FIELD_UNDEFINED;
  private static final int[] DAYS = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

  private XsdDates() {}

  // ---- comparing ----

  /** The result of {@link #bits} for a calendar that has none. */
  public static final long NO_BITS = -1;

  private static final int MAX_PACKED_YEAR = (1 << 15) - 2;
  private static final int MAX_PACKED_SCALE = 3;
  private static final int MAX_PACKED_FRACTION = 999;
  private static final int ZONE_MINUTES = 14 * 60;

  /**
   * Returns 64 bits that are equal for calendars with one text, and different for those with
   * different ones; or {@link #NO_BITS} where a calendar has an eon, a year before 0 or beyond 32
   * 766, a fraction of seconds that is not of one to three digits, or no field at all.
   */
  public static long bits(XMLGregorianCalendar value) {
    int year = value.getYear();
    BigDecimal fraction = value.getFractionalSecond();
    if (value.getEon() != null || (year != UNDEFINED && (year < 0 || year > MAX_PACKED_YEAR))) {
      return NO_BITS;
    }
    long bits = defined(year);
    bits = bits << 4 | (value.getMonth() == UNDEFINED ? 0 : value.getMonth());
    bits = bits << 5 | (value.getDay() == UNDEFINED ? 0 : value.getDay());
    bits = bits << 5 | defined(value.getHour());
    bits = bits << 6 | defined(value.getMinute());
    bits = bits << 6 | defined(value.getSecond());
    int zone = value.getTimezone();
    bits = bits << 11 | (zone == UNDEFINED ? 0 : zone + ZONE_MINUTES + 1);
    if (fraction == null) {
      return bits == 0 ? NO_BITS : bits << 12; // 0 is what stands for null
    }
    int scale = fraction.scale();
    if (scale < 1 || scale > MAX_PACKED_SCALE) {
      return NO_BITS;
    }
    int digits = fraction.movePointRight(scale).intValue();
    return digits > MAX_PACKED_FRACTION || digits < 0
        ? NO_BITS
        : bits << 12 | (long) scale << 10 | digits;
  }

  private static long defined(int field) {
    return field == UNDEFINED ? 0 : field + 1;
  }

  /**
   * Returns a calendar with the fields of {@link #bits}, as reading its text would give it: {@link
   * XMLGregorianCalendar#reset} clears the fields.
   *
   * @param bits not {@link #NO_BITS}
   */
  public static XMLGregorianCalendar calendar(long bits) {
    XMLGregorianCalendar calendar = FACTORY.newXMLGregorianCalendar();
    int year = (int) (bits >>> 49);
    int month = (int) (bits >>> 45) & 0xF;
    int day = (int) (bits >>> 40) & 0x1F;
    int hour = (int) (bits >>> 35) & 0x1F;
    int minute = (int) (bits >>> 29) & 0x3F;
    int second = (int) (bits >>> 23) & 0x3F;
    int zone = (int) (bits >>> 12) & 0x7FF;
    int scale = (int) (bits >>> 10) & 3;
    if (year != 0) {
      calendar.setYear(year - 1);
    }
    if (month != 0) {
      calendar.setMonth(month);
    }
    if (day != 0) {
      calendar.setDay(day);
    }
    if (hour != 0) {
      BigDecimal fraction = scale == 0 ? null : BigDecimal.valueOf(bits & 0x3FF, scale);
      calendar.setTime(hour - 1, minute - 1, second - 1, fraction);
    }
    if (zone != 0) {
      calendar.setTimezone(zone - 1 - ZONE_MINUTES);
    }
    return calendar;
  }

  /**
   * Whether {@link #bits} are those of a calendar of which there is a text that can be read: the
   * fields of one of the eight types, each of them in its range.
   */
  public static boolean isReadable(long bits) {
    int year = (int) (bits >>> 49);
    int month = (int) (bits >>> 45) & 0xF;
    int day = (int) (bits >>> 40) & 0x1F;
    int hour = (int) (bits >>> 35) & 0x1F;
    int minute = (int) (bits >>> 29) & 0x3F;
    int second = (int) (bits >>> 23) & 0x3F;
    int zone = (int) (bits >>> 12) & 0x7FF;
    boolean hasTime = hour != 0 && minute != 0 && second != 0;
    boolean hasNoTime = hour == 0 && minute == 0 && second == 0 && (bits & 0xFFF) == 0;
    boolean isDate = year != 0 && month != 0 && day != 0;
    boolean isNoDate = year == 0 && month == 0 && day == 0;
    boolean isType =
        hasTime
            ? isDate || isNoDate
            : hasNoTime && !isNoDate && (year == 0 || month != 0 || day == 0);
    return isType
        && year != 1 // there is no year 0
        && month <= 12
        && (day == 0 || month == 0 || day <= daysOf(year, month))
        && hour <= 24
        && minute <= 60
        && second <= 60
        && zone <= 2 * ZONE_MINUTES + 1
        && ((bits >>> 10 & 3) != 0 || (bits & 0x3FF) == 0)
        && (bits & 0x3FF) < POWERS[(int) (bits >>> 10) & 3];
  }

  /** The bounds of a fraction's digits, by how many there are. */
  private static final int[] POWERS = {1, 10, 100, 1_000};

  private static int daysOf(int packedYear, int month) {
    int year = packedYear - 1;
    boolean isLeap = packedYear == 0 || year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return month == 2 && !isLeap ? 28 : DAYS[month - 1];
  }

  // ---- writing ----

  /**
   * Writes the text of {@link XMLGregorianCalendar#toXMLFormat} where all is as usual: needs 64
   * bytes. Returns -1 where it is not: an eon, many digits of a fraction, or no known type.
   */
  public static int write(byte[] b, int pos, XMLGregorianCalendar value) {
    int year = value.getYear();
    int month = value.getMonth();
    int day = value.getDay();
    int hour = value.getHour();
    int minute = value.getMinute();
    int second = value.getSecond();
    boolean time = hour != UNDEFINED && minute != UNDEFINED && second != UNDEFINED;
    boolean noTime = hour == UNDEFINED && minute == UNDEFINED && second == UNDEFINED;
    boolean fullDate = year != UNDEFINED && month != UNDEFINED && day != UNDEFINED;
    boolean noDate = year == UNDEFINED && month == UNDEFINED && day == UNDEFINED;
    boolean known =
        time ? fullDate || noDate : noTime && !noDate && isKnownWithoutTime(year, month, day);
    BigDecimal fraction = value.getFractionalSecond();
    if (!known
        || value.getEon() != null
        || (fraction != null && (fraction.scale() < 0 || fraction.scale() > 18))) {
      return -1;
    }
    if (!noDate) {
      pos = writeDate(b, pos, year, month, day);
    }
    if (time) {
      if (fullDate) {
        b[pos++] = 'T';
      }
      pos = writeTime(b, pos, hour, minute, second, fraction);
    }
    return writeTimezone(b, pos, value.getTimezone());
  }

  /** All but a year with a day and no month. */
  private static boolean isKnownWithoutTime(int year, int month, int day) {
    return year == UNDEFINED || month != UNDEFINED || day == UNDEFINED;
  }

  private static int writeDate(byte[] b, int pos, int year, int month, int day) {
    if (year != UNDEFINED) {
      pos = writeYear(b, pos, year);
    } else {
      b[pos] = '-';
      b[pos + 1] = '-';
      pos += 2;
    }
    if (month != UNDEFINED) {
      if (year != UNDEFINED) {
        b[pos++] = '-';
      }
      pos = Digits.write2(b, pos, month);
    }
    if (day != UNDEFINED) {
      b[pos++] = '-';
      pos = Digits.write2(b, pos, day);
    }
    return pos;
  }

  private static int writeYear(byte[] b, int pos, int year) {
    if (year < 0) {
      b[pos++] = '-';
      year = -year;
    }
    if (year > 9_999) {
      return XsdIntegers.write(b, pos, year);
    }
    int century = year / 100;
    return Digits.write2(b, Digits.write2(b, pos, century), year - 100 * century);
  }

  private static int writeTime(
      byte[] b, int pos, int hour, int minute, int second, BigDecimal fraction) {
    pos = Digits.write2(b, pos, hour);
    b[pos++] = ':';
    pos = Digits.write2(b, pos, minute);
    b[pos++] = ':';
    pos = Digits.write2(b, pos, second);
    if (fraction != null) {
      // 0.125 without its zero
      int end = XsdDecimals.write(b, pos, fraction);
      System.arraycopy(b, pos + 1, b, pos, end - pos - 1);
      pos = end - 1;
    }
    return pos;
  }

  private static int writeTimezone(byte[] b, int pos, int minutes) {
    if (minutes == UNDEFINED) {
      return pos;
    }
    if (minutes == 0) {
      b[pos] = 'Z';
      return pos + 1;
    }
    b[pos++] = (byte) (minutes < 0 ? '-' : '+');
    int magnitude = Math.abs(minutes);
    pos = Digits.write2(b, pos, magnitude / 60);
    b[pos++] = ':';
    return Digits.write2(b, pos, magnitude % 60);
  }

  // ---- parsing ----

  /** Any of the eight types, without white space around it. */
  public static XMLGregorianCalendar parseCalendar(byte[] b, int start, int end) {
    return new Calendar(b, start, end).parse();
  }

  public static Duration parseDuration(byte[] b, int start, int end) {
    return XsdDurations.parse(b, start, end);
  }

  /** The parser of one text: a position that moves over it, and the fields found. */
  private static final class Calendar {
    private final byte[] b;
    private final int start;
    private final int end;
    private int i;
    private int year = UNDEFINED;
    private @Nullable BigInteger hugeYear; // instead of year where that has more than nine digits
    private int month = UNDEFINED;
    private int day = UNDEFINED;
    private int hour = UNDEFINED;
    private int minute = UNDEFINED;
    private int second = UNDEFINED;
    private @Nullable BigDecimal fraction;

    Calendar(byte[] b, int start, int end) {
      this.b = b;
      this.start = start;
      this.end = end;
      this.i = start;
    }

    XMLGregorianCalendar parse() {
      if (at(0, '-') && at(1, '-')) {
        parseWithoutYear();
      } else if (at(2, ':')) {
        parseTime();
      } else {
        parseWithYear();
      }
      int timezone = parseTimezone();
      if (i != end) {
        throw unexpected("the end");
      }
      checkDay();
      if (hour == 24 || second == 60) {
        return parseByFactory();
      }
      return hugeYear != null
          ? FACTORY.newXMLGregorianCalendar(
              hugeYear, month, day, hour, minute, second, fraction, timezone)
          : calendar(timezone);
    }

    /**
     * Sets field by field what has been checked here: the factory's way is through a big integer
     * for the year. Only {@link XMLGregorianCalendar#reset} tells the difference: it clears the
     * fields.
     */
    private XMLGregorianCalendar calendar(int timezone) {
      XMLGregorianCalendar calendar = FACTORY.newXMLGregorianCalendar();
      if (year != UNDEFINED) {
        calendar.setYear(year);
      }
      if (month != UNDEFINED) {
        calendar.setMonth(month);
      }
      if (day != UNDEFINED) {
        calendar.setDay(day);
      }
      if (hour != UNDEFINED) {
        calendar.setTime(hour, minute, second, fraction);
      }
      if (timezone != UNDEFINED) {
        calendar.setTimezone(timezone);
      }
      return calendar;
    }

    /**
     * 24:00:00 is the first moment of the next day, into which the factory turns it; and of leap
     * seconds it takes the text only.
     */
    private XMLGregorianCalendar parseByFactory() {
      if (hour == 24
          && (minute != 0 || second != 0 || (fraction != null && fraction.signum() != 0))) {
        throw new IllegalArgumentException("the hour 24 is not followed by 00:00");
      }
      return FACTORY.newXMLGregorianCalendar(
          new String(b, start, end - start, StandardCharsets.ISO_8859_1));
    }

    /** --MM, --MM-- (as XML Schema 1.0 had it at first), --MM-DD, ---DD. */
    private void parseWithoutYear() {
      i += 2;
      if (at(0, '-')) {
        i++;
        day = twoDigits("day", 1, 31);
        return;
      }
      month = twoDigits("month", 1, 12);
      if (at(0, '-') && at(1, '-')) {
        i += 2;
      } else if (at(0, '-') && !isTimezone()) {
        i++;
        day = twoDigits("day", 1, 31);
      }
    }

    /** YYYY, YYYY-MM, YYYY-MM-DD, YYYY-MM-DDThh:mm:ss. */
    private void parseWithYear() {
      parseYear();
      if (!at(0, '-') || isTimezone()) {
        return;
      }
      i++;
      month = twoDigits("month", 1, 12);
      if (!at(0, '-') || isTimezone()) {
        return;
      }
      i++;
      day = twoDigits("day", 1, 31);
      if (at(0, 'T')) {
        i++;
        parseTime();
      }
    }

    private void parseYear() {
      boolean negative = at(0, '-');
      if (negative) {
        i++;
      }
      int from = i;
      int value = 0;
      for (; i < end && isDigit(b[i]); i++) {
        value = value * 10 + b[i] - '0'; // overflows only where it is not used
      }
      int digits = i - from;
      if (digits < 4 || (digits > 4 && b[from] == '0')) {
        throw new IllegalArgumentException("a year of fewer than four digits, or zeros before it");
      }
      checkDigits(digits);
      if (digits <= 9) {
        year = negative ? -value : value;
      } else {
        hugeYear = XsdDecimals.parseBigInteger(b, negative ? from - 1 : from, i, MAX_DIGITS);
      }
      if (year == 0) {
        throw new IllegalArgumentException("there is no year 0000");
      }
    }

    private void parseTime() {
      hour = twoDigits("hour", 0, 24);
      expect(':');
      minute = twoDigits("minute", 0, 59);
      expect(':');
      second = twoDigits("second", 0, 60);
      if (at(0, '.')) {
        int from = ++i;
        while (i < end && isDigit(b[i])) {
          i++;
        }
        checkDigits(i - from);
        fraction =
            i - from <= 18
                ? BigDecimal.valueOf(XsdIntegers.parseLong(b, from, i), i - from)
                : XsdDecimals.parseBigDecimal(b, from - 1, i, MAX_DIGITS);
      }
    }

    /** True at something like -05:00, which otherwise could be the next field. */
    private boolean isTimezone() {
      return at(3, ':');
    }

    private int parseTimezone() {
      if (at(0, 'Z')) {
        i++;
        return 0;
      }
      if (!at(0, '+') && !at(0, '-')) {
        return UNDEFINED;
      }
      boolean negative = b[i++] == '-';
      int minutes = 60 * twoDigits("timezone hour", 0, 14);
      expect(':');
      minutes += twoDigits("timezone minute", 0, 59);
      if (minutes > 14 * 60) {
        throw new IllegalArgumentException("a timezone beyond 14:00");
      }
      return negative ? -minutes : minutes;
    }

    private void checkDay() {
      if (day == UNDEFINED || month == UNDEFINED) {
        return;
      }
      int last = month == 2 && !isLeapYear() ? 28 : DAYS[month - 1];
      if (day > last) {
        throw new IllegalArgumentException(
            "month " + month + " has no day " + day + " in that year");
      }
    }

    /** The leap years of the calendar recur every 400 years. */
    private boolean isLeapYear() {
      int inCycle =
          hugeYear != null
              ? hugeYear.remainder(FOUR_CENTURIES).intValue()
              : year == UNDEFINED ? 0 : year % 400;
      return inCycle % 400 == 0 || (inCycle % 4 == 0 && inCycle % 100 != 0);
    }

    private boolean at(int distance, char c) {
      return end - i > distance && b[i + distance] == c;
    }

    private void expect(char c) {
      if (!at(0, c)) {
        throw unexpected("'" + c + "'");
      }
      i++;
    }

    private int twoDigits(String field, int min, int max) {
      if (end - i < 2 || !isDigit(b[i]) || !isDigit(b[i + 1])) {
        throw unexpected("two digits of " + field);
      }
      int value = (b[i] - '0') * 10 + b[i + 1] - '0';
      if (value < min || value > max) {
        throw new IllegalArgumentException(field + " not in " + min + ".." + max + ": " + value);
      }
      i += 2;
      return value;
    }

    private IllegalArgumentException unexpected(String expected) {
      return new IllegalArgumentException(
          "expected " + expected + " at character " + (i - start) + " of a date or time");
    }
  }

  static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  static void checkDigits(int count) {
    if (count > MAX_DIGITS) {
      throw new IllegalArgumentException("more than " + MAX_DIGITS + " digits: " + count);
    }
  }
}

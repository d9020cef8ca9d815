package io.castile.xml.datatype;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * The parser of one text of {@link XsdTemporal}, dates and times: a position that moves over it.
 */
final class TemporalParser {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long NANOS_PER_DAY = 86_400L * NANOS_PER_SECOND;

  private final byte[] b;
  private final int start;
  private final int end;
  private int i;

  TemporalParser(byte[] b, int start, int end) {
    this.b = b;
    this.start = start;
    this.end = end;
    this.i = start;
  }

  Object parse(XsdTemporal form) {
    return switch (form) {
      case LOCAL_DATE -> {
        LocalDate date = date();
        zone();
        yield ended(date);
      }
      case LOCAL_TIME -> {
        LocalTime time = time(nanoOfDay());
        expectNoZone("an OffsetTime");
        yield ended(time);
      }
      case OFFSET_TIME -> {
        LocalTime time = time(nanoOfDay());
        yield ended(OffsetTime.of(time, expectZone("a LocalTime")));
      }
      case LOCAL_DATE_TIME -> {
        LocalDateTime moment = dateTime();
        expectNoZone("an OffsetDateTime");
        yield ended(moment);
      }
      case OFFSET_DATE_TIME -> offsetDateTime();
      case ZONED_DATE_TIME -> offsetDateTime().toZonedDateTime();
      case INSTANT -> offsetDateTime().toInstant();
      case YEAR -> {
        Year year = Year.of(year());
        zone();
        yield ended(year);
      }
      case YEAR_MONTH -> {
        int year = year();
        expect('-');
        YearMonth month = YearMonth.of(year, twoDigits("month"));
        zone();
        yield ended(month);
      }
      case MONTH_DAY -> {
        expect('-');
        expect('-');
        int month = twoDigits("month");
        expect('-');
        MonthDay day = MonthDay.of(month, twoDigits("day"));
        zone();
        yield ended(day);
      }
      default -> throw new AssertionError(form);
    };
  }

  private <T> T ended(T value) {
    if (i != end) {
      throw unexpected("the end");
    }
    return value;
  }

  private OffsetDateTime offsetDateTime() {
    LocalDateTime moment = dateTime();
    return ended(OffsetDateTime.of(moment, expectZone("a LocalDateTime")));
  }

  private LocalDate date() {
    int year = year();
    expect('-');
    int month = twoDigits("month");
    expect('-');
    return LocalDate.of(year, month, twoDigits("day"));
  }

  /** The hour 24 is the first moment of the next day. */
  private LocalDateTime dateTime() {
    LocalDate date = date();
    expect('T');
    long nanoOfDay = nanoOfDay();
    return LocalDateTime.of(nanoOfDay == NANOS_PER_DAY ? date.plusDays(1) : date, time(nanoOfDay));
  }

  private static LocalTime time(long nanoOfDay) {
    return nanoOfDay == NANOS_PER_DAY ? LocalTime.MIDNIGHT : LocalTime.ofNanoOfDay(nanoOfDay);
  }

  /** Four digits or more, without zeros before more than four. */
  private int year() {
    boolean negative = at('-');
    if (negative) {
      i++;
    }
    int from = i;
    long year = 0;
    while (i < end && XsdDates.isDigit(b[i])) {
      year = year * 10 + b[i++] - '0';
      if (i - from > 9) {
        throw new IllegalArgumentException("a year of more than nine digits");
      }
    }
    if (i - from < 4 || (i - from > 4 && b[from] == '0')) {
      throw new IllegalArgumentException("a year of fewer than four digits, or zeros before it");
    }
    if (year == 0) {
      throw new IllegalArgumentException("there is no year 0000");
    }
    return (int) (negative ? -year : year);
  }

  private long nanoOfDay() {
    int hour = twoDigits("hour");
    expect(':');
    int minute = twoDigits("minute");
    expect(':');
    int second = twoDigits("second");
    int nanos = 0;
    if (at('.')) {
      int from = ++i;
      i = skipDigits(b, i, end);
      nanos = nanos(b, from, i);
    }
    long nanoOfDay = (hour * 3_600L + minute * 60L + second) * NANOS_PER_SECOND + nanos;
    if (minute > 59 || second > 59 || nanoOfDay > NANOS_PER_DAY) {
      throw new IllegalArgumentException(
          "no time of day: hour " + hour + ", minute " + minute + ", second " + second);
    }
    return nanoOfDay;
  }

  static int skipDigits(byte[] b, int from, int end) {
    int p = from;
    while (p < end && XsdDates.isDigit(b[p])) {
      p++;
    }
    return p;
  }

  /** The digits after the point of a second, of which there must be one. */
  static int nanos(byte[] b, int from, int end) {
    if (from == end) {
      throw new IllegalArgumentException("no digits after the point of a second");
    }
    XsdDates.checkDigits(end - from);
    int nanos = 0;
    for (int p = from; p < Math.max(end, from + 9); p++) {
      int digit = p < end ? b[p] - '0' : 0;
      if (p < from + 9) {
        nanos = nanos * 10 + digit;
      } else if (digit != 0) {
        throw new IllegalArgumentException("a fraction of a second beyond the nanosecond");
      }
    }
    return nanos;
  }

  /** The zone, null if the text ends without one. */
  private @Nullable ZoneOffset zone() {
    if (at('Z')) {
      i++;
      return ZoneOffset.UTC;
    }
    if (!at('+') && !at('-')) {
      return null;
    }
    int sign = b[i++] == '-' ? -1 : 1;
    int hours = twoDigits("timezone hour");
    expect(':');
    int minutes = twoDigits("timezone minute");
    if (minutes > 59 || hours * 60 + minutes > 14 * 60) {
      throw new IllegalArgumentException("a timezone beyond 14:00, or of more than 59 minutes");
    }
    return ZoneOffset.ofTotalSeconds(sign * 60 * (hours * 60 + minutes));
  }

  private ZoneOffset expectZone(String other) {
    ZoneOffset zone = zone();
    if (zone == null) {
      throw new IllegalArgumentException(
          i == end ? "no timezone; " + other + " has none" : "expected a timezone or the end");
    }
    return zone;
  }

  private void expectNoZone(String other) {
    if (zone() != null) {
      throw new IllegalArgumentException("a timezone; " + other + " has one");
    }
  }

  private boolean at(char c) {
    return i < end && b[i] == c;
  }

  private void expect(char c) {
    if (!at(c)) {
      throw unexpected("'" + c + "'");
    }
    i++;
  }

  private int twoDigits(String field) {
    if (end - i < 2 || !XsdDates.isDigit(b[i]) || !XsdDates.isDigit(b[i + 1])) {
      throw unexpected("two digits of " + field);
    }
    int value = (b[i] - '0') * 10 + b[i + 1] - '0';
    i += 2;
    return value;
  }

  private IllegalArgumentException unexpected(String expected) {
    return new IllegalArgumentException(
        "expected " + expected + " at character " + (i - start) + " of a date or time");
  }
}

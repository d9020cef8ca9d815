package io.castile.xml.datatype;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.Period;
import java.time.YearMonth;
import java.time.ZoneOffset;

/** Writes the texts of {@link XsdTemporal}; each method returns the position after its text. */
final class TemporalWriter {
  private static final int SECONDS_PER_HOUR = 3_600;
  private static final int MAX_ZONE_SECONDS = 14 * SECONDS_PER_HOUR;

  private TemporalWriter() {}

  /** Writes at least four digits of a year. */
  static int year(byte[] b, int pos, int year) {
    if (year == 0) {
      throw new DateTimeException("there is no year 0000");
    }
    int magnitude = Math.abs(year); // of at most 999,999,999
    if (year < 0) {
      b[pos++] = '-';
    }
    if (magnitude > 9_999) {
      return XsdIntegers.write(b, pos, magnitude);
    }
    return Digits.write2(b, Digits.write2(b, pos, magnitude / 100), magnitude % 100);
  }

  private static int yearMonth(byte[] b, int pos, int year, int month) {
    pos = year(b, pos, year);
    b[pos++] = '-';
    return Digits.write2(b, pos, month);
  }

  static int yearMonth(byte[] b, int pos, YearMonth value) {
    return yearMonth(b, pos, value.getYear(), value.getMonthValue());
  }

  static int monthDay(byte[] b, int pos, MonthDay value) {
    b[pos++] = '-';
    b[pos++] = '-';
    pos = Digits.write2(b, pos, value.getMonthValue());
    b[pos++] = '-';
    return Digits.write2(b, pos, value.getDayOfMonth());
  }

  static int date(byte[] b, int pos, LocalDate value) {
    pos = yearMonth(b, pos, value.getYear(), value.getMonthValue());
    b[pos++] = '-';
    return Digits.write2(b, pos, value.getDayOfMonth());
  }

  static int time(byte[] b, int pos, LocalTime value) {
    pos = Digits.write2(b, pos, value.getHour());
    b[pos++] = ':';
    pos = Digits.write2(b, pos, value.getMinute());
    b[pos++] = ':';
    pos = Digits.write2(b, pos, value.getSecond());
    return fraction(b, pos, value.getNano());
  }

  static int dateTime(byte[] b, int pos, LocalDateTime value) {
    pos = date(b, pos, value.toLocalDate());
    b[pos++] = 'T';
    return time(b, pos, value.toLocalTime());
  }

  /** Writes a fraction in the canonical form, without zeros at the end, and nothing for none. */
  private static int fraction(byte[] b, int pos, int nanos) {
    if (nanos == 0) {
      return pos;
    }
    b[pos++] = '.';
    b[pos] = (byte) ('0' + nanos / 100_000_000);
    Digits.write8(b, pos + 1, nanos % 100_000_000);
    int end = pos + 9;
    while (b[end - 1] == '0') {
      end--;
    }
    return end;
  }

  static int zone(byte[] b, int pos, ZoneOffset offset) {
    int seconds = offset.getTotalSeconds();
    if (seconds == 0) {
      b[pos] = 'Z';
      return pos + 1;
    }
    int magnitude = Math.abs(seconds);
    if (magnitude > MAX_ZONE_SECONDS || magnitude % 60 != 0) {
      throw new DateTimeException("a zone is of whole minutes, up to 14:00");
    }
    b[pos++] = (byte) (seconds < 0 ? '-' : '+');
    pos = Digits.write2(b, pos, magnitude / SECONDS_PER_HOUR);
    b[pos++] = ':';
    return Digits.write2(b, pos, magnitude / 60 % 60);
  }

  /** Hours, minutes and seconds, as the class prints them, with one sign before all. */
  static int duration(byte[] b, int pos, Duration value) {
    Duration magnitude = value;
    if (value.isNegative()) {
      b[pos++] = '-';
      magnitude = value.negated();
    }
    b[pos++] = 'P';
    b[pos++] = 'T';
    long seconds = magnitude.getSeconds();
    int second = (int) (seconds % 60);
    pos = part(b, pos, seconds / SECONDS_PER_HOUR, 'H');
    pos = part(b, pos, seconds / 60 % 60, 'M');
    if (second == 0 && magnitude.getNano() == 0 && seconds != 0) {
      return pos;
    }
    pos = fraction(b, XsdIntegers.write(b, pos, second), magnitude.getNano());
    b[pos] = 'S';
    return pos + 1;
  }

  static int period(byte[] b, int pos, Period value) {
    boolean negative = value.isNegative();
    if (negative) {
      if (value.getYears() > 0 || value.getMonths() > 0 || value.getDays() > 0) {
        throw new DateTimeException("its parts have different signs");
      }
      b[pos++] = '-';
    }
    b[pos++] = 'P';
    pos = part(b, pos, Math.abs((long) value.getYears()), 'Y');
    pos = part(b, pos, Math.abs((long) value.getMonths()), 'M');
    if (value.getDays() == 0 && !value.isZero()) {
      return pos;
    }
    pos = XsdIntegers.write(b, pos, Math.abs((long) value.getDays()));
    b[pos] = 'D';
    return pos + 1;
  }

  /** A number with its letter; nothing for zero. */
  private static int part(byte[] b, int pos, long number, char letter) {
    if (number == 0) {
      return pos;
    }
    int end = XsdIntegers.write(b, pos, number);
    b[end] = (byte) letter;
    return end + 1;
  }
}

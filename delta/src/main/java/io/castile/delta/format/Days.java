package io.castile.delta.format;

/**
 * Dates of the Gregorian calendar as days since 1970-01-01, and back, without an object for each. A
 * year is taken to begin with March here, so that the day that comes and goes is its last one.
 */
public final class Days {
  private static final int[] LENGTHS = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  private static final int DAYS_IN_400_YEARS = 146_097;

  /** From 0000-03-01 to 1970-01-01. */
  private static final int EPOCH = 719_468;

  private Days() {}

  /** Whether there is such a date; of the years 0 to 9999. */
  static boolean isDate(int year, int month, int day) {
    return month >= 1
        && month <= 12
        && day >= 1
        && day <= LENGTHS[month - 1]
        && (month != 2 || day < 29 || isLeap(year));
  }

  private static boolean isLeap(int year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  }

  /** Returns the day; of the years 1 to 9999. */
  public static int of(int year, int month, int day) {
    int y = month > 2 ? year : year - 1;
    int era = y / 400;
    int yearOfEra = y - 400 * era;
    int dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    int dayOfEra = 365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * DAYS_IN_400_YEARS + dayOfEra - EPOCH;
  }

  /** Returns the date of a day of the years 1 to 9999, as year · 10 000 + month · 100 + day. */
  public static int date(int days) {
    int day = days + EPOCH;
    int era = day / DAYS_IN_400_YEARS;
    int dayOfEra = day - era * DAYS_IN_400_YEARS;
    int yearOfEra =
        (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / (DAYS_IN_400_YEARS - 1)) / 365;
    int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    int fromMarch = (5 * dayOfYear + 2) / 153;
    int month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
    int year = yearOfEra + 400 * era + (month <= 2 ? 1 : 0);
    return year * 10_000 + month * 100 + dayOfYear - (153 * fromMarch + 2) / 5 + 1;
  }
}

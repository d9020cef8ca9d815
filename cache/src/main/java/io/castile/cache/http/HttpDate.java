package io.castile.cache.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Dates of HTTP in their three forms (RFC 9110 §5.6.7). Letters may be in either case, and no zone
 * but GMT is known (RFC 9111 §4.2). The day of the week is read but not compared with the date.
 */
final class HttpDate {
  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

  private static final String DAY = "(?:mon|tue|wed|thu|fri|sat|sun)";
  private static final String LONG_DAY =
      "(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)";
  private static final String MONTH = "(?<month>" + String.join("|", MONTHS) + ")";
  private static final String TIME = "(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)";

  /** {@code Sun, 06 Nov 1994 08:49:37 GMT}. */
  private static final Pattern IMF_FIXDATE =
      pattern(DAY + ", (?<day>\\d\\d) " + MONTH + " (?<year>\\d{4}) " + TIME + " gmt");

  /** {@code Sunday, 06-Nov-94 08:49:37 GMT}. */
  private static final Pattern RFC_850 =
      pattern(LONG_DAY + ", (?<day>\\d\\d)-" + MONTH + "-(?<year>\\d\\d) " + TIME + " gmt");

  /** {@code Sun Nov 6 08:49:37 1994}. */
  private static final Pattern ASCTIME =
      pattern(DAY + " " + MONTH + " (?<day>\\d\\d| \\d) " + TIME + " (?<year>\\d{4})");

  private HttpDate() {}

  private static Pattern pattern(String regex) {
    return Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
  }

  /**
   * Reads a date.
   *
   * @param reference about now: a year of two digits is at most 50 years after it
   * @return empty if the text is no date
   */
  static Optional<Instant> parse(String text, Instant reference) {
    try {
      for (Pattern form : List.of(IMF_FIXDATE, ASCTIME)) {
        Matcher date = form.matcher(text);
        if (date.matches()) {
          return Optional.of(instant(date, Integer.parseInt(date.group("year"))));
        }
      }
      Matcher date = RFC_850.matcher(text);
      return date.matches() ? Optional.of(ofTwoDigitYear(date, reference)) : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty(); // such as 30 February
    }
  }

  private static Instant ofTwoDigitYear(Matcher date, Instant reference) {
    OffsetDateTime limit = reference.atOffset(ZoneOffset.UTC).plusYears(50);
    int digits = Integer.parseInt(date.group("year"));
    int year = limit.getYear() - Math.floorMod(limit.getYear() - digits, 100);
    Instant latest = instant(date, year);
    return latest.isAfter(limit.toInstant()) ? instant(date, year - 100) : latest;
  }

  private static Instant instant(Matcher date, int year) {
    int month = MONTHS.indexOf(date.group("month").toLowerCase(Locale.ROOT)) + 1;
    // A leap second is the second before it: earlier is on the safe side (RFC 9111 §4.2).
    int second = number(date, "second") == 60 ? 59 : number(date, "second");
    return LocalDateTime.of(
            year, month, number(date, "day"), number(date, "hour"), number(date, "minute"), second)
        .toInstant(ZoneOffset.UTC);
  }

  private static int number(Matcher date, String group) {
    return Integer.parseInt(date.group(group).strip());
  }
}

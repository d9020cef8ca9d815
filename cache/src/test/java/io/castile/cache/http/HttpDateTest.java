package io.castile.cache.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpDateTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // The examples of RFC 9110 §5.6.7.
        "Sun, 06 Nov 1994 08:49:37 GMT  | 1994-11-06T08:49:37Z",
        "Sunday, 06-Nov-94 08:49:37 GMT | 1994-11-06T08:49:37Z",
        "Sun Nov  6 08:49:37 1994       | 1994-11-06T08:49:37Z",
        // Case does not matter, nor a day of the week that is not that of the date.
        "sun, 06 NOV 1994 08:49:37 gmt  | 1994-11-06T08:49:37Z",
        "Mon, 06 Nov 1994 08:49:37 GMT  | 1994-11-06T08:49:37Z",
        "Wed Nov 16 08:49:37 1994       | 1994-11-16T08:49:37Z",
        "Thu, 29 Feb 2024 00:00:00 GMT  | 2024-02-29T00:00:00Z",
        "Sat, 31 Dec 2016 23:59:60 GMT  | 2016-12-31T23:59:59Z",
        // Two digits: at most 50 years ahead.
        "Friday, 31-Dec-75 23:59:59 GMT | 2075-12-31T23:59:59Z",
        "Wednesday, 01-Jan-76 00:00:00 GMT | 2076-01-01T00:00:00Z",
        "Wednesday, 01-Jan-76 00:00:01 GMT | 1976-01-01T00:00:01Z",
        "Thursday, 01-Jan-26 00:00:00 GMT | 2026-01-01T00:00:00Z",
      })
  void dates(String text, Instant date) {
    assertThat(HttpDate.parse(text, NOW)).contains(date);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "-1",
        "now",
        "Sun, 06 Nov 1994 08:49:37",
        "Sun, 06 Nov 1994 08:49:37 CET",
        "Sun, 06 Nov 1994 08:49:37 +0000",
        "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 8:49:37 GMT",
        "Sun, 31 Feb 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:60:37 GMT",
        "Sun, 06 Nov 1994 08:49:61 GMT",
        "Sun, 06 Nov 94 08:49:37 GMT",
        "Sun, 06-Nov-94 08:49:37 GMT",
        "Sun Nov 6 08:49:37 1994",
        "Son, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 99999999999 08:49:37 GMT",
        "1994-11-06T08:49:37Z"
      })
  void whatIsNoDate(String text) {
    assertThat(HttpDate.parse(text, NOW)).isEmpty();
  }

  /** The JDK's formatter is the oracle. */
  @Property
  void allFormsOfOneDateAreRead(
      @ForAll @LongRange(min = -1_000_000_000L, max = 3_000_000_000L) long seconds) {
    Instant date = Instant.ofEpochSecond(seconds);

    assertThat(HttpDate.parse(format("EEE, dd MMM yyyy HH:mm:ss 'GMT'", date), NOW)).contains(date);
    assertThat(HttpDate.parse(format("EEE MMM ppd HH:mm:ss yyyy", date), NOW)).contains(date);
    assertThat(HttpDate.parse(format("EEEE, dd-MMM-yy HH:mm:ss 'GMT'", date), date)).contains(date);
  }

  @Property
  void anyTextIsADateOrNone(@ForAll String text, @ForAll long seconds) {
    Instant reference =
        Instant.ofEpochSecond(
            Math.max(
                Instant.MIN.getEpochSecond(), Math.min(Instant.MAX.getEpochSecond(), seconds)));

    assertThat(HttpDate.parse(text, reference)).isEmpty();
    HttpDate.parse("Sunday, 06-Nov-94 08:49:37 GMT", reference)
        .ifPresent(date -> assertThat(date.atOffset(ZoneOffset.UTC).getYear() % 100).isIn(94, -6));
  }

  private static String format(String pattern, Instant date) {
    return DateTimeFormatter.ofPattern(pattern, Locale.US).format(date.atOffset(ZoneOffset.UTC));
  }
}

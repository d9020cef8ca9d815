package io.castile.xml.datatype;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Random;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class XsdTemporalTest {
  private static String write(Object value) {
    byte[] b = new byte[64];
    int end = XsdTemporal.of(value.getClass()).write(b, 0, value);
    return new String(b, 0, end, StandardCharsets.US_ASCII);
  }

  private static Object parse(XsdTemporal form, String text) {
    byte[] b = ("<<" + text + ">").getBytes(StandardCharsets.UTF_8);
    return form.parse(b, 2, b.length - 1);
  }

  @ParameterizedTest
  @CsvSource({
    "LOCAL_DATE, 2026-11-22, 2026-11-22",
    "LOCAL_DATE, 2026-11-22Z, 2026-11-22",
    "LOCAL_DATE, 2024-02-29-05:00, 2024-02-29",
    "LOCAL_DATE, 12345-01-02, 12345-01-02",
    "LOCAL_DATE, -0044-03-15, -0044-03-15",
    "LOCAL_TIME, 00:00:00, 00:00:00",
    "LOCAL_TIME, 24:00:00.000, 00:00:00",
    "LOCAL_TIME, 23:59:59.9999999990, 23:59:59.999999999",
    "OFFSET_TIME, 10:15:30.5-05:00, 10:15:30.5-05:00",
    "OFFSET_TIME, 10:15:30+00:00, 10:15:30Z",
    "LOCAL_DATE_TIME, 2026-11-22T10:15:30.120, 2026-11-22T10:15:30.12",
    "LOCAL_DATE_TIME, 2026-12-31T24:00:00, 2027-01-01T00:00:00",
    "OFFSET_DATE_TIME, 2026-11-22T10:15:00+14:00, 2026-11-22T10:15:00+14:00",
    "ZONED_DATE_TIME, 2026-11-22T10:15:00Z, 2026-11-22T10:15:00Z",
    "INSTANT, 2026-11-22T10:15:00.000001+01:00, 2026-11-22T09:15:00.000001Z",
    "YEAR, 2026, 2026",
    "YEAR, -0007+01:00, -0007",
    "YEAR_MONTH, 2026-11, 2026-11",
    "YEAR_MONTH, 2026-11Z, 2026-11",
    "MONTH_DAY, --02-29, --02-29",
    "DURATION, P1DT2H, PT26H",
    "DURATION, P0Y0M0DT0H0M0.000S, PT0S",
    "DURATION, -PT1M0.5S, -PT1M0.5S",
    "DURATION, PT90061S, PT25H1M1S",
    "PERIOD, P1Y2M3DT0H0M0S, P1Y2M3D",
    "PERIOD, -P1Y14M, -P1Y14M",
    "PERIOD, P0D, P0D",
  })
  void aTextIsReadAndWrittenInItsUsualForm(XsdTemporal form, String text, String usual) {
    Object value = parse(form, text);

    assertThat(value).isInstanceOf(form.javaType());
    assertThat(write(value)).isEqualTo(usual);
    assertThat(parse(form, usual)).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({
    "LOCAL_DATE, 2026-11-22T10:00:00, the end",
    "LOCAL_DATE, 2023-02-29, February 29",
    "LOCAL_DATE, 0000-01-01, no year 0000",
    "LOCAL_DATE, 26-01-01, four digits",
    "LOCAL_DATE, 02026-01-01, four digits",
    "LOCAL_DATE, 1234567890-01-01, nine digits",
    "LOCAL_DATE, '', four digits",
    "LOCAL_TIME, 10:15, expected ':'",
    "LOCAL_TIME, 10:15:30Z, an OffsetTime has one",
    "LOCAL_TIME, 24:00:00.1, no time of day",
    "LOCAL_TIME, 23:59:60, no time of day",
    "LOCAL_TIME, 10:15:30., no digits",
    "LOCAL_TIME, 10:15:30.1234567891, beyond the nanosecond",
    "OFFSET_TIME, 10:15:30, a LocalTime has none",
    "LOCAL_DATE_TIME, 2026-11-22T10:15:30+01:00, an OffsetDateTime has one",
    "LOCAL_DATE_TIME, 2026-11-22, expected 'T'",
    "OFFSET_DATE_TIME, 2026-11-22T10:15:30, a LocalDateTime has none",
    "OFFSET_DATE_TIME, 2026-11-22T10:15:30+14:01, beyond 14:00",
    "INSTANT, 2026-11-22T10:15:30Zx, the end",
    "YEAR_MONTH, 2026-13, MonthOfYear",
    "MONTH_DAY, --02-30, FEBRUARY",
    "DURATION, P1M, no length",
    "DURATION, PT, expected a number",
    "DURATION, P, expected a number",
    "DURATION, PT1.5M, not followed by",
    "DURATION, PT1M1H, not followed by",
    "DURATION, PT99999999999999999999S, 18 digits",
    "DURATION, P999999999999999999D, overflow",
    "DURATION, 1D, begin with P",
    "PERIOD, P1DT1S, a Duration has them",
    "PERIOD, P99999999999Y, overflow",
  })
  void whatIsNotOfTheClassIsAnError(XsdTemporal form, String text, String reason) {
    assertThatThrownBy(() -> parse(form, text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void aValueWithoutATextIsAnError() {
    List<Object> without =
        List.of(
            LocalDate.of(0, 1, 1),
            OffsetTime.of(LocalTime.NOON, ZoneOffset.ofHours(15)),
            OffsetTime.of(LocalTime.NOON, ZoneOffset.ofTotalSeconds(3601)),
            Period.of(1, -1, 0),
            Duration.ofSeconds(Long.MIN_VALUE),
            Instant.MIN);
    for (Object value : without) {
      assertThatThrownBy(() -> write(value))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("has no text for " + value);
    }
  }

  @Test
  void theLargestValuesFitTheRoom() {
    for (Object value :
        List.of(
            LocalDateTime.MAX,
            OffsetDateTime.of(LocalDateTime.MIN, ZoneOffset.ofHours(-14)),
            Duration.ofSeconds(Long.MIN_VALUE + 1, 1),
            Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
            Period.of(Integer.MIN_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE))) {
      assertThat(parse(XsdTemporal.of(value.getClass()), write(value))).isEqualTo(value);
    }
  }

  /** A dateTime has one meaning, whichever class it is read into. */
  @Test
  void randomValuesAreWrittenAsTheDatatypeFactoryReadsThem() throws Exception {
    DatatypeFactory factory = DatatypeFactory.newInstance();
    Random random = new Random(16);
    for (int i = 0; i < 20_000; i++) {
      LocalDateTime local =
          LocalDateTime.ofEpochSecond(
              random.nextLong(-62_135_596_800L, 253_402_300_800L),
              random.nextBoolean() ? 0 : random.nextInt(1_000) * (int) Math.pow(10, i % 7),
              ZoneOffset.UTC);
      ZoneOffset zone = ZoneOffset.ofTotalSeconds(60 * random.nextInt(-840, 841));
      List<Object> values =
          List.of(
              local,
              local.toLocalDate(),
              local.toLocalTime(),
              local.atOffset(zone),
              local.toInstant(zone),
              local.toLocalTime().atOffset(zone),
              Year.from(local),
              YearMonth.from(local),
              MonthDay.from(local));
      for (Object value : values) {
        XsdTemporal form = XsdTemporal.of(value.getClass());
        XMLGregorianCalendar calendar = factory.newXMLGregorianCalendar(write(value));
        assertThat(calendar.getXMLSchemaType().getLocalPart()).isEqualTo(form.schemaType());
        assertThat(parse(form, write(value))).isEqualTo(value);
      }
      if (local.getYear() > 1582) { // before that the old class has another calendar
        XMLGregorianCalendar moment = factory.newXMLGregorianCalendar(write(local.toInstant(zone)));
        assertThat(moment.toGregorianCalendar().toInstant().getEpochSecond())
            .isEqualTo(local.toEpochSecond(zone));
      }
    }
  }

  @Test
  void randomDurationsAreWrittenAsTheDatatypeFactoryReadsThem() throws Exception {
    DatatypeFactory factory = DatatypeFactory.newInstance();
    Random random = new Random(17);
    for (int i = 0; i < 20_000; i++) {
      Duration duration =
          Duration.ofSeconds(random.nextLong() >> random.nextInt(64), random.nextInt(1_000) * 1000);
      if (duration.getSeconds() == Long.MIN_VALUE) {
        continue;
      }
      assertThat(parse(XsdTemporal.DURATION, write(duration))).isEqualTo(duration);
      assertThat(factory.newDuration(write(duration)).getSign())
          .isEqualTo(duration.isNegative() ? -1 : duration.isZero() ? 0 : 1);
      int sign = random.nextBoolean() ? 1 : -1;
      Period period =
          Period.of(
              sign * random.nextInt(100), sign * random.nextInt(100), sign * random.nextInt());
      if (period.getDays() != 0 && period.getDays() > 0 != sign > 0) {
        period = period.withDays(0);
      }
      assertThat(parse(XsdTemporal.PERIOD, write(period))).isEqualTo(period);
      assertThat(factory.newDuration(write(period)).toString()).isEqualTo(write(period));
    }
  }

  @Test
  void theRegionOfAZonedDateTimeIsWrittenAsItsOffset() {
    ZonedDateTime moment =
        ZonedDateTime.of(LocalDateTime.of(2026, 7, 1, 12, 0), ZoneId.of("Europe/Berlin"));

    assertThat(write(moment)).isEqualTo("2026-07-01T12:00:00+02:00");
  }
}

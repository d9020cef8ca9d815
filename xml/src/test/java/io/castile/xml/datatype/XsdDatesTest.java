package io.castile.xml.datatype;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.xml.Tries;
import io.castile.xml.XmlWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.SplittableRandom;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dates, times and durations; oracle: the platform's {@link DatatypeFactory}. */
class XsdDatesTest {
  private static final int TRIES = 100_000;
  private static final DatatypeFactory JDK = DatatypeFactory.newDefaultInstance();

  @ParameterizedTest
  @CsvSource({
    "2026-11-21T09:05:07, dateTime",
    "2026-11-21T09:05:07Z, dateTime",
    "2026-11-21T09:05:07+01:00, dateTime",
    "2026-11-21T09:05:07-14:00, dateTime",
    "2026-11-21T09:05:07+14:00, dateTime",
    "2026-11-21T09:05:07.1, dateTime",
    "2026-11-21T09:05:07.120Z, dateTime",
    "2026-11-21T09:05:07.000, dateTime",
    "2026-11-21T09:05:07.123456789012345678, dateTime",
    "2026-11-21T09:05:07.1234567890123456789012-05:30, dateTime",
    "2026-12-31T24:00:00, dateTime",
    "2026-12-31T24:00:00.000Z, dateTime",
    "2024-02-29T00:00:00, dateTime",
    "2000-02-29T00:00:00, dateTime",
    "-0044-03-15T12:00:00, dateTime",
    "12026-11-21T09:05:07, dateTime",
    "123456789012-11-21T09:05:07Z, dateTime",
    "-1234567890-01-01T00:00:00, dateTime",
    "2026-11-21T09:05:60, dateTime",
    "2026-11-21, date",
    "2026-11-21Z, date",
    "2026-11-21-05:00, date",
    "-2026-11-21+05:00, date",
    "09:05:07, time",
    "09:05:07.25, time",
    "09:05:07Z, time",
    "09:05:07.5+01:30, time",
    "24:00:00, time",
    "00:00:00, time",
    "2026-11, gYearMonth",
    "2026-11Z, gYearMonth",
    "2026-11-05:00, gYearMonth",
    "-2026-11+05:00, gYearMonth",
    "2026, gYear",
    "2026Z, gYear",
    "2026-05:00, gYear",
    "-2026, gYear",
    "10000, gYear",
    "--11, gMonth",
    "--11Z, gMonth",
    "--11-05:00, gMonth",
    "--11-21, gMonthDay",
    "--11-21Z, gMonthDay",
    "--11-21-05:00, gMonthDay",
    "--02-29, gMonthDay",
    "---21, gDay",
    "---21Z, gDay",
    "---31-05:00, gDay",
  })
  void allFormsReadAsTheJdkReadsThemAndAreWrittenAlike(String text, String type) {
    XMLGregorianCalendar expected = JDK.newXMLGregorianCalendar(text);

    XMLGregorianCalendar value = parseCalendar(text);

    assertThat(value.getXMLSchemaType())
        .isEqualTo(new QName("http://www.w3.org/2001/XMLSchema", type));
    assertSame(value, expected);
    assertThat(write(value)).isEqualTo(expected.toXMLFormat());
  }

  /** XML Schema 1.0 had hyphens after the month at first; the JDK no longer reads them. */
  @ParameterizedTest
  @CsvSource({"--11--, --11", "--11--Z, --11Z", "--11--+01:00, --11+01:00"})
  void monthsWithHyphensAfterThem(String text, String modern) {
    assertSame(parseCalendar(text), JDK.newXMLGregorianCalendar(modern));
  }

  private static void assertSame(XMLGregorianCalendar value, XMLGregorianCalendar expected) {
    assertThat(value.getEonAndYear()).isEqualTo(expected.getEonAndYear());
    assertThat(value.getMonth()).isEqualTo(expected.getMonth());
    assertThat(value.getDay()).isEqualTo(expected.getDay());
    assertThat(value.getHour()).isEqualTo(expected.getHour());
    assertThat(value.getMinute()).isEqualTo(expected.getMinute());
    assertThat(value.getSecond()).isEqualTo(expected.getSecond());
    assertThat(value.getFractionalSecond()).isEqualTo(expected.getFractionalSecond());
    assertThat(value.getTimezone()).isEqualTo(expected.getTimezone());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "--",
        "---",
        "x",
        "26-11-21",
        "026-11-21",
        "2026-1-21",
        "2026-11-1",
        "2026-13-01",
        "2026-00-01",
        "2026-11-00",
        "2026-11-31",
        "2026-02-29",
        "1900-02-29",
        "2100-02-29",
        "--02-30",
        "--13",
        "--00",
        "---32",
        "---00",
        "0000-01-01",
        "0000",
        "+2026-01-01",
        "02026-01-01",
        "2026-11-21T",
        "2026-11-21T9:05:07",
        "2026-11-21T09:05",
        "2026-11-21 09:05:07",
        "2026-11-21t09:05:07",
        "2026-11-21T09:05:07z",
        "2026-11-21T09:05:07.",
        "2026-11-21T09:05:07.Z",
        "2026-11-21T25:00:00",
        "2026-11-21T24:00:01",
        "2026-11-21T24:01:00",
        "2026-11-21T24:00:00.1",
        "24:00:00.1",
        "2026-11-21T09:60:00",
        "2026-11-21T09:05:61",
        "2026-11-21T09:05:07+15:00",
        "2026-11-21T09:05:07+14:01",
        "2026-11-21T09:05:07+01:60",
        "2026-11-21T09:05:07+0100",
        "2026-11-21T09:05:07+1:00",
        "2026-11-21T09:05:07,5",
        "2026-11-21T09:05:07 ",
        "2026-11-21ZZ",
        "09:05",
        "09:05:07.1.2",
        "--11-",
        "--11--5",
        "--11-2",
        "--1-21",
        "---1",
        "2026-",
        "2026-11-",
        "2026-11-21+",
        "2026-11-21T09:05:07ZZ",
        "P1D",
        "2026-11-21T09:05:07.5e1",
        "2026-11-21T09:05:07.+5",
      })
  void whatIsNotADateIsRefused(String text) {
    assertThatThrownBy(() -> parseCalendar(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void errorsSayWhatWasExpectedWhere() {
    assertThatThrownBy(() -> parseCalendar("2026-11-2x"))
        .hasMessage("expected two digits of day at character 8 of a date or time");
    assertThatThrownBy(() -> parseCalendar("2026-02-30"))
        .hasMessage("month 2 has no day 30 in that year");
    assertThatThrownBy(() -> parseCalendar("2026-11-21T09:61:00"))
        .hasMessage("minute not in 0..59: 61");
  }

  @Test
  void hostileLengthsAreRefusedAtOnce() {
    String digits = "1".repeat(5_000_000);

    for (String text :
        new String[] {
          digits,
          digits + "-01-01",
          "-" + digits,
          "09:05:07." + digits,
          "P" + digits + "Y",
          "PT" + digits + "S",
          "PT0." + digits + "S"
        }) {
      assertThatThrownBy(
              () -> {
                if (text.startsWith("P")) {
                  parseDuration(text);
                } else {
                  parseCalendar(text);
                }
              })
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("more than 1000 digits: ");
    }
  }

  @Test
  void randomDateTimes() {
    SplittableRandom random = Tries.random();
    for (int i = 0; i < Tries.count(TRIES); i++) {
      BigInteger year =
          BigInteger.valueOf(random.nextInt(5) == 0 ? random.nextInt() : random.nextInt(1, 9999));
      BigDecimal fraction =
          random.nextBoolean()
              ? null
              : BigDecimal.valueOf(random.nextInt(1_000), 3 + random.nextInt(9));
      XMLGregorianCalendar expected =
          JDK.newXMLGregorianCalendar(
              year.signum() == 0 ? BigInteger.ONE : year,
              random.nextInt(1, 13),
              random.nextInt(1, 29),
              random.nextInt(24),
              random.nextInt(60),
              random.nextInt(60),
              fraction,
              random.nextBoolean() ? DatatypeConstants.FIELD_UNDEFINED : random.nextInt(-840, 841));

      String text = write(expected);

      assertThat(text).isEqualTo(expected.toXMLFormat());
      assertSame(parseCalendar(text), JDK.newXMLGregorianCalendar(text));
    }
  }

  @Test
  void mutatedTextsAreNeverReadOtherwiseThanTheJdkReadsThem() {
    SplittableRandom random = Tries.random();
    String[] seeds = {
      "2026-11-21T09:05:07.250+01:00",
      "2026-11-21Z",
      "09:05:07Z",
      "2026-11",
      "2026",
      "--11",
      "--11-21",
      "---21"
    };
    for (int i = 0; i < Tries.count(TRIES); i++) {
      StringBuilder text = new StringBuilder(seeds[random.nextInt(seeds.length)]);
      for (int j = random.nextInt(3); j >= 0; j--) {
        int at = random.nextInt(text.length());
        char c = "0123456789-:.+TZ".charAt(random.nextInt(16));
        switch (random.nextInt(3)) {
          case 0 -> text.setCharAt(at, c);
          case 1 -> text.insert(at, c);
          default -> text.deleteCharAt(text.length() > 1 ? at : 0);
        }
        if (text.isEmpty()) {
          break;
        }
      }
      XMLGregorianCalendar value;
      try {
        value = parseCalendar(text.toString());
      } catch (IllegalArgumentException refused) {
        continue; // the JDK takes more, such as years with zeros before them
      }
      String modern = text.toString().replaceFirst("^--(..)--", "--$1");
      assertSame(value, JDK.newXMLGregorianCalendar(modern));
    }
  }

  @Test
  void fieldsThatMakeNoTypeAreRefused() {
    XMLGregorianCalendar value = JDK.newXMLGregorianCalendar();
    value.setYear(2026);
    value.setDay(21);

    assertThatThrownBy(() -> write(value)).isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "P1Y",
        "P1M",
        "P1D",
        "PT1H",
        "PT1M",
        "PT1S",
        "PT0S",
        "P0D",
        "-P1Y",
        "P1Y2M3DT4H5M6.789S",
        "-P1Y2M3DT4H5M6.789S",
        "P1YT1S",
        "P10000000000Y",
        "PT0.000S",
        "P1M1D",
        "PT36H",
        "P0Y0M0DT0H0M0S",
        "PT12345678901234567890.123456789012345678901S",
      })
  void durationsReadAsTheJdkReadsThemAndAreWrittenAlike(String text) {
    Duration expected = JDK.newDuration(text);

    Duration value = parseDuration(text);

    assertThat(value.getSign()).isEqualTo(expected.getSign());
    for (DatatypeConstants.Field field :
        new DatatypeConstants.Field[] {
          DatatypeConstants.YEARS,
          DatatypeConstants.MONTHS,
          DatatypeConstants.DAYS,
          DatatypeConstants.HOURS,
          DatatypeConstants.MINUTES,
          DatatypeConstants.SECONDS
        }) {
      assertThat(value.getField(field)).as(field.toString()).isEqualTo(expected.getField(field));
    }
    XmlWriter writer = new XmlWriter();
    writer.text(value);
    assertThat(writer.toByteArray()).asString().isEqualTo(expected.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "P", "-", "-P", "PT", "P1", "1Y", "P1YT", "P1H", "PT1D", "PT1Y", "P1M1Y", "PT1S1M",
        "P1Y1Y", "P-1Y", "+P1Y", "P1.5Y", "PT1.5M", "PT.5S", "PT1.S", "P1Y ", "p1y", "P1W", "P1D1",
        "PT1H1", "P1YX", "PT1SZ",
      })
  void whatIsNotADurationIsRefused(String text) {
    assertThatThrownBy(() -> parseDuration(text)).isInstanceOf(IllegalArgumentException.class);
  }

  private static XMLGregorianCalendar parseCalendar(String text) {
    byte[] b = Tries.inDocument(text);
    return XsdDates.parseCalendar(b, Tries.start(), Tries.end(b));
  }

  private static Duration parseDuration(String text) {
    byte[] b = Tries.inDocument(text);
    return XsdDates.parseDuration(b, Tries.start(), Tries.end(b));
  }

  private static String write(XMLGregorianCalendar value) {
    XmlWriter writer = new XmlWriter();
    writer.text(value);
    return new String(writer.toByteArray(), java.nio.charset.StandardCharsets.UTF_8);
  }
}

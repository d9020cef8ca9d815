package io.castile.xml.datatype;

import java.time.DateTimeException;
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
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;

/**
 * The classes of {@code java.time} that have a form in XML Schema part 2, §3.2.6 to §3.2.13, and
 * their texts.
 *
 * <p>What is read is the value that the text states, or an error: a fraction of a second beyond the
 * nanosecond, a zone where the class has none and the moment depends on it, no zone where the class
 * has one. A date without time loses the zone of its text. The year is the number in the text, as
 * in the classes; XML Schema 1.0 has no year 0000.
 */
public enum XsdTemporal {
  /** xs:date without a zone. */
  LOCAL_DATE(LocalDate.class, "date"),
  /** xs:time without a zone. */
  LOCAL_TIME(LocalTime.class, "time"),
  /** xs:time with a zone. */
  OFFSET_TIME(OffsetTime.class, "time"),
  /** xs:dateTime without a zone. */
  LOCAL_DATE_TIME(LocalDateTime.class, "dateTime"),
  /** xs:dateTime with a zone. */
  OFFSET_DATE_TIME(OffsetDateTime.class, "dateTime"),
  /**
   * xs:dateTime with a zone, which is the offset: the name of a region has no place in the text.
   */
  ZONED_DATE_TIME(ZonedDateTime.class, "dateTime"),
  /** xs:dateTime with a zone, {@code Z} when it is written. */
  INSTANT(Instant.class, "dateTime"),
  /** xs:gYear without a zone. */
  YEAR(Year.class, "gYear"),
  /** xs:gYearMonth without a zone. */
  YEAR_MONTH(YearMonth.class, "gYearMonth"),
  /** xs:gMonthDay without a zone. */
  MONTH_DAY(MonthDay.class, "gMonthDay"),
  /** xs:duration of days, which are 24 hours when they are read, hours, minutes and seconds. */
  DURATION(Duration.class, "duration"),
  /** xs:duration of years, months and days. */
  PERIOD(Period.class, "duration");

  private final Class<?> javaType;
  private final String schemaType;

  XsdTemporal(Class<?> javaType, String schemaType) {
    this.javaType = javaType;
    this.schemaType = schemaType;
  }

  /** Returns the form of a class; null if it has none. */
  public static @Nullable XsdTemporal of(Class<?> type) {
    for (XsdTemporal form : values()) {
      if (form.javaType == type) {
        return form;
      }
    }
    return null;
  }

  /** Returns the class. */
  public Class<?> javaType() {
    return javaType;
  }

  /** Returns the local name of the schema type. */
  public String schemaType() {
    return schemaType;
  }

  /**
   * Writes a value; needs 64 bytes.
   *
   * @return the position after it
   * @throws IllegalArgumentException if XML Schema has no text for the value
   */
  public int write(byte[] b, int pos, Object value) {
    try {
      return switch (this) {
        case LOCAL_DATE -> TemporalWriter.date(b, pos, (LocalDate) value);
        case LOCAL_TIME -> TemporalWriter.time(b, pos, (LocalTime) value);
        case OFFSET_TIME -> {
          OffsetTime time = (OffsetTime) value;
          yield TemporalWriter.zone(
              b, TemporalWriter.time(b, pos, time.toLocalTime()), time.getOffset());
        }
        case LOCAL_DATE_TIME -> TemporalWriter.dateTime(b, pos, (LocalDateTime) value);
        case OFFSET_DATE_TIME -> {
          OffsetDateTime moment = (OffsetDateTime) value;
          yield TemporalWriter.zone(
              b, TemporalWriter.dateTime(b, pos, moment.toLocalDateTime()), moment.getOffset());
        }
        case ZONED_DATE_TIME -> {
          ZonedDateTime moment = (ZonedDateTime) value;
          yield TemporalWriter.zone(
              b, TemporalWriter.dateTime(b, pos, moment.toLocalDateTime()), moment.getOffset());
        }
        case INSTANT -> {
          Instant moment = (Instant) value;
          LocalDateTime local =
              LocalDateTime.ofEpochSecond(
                  moment.getEpochSecond(), moment.getNano(), ZoneOffset.UTC);
          yield TemporalWriter.zone(b, TemporalWriter.dateTime(b, pos, local), ZoneOffset.UTC);
        }
        case YEAR -> TemporalWriter.year(b, pos, ((Year) value).getValue());
        case YEAR_MONTH -> TemporalWriter.yearMonth(b, pos, (YearMonth) value);
        case MONTH_DAY -> TemporalWriter.monthDay(b, pos, (MonthDay) value);
        case DURATION -> TemporalWriter.duration(b, pos, (Duration) value);
        case PERIOD -> TemporalWriter.period(b, pos, (Period) value);
      };
    } catch (DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException(
          "xs:" + schemaType + " has no text for " + value + ": " + e.getMessage(), e);
    }
  }

  /**
   * Parses a text without white space around it.
   *
   * @throws IllegalArgumentException if it is none of the type, or the class has no value for it
   */
  public Object parse(byte[] b, int start, int end) {
    try {
      return switch (this) {
        case DURATION -> new DurationParser(b, start, end).duration();
        case PERIOD -> new DurationParser(b, start, end).period();
        default -> new TemporalParser(b, start, end).parse(this);
      };
    } catch (DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}

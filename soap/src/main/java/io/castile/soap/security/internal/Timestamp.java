package io.castile.soap.security.internal;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * When a message was made and how long it is good (SOAP Message Security §10).
 *
 * @param created null where it does not say
 * @param expires null where it does not say
 */
record Timestamp(@Nullable Instant created, @Nullable Instant expires) {
  /**
   * Reads an xs:dateTime; one without a time zone is in UTC.
   *
   * @return null if it is none
   */
  static @Nullable Instant parse(String text) {
    try {
      TemporalAccessor time =
          DateTimeFormatter.ISO_DATE_TIME.parseBest(
              text, OffsetDateTime::from, LocalDateTime::from);
      return time instanceof OffsetDateTime offset
          ? offset.toInstant()
          : ((LocalDateTime) time).toInstant(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** A time as it is written, always with three digits of a second, so that it has one length. */
  static String text(Instant time) {
    return MILLIS.format(time.truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC));
  }

  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'");
}

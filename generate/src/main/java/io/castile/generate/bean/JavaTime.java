package io.castile.generate.bean;

import java.util.Locale;

/** Types of schemas that classes of {@code java.time} can stand for. */
enum JavaTime {
  DATE("date", "java.time.LocalDate"),
  TIME("time", "java.time.LocalTime"),
  DATE_TIME("dateTime", "java.time.OffsetDateTime");

  /** The class whose methods read and write them. */
  static final String CLASS = "JavaTime";

  private final String xmlType;
  private final String type;

  JavaTime(String xmlType, String type) {
    this.xmlType = xmlType;
    this.type = type;
  }

  String xmlType() {
    return xmlType;
  }

  String type() {
    return type;
  }

  String parse() {
    return "parse" + capitalized();
  }

  String print() {
    return "print" + capitalized();
  }

  private String capitalized() {
    return xmlType.substring(0, 1).toUpperCase(Locale.ROOT) + xmlType.substring(1);
  }

  /** Returns the source of the class in a package. */
  static String source(String packageName) {
    return """
        package %s;

        import java.time.LocalDate;
        import java.time.LocalTime;
        import java.time.OffsetDateTime;
        import java.time.ZoneOffset;
        import java.time.format.DateTimeFormatter;
        import java.time.temporal.TemporalAccessor;

        /**
         * Dates and times of XML Schema as those of {@code java.time}. The offset of a date or a time is
         * left out; a date and time without one is taken as that of UTC.
         */
        public final class JavaTime {
          private JavaTime() {}

          public static LocalDate parseDate(String text) {
            return text == null
                ? null
                : LocalDate.from(DateTimeFormatter.ISO_DATE.parse(text.strip()));
          }

          public static String printDate(LocalDate date) {
            return date == null ? null : DateTimeFormatter.ISO_LOCAL_DATE.format(date);
          }

          public static LocalTime parseTime(String text) {
            return text == null
                ? null
                : LocalTime.from(DateTimeFormatter.ISO_TIME.parse(midnight(text.strip())));
          }

          public static String printTime(LocalTime time) {
            return time == null ? null : DateTimeFormatter.ISO_LOCAL_TIME.format(time);
          }

          public static OffsetDateTime parseDateTime(String text) {
            if (text == null) {
              return null;
            }
            String stripped = text.strip();
            String once = midnight(stripped);
            TemporalAccessor found =
                DateTimeFormatter.ISO_DATE_TIME.parseBest(
                    once, OffsetDateTime::from, java.time.LocalDateTime::from);
            OffsetDateTime time =
                found instanceof OffsetDateTime
                    ? (OffsetDateTime) found
                    : ((java.time.LocalDateTime) found).atOffset(ZoneOffset.UTC);
            return once.equals(stripped) ? time : time.plusDays(1);
          }

          public static String printDateTime(OffsetDateTime time) {
            return time == null ? null : DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time);
          }

          /** 24:00:00 is the first moment of the next day. */
          private static String midnight(String text) {
            return text.replaceFirst("(^|T)24:00:00", "$100:00:00");
          }
        }
        """
        .formatted(packageName);
  }
}

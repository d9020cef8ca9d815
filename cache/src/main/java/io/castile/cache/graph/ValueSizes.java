package io.castile.cache.graph;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Date;
import java.util.UUID;
import java.util.function.Consumer;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;

/** The bytes that values of the JDK take, whose fields cannot be reached. */
final class ValueSizes {
  /** BigDecimal keeps up to so many digits in a long. */
  private static final int COMPACT_DIGITS = 18;

  private static final int UNKNOWN = 32;

  private ValueSizes() {}

  /**
   * The size of a value and of all that it alone has.
   *
   * @param parts takes what it shares with others
   */
  static long of(Object value, Consumer<Object> parts) {
    if (value instanceof String text) {
      return ObjectLayout.text(text);
    }
    if (value instanceof Enum<?> || value instanceof Class<?> || value instanceof Boolean) {
      return 0;
    }
    if (value instanceof Number number) {
      return number(number);
    }
    if (value instanceof Character character) {
      return character <= 127 ? 0 : ObjectLayout.object(0, 2);
    }
    if (value instanceof QName name) {
      parts.accept(name.getNamespaceURI());
      parts.accept(name.getLocalPart());
      parts.accept(name.getPrefix());
      return ObjectLayout.object(3, 0);
    }
    return time(value);
  }

  private static long number(Number number) {
    if (number instanceof BigDecimal decimal) {
      return ObjectLayout.object(2, 16)
          + (decimal.precision() <= COMPACT_DIGITS ? 0 : bigInteger(decimal.unscaledValue()));
    }
    if (number instanceof BigInteger integer) {
      return bigInteger(integer);
    }
    if (number instanceof Long || number instanceof Double) {
      boolean cached = number instanceof Long && isCached(number.longValue());
      return cached ? 0 : ObjectLayout.object(0, 12); // the value begins at a multiple of eight
    }
    return number instanceof Float || !isCached(number.longValue()) ? ObjectLayout.object(0, 4) : 0;
  }

  private static boolean isCached(long value) {
    return value >= -128 && value <= 127;
  }

  private static long bigInteger(BigInteger integer) {
    return ObjectLayout.object(1, 20)
        + ObjectLayout.array(int.class, (integer.bitLength() + 31) / 32);
  }

  private static long time(Object value) {
    if (value instanceof XMLGregorianCalendar calendar) {
      BigDecimal fraction = calendar.getFractionalSecond();
      return ObjectLayout.object(4, 56) + (fraction == null ? 0 : number(fraction));
    }
    if (value instanceof Duration) {
      return ObjectLayout.object(6, 4) + 6 * bigInteger(BigInteger.TEN);
    }
    if (value instanceof Calendar) {
      return ObjectLayout.object(4, 88)
          + 2 * ObjectLayout.array(int.class, 17)
          + ObjectLayout.array(boolean.class, 17);
    }
    if (value instanceof Date) {
      return ObjectLayout.object(1, 8);
    }
    if (value instanceof LocalDate || value instanceof LocalTime || value instanceof Instant) {
      return ObjectLayout.object(0, 12);
    }
    if (value instanceof LocalDateTime) {
      return dateTime();
    }
    if (value instanceof OffsetDateTime) {
      return ObjectLayout.object(2, 0) + dateTime();
    }
    if (value instanceof ZonedDateTime) {
      return ObjectLayout.object(3, 0) + dateTime();
    }
    if (value instanceof UUID) {
      return ObjectLayout.object(0, 20);
    }
    if (value instanceof URI || value instanceof URL) {
      return ObjectLayout.object(11, 8) + 2 * ObjectLayout.text(value.toString());
    }
    return UNKNOWN;
  }

  private static long dateTime() {
    return ObjectLayout.object(2, 0) + 2 * ObjectLayout.object(0, 12);
  }
}

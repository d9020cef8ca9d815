package io.castile.cache.key.internal;

import io.castile.cache.graph.NotCacheableException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One text for a row of values, of types whose {@code toString} tells different values apart. The
 * length stands before each text, so that no two rows have the same:
 *
 * <pre>
 *   ("ab", null, 7)  →  2:ab~1:7
 * </pre>
 */
final class ValueTexts {
  private static final Set<Class<?>> TYPES =
      Set.of(
          String.class,
          Boolean.class,
          Byte.class,
          Short.class,
          Character.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          BigInteger.class,
          BigDecimal.class,
          UUID.class,
          URI.class,
          Duration.class,
          Instant.class,
          LocalDate.class,
          LocalDateTime.class,
          LocalTime.class,
          OffsetDateTime.class,
          Period.class,
          Year.class,
          YearMonth.class,
          ZonedDateTime.class);

  private ValueTexts() {}

  /** Why the texts of a type do not tell its values apart; null if they do. */
  static @Nullable String unfit(Class<?> type) {
    return type.isPrimitive() || type.isEnum() || TYPES.contains(type)
        ? null
        : "toString of " + type.getTypeName() + " is not known to tell all values apart";
  }

  static String of(Object[] values) {
    StringBuilder text = new StringBuilder(64);
    for (Object value : values) {
      if (value == null) {
        text.append('~');
      } else {
        String part = text(value);
        text.append(part.length()).append(':').append(part);
      }
    }
    return text.toString();
  }

  private static String text(Object value) {
    if (value instanceof Enum<?> constant) {
      return constant.name(); // its toString is the application's
    }
    Class<?> type = value.getClass();
    if (!TYPES.contains(type)) { // a subclass of what was declared
      throw new NotCacheableException(Objects.requireNonNull(unfit(type)));
    }
    return value.toString();
  }
}

package io.castile.cache.graph;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.time.ZoneId;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalAmount;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Currency;
import java.util.Date;
import java.util.EnumSet;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The values of the JDK that messages are made of. Classes that can be extended count as exactly
 * themselves: a subclass of {@code BigDecimal} may change.
 */
final class ValueShapes {
  private static final Set<Class<?>> IMMUTABLE =
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
          File.class,
          QName.class,
          Locale.class,
          Currency.class);

  private static final Map<Class<?>, TypeShape> OTHERS =
      Map.of(
          // By the text: equal URIs may be written in other cases, and URLs ask the network.
          URI.class,
          byText(URI::toString),
          URL.class,
          byText(URL::toExternalForm),
          GregorianCalendar.class,
          new TypeShape.Leaf(c -> ((Calendar) c).clone(), Object::equals, Object::hashCode),
          BitSet.class,
          new TypeShape.Leaf(b -> ((BitSet) b).clone(), Object::equals, Object::hashCode));

  private static final TypeShape DATE =
      new TypeShape.Leaf(
          date -> ((Date) date).clone(), (a, b) -> a.equals(b) && b.equals(a), Object::hashCode);

  private static final TypeShape ENUM =
      new TypeShape.Immutable((a, b) -> a == b, constant -> ((Enum<?>) constant).name().hashCode());

  private static final TypeShape ENUM_SET =
      new TypeShape.Leaf(
          set -> ((EnumSet<?>) set).clone(), Object::equals, set -> ((EnumSet<?>) set).size());

  private static final TypeShape CLASS =
      new TypeShape.Immutable((a, b) -> a == b, type -> ((Class<?>) type).getName().hashCode());

  /**
   * The shape of durations, compared by the text: {@code equals} treats twelve months and a year as
   * equal.
   */
  private static final TypeShape DURATION = byText(Duration::toString);

  private static final TypeShape CALENDAR =
      new TypeShape.Leaf(
          calendar -> ((XMLGregorianCalendar) calendar).clone(),
          (a, b) -> sameFields((XMLGregorianCalendar) a, (XMLGregorianCalendar) b),
          calendar -> fieldHash((XMLGregorianCalendar) calendar));

  private ValueShapes() {}

  /** The shape of a value class of the JDK or of an enum; null if the class is neither. */
  static @Nullable TypeShape of(Class<?> type) {
    if (IMMUTABLE.contains(type)) {
      return TypeShape.Immutable.BY_EQUALS;
    }
    if (Enum.class.isAssignableFrom(type)) {
      return ENUM;
    }
    if (type == Class.class) {
      return CLASS;
    }
    if (type.getClassLoader() != null && type.getClassLoader() != platform()) {
      return null;
    }
    return OTHERS.containsKey(type) ? OTHERS.get(type) : ofFamily(type);
  }

  private static ClassLoader platform() {
    return ClassLoader.getPlatformClassLoader();
  }

  /** Returns the shape of a class of the JDK, by what it extends. */
  private static @Nullable TypeShape ofFamily(Class<?> type) {
    if (isTime(type)) {
      return TypeShape.Immutable.BY_EQUALS;
    }
    if (Date.class.isAssignableFrom(type)) {
      return DATE;
    }
    if (Duration.class.isAssignableFrom(type)) {
      return DURATION;
    }
    if (XMLGregorianCalendar.class.isAssignableFrom(type)) {
      return CALENDAR;
    }
    return EnumSet.class.isAssignableFrom(type) ? ENUM_SET : null;
  }

  private static boolean isTime(Class<?> type) {
    return type.getName().startsWith("java.time.")
        && (TemporalAccessor.class.isAssignableFrom(type)
            || TemporalAmount.class.isAssignableFrom(type)
            || ZoneId.class.isAssignableFrom(type));
  }

  @SuppressWarnings("unchecked") // asked for values of the class only
  private static <T> TypeShape byText(Function<T, String> text) {
    return new TypeShape.Immutable(
        (a, b) -> text.apply((T) a).equals(text.apply((T) b)),
        value -> text.apply((T) value).hashCode());
  }

  /** Field by field: {@code equals} holds different texts of one instant for equal. */
  private static boolean sameFields(XMLGregorianCalendar a, XMLGregorianCalendar b) {
    return a.getYear() == b.getYear()
        && a.getMonth() == b.getMonth()
        && a.getDay() == b.getDay()
        && a.getHour() == b.getHour()
        && a.getMinute() == b.getMinute()
        && a.getSecond() == b.getSecond()
        && a.getTimezone() == b.getTimezone()
        && Objects.equals(a.getFractionalSecond(), b.getFractionalSecond())
        && Objects.equals(a.getEon(), b.getEon());
  }

  private static int fieldHash(XMLGregorianCalendar calendar) {
    return Objects.hash(
        calendar.getYear(),
        calendar.getMonth(),
        calendar.getDay(),
        calendar.getHour(),
        calendar.getMinute(),
        calendar.getSecond(),
        calendar.getTimezone());
  }
}

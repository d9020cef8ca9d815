package io.castile.wsdl.value;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import org.jspecify.annotations.Nullable;

/**
 * Trees of maps, lists and values, as a {@link Conversion} makes them: copied, compared and hashed
 * by what they say. The order of a map counts: it is that of the schema where there is one.
 */
final class Trees {
  private Trees() {}

  /** Returns a deep copy, in maps that keep their order. */
  static @Nullable Object copy(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> copy = new LinkedHashMap<>(Math.max(4, map.size() * 2));
      map.forEach((key, each) -> copy.put(String.valueOf(key), copy(each)));
      return copy;
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> copy = new ArrayList<>(list.size());
      list.forEach(each -> copy.add(copy(each)));
      return copy;
    }
    if (value instanceof byte[] bytes) {
      return bytes.clone();
    }
    return value instanceof XMLGregorianCalendar calendar ? calendar.clone() : value;
  }

  /** Whether two trees are written alike. */
  static boolean equal(@Nullable Object one, @Nullable Object other) {
    if (one == other) {
      return true;
    }
    if (one == null || other == null) {
      return false;
    }
    if (one instanceof Map<?, ?> map) {
      return other instanceof Map<?, ?> another && equal(map, another);
    }
    if (one instanceof List<?> list) {
      return other instanceof List<?> another && equal(list, another);
    }
    if (one instanceof byte[] bytes) {
      return other instanceof byte[] others && Arrays.equals(bytes, others);
    }
    return isByText(one)
        ? isByText(other) && one.toString().equals(other.toString())
        : one.equals(other);
  }

  /** Whether equal objects may be written differently: a date by another time zone. */
  private static boolean isByText(Object value) {
    return value instanceof XMLGregorianCalendar || value instanceof Duration;
  }

  private static boolean equal(Map<?, ?> one, Map<?, ?> other) {
    if (one.size() != other.size()) {
      return false;
    }
    Iterator<? extends Map.Entry<?, ?>> others = other.entrySet().iterator();
    for (Map.Entry<?, ?> each : one.entrySet()) {
      Map.Entry<?, ?> another = others.next();
      if (!Objects.equals(each.getKey(), another.getKey())
          || !equal(each.getValue(), another.getValue())) {
        return false;
      }
    }
    return true;
  }

  private static boolean equal(List<?> one, List<?> other) {
    if (one.size() != other.size()) {
      return false;
    }
    Iterator<?> others = other.iterator();
    for (Object each : one) {
      if (!equal(each, others.next())) {
        return false;
      }
    }
    return true;
  }

  /** Returns a hash that is the same for trees that are {@link #equal}. */
  static int hash(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      int hash = 1;
      for (Map.Entry<?, ?> each : map.entrySet()) {
        hash = 31 * hash + (Objects.hashCode(each.getKey()) ^ hash(each.getValue()));
      }
      return hash;
    }
    if (value instanceof List<?> list) {
      int hash = 1;
      for (Object each : list) {
        hash = 31 * hash + hash(each);
      }
      return hash;
    }
    if (value instanceof byte[] bytes) {
      return Arrays.hashCode(bytes);
    }
    return value == null ? 0 : (isByText(value) ? value.toString() : value).hashCode();
  }
}

package io.castile.interop;

import jakarta.activation.DataHandler;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;

/**
 * Compares two object graphs field by field, more strictly than {@code equals}: absent and empty
 * lists differ, and so do calendars that name the same instant with other fields.
 */
public final class DeepComparison {
  private final Set<IdentityPair> open = new HashSet<>();

  private DeepComparison() {}

  /** Returns where and how the graphs first differ; null if they do not. */
  public static String difference(Object expected, Object actual) {
    return new DeepComparison().compare(null, expected, actual);
  }

  /**
   * Where in the graphs: put into words only where they differ, which is nearly never.
   *
   * @param before null at the root
   * @param at the step to print: a field, the index of an item, or a word
   */
  private record Step(@Nullable Step before, Object at) {
    static String path(@Nullable Step step) {
      if (step == null) {
        return "$";
      }
      String before = path(step.before);
      if (step.at instanceof Field field) {
        return before + "." + field.getName();
      }
      return step.at instanceof Integer ? before + "[" + step.at + "]" : before + step.at;
    }
  }

  /** Two objects being compared further up: recursive graphs end here. */
  private record IdentityPair(Object one, Object other) {
    @Override
    public boolean equals(Object o) {
      return o instanceof IdentityPair pair && pair.one == one && pair.other == other;
    }

    @Override
    public int hashCode() {
      return 31 * System.identityHashCode(one) + System.identityHashCode(other);
    }
  }

  private String compare(@Nullable Step path, Object expected, Object actual) {
    if (expected == actual) {
      return null;
    }
    if (expected == null || actual == null) {
      return differ(path, expected, actual);
    }
    if (expected instanceof List<?> list) {
      return actual instanceof List<?> other
          ? compareLists(path, list, other)
          : differ(path, expected, actual);
    }
    if (expected instanceof Map<?, ?> map) {
      return map.equals(actual) ? null : differ(path, expected, actual);
    }
    if (expected instanceof Node node) {
      boolean same = actual instanceof Node other && Infoset.differenceOfParts(node, other) == null;
      return same ? null : differ(path, expected, actual);
    }
    if (expected instanceof DataHandler handler) {
      boolean same = actual instanceof DataHandler other && same(handler, other);
      return same ? null : differ(path, expected, actual);
    }
    if (expected.getClass() != actual.getClass()) {
      return differ(path, expected, actual);
    }
    if (expected instanceof JAXBContext) {
      return null; // every endpoint reference has one; the implementation makes them anew at times
    }
    if (isValue(expected)) {
      return sameValue(expected, actual) ? null : differ(path, expected, actual);
    }
    if (expected.getClass().isArray()) {
      return compareArrays(path, expected, actual);
    }
    if (!open.add(new IdentityPair(expected, actual))) {
      return null;
    }
    return expected instanceof JAXBElement<?> element
        ? compareElements(path, element, (JAXBElement<?>) actual)
        : compareFields(path, expected, actual);
  }

  private static boolean isValue(Object value) {
    return value instanceof String
        || value instanceof Number
        || value instanceof Boolean
        || value instanceof Character
        || value instanceof Enum<?>
        || value instanceof QName
        || value instanceof Duration
        || value instanceof XMLGregorianCalendar
        || value instanceof Class<?>;
  }

  /** Value equality; of numbers with their scale and sign of zero, of dates field by field. */
  static boolean sameValue(Object one, Object other) {
    if (one instanceof XMLGregorianCalendar a && other instanceof XMLGregorianCalendar b) {
      return Objects.equals(a.getEonAndYear(), b.getEonAndYear())
          && a.getMonth() == b.getMonth()
          && a.getDay() == b.getDay()
          && a.getHour() == b.getHour()
          && a.getMinute() == b.getMinute()
          && a.getSecond() == b.getSecond()
          && Objects.equals(a.getFractionalSecond(), b.getFractionalSecond())
          && a.getTimezone() == b.getTimezone();
    }
    if (one instanceof Duration a && other instanceof Duration b) {
      return a.toString().equals(b.toString()) && a.getSign() == b.getSign();
    }
    return one.equals(other);
  }

  private String compareLists(@Nullable Step path, List<?> expected, List<?> actual) {
    if (expected.size() != actual.size()) {
      return differ(path, expected, actual);
    }
    for (int i = 0; i < expected.size(); i++) {
      String difference = compare(new Step(path, i), expected.get(i), actual.get(i));
      if (difference != null) {
        return difference;
      }
    }
    return null;
  }

  private String compareArrays(@Nullable Step path, Object expected, Object actual) {
    if (expected instanceof byte[] bytes) {
      return Arrays.equals(bytes, (byte[]) actual) ? null : differ(path, expected, actual);
    }
    if (Array.getLength(expected) != Array.getLength(actual)) {
      return differ(path, expected, actual);
    }
    for (int i = 0; i < Array.getLength(expected); i++) {
      Step at = new Step(path, i);
      String difference = compare(at, Array.get(expected, i), Array.get(actual, i));
      if (difference != null) {
        return difference;
      }
    }
    return null;
  }

  private String compareElements(
      @Nullable Step path, JAXBElement<?> expected, JAXBElement<?> actual) {
    boolean same =
        expected.getName().equals(actual.getName())
            && expected.getDeclaredType() == actual.getDeclaredType()
            && expected.getScope() == actual.getScope()
            && expected.isNil() == actual.isNil();
    return same
        ? compare(new Step(path, ".value"), expected.getValue(), actual.getValue())
        : differ(path, expected, actual);
  }

  private String compareFields(@Nullable Step path, Object expected, Object actual) {
    for (Field field : Beans.fields(expected.getClass())) {
      Step at = new Step(path, field);
      String difference = compare(at, Beans.get(field, expected), Beans.get(field, actual));
      if (difference != null) {
        return difference;
      }
    }
    return null;
  }

  private static boolean same(DataHandler one, DataHandler other) {
    try {
      return Objects.equals(one.getContentType(), other.getContentType())
          && Arrays.equals(
              one.getInputStream().readAllBytes(), other.getInputStream().readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String differ(@Nullable Step path, Object expected, Object actual) {
    return Step.path(path) + ": expected " + describe(expected) + " but was " + describe(actual);
  }

  private static String describe(Object value) {
    if (value == null) {
      return "null";
    }
    String type = value.getClass().getSimpleName();
    if (value instanceof JAXBElement<?> e) {
      return String.format(
          "element %s of %s in %s, nil %s",
          e.getName(), e.getDeclaredType().getName(), e.getScope().getSimpleName(), e.isNil());
    }
    if (value instanceof DataHandler handler) {
      return type + " of " + handler.getContentType();
    }
    if (value instanceof byte[] bytes) {
      return type + " " + Arrays.toString(bytes);
    }
    if (value instanceof Node node) {
      return type + " " + Infoset.describe(node);
    }
    if (value instanceof List<?> list) {
      return "list of " + list.size() + " " + list;
    }
    boolean plain = isValue(value) || value instanceof Map<?, ?>;
    String text = plain ? " \"" + value + "\"" : "";
    return type + text.replace("\r", "\\r").replace("\n", "\\n");
  }
}

package io.castile.wsdl.value;

import io.castile.wsdl.model.ValueException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Predicate;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import org.jspecify.annotations.Nullable;

/** Texts that are values of simple types, for examples. Used by one thread. */
final class Examples {
  private static final int MAX_LENGTH = 100_000;

  private static final List<String> INTEGERS = List.of("1", "0", "-1", "10", "100");
  private static final List<String> NUMBERS = List.of("1.5", "1", "0", "-1", "0.1", "0.01", "10");

  private static final Map<String, List<String>> BUILT_IN =
      Map.ofEntries(
          Map.entry("boolean", List.of("true", "false", "1", "0")),
          Map.entry("date", List.of("2000-01-31")),
          Map.entry("time", List.of("12:00:00")),
          Map.entry("dateTime", List.of("2000-01-31T12:00:00Z", "2000-01-31T12:00:00")),
          Map.entry("gYear", List.of("2000")),
          Map.entry("gYearMonth", List.of("2000-01")),
          Map.entry("gMonth", List.of("--01")),
          Map.entry("gMonthDay", List.of("--01-31")),
          Map.entry("gDay", List.of("---31")),
          Map.entry("duration", List.of("PT1S", "P1D", "P1M", "P1Y")),
          Map.entry("language", List.of("en", "en-GB")),
          Map.entry("anyURI", List.of("http://example.com/", "a")),
          Map.entry("QName", List.of("name")));

  private final Texts texts = new Texts();
  private final Map<SimplePlan, @Nullable String> known = new LinkedHashMap<>();

  /** Returns a text that is a value of a type; null if none is found. */
  @Nullable String of(SimplePlan type) {
    if (!known.containsKey(type)) {
      known.put(type, found(type, text -> true));
    }
    return known.get(type);
  }

  /** Whether a text is a value of a type. */
  private boolean fits(SimplePlan type, String text) {
    try {
      type.converted(text, texts);
      return true;
    } catch (ValueException e) {
      return false;
    }
  }

  private @Nullable String found(SimplePlan type, Predicate<String> isWanted) {
    Predicate<String> fits = text -> isWanted.test(text) && fits(type, text);
    for (String each : type.values()) {
      if (fits.test(each)) {
        return each;
      }
    }
    if (!type.values().isEmpty()) {
      return null;
    }
    for (String each : type.isList() ? lists(type) : candidates(type)) {
      if (fits.test(each)) {
        return each;
      }
    }
    if (!type.isList()) {
      for (SimplePlan member : type.members()) {
        String one = found(member, fits);
        if (one != null) {
          return one;
        }
      }
    }
    for (String pattern : type.facets().hints().patterns()) {
      String one = PatternExample.of(pattern, type.facets().hints().minLength(), fits);
      if (one != null) {
        return one;
      }
    }
    return null;
  }

  private List<String> lists(SimplePlan type) {
    String item = of(type.members().get(0));
    List<String> lists = new ArrayList<>();
    int min = Math.max(1, type.facets().hints().minLength());
    if (item != null && !item.isBlank() && min * (long) item.length() < MAX_LENGTH) {
      StringJoiner text = new StringJoiner(" ");
      for (int i = 0; i < min; i++) {
        text.add(item);
      }
      lists.add(text.toString());
    }
    lists.add("");
    return lists;
  }

  private List<String> candidates(SimplePlan type) {
    if (!type.members().isEmpty()) {
      return List.of();
    }
    Facets.Hints hints = type.facets().hints();
    List<String> all = new ArrayList<>();
    switch (type.type().kind) {
      case BYTE, SHORT, INT, LONG, BIG_INTEGER -> {
        all.addAll(INTEGERS);
        numbers(hints, all);
      }
      case FLOAT, DOUBLE, BIG_DECIMAL -> {
        all.addAll(NUMBERS);
        numbers(hints, all);
      }
      case BASE64 -> all.add(base64(Math.max(1, hints.minLength())));
      case HEX -> all.add("00".repeat(Math.max(1, hints.minLength())));
      default -> {
        all.addAll(BUILT_IN.getOrDefault(type.builtIn(), List.of()));
        hints.bounds().forEach(bound -> near(bound, all));
        if (type.type().javaType == String.class) {
          words(type, hints, all);
        }
      }
    }
    return all;
  }

  private static void words(SimplePlan type, Facets.Hints hints, List<String> all) {
    all.add(type.name());
    all.add("a");
    all.add("1");
    if (hints.minLength() > 0 && hints.minLength() < MAX_LENGTH) {
      all.add("string".repeat(hints.minLength() / 6 + 1).substring(0, hints.minLength()));
    }
    all.add("");
  }

  private static String base64(int bytes) {
    return java.util.Base64.getEncoder().encodeToString(new byte[Math.min(bytes, MAX_LENGTH)]);
  }

  private static void numbers(Facets.Hints hints, List<String> all) {
    List<BigDecimal> bounds = new ArrayList<>();
    for (String each : hints.bounds()) {
      all.add(each);
      try {
        bounds.add(new BigDecimal(each));
      } catch (NumberFormatException e) {
        continue; // as INF, near which there is nothing
      }
    }
    for (BigDecimal bound : bounds) {
      for (BigDecimal step : List.of(BigDecimal.ONE, bound.ulp(), bound.ulp().movePointLeft(1))) {
        all.add(bound.add(step).toPlainString());
        all.add(bound.subtract(step).toPlainString());
      }
      for (BigDecimal other : bounds) {
        all.add(bound.add(other).divide(BigDecimal.valueOf(2)).toPlainString());
      }
    }
  }

  /** Adds a date or duration, and those next to it. */
  private static void near(String bound, List<String> all) {
    all.add(bound);
    try {
      DatatypeFactory factory = DatatypeFactory.newInstance();
      for (String step : List.of("PT1S", "P1D", "P1M", "P1Y")) {
        Duration duration = factory.newDuration(step);
        if (bound.contains("P")) {
          Duration at = factory.newDuration(bound);
          all.add(at.add(duration).toString());
          all.add(at.subtract(duration).toString());
        } else {
          XMLGregorianCalendar after = factory.newXMLGregorianCalendar(bound);
          XMLGregorianCalendar before = factory.newXMLGregorianCalendar(bound);
          after.add(duration);
          before.add(duration.negate());
          all.add(after.toXMLFormat());
          all.add(before.toXMLFormat());
        }
      }
    } catch (IllegalArgumentException | IllegalStateException | DatatypeConfigurationException e) {
      return; // of a text that means no date: the bound itself may fit
    }
  }
}

package io.castile.wsdl.value;

import io.castile.codec.value.SimpleTypes;
import io.castile.xml.XmlDataException;
import io.castile.xml.XmlText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds texts that are values of a simple type for certain (XML Schema part 2): those in the forms
 * that programs write, without white space around numbers and dates. Immutable and thread-safe.
 */
interface TextScreen {
  /** Whether a text is a value for certain; false where it may be one or not. */
  boolean passes(String text);

  /** Whether a text that is being read is a value for certain. */
  default boolean passes(XmlText text) {
    return passes(text.toString());
  }

  /** The screen of a type of which each text is a value, so that none needs to be looked at. */
  enum Any implements TextScreen {
    ANY;

    @Override
    public boolean passes(String text) {
      return true;
    }

    @Override
    public boolean passes(XmlText text) {
      return true;
    }
  }

  /** The screen of {@code xs:int}, which makes no string of a text. */
  enum Int implements TextScreen {
    INT;

    @Override
    public boolean passes(String text) {
      return isNumber(text, 18, 0) && (int) Long.parseLong(text) == Long.parseLong(text);
    }

    @Override
    public boolean passes(XmlText text) {
      try {
        text.toInt();
        return true;
      } catch (XmlDataException e) {
        return false; // and the validator says why
      }
    }
  }

  /**
   * Returns the screen of a type; null for a type that is not known, such as one with a pattern.
   */
  static @Nullable TextScreen of(SimplePlan type) {
    if (type.isList() || type.facets().hasPatterns()) {
      return null;
    }
    Map<String, String> facets = type.facets().hints().limits();
    if (!type.members().isEmpty()) {
      return type.values().isEmpty() && facets.isEmpty() ? ofUnion(type.members()) : null;
    }
    TextScreen screen =
        switch (type.builtIn()) {
          case "string", "normalizedString", "token" -> ofStrings(type, facets);
          case "boolean" -> facets.isEmpty() ? TextScreen::isBoolean : null;
          case "decimal" -> ofNumbers(true, null, null, facets);
          case "integer" -> ofNumbers(false, null, null, facets);
          case "long" -> ofNumbers(false, Long.MIN_VALUE, Long.MAX_VALUE, facets);
          case "int" ->
              facets.isEmpty()
                  ? Int.INT
                  : ofNumbers(false, (long) Integer.MIN_VALUE, (long) Integer.MAX_VALUE, facets);
          case "short" -> ofNumbers(false, (long) Short.MIN_VALUE, (long) Short.MAX_VALUE, facets);
          case "byte" -> ofNumbers(false, (long) Byte.MIN_VALUE, (long) Byte.MAX_VALUE, facets);
          case "nonNegativeInteger" -> ofNumbers(false, 0L, null, facets);
          case "positiveInteger" -> ofNumbers(false, 1L, null, facets);
          case "unsignedInt" -> ofNumbers(false, 0L, 0xFFFF_FFFFL, facets);
          case "unsignedShort" -> ofNumbers(false, 0L, 0xFFFFL, facets);
          case "unsignedByte" -> ofNumbers(false, 0L, 0xFFL, facets);
          case "float", "double" -> facets.isEmpty() ? TextScreen::isFloating : null;
          case "date" -> facets.isEmpty() ? text -> isDate(text, true) : null;
          case "dateTime" -> facets.isEmpty() ? TextScreen::isDateTime : null;
          case "base64Binary" -> facets.isEmpty() ? TextScreen::isBase64 : null;
          default -> null;
        };
    if (screen == null || type.values().isEmpty()) {
      return screen;
    }
    Set<String> values = new HashSet<>(type.values());
    if (type.type() != SimpleTypes.STRING) { // the others are compared as they are collapsed
      values.removeIf(each -> !isCollapsed(each));
    }
    return text -> values.contains(text) && screen.passes(text);
  }

  /** A text that is a value of some member type, of those that are known. */
  private static @Nullable TextScreen ofUnion(List<SimplePlan> members) {
    List<TextScreen> known = new ArrayList<>();
    for (SimplePlan each : members) {
      TextScreen screen = of(each);
      if (screen != null) {
        known.add(screen);
      }
    }
    return known.isEmpty() ? null : text -> known.stream().anyMatch(each -> each.passes(text));
  }

  // ---- strings ----

  private static @Nullable TextScreen ofStrings(SimplePlan type, Map<String, String> facets) {
    Integer length = count(facets, "length");
    Integer least = length == null ? count(facets, "minLength") : length;
    Integer most = length == null ? count(facets, "maxLength") : length;
    if (!Set.of("whiteSpace", "length", "minLength", "maxLength").containsAll(facets.keySet())
        || (least == null && facets.containsKey("minLength"))
        || (most == null && facets.containsKey("maxLength"))
        || (length == null && facets.containsKey("length"))) {
      return null;
    }
    if (least == null && most == null) {
      return Any.ANY;
    }
    int min = least == null ? 0 : least;
    int max = most == null ? Integer.MAX_VALUE : most;
    boolean isKept = type.type() != SimpleTypes.TOKEN;
    return text ->
        text.length() >= min
            && text.length() <= max
            && hasNoSurrogates(text)
            && (isKept || isCollapsed(text));
  }

  private static @Nullable Integer count(Map<String, String> facets, String name) {
    String text = facets.get(name);
    return text == null || !text.matches("[0-9]{1,9}") ? null : Integer.valueOf(text);
  }

  private static boolean hasNoSurrogates(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** Whether a text has no white space but single spaces between other characters. */
  private static boolean isCollapsed(String text) {
    char before = ' ';
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c <= ' ' && (c != ' ' || before == ' ')) {
        return false;
      }
      before = c;
    }
    return text.isEmpty() || before != ' ';
  }

  private static boolean isBoolean(String text) {
    return text.equals("true") || text.equals("false") || text.equals("1") || text.equals("0");
  }

  // ---- numbers ----

  /**
   * @param least of the built-in type; null for none
   */
  private static @Nullable TextScreen ofNumbers(
      boolean isDecimal,
      @Nullable Long least,
      @Nullable Long greatest,
      Map<String, String> facets) {
    List<TextScreen> bounds = new ArrayList<>();
    int allDigits = 18; // a long holds each number of so many
    int fractionDigits = isDecimal ? 18 : 0;
    for (Map.Entry<String, String> each : facets.entrySet()) {
      Integer count = count(facets, each.getKey());
      switch (each.getKey()) {
        case "totalDigits", "fractionDigits" -> {
          if (count == null) {
            return null;
          }
          if (each.getKey().equals("totalDigits")) {
            allDigits = Math.min(allDigits, count);
          } else {
            fractionDigits = Math.min(fractionDigits, count);
          }
        }
        case "minInclusive", "maxInclusive", "minExclusive", "maxExclusive" -> {
          if (!isNumber(each.getValue(), 18, 18)) {
            return null;
          }
          bounds.add(ofBound(each.getKey(), new BigDecimal(each.getValue())));
        }
        case "whiteSpace" -> {}
        default -> {
          return null;
        }
      }
    }
    int all = allDigits;
    int fraction = fractionDigits;
    return text ->
        isNumber(text, all, fraction)
            && (least == null || Long.parseLong(text) >= least)
            && (greatest == null || Long.parseLong(text) <= greatest)
            && (bounds.isEmpty() || bounds.stream().allMatch(bound -> bound.passes(text)));
  }

  private static TextScreen ofBound(String facet, BigDecimal bound) {
    return switch (facet) {
      case "minInclusive" -> text -> new BigDecimal(text).compareTo(bound) >= 0;
      case "maxInclusive" -> text -> new BigDecimal(text).compareTo(bound) <= 0;
      case "minExclusive" -> text -> new BigDecimal(text).compareTo(bound) > 0;
      default -> text -> new BigDecimal(text).compareTo(bound) < 0;
    };
  }

  /** Whether a text has so many digits at most, with or without a point between two of them. */
  private static boolean isNumber(String text, int allDigits, int fractionDigits) {
    int start = text.startsWith("-") ? 1 : 0;
    int point = text.indexOf('.');
    int end = point < 0 ? text.length() : point;
    int fraction = point < 0 ? 0 : text.length() - point - 1;
    return areDigits(text, start, end)
        && (point < 0 || areDigits(text, point + 1, text.length()))
        && fraction <= fractionDigits
        && end - start + fraction <= allDigits;
  }

  private static boolean isFloating(String text) {
    int exponent = Math.max(text.indexOf('E'), text.indexOf('e'));
    int behind = exponent >= 0 && text.startsWith("-", exponent + 1) ? exponent + 2 : exponent + 1;
    return isNumber(exponent < 0 ? text : text.substring(0, exponent), 25, 25)
        && (exponent < 0
            || (areDigits(text, behind, text.length()) && text.length() - behind <= 3));
  }

  /** Whether there is a digit, and nothing else. */
  private static boolean areDigits(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return from < to;
  }

  // ---- dates ----

  /** Whether a text is a date; false for 29 February, which not each year has. */
  private static boolean isDate(String text, boolean isWhole) {
    if (text.length() < 10 || text.charAt(4) != '-' || text.charAt(7) != '-') {
      return false;
    }
    int month = two(text, 5, 12);
    int day = two(text, 8, 31);
    boolean isLong =
        month != 2 && (day < 31 || month == 7 || (month < 7 ? month : month + 1) % 2 == 1);
    return areDigits(text, 0, 4)
        && !text.startsWith("0000")
        && month > 0
        && day > 0
        && (day <= 28 || isLong)
        && (!isWhole || isZone(text, 10));
  }

  private static boolean isDateTime(String text) {
    if (text.length() < 19
        || text.charAt(10) != 'T'
        || text.charAt(13) != ':'
        || text.charAt(16) != ':') {
      return false;
    }
    int end = 19;
    if (text.startsWith(".", end)) {
      int first = ++end;
      while (end < text.length() && Character.digit(text.charAt(end), 10) >= 0) {
        end++;
      }
      if (!areDigits(text, first, end) || end - first > 9) {
        return false;
      }
    }
    return isDate(text, false)
        && two(text, 11, 23) >= 0
        && two(text, 14, 59) >= 0
        && two(text, 17, 59) >= 0
        && isZone(text, end);
  }

  /** Whether a text ends at a place, or has a zone there. */
  private static boolean isZone(String text, int at) {
    if (at == text.length() || text.substring(at).equals("Z")) {
      return true;
    }
    boolean isSigned = text.charAt(at) == '+' || text.charAt(at) == '-';
    return isSigned
        && text.length() == at + 6
        && text.charAt(at + 3) == ':'
        && two(text, at + 1, 13) >= 0
        && two(text, at + 4, 59) >= 0;
  }

  /** Returns a number of two digits; -1 where there is none, or a greater one. */
  private static int two(String text, int at, int most) {
    if (!areDigits(text, at, at + 2)) {
      return -1;
    }
    int value = (text.charAt(at) - '0') * 10 + text.charAt(at + 1) - '0';
    return value <= most ? value : -1;
  }

  // ---- binary data ----

  private static boolean isBase64(String text) {
    int end =
        text.endsWith("==") ? text.length() - 2 : text.length() - (text.endsWith("=") ? 1 : 0);
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      boolean isLetter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
      if (!isLetter && (c < '0' || c > '9') && c != '+' && c != '/') {
        return false;
      }
    }
    String last = // those whose bits behind the data are zero
        switch (text.length() - end) {
          case 1 -> "AEIMQUYcgkosw048";
          case 2 -> "AQgw";
          default -> "";
        };
    return end > 0
        && text.length() % 4 == 0
        && (last.isEmpty() || last.indexOf(text.charAt(end - 1)) >= 0);
  }
}

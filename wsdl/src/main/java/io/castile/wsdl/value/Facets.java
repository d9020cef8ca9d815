package io.castile.wsdl.value;

import static java.util.stream.Collectors.joining;

import com.sun.xml.xsom.XSFacet;
import com.sun.xml.xsom.XSRestrictionSimpleType;
import com.sun.xml.xsom.XSSimpleType;
import io.castile.codec.value.SimpleType;
import io.castile.xml.XmlException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import org.jspecify.annotations.Nullable;

/**
 * The restrictions of a simple type's values (XML Schema part 2 §4.3). Immutable and thread-safe.
 */
final class Facets {
  /** A type that has none. */
  static final Facets NONE =
      new Facets(List.of(), new Hints(List.of(), List.of(), 0, Map.of()), "preserve");

  private static final XsdPattern NCNAME = XsdPattern.of("[\\i-[:]][\\c-[:]]*");

  /** The patterns of built-in types that share a class of Java with a wider one. */
  private static final Map<String, XsdPattern> PATTERNS =
      Map.of(
          "language",
          XsdPattern.of("[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*"),
          "Name",
          XsdPattern.of("\\i\\c*"),
          "NMTOKEN",
          XsdPattern.of("\\c+"),
          "NCName",
          NCNAME,
          "ID",
          NCNAME,
          "IDREF",
          NCNAME,
          "ENTITY",
          NCNAME);

  private static final Map<String, String> LEAST =
      Map.of(
          "positiveInteger", "1",
          "nonNegativeInteger", "0",
          "unsignedLong", "0",
          "unsignedInt", "0",
          "unsignedShort", "0",
          "unsignedByte", "0");

  private static final Map<String, String> GREATEST =
      Map.of(
          "negativeInteger", "-1",
          "nonPositiveInteger", "0",
          "unsignedLong", "18446744073709551615",
          "unsignedInt", "4294967295",
          "unsignedShort", "65535",
          "unsignedByte", "255");

  private final List<Facet> facets;
  private final Hints hints;
  private final String whiteSpace;

  private Facets(List<Facet> facets, Hints hints, String whiteSpace) {
    this.facets = List.copyOf(facets);
    this.hints = hints;
    this.whiteSpace = whiteSpace;
  }

  /** The check of one restriction: the expected values, where a value is not one; else null. */
  private interface Facet {
    @Nullable String flaw(Object value, String text);
  }

  /** Whether patterns hold what is written, and not only what it means. */
  boolean hasPatterns() {
    return !hints.patterns().isEmpty();
  }

  /** Returns what leads to an example of a value. */
  Hints hints() {
    return hints;
  }

  /**
   * The hints for an example.
   *
   * @param patterns expressions of which one has to fit, those of the most derived type first
   * @param bounds values at or near which there are some
   * @param minLength how many characters, bytes or items there are at least
   * @param limits texts of the facets other than patterns and enumerations, by their names; of the
   *     most derived type that has one
   */
  record Hints(
      List<String> patterns, List<String> bounds, int minLength, Map<String, String> limits) {}

  private static Hints hints(XSSimpleType declared) {
    List<String> patterns = new ArrayList<>();
    List<String> bounds = new ArrayList<>();
    int minLength = 0;
    Map<String, String> limits = new HashMap<>();
    XSSimpleType each = declared;
    while (each.isRestriction() && !isBuiltIn(each)) {
      for (XSFacet facet : each.asRestriction().getDeclaredFacets()) {
        String value = facet.getValue().value.strip();
        limits.putIfAbsent(facet.getName(), value);
        switch (facet.getName()) {
          case XSFacet.FACET_PATTERN -> patterns.add(facet.getValue().value);
          case XSFacet.FACET_MININCLUSIVE,
              XSFacet.FACET_MAXINCLUSIVE,
              XSFacet.FACET_MINEXCLUSIVE,
              XSFacet.FACET_MAXEXCLUSIVE ->
              bounds.add(value);
          case XSFacet.FACET_LENGTH, XSFacet.FACET_MINLENGTH ->
              minLength = Math.max(minLength, length(value));
          default -> {}
        }
      }
      if (!each.getBaseType().isSimpleType()) {
        break;
      }
      each = each.getBaseType().asSimpleType();
    }
    limits.keySet().removeAll(Set.of(XSFacet.FACET_PATTERN, XSFacet.FACET_ENUMERATION));
    return new Hints(List.copyOf(patterns), List.copyOf(bounds), minLength, Map.copyOf(limits));
  }

  private static int length(String value) {
    return value.matches("[0-9]{1,6}") ? Integer.parseInt(value) : 0;
  }

  /** Whether every value of the type's class is one of the type. */
  boolean isEmpty() {
    return facets.isEmpty();
  }

  /**
   * Returns what is expected, where a value is not so; else null.
   *
   * @param value as Java has it; a list where the type is one
   * @param text as it is written
   */
  @Nullable String flaw(Object value, String text) {
    String treated =
        switch (whiteSpace) {
          case "collapse" -> text.strip().replaceAll("[ \\t\\n\\r]+", " ");
          case "replace" -> text.replaceAll("[\\t\\n\\r]", " ");
          default -> text;
        };
    for (Facet facet : facets) {
      String flaw = facet.flaw(value, treated);
      if (flaw != null) {
        return flaw;
      }
    }
    return null;
  }

  // ---- reading ----

  /**
   * Collects what a type and those that it is derived from say.
   *
   * @param type of the values; of the items where they are lists
   */
  static Facets of(XSSimpleType declared, SimpleType type, boolean isList) {
    List<Facet> facets = new ArrayList<>();
    List<Facet> patterns = new ArrayList<>(); // come last: they take longest
    String whiteSpace = null;
    XSSimpleType each = declared;
    while (each.isRestriction() && !isBuiltIn(each)) {
      XSFacet white = each.asRestriction().getDeclaredFacet(XSFacet.FACET_WHITESPACE);
      whiteSpace = whiteSpace == null && white != null ? white.getValue().value : whiteSpace;
      restriction(each.asRestriction(), type, isList, facets, patterns);
      if (!each.getBaseType().isSimpleType()) {
        break;
      }
      each = each.getBaseType().asSimpleType();
    }
    if (isBuiltIn(each) && isList) {
      length("1", null, type, true, facets); // as NMTOKENS
    } else if (isBuiltIn(each)) {
      builtIn(each.getName(), type, facets);
    }
    facets.addAll(patterns);
    Hints hints = hints(declared);
    return facets.isEmpty() && hints.limits().isEmpty()
        ? NONE
        : new Facets(facets, hints, treatment(whiteSpace, each, isList));
  }

  private static String treatment(@Nullable String declared, XSSimpleType base, boolean isList) {
    if (declared != null) {
      return declared;
    }
    String name = base.getName();
    return isList || name == null
        ? "collapse"
        : switch (name) {
          case "string", "anySimpleType" -> "preserve";
          case "normalizedString" -> "replace";
          default -> "collapse";
        };
  }

  private static boolean isBuiltIn(XSSimpleType type) {
    return type.getName() != null
        && type.getTargetNamespace().equals(XMLConstants.W3C_XML_SCHEMA_NS_URI);
  }

  private static void builtIn(String name, SimpleType type, List<Facet> facets) {
    if (PATTERNS.containsKey(name)) {
      facets.add(patterns(List.of(PATTERNS.get(name))));
    }
    range(LEAST.get(name), 1, true, type, facets);
    range(GREATEST.get(name), -1, true, type, facets);
  }

  private static void restriction(
      XSRestrictionSimpleType restriction,
      SimpleType type,
      boolean isList,
      List<Facet> facets,
      List<Facet> last) {
    List<String> patterns = new ArrayList<>();
    for (XSFacet facet : restriction.getDeclaredFacets()) {
      String value = facet.getValue().value;
      switch (facet.getName()) {
        case XSFacet.FACET_PATTERN -> patterns.add(value);
        case XSFacet.FACET_LENGTH -> length(value, value, type, isList, facets);
        case XSFacet.FACET_MINLENGTH -> length(value, null, type, isList, facets);
        case XSFacet.FACET_MAXLENGTH -> length(null, value, type, isList, facets);
        case XSFacet.FACET_TOTALDIGITS -> digits(value, false, facets);
        case XSFacet.FACET_FRACTIONDIGITS -> digits(value, true, facets);
        case XSFacet.FACET_MININCLUSIVE -> range(value, 1, true, type, facets);
        case XSFacet.FACET_MINEXCLUSIVE -> range(value, 1, false, type, facets);
        case XSFacet.FACET_MAXINCLUSIVE -> range(value, -1, true, type, facets);
        case XSFacet.FACET_MAXEXCLUSIVE -> range(value, -1, false, type, facets);
        default -> {} // whiteSpace; enumeration, which the plan has
      }
    }
    if (!patterns.isEmpty()) {
      last.add(patterns(patterns.stream().map(XsdPattern::of).toList()));
    }
  }

  private static Facet patterns(List<XsdPattern> patterns) {
    String expected =
        "a text like " + patterns.stream().map(XsdPattern::toString).collect(joining(" or "));
    String shorter =
        expected + ", of at most " + XsdPattern.MAX_COMPARED + " characters as it is compared";
    return (value, text) -> {
      boolean isTooLong = false;
      for (XsdPattern pattern : patterns) {
        if (pattern.fits(text)) {
          return null;
        }
        isTooLong |= pattern.isTooLong(text);
      }
      return isTooLong ? shorter : expected;
    };
  }

  private static void length(
      @Nullable String min,
      @Nullable String max,
      SimpleType type,
      boolean isList,
      List<Facet> facets) {
    if (type.needsDeclaration() && !isList) {
      return; // of a qualified name, whose length has no meaning
    }
    BigInteger least = min == null ? BigInteger.ZERO : new BigInteger(min.strip());
    BigInteger most = max == null ? null : new BigInteger(max.strip());
    String expected =
        (min == null ? "at most " + max : max == null ? "at least " + min : min)
            + (isList ? " items" : type.javaType == byte[].class ? " bytes" : " characters");
    facets.add(
        (value, text) -> {
          BigInteger length = BigInteger.valueOf(length(value, text));
          boolean fits =
              length.compareTo(least) >= 0 && (most == null || length.compareTo(most) <= 0);
          return fits ? null : expected;
        });
  }

  private static int length(Object value, String text) {
    if (value instanceof List<?> list) {
      return list.size();
    }
    return value instanceof byte[] bytes ? bytes.length : text.codePointCount(0, text.length());
  }

  private static void digits(String most, boolean isFraction, List<Facet> facets) {
    BigInteger bound = new BigInteger(most.strip());
    String expected = "at most " + most + (isFraction ? " digits behind the point" : " digits");
    facets.add(
        (value, text) -> {
          BigDecimal number = new BigDecimal(text.strip()).stripTrailingZeros();
          int behind = Math.max(0, number.scale());
          int all = Math.max(behind, number.precision() - Math.min(0, number.scale()));
          int count = isFraction ? behind : all;
          return BigInteger.valueOf(count).compareTo(bound) <= 0 ? null : expected;
        });
  }

  /**
   * @param sign 1 for values that are greater, -1 for values that are less
   */
  private static void range(
      @Nullable String text, int sign, boolean isInclusive, SimpleType type, List<Facet> facets) {
    Object bound = text == null ? null : parsed(text, type);
    if (bound == null) {
      return;
    }
    String expected =
        "a value that is "
            + (sign > 0 ? "greater than " : "less than ")
            + (isInclusive ? "or equal to " : "")
            + text;
    facets.add(
        (value, written) -> {
          Integer order = compared(value, bound);
          boolean fits =
              order != null && (order == 0 ? isInclusive : Integer.signum(order) == sign);
          return fits ? null : expected;
        });
  }

  private static @Nullable Object parsed(String text, SimpleType type) {
    Texts texts = new Texts();
    try {
      return type.read(texts.of(text), texts.context());
    } catch (XmlException e) {
      return null; // a schema may say so, and no value could be right
    }
  }

  /** Compares two values of one class; null where neither is less, nor both equal. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // of one class
  private static @Nullable Integer compared(Object one, Object other) {
    if (one instanceof XMLGregorianCalendar a && other instanceof XMLGregorianCalendar b) {
      return determinate(a.compare(b));
    }
    if (one instanceof Duration a && other instanceof Duration b) {
      return determinate(a.compare(b));
    }
    if (one instanceof Double a && other instanceof Double b) {
      return a.isNaN() || b.isNaN() ? null : a.doubleValue() == b ? 0 : a < b ? -1 : 1;
    }
    if (one instanceof Float a && other instanceof Float b) {
      return a.isNaN() || b.isNaN() ? null : a.floatValue() == b ? 0 : a < b ? -1 : 1;
    }
    return one.getClass() == other.getClass() && one instanceof Comparable comparable
        ? comparable.compareTo(other)
        : null;
  }

  private static @Nullable Integer determinate(int order) {
    return order == DatatypeConstants.INDETERMINATE ? null : order;
  }
}

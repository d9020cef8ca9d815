package io.castile.wsdl.schema;

import io.castile.wsdl.model.Problem;
import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.Element;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Checks the values of facets, defaults and fixed values (XML Schema part 2 §4.3): a length is a
 * number, a bound is a value of the type that it bounds. What is no such value is left out, as the
 * first call would fail at it, or classes of it would not compile.
 */
final class FacetValues {
  /** Types that are derived from more others than so many are not looked through. */
  private static final int MAX_DEPTH = 200;

  /** A number with more digits is none that a length or a count of digits can have. */
  private static final int MAX_DIGITS = 100;

  private static final Set<String> COUNTS = Set.of("length", "minLength", "maxLength");
  private static final Set<String> WHITE_SPACE = Set.of("preserve", "replace", "collapse");
  private static final Set<String> VALUES =
      Set.of("minInclusive", "minExclusive", "maxInclusive", "maxExclusive", "enumeration");

  private final Components components;
  private final List<Problem> problems;

  FacetValues(Components components, List<Problem> problems) {
    this.components = components;
    this.problems = problems;
  }

  /** Returns a restriction without facets whose values are none that they may have. */
  Element mended(Element restriction) {
    List<Content> content = new ArrayList<>();
    String base = null;
    boolean isSame = true;
    for (Content each : restriction.content()) {
      String value = each instanceof Element facet ? facet.attribute("value") : null;
      if (!(each instanceof Element facet)
          || value == null
          || !facet.name().getNamespaceURI().equals(Xsd.NAMESPACE)) {
        content.add(each);
        continue;
      }
      base = base == null ? builtIn(restriction) : base;
      String expected = expected(facet.name().getLocalPart(), value, base);
      if (expected == null) {
        content.add(each);
      } else {
        isSame = false;
        problems.add(
            Problem.warning(
                facet.place(),
                "expected "
                    + expected
                    + " as the value of "
                    + facet.name().getLocalPart()
                    + ", found '"
                    + value
                    + "'",
                "it is left out"));
      }
    }
    return isSame ? restriction : restriction.withContent(content);
  }

  /** Returns an element or attribute without a default that is no value of its type. */
  Element mendedDefault(Element element) {
    Element mended = element;
    for (String name : List.of("default", "fixed")) {
      String value = element.attribute(name);
      String type = value == null ? "" : typeOf(element);
      if (value != null && !NumberTypes.has(type, value)) {
        problems.add(
            Problem.warning(
                element.place(),
                "expected a value of " + type + " as " + name + ", found '" + value + "'",
                "it is left out"));
        mended = mended.withAttribute(name, null);
      }
    }
    return mended;
  }

  /** Returns the expected values of a facet, where its value is not one; else null. */
  private static @Nullable String expected(String facet, String value, String base) {
    if (COUNTS.contains(facet) || facet.equals("fractionDigits")) {
      return isCount(value) ? null : "a number that is not negative";
    }
    if (facet.equals("totalDigits")) {
      return isCount(value) && NumberTypes.has("positiveInteger", value)
          ? null
          : "a positive number";
    }
    if (facet.equals("whiteSpace")) {
      return WHITE_SPACE.contains(value.strip()) ? null : "preserve, replace or collapse";
    }
    return VALUES.contains(facet) && !NumberTypes.has(base, value) ? "a value of " + base : null;
  }

  private static boolean isCount(String value) {
    return value.length() <= MAX_DIGITS && NumberTypes.has("nonNegativeInteger", value);
  }

  private String typeOf(Element declaration) {
    String type = declaration.attribute("type");
    if (type != null) {
      return builtIn(declaration.qName(type, true), 0);
    }
    Element simple = declaration.child(Xsd.NAMESPACE, "simpleType").orElse(null);
    return simple == null ? "" : builtInOf(simple, 0);
  }

  /** The built-in type that a restriction is of; empty where it is of none, or of a list. */
  private String builtIn(Element restriction) {
    Element inner = restriction.child(Xsd.NAMESPACE, "simpleType").orElse(null);
    String base = restriction.attribute("base");
    return inner != null
        ? builtInOf(inner, 0)
        : base == null ? "" : builtIn(restriction.qName(base, true), 0);
  }

  private String builtIn(@Nullable QName type, int depth) {
    if (type == null || depth > MAX_DEPTH) {
      return "";
    }
    if (BuiltInTypes.has(ComponentKind.TYPE, type)) {
      return type.getLocalPart();
    }
    Element definition = components.definition(new Components.Name(ComponentKind.TYPE, type));
    return definition == null ? "" : builtInOf(definition, depth + 1);
  }

  private String builtInOf(Element type, int depth) {
    for (Element child : type.children().toList()) {
      if (Xsd.is(child, "restriction") || Xsd.is(child, "extension")) {
        Element inner = child.child(Xsd.NAMESPACE, "simpleType").orElse(null);
        String base = child.attribute("base");
        return inner != null && depth < MAX_DEPTH
            ? builtInOf(inner, depth + 1)
            : base == null ? "" : builtIn(child.qName(base, true), depth + 1);
      }
      if (Xsd.is(child, "simpleContent") && depth < MAX_DEPTH) {
        return builtInOf(child, depth + 1);
      }
    }
    return ""; // of a list or union, or of complex content
  }

  /** The lexical spaces of numbers and booleans (XML Schema part 2 §3.2, §3.3). */
  private static final class NumberTypes {
    private static final String DECIMAL = "[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)";
    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");

    private static final Map<String, Pattern> PATTERNS =
        Map.of(
            "boolean", Pattern.compile("true|false|1|0"),
            "decimal", Pattern.compile(DECIMAL),
            "float", Pattern.compile(DECIMAL + "([eE][+-]?[0-9]+)?|-?INF|NaN"),
            "double", Pattern.compile(DECIMAL + "([eE][+-]?[0-9]+)?|-?INF|NaN"));

    /** An end of a range of integers that no type has. */
    private static final BigInteger NONE = BigInteger.TWO.pow(100);

    private record Range(BigInteger least, BigInteger greatest) {
      static Range signed(int bits) {
        BigInteger half = BigInteger.TWO.pow(bits - 1);
        return new Range(half.negate(), half.subtract(BigInteger.ONE));
      }

      static Range unsigned(int bits) {
        return new Range(BigInteger.ZERO, BigInteger.TWO.pow(bits).subtract(BigInteger.ONE));
      }

      /** NONE is an open end, as it is greater than what any other end is. */
      boolean has(BigInteger value) {
        return (least.equals(NONE.negate()) || value.compareTo(least) >= 0)
            && (greatest.equals(NONE) || value.compareTo(greatest) <= 0);
      }
    }

    private static final Map<String, Range> RANGES =
        Map.ofEntries(
            Map.entry("integer", new Range(NONE.negate(), NONE)),
            Map.entry("nonNegativeInteger", new Range(BigInteger.ZERO, NONE)),
            Map.entry("positiveInteger", new Range(BigInteger.ONE, NONE)),
            Map.entry("nonPositiveInteger", new Range(NONE.negate(), BigInteger.ZERO)),
            Map.entry("negativeInteger", new Range(NONE.negate(), BigInteger.ONE.negate())),
            Map.entry("long", Range.signed(64)),
            Map.entry("int", Range.signed(32)),
            Map.entry("short", Range.signed(16)),
            Map.entry("byte", Range.signed(8)),
            Map.entry("unsignedLong", Range.unsigned(64)),
            Map.entry("unsignedInt", Range.unsigned(32)),
            Map.entry("unsignedShort", Range.unsigned(16)),
            Map.entry("unsignedByte", Range.unsigned(8)));

    private NumberTypes() {}

    /** Whether a text is a value of a built-in type; so is every text, where it is no number. */
    static boolean has(String type, String text) {
      String value = text.strip();
      Pattern pattern = PATTERNS.get(type);
      if (pattern != null) {
        return pattern.matcher(value).matches();
      }
      Range range = RANGES.get(type);
      return range == null || INTEGER.matcher(value).matches() && range.has(new BigInteger(value));
    }
  }
}

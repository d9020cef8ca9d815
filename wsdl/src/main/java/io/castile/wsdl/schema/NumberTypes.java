package io.castile.wsdl.schema;

import java.math.BigInteger;
import java.util.Map;
import java.util.regex.Pattern;

/** The lexical spaces of numbers and booleans (XML Schema part 2 §3.2, §3.3). */
final class NumberTypes {
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

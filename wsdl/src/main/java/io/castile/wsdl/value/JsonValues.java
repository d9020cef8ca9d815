package io.castile.wsdl.value;

import io.castile.codec.value.SimpleType;
import io.castile.xml.XmlName;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * Values of simple types as JSON has them: a number where a reader that takes it for a double loses
 * nothing (RFC 7493 §2.2), true or false, else the text of the value.
 */
final class JsonValues {
  /** The greatest integer up to which a double has all integers. */
  private static final long MAX_SAFE = (1L << 53) - 1;

  /** Decimal digits that a double always keeps; numbers of more are texts. */
  private static final int MAX_DIGITS = 15;

  /** Exponents that a double has; numbers beyond are texts. */
  private static final int MAX_SCALE = 290;

  private JsonValues() {}

  /**
   * Reads a text of a type: one value, or the list of them. Where a pattern holds how values are
   * written, they are texts.
   *
   * @throws io.castile.xml.XmlException if it is none of the type
   */
  static Object read(SimplePlan type, String text, Texts texts) {
    if (!type.isList()) {
      return type.writesAsGiven()
          ? text.strip()
          : one(type.type(), type.read(texts.of(text), texts.context()), texts);
    }
    List<Object> items = new ArrayList<>();
    for (String each : text.strip().split("[ \\t\\n\\r]+")) {
      if (!each.isEmpty()) {
        items.add(type.writesAsGiven() ? each : read(type.members().get(0), each, texts));
      }
    }
    return items;
  }

  /** Returns a qualified name, or each of a list, in Clark notation. */
  static Object names(Object read) {
    return read instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : read.toString();
  }

  /** Returns a value of Java as JSON has it. */
  static Object one(SimpleType type, Object value, Texts texts) {
    if (value instanceof String || value instanceof Boolean) {
      return value;
    }
    if (value instanceof Number number) {
      return isSafe(number) ? number : texts.of(type, number);
    }
    if (value instanceof byte[] bytes) {
      return type.kind == SimpleType.Kind.HEX
          ? HexFormat.of().withUpperCase().formatHex(bytes)
          : Base64.getEncoder().encodeToString(bytes);
    }
    return texts.of(type, value);
  }

  /** Whether a reader that has doubles only gets the value. */
  private static boolean isSafe(Number number) {
    if (number instanceof Double || number instanceof Float) {
      double value = number.doubleValue();
      return Double.isFinite(value) && Double.compare(value, -0.0) != 0; // whose sign many drop
    }
    if (number instanceof BigDecimal decimal) {
      return decimal.precision() <= MAX_DIGITS && Math.abs(decimal.scale()) <= MAX_SCALE;
    }
    if (number instanceof BigInteger integer) {
      return integer.bitLength() <= 63 && isSafe(integer.longValue());
    }
    return isSafe(number.longValue());
  }

  private static boolean isSafe(long value) {
    return value >= -MAX_SAFE && value <= MAX_SAFE;
  }

  /** Returns the key of an element that no plan knows: its full name, or its name without one. */
  static String key(XmlName name) {
    return name.uri().isEmpty() ? name.local() : ComplexPlan.fullKey(name.toQName());
  }
}

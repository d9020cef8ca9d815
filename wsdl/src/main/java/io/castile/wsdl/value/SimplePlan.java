package io.castile.wsdl.value;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.codec.value.CodecContext;
import io.castile.codec.value.SimpleType;
import io.castile.xml.XmlException;
import io.castile.xml.XmlText;
import io.castile.xml.XmlWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values of a simple type: of its Java class (Jakarta XML Binding 4, table 6-1), or lists of these.
 * A text is taken for the value that it stands for, and a number for an equal one.
 */
final class SimplePlan implements TypePlan {
  private static final byte[] GT = {'>'};
  private static final byte[] SPACE = {' '};

  private final String name;
  private final SimpleType type; // of an item, where the type is a list
  private final boolean isList;
  private final List<String> values; // those that it may have; empty for any
  private final Facets facets;
  private final List<SimplePlan> members; // of a union, or the items of a list; else empty

  /**
   * @param values the texts that the type lists; empty for any
   * @param facets what else it says
   */
  SimplePlan(String name, SimpleType type, boolean isList, List<String> values, Facets facets) {
    this(name, type, isList, values, facets, List.of());
  }

  /**
   * A type whose values are those of others.
   *
   * @param members of a union, whose values are texts, in the order in which they are tried; of a
   *     list the type of its items
   */
  SimplePlan(
      String name,
      SimpleType type,
      boolean isList,
      List<String> values,
      Facets facets,
      List<SimplePlan> members) {
    this.name = name;
    this.type = type;
    this.isList = isList;
    this.values = List.copyOf(values);
    this.facets = facets;
    this.members = List.copyOf(members);
  }

  @Override
  public String name() {
    return name;
  }

  /** Returns the texts that the type lists; empty where it does not. */
  List<String> values() {
    return values;
  }

  SimpleType type() {
    return type;
  }

  boolean isList() {
    return isList;
  }

  // ---- writing ----

  /**
   * Writes what {@link #converted} has returned as all that is in an element, with its {@code >}.
   */
  void write(Object value, XmlWriter out, CodecContext context) {
    if (!isList) {
      if (type.needsDeclaration()) {
        type.declare(value, out);
      }
      out.raw(GT);
      type.writeContent(value, out, context);
      return;
    }
    declareAll((List<?>) value, out);
    out.raw(GT);
    boolean isFirst = true;
    for (Object each : (List<?>) value) {
      if (!isFirst) {
        out.raw(SPACE);
      }
      type.write(each, out, context);
      isFirst = false;
    }
  }

  /** Writes it as the value of an attribute, between its quotes. */
  void writeAttribute(Object value, XmlWriter out, CodecContext context) {
    List<?> items = isList ? (List<?>) value : List.of(value);
    boolean isFirst = true;
    for (Object each : items) {
      if (!isFirst) {
        out.raw(SPACE);
      }
      type.writeAttribute(each, out, context);
      isFirst = false;
    }
  }

  /** In a start tag: declares what values in an attribute refer to. */
  void declare(Object value, XmlWriter out) {
    if (type.needsDeclaration()) {
      declareAll(isList ? (List<?>) value : List.of(value), out);
    }
  }

  private void declareAll(List<?> items, XmlWriter out) {
    if (type.needsDeclaration()) {
      items.forEach(each -> type.declare(each, out));
    }
  }

  // ---- what is given ----

  /**
   * Returns the value that is meant, or the list of them.
   *
   * @throws ValueException if it is none of the type
   */
  Object converted(@Nullable Object value, Texts texts) {
    Object converted = isList ? items(value, texts) : one(value, texts);
    if (!facets.isEmpty() || (isList && !values.isEmpty())) {
      String text = text(converted, texts);
      String flaw =
          isList && !values.isEmpty() && !values.contains(text)
              ? "one of " + String.join(", ", values)
              : facets.flaw(converted, text);
      if (flaw != null) {
        throw new ValueException("expected " + flaw + ", found '" + text + "'");
      }
    }
    return converted;
  }

  /** The text of what has been converted. */
  private String text(Object converted, Texts texts) {
    if (!(converted instanceof List<?> list)) {
      return type.needsDeclaration() ? converted.toString() : texts.of(type, converted);
    }
    List<String> all = new ArrayList<>();
    for (Object each : list) {
      all.add(type.needsDeclaration() ? each.toString() : texts.of(type, each));
    }
    return String.join(" ", all);
  }

  private List<Object> items(@Nullable Object value, Texts texts) {
    List<Object> all = new ArrayList<>();
    if (value instanceof List<?> list) {
      list.forEach(each -> all.add(one(each, texts)));
    } else if (value != null && !texts.of(value).isBlank()) {
      for (String each : texts.of(value).strip().split("\\s+")) {
        all.add(one(each, texts));
      }
    }
    return all;
  }

  private Object one(@Nullable Object value, Texts texts) {
    if (value == null) {
      throw new ValueException("expected " + name + ", found null");
    }
    if (value instanceof byte[] bytes && type.javaType != byte[].class) {
      return one(new String(bytes, UTF_8), texts); // as of a file
    }
    if (isList) {
      return members.get(0).converted(value, texts);
    }
    if (!members.isEmpty()) {
      return ofMembers(value, texts);
    }
    if (!values.isEmpty() && !isListed(value, texts)) {
      throw new ValueException(
          "expected one of " + String.join(", ", values) + ", found '" + value + "'");
    }
    if (type.javaType.isInstance(value)) {
      return value;
    }
    if (value instanceof Map || value instanceof List) {
      throw new ValueException(
          "expected " + name + ", found " + (value instanceof List ? "a list" : "fields"));
    }
    Object number = value instanceof Number given ? number(given) : null;
    return number == null ? parsed(texts.of(value), texts) : number;
  }

  /** Whether a value is one of those that the type lists, by its text or by what that means. */
  private boolean isListed(Object value, Texts texts) {
    String text = texts.of(value);
    if (values.contains(text)) {
      return true;
    }
    if (type.javaType == String.class || value instanceof List || value instanceof Map) {
      return false;
    }
    Object given = type.javaType.isInstance(value) ? value : parsed(text, texts);
    for (String each : values) {
      Object listed = parsed(each, texts);
      boolean isSame =
          listed instanceof BigDecimal number && given instanceof BigDecimal other
              ? number.compareTo(other) == 0
              : Trees.equal(listed, given);
      if (isSame) {
        return true;
      }
    }
    return false;
  }

  /** The text of a value of a union, which one of its types has to take. */
  private Object ofMembers(Object value, Texts texts) {
    for (SimplePlan member : members) {
      try {
        String text = member.text(member.converted(value, texts), texts);
        String written = value instanceof String given ? given : text;
        if (values.isEmpty() || values.contains(written)) {
          return written;
        }
      } catch (ValueException e) {
        // The next one may take it.
      }
    }
    throw new ValueException(
        "expected "
            + (values.isEmpty() ? name : "one of " + String.join(", ", values))
            + ", found '"
            + texts.of(value)
            + "'");
  }

  /** Returns an integer as one of this type; null if it has to be looked at as a text. */
  private @Nullable Object number(Number given) {
    boolean isInteger =
        given instanceof Integer
            || given instanceof Long
            || given instanceof Short
            || given instanceof Byte;
    if (!isInteger) {
      return null;
    }
    long value = given.longValue();
    return switch (type.kind) {
      case BYTE -> value == (byte) value ? (Object) (byte) value : null;
      case SHORT -> value == (short) value ? (Object) (short) value : null;
      case INT -> value == (int) value ? (Object) (int) value : null;
      case LONG -> value;
      case BIG_INTEGER -> BigInteger.valueOf(value);
      case BIG_DECIMAL -> BigDecimal.valueOf(value);
      case DOUBLE -> value == (long) (double) value ? (Object) (double) value : null;
      default -> null;
    };
  }

  /** Returns the value that a text stands for. */
  private Object parsed(String text, Texts texts) {
    try {
      return type.read(texts.of(text), texts.context());
    } catch (XmlException e) { // of a character that no document may have, too
      throw new ValueException("expected " + name + ", found '" + text + "'", e);
    }
  }

  // ---- reading ----

  /** Reads what is in an element, or an attribute. */
  Object read(XmlText text, CodecContext context) {
    if (!isList) {
      return type.acceptsEmpty() || !text.isBlank() ? type.read(text, context) : "";
    }
    List<Object> all = new ArrayList<>();
    while (text.nextToken()) {
      all.add(type.read(text, context));
    }
    return all;
  }
}

package io.castile.wsdl.value;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.codec.value.CodecContext;
import io.castile.codec.value.SimpleType;
import io.castile.wsdl.model.ValueException;
import io.castile.xml.XmlException;
import io.castile.xml.XmlText;
import io.castile.xml.XmlWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Values of a simple type: of its Java class (Jakarta XML Binding 4, table 6-1), or lists of these.
 * A text is taken for the value that it stands for, and a number for an equal one.
 */
final class SimplePlan implements TypePlan {
  private static final byte[] GT = {'>'};
  private static final byte[] SPACE = {' '};

  private final String name;
  private final String builtIn; // the type of XML Schema that it restricts; empty for none
  private final SimpleType type; // of an item, where the type is a list
  private final boolean isList;
  private final List<String> values; // those that it may have; empty for any
  private final Facets facets;
  private final List<SimplePlan> members; // of a union, or the items of a list; else empty

  /**
   * @param builtIn the local name of the type of XML Schema that it restricts; empty where it is a
   *     list, a union or one that is not known
   * @param values the texts that the type lists; empty for any
   * @param facets what else it says
   * @param members of a union, whose values are texts, in the order in which they are tried; of a
   *     list the type of its items; else empty
   */
  SimplePlan(
      String name,
      String builtIn,
      SimpleType type,
      boolean isList,
      List<String> values,
      Facets facets,
      List<SimplePlan> members) {
    this.name = name;
    this.builtIn = builtIn;
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

  /** Returns the local name of the type of XML Schema that it restricts; empty for none. */
  String builtIn() {
    return builtIn;
  }

  Facets facets() {
    return facets;
  }

  /** Returns the types of a union, or the one of the items of a list; else nothing. */
  List<SimplePlan> members() {
    return members;
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
      if (isLexical(value)) {
        out.text((String) value);
      } else {
        type.writeContent(value, out, context);
      }
      return;
    }
    declareAll((List<?>) value, out);
    out.raw(GT);
    boolean isFirst = true;
    for (Object each : (List<?>) value) {
      if (!isFirst) {
        out.raw(SPACE);
      }
      if (isLexical(each)) {
        out.text((String) each);
      } else {
        type.write(each, out, context);
      }
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
      if (isLexical(each)) {
        out.attributeText((String) each);
      } else {
        type.writeAttribute(each, out, context);
      }
      isFirst = false;
    }
  }

  /** Whether a value is written as its text was given, as a pattern holds that. */
  private boolean isLexical(Object value) {
    return value instanceof String && type.javaType != String.class;
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
    if (values.isEmpty() && facets.isEmpty()) {
      return converted;
    }
    if (!members.isEmpty() && !isList) { // whose listed values have been looked at
      return fitting(converted, text(converted, texts));
    }
    if (!values.isEmpty() && !isListed(converted, texts)) {
      throw new ValueException(
          "expected one of "
              + String.join(", ", values)
              + ", found '"
              + text(converted, texts)
              + "'");
    }
    if (!writesAsGiven()) {
      boolean isText = type.javaType == String.class && !isList;
      return fitting(
          converted, isText && value instanceof String given ? given : text(converted, texts));
    }
    Object lexical = lexical(value, converted, texts);
    fitting(converted, text(lexical, texts));
    return lexical;
  }

  /**
   * Whether {@link #converted} returns texts that are given as they are, as a pattern holds that.
   */
  boolean writesAsGiven() {
    return facets.hasPatterns() && type.javaType != String.class && !type.needsDeclaration();
  }

  private Object fitting(Object converted, String text) {
    String flaw = facets.flaw(converted, text);
    if (flaw != null) {
      throw new ValueException("expected " + flaw + ", found '" + text + "'");
    }
    return converted;
  }

  /**
   * Returns the written form where a pattern holds it: the texts as they were given, where they
   * were.
   */
  private Object lexical(@Nullable Object value, Object converted, Texts texts) {
    if (!isList) {
      return value instanceof String text ? text.strip() : converted;
    }
    List<?> items = (List<?>) converted;
    List<?> given =
        value instanceof List<?> list
            ? list
            : value instanceof String text && !text.isBlank()
                ? List.of(text.strip().split("\\s+"))
                : items;
    List<Object> all = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      all.add(given.get(i) instanceof String text ? text.strip() : items.get(i));
    }
    return all;
  }

  /** Returns the text of what has been converted. */
  String text(Object converted, Texts texts) {
    if (!(converted instanceof List<?> list)) {
      return converted instanceof String text
          ? text
          : type.needsDeclaration() ? converted.toString() : texts.of(type, converted);
    }
    List<String> all = new ArrayList<>();
    for (Object each : list) {
      all.add(text(each, texts));
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
    Texts.checkDigits(value);
    if (type.javaType.isInstance(value)) {
      return checked(value);
    }
    if (type.needsDeclaration() && value instanceof String text && text.strip().startsWith("{")) {
      return Conversion.qualified(text.strip());
    }
    if (value instanceof Map || value instanceof List) {
      throw new ValueException(
          "expected " + name + ", found " + (value instanceof List ? "a list" : "fields"));
    }
    Object number = value instanceof Number given ? number(given) : null;
    return number == null ? checked(parsed(texts.of(value), texts)) : number;
  }

  /** Checks that a date is of the kind that the type says: all kinds are one class of Java. */
  private Object checked(Object value) {
    if (value instanceof XMLGregorianCalendar calendar && !builtIn.isEmpty()) {
      String kind;
      try {
        kind = calendar.getXMLSchemaType().getLocalPart();
      } catch (IllegalStateException e) { // of fields that no type has together
        kind = "";
      }
      if (!kind.equals(builtIn)) {
        throw new ValueException("expected " + expectedDate() + ", found '" + calendar + "'");
      }
    }
    return value;
  }

  private String expectedDate() {
    return name.equals(builtIn) ? name : name + ", which is a " + builtIn;
  }

  /** Whether a value is one of those that the type lists. */
  private boolean isListed(Object converted, Texts texts) {
    for (String each : values) {
      if (isSame(converted, each, texts)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a text means a value that has been converted. */
  boolean isSame(Object converted, String text, Texts texts) {
    try {
      if (isList) {
        List<Object> others = items(text, texts);
        List<?> items = (List<?>) converted;
        if (items.size() != others.size()) {
          return false;
        }
        for (int i = 0; i < others.size(); i++) {
          String other = members.get(0).text(others.get(i), texts);
          if (!members.get(0).isSame(items.get(i), other, texts)) {
            return false;
          }
        }
        return true;
      }
      if (!members.isEmpty()) {
        return isSameOfMembers((String) converted, text, texts);
      }
      if (converted instanceof QName name) { // of which a schema has the prefix
        return text.substring(text.indexOf(':') + 1).strip().equals(name.getLocalPart());
      }
      Object one = converted instanceof String given ? parsed(given, texts) : converted;
      return isEqual(one, parsed(text, texts));
    } catch (ValueException e) {
      return false; // no value of the type
    }
  }

  private boolean isSameOfMembers(String converted, String text, Texts texts) {
    if (converted.equals(text)) {
      return true;
    }
    for (SimplePlan member : members) {
      try {
        return member.isSame(member.converted(converted, texts), text, texts);
      } catch (ValueException e) {
        // The next one may take it.
      }
    }
    return false;
  }

  private static boolean isEqual(Object one, Object other) {
    if (one instanceof BigDecimal a && other instanceof BigDecimal b) {
      return a.compareTo(b) == 0;
    }
    if (one instanceof XMLGregorianCalendar a && other instanceof XMLGregorianCalendar b) {
      return a.compare(b) == DatatypeConstants.EQUAL;
    }
    return one instanceof Duration a && other instanceof Duration b
        ? a.compare(b) == DatatypeConstants.EQUAL
        : Trees.equal(one, other);
  }

  /** The text of a value of a union, which one of its types has to take. */
  private Object ofMembers(Object value, Texts texts) {
    for (SimplePlan member : members) {
      try {
        String text = member.text(member.converted(value, texts), texts);
        String written = value instanceof String given ? given : text;
        if (values.isEmpty() || isListed(written, texts)) {
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
    if (given instanceof BigDecimal decimal && decimal.scale() > 0) {
      BigDecimal whole = decimal.stripTrailingZeros();
      return whole.scale() <= 0
              && type.javaType != BigDecimal.class
              && Number.class.isAssignableFrom(type.javaType)
          ? integral(whole)
          : null;
    }
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

  /** Returns a decimal without fraction as one of this type; null if it is none. */
  private @Nullable Object integral(BigDecimal whole) {
    BigInteger integer = whole.toBigIntegerExact();
    if (type.kind == SimpleType.Kind.BIG_INTEGER) {
      return integer;
    }
    return integer.bitLength() < Long.SIZE ? number(integer.longValueExact()) : null;
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

  /** Returns the value that a schema says. */
  Object read(Preset preset, Texts texts) {
    return read(texts.of(preset.text()), texts.context());
  }

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

package io.castile.wsdl.value;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.codec.value.CodecContext;
import io.castile.codec.value.SimpleType;
import io.castile.xml.XmlException;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlText;
import io.castile.xml.XmlWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values of a simple type: of its Java class (Jakarta XML Binding 4, table 6-1), or lists of these.
 * A text is taken for the value that it stands for.
 */
final class SimplePlan implements TypePlan {
  private final String name;
  private final SimpleType type; // of an item, where the type is a list
  private final boolean isList;
  private final List<String> values; // those that it may have; empty for any

  SimplePlan(String name, SimpleType type, boolean isList, List<String> values) {
    this.name = name;
    this.type = type;
    this.isList = isList;
    this.values = List.copyOf(values);
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

  /** Writes a value as all that is in an element. */
  void write(Object value, XmlWriter out, CodecContext context) {
    List<Object> items = values(value);
    for (Object each : items) {
      type.declare(each, out);
    }
    out.closeStartTag();
    String separator = "";
    for (Object each : items) {
      out.text(separator);
      type.writeContent(each, out, context);
      separator = " ";
    }
  }

  /** Returns the text of a value for an attribute. */
  String text(Object value, CodecContext context) {
    XmlWriter out = new XmlWriter();
    out.startElement("", "v");
    write(value, out, context);
    out.endElement();
    XmlReader in = new XmlReader();
    in.reset(out.buffer(), 0, out.size());
    in.nextChild(null);
    return in.readText().toString();
  }

  /** Returns the value, or the values of a list, as the type has them. */
  private List<Object> values(Object value) {
    if (!isList) {
      return List.of(one(value));
    }
    List<Object> all = new ArrayList<>();
    if (value instanceof List<?> list) {
      list.forEach(each -> all.add(one(each)));
    } else if (!value.toString().isBlank()) {
      for (String each : value.toString().strip().split("\\s+")) {
        all.add(one(each));
      }
    }
    return all;
  }

  private Object one(@Nullable Object value) {
    if (value == null) {
      throw new ValueException("expected " + name + ", found null");
    }
    if (value instanceof byte[] bytes && type.javaType != byte[].class) {
      return one(new String(bytes, UTF_8)); // as of a file
    }
    if (!values.isEmpty() && !values.contains(value.toString())) {
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
    return parsed(value.toString());
  }

  /** Returns the value that a text stands for. */
  private Object parsed(String text) {
    try {
      XmlWriter out = new XmlWriter();
      out.startElement("", "v");
      out.closeStartTag();
      out.text(text);
      out.endElement();
      XmlReader in = new XmlReader();
      in.reset(out.buffer(), 0, out.size());
      in.nextChild(null);
      return type.read(in.readText(), new CodecContext());
    } catch (XmlException e) { // of a character that no document may have, too
      throw new ValueException("expected " + name + ", found '" + text + "'", e);
    }
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

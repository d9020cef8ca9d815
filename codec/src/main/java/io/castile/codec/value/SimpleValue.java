package io.castile.codec.value;

import io.castile.codec.BindingException;
import io.castile.xml.XmlException;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlText;
import io.castile.xml.XmlWriter;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Predicate;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** An element with nothing but text. */
public final class SimpleValue extends ValueCodec {
  public final SimpleType type;

  /** The value of an empty element ({@code XmlElement.defaultValue}); null for nothing special. */
  public final @Nullable Object defaultValue;

  /** The schema type that annotations name; null where they name none. */
  public final @Nullable QName schemaType;

  public SimpleValue(SimpleType type, @Nullable String defaultText) {
    this(type, defaultText, null);
  }

  /**
   * @param schemaType that annotations name; null for none
   */
  public SimpleValue(SimpleType type, @Nullable String defaultText, @Nullable QName schemaType) {
    this.type = type;
    this.schemaType = schemaType;
    this.defaultValue = defaultText == null ? null : parse(type, defaultText);
  }

  private static Object parse(SimpleType type, String text) {
    try {
      XmlWriter writer = new XmlWriter(text.length() + 16);
      writer.raw("<default>".getBytes(StandardCharsets.US_ASCII));
      writer.text(text);
      writer.raw("</default>".getBytes(StandardCharsets.US_ASCII));
      XmlReader reader = new XmlReader();
      reader.reset(writer.buffer(), 0, writer.size());
      reader.next();
      return type.read(reader.readText(), new CodecContext());
    } catch (XmlException e) {
      throw new BindingException(
          "expected a default value of " + type.javaType.getSimpleName() + ", found '" + text + "'",
          e);
    }
  }

  @Override
  public void writeBody(Object value, XmlWriter out, CodecContext context) {
    if (type.needsDeclaration()) {
      int mark = out.mark();
      type.declare(value, out);
      out.raw(GT);
      type.writeContent(value, out, context);
      out.release(mark);
    } else {
      out.raw(GT);
      type.writeContent(value, out, context);
    }
  }

  @Override
  public Object read(XmlReader in, @Nullable Object parent, CodecContext context) {
    XmlText text = in.readText();
    if (defaultValue != null && text.isEmpty()) {
      return type.copy(defaultValue, context);
    }
    return type.read(text, context);
  }

  @Override
  public Object copy(Object value, CodecContext context) {
    return type.copy(value, context);
  }

  @Override
  public boolean equal(Object one, Object other, CodecContext context) {
    return type.equal(one, other, context);
  }

  @Override
  public boolean anyText(Predicate<SimpleType> test, Set<Class<?>> visited) {
    return test.test(type);
  }

  @Override
  public boolean isImmutable(Set<Class<?>> visited) {
    return type.isImmutable();
  }

  @Override
  public int hash(Object value, CodecContext context) {
    return type.hash(value, context);
  }
}

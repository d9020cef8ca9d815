package io.castile.codec.bean;

import io.castile.codec.value.CodecContext;
import io.castile.codec.value.Dom;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.ValueCodec;
import io.castile.xml.Namespace;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlText;
import io.castile.xml.XmlWriter;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * An element of any type (a property of class {@link Object}): what it holds says {@code xsi:type},
 * and where that is absent it is kept as a DOM element.
 */
final class AnyValue extends ValueCodec {
  private final BeanCodecs codecs;

  AnyValue(BeanCodecs codecs) {
    this.codecs = codecs;
  }

  @Override
  public void writeBody(Object value, XmlWriter out, CodecContext context) {
    int mark = out.mark();
    if (value instanceof Element element) {
      Dom.writeBody(element, out);
    } else {
      SimpleType simple = codecs.simpleType(value.getClass());
      if (simple != null) {
        writeSimple(simple, value, out, context);
      } else {
        BeanCodec bean = codecs.beanCodecOf(value, null);
        XsiMarkup.writeType(bean, out);
        bean.writeBody(value, out, context);
      }
    }
    out.release(mark);
  }

  private static void writeSimple(
      SimpleType type, Object value, XmlWriter out, CodecContext context) {
    if (type.schemaType != null) {
      XsiMarkup.writeType(
          value instanceof javax.xml.datatype.XMLGregorianCalendar calendar
              ? calendar.getXMLSchemaType()
              : type.schemaType,
          out);
    }
    type.declare(value, out);
    out.raw(GT);
    type.writeContent(value, out, context);
  }

  @Override
  public @Nullable Object read(XmlReader in, @Nullable Object parent, CodecContext context) {
    XmlName name = in.xsiType();
    if (name != null) {
      SimpleType simple = codecs.simpleType(name);
      if (simple != null) {
        return readSimple(simple, in, context);
      }
      BeanCodec bean = codecs.subtype(name, Object.class);
      if (bean != null) {
        return bean.read(in, parent, context);
      }
    }
    return Dom.read(in);
  }

  private static @Nullable Object readSimple(SimpleType type, XmlReader in, CodecContext context) {
    boolean mayBeNull = !type.acceptsEmpty() && in.isNil();
    XmlText text = in.readText();
    return mayBeNull && text.isBlank() ? null : type.read(text, context);
  }

  @Override
  public Object copy(Object value, CodecContext context) {
    if (value instanceof Element element) {
      return Dom.copy(element);
    }
    SimpleType simple = codecs.simpleType(value.getClass());
    return simple != null
        ? simple.copy(value, context)
        : codecs.beanCodecOf(value, null).copy(value, context);
  }

  @Override
  public boolean equal(Object one, Object other, CodecContext context) {
    if (one instanceof Element a && other instanceof Element b) {
      return Dom.equal(a, b);
    }
    if (one.getClass() != other.getClass()) {
      return false;
    }
    SimpleType simple = codecs.simpleType(one.getClass());
    return simple != null
        ? simple.equal(one, other, context)
        : codecs.beanCodecOf(one, null).equal(one, other, context);
  }

  @Override
  public int hash(Object value, CodecContext context) {
    if (value instanceof Element element) {
      return Dom.hash(element);
    }
    SimpleType simple = codecs.simpleType(value.getClass());
    return simple != null
        ? simple.hash(value, context)
        : codecs.beanCodecOf(value, null).hash(value, context);
  }

  @Override
  public boolean anyText(Predicate<SimpleType> test, Set<Class<?>> visited) {
    return test.test(null);
  }

  @Override
  public void collectNamespaces(Set<Namespace> namespaces, Set<Class<?>> visited) {
    namespaces.add(XsiMarkup.XSI);
  }
}

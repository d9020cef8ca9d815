package io.castile.codec.bean;

import io.castile.codec.value.CodecContext;
import io.castile.codec.value.Markup;
import io.castile.codec.value.ValueCodec;
import io.castile.xml.XmlWriter;
import jakarta.xml.bind.JAXBElement;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Writes, copies and compares {@link JAXBElement}s, of which the element itself says how. */
final class JaxbElements {
  private final BeanCodecs codecs;

  JaxbElements(BeanCodecs codecs) {
    this.codecs = codecs;
  }

  void write(JAXBElement<?> element, XmlWriter out, CodecContext context) {
    ElementDecl decl = decl(element);
    Markup tag = decl != null ? decl.tag() : codecs.markup(element.getName());
    int mark = out.mark();
    out.raw(tag.open);
    if (tag.namespace != null) {
      out.declare(tag.namespace);
    }
    Object value = element.getValue();
    if (decl != null && decl.adaptation() != null && value != null) {
      value = decl.adaptation().toBound(value, context);
    }
    if (value == null) {
      XsiMarkup.writeNilBody(out);
    } else {
      ValueCodec codec = codec(decl, element);
      boolean hasType = codec instanceof BeanRef || codec instanceof AnyValue;
      if (element.isNil() && decl != null && hasType) {
        // The reference implementation says so where an ObjectFactory declares the element, and not
        // of one whose type is simple.
        XsiMarkup.writeNilAttribute(out);
      }
      for (var namespace : codecs.namespacesOf(codec)) {
        out.declare(namespace);
      }
      codec.writeBody(value, out, context);
    }
    out.raw(tag.close);
    out.release(mark);
  }

  private @Nullable ElementDecl decl(JAXBElement<?> element) {
    QName name = element.getName();
    Class<?> scope = element.isGlobalScope() ? null : element.getScope();
    return codecs.elementDecl(
        scope, codecs.names().intern(name.getNamespaceURI(), name.getLocalPart()));
  }

  private ValueCodec codec(@Nullable ElementDecl decl, JAXBElement<?> element) {
    return decl != null ? decl.codec() : codecs.valueCodec(element.getDeclaredType());
  }

  @SuppressWarnings("unchecked") // a copy has the class of its original
  JAXBElement<?> copy(JAXBElement<?> element, CodecContext context) {
    Object value = element.getValue();
    ElementDecl decl = decl(element);
    ValueCodec codec = codec(decl, element);
    Object twin;
    if (value == null) {
      twin = null;
    } else if (decl != null && decl.adaptation() != null) {
      twin = decl.adaptation().copy(value, bound -> codec.copy(bound, context), context);
    } else {
      twin = codec.copy(value, context);
    }
    JAXBElement<Object> copy =
        new JAXBElement<>(
            element.getName(), (Class<Object>) element.getDeclaredType(), element.getScope(), twin);
    copy.setNil(element.isNil());
    return copy;
  }

  boolean equal(JAXBElement<?> one, JAXBElement<?> other, CodecContext context) {
    boolean alike =
        one.getName().equals(other.getName())
            && one.isNil() == other.isNil()
            && one.getScope() == other.getScope()
            && one.getDeclaredType() == other.getDeclaredType();
    if (!alike) {
      return false; // name, scope and type say how the value is written
    }
    Object a = one.getValue();
    Object b = other.getValue();
    if (a == null || b == null) {
      return a == b;
    }
    ElementDecl decl = decl(one);
    ValueCodec codec = codec(decl, one);
    return decl != null && decl.adaptation() != null
        ? decl.adaptation().equal(a, b, (x, y) -> codec.equal(x, y, context), context)
        : codec.equal(a, b, context);
  }

  int hash(JAXBElement<?> element, CodecContext context) {
    int hash = element.getName().hashCode();
    Object value = element.getValue();
    if (value == null) {
      return hash;
    }
    ElementDecl decl = decl(element);
    ValueCodec codec = codec(decl, element);
    return 31 * hash
        + (decl != null && decl.adaptation() != null
            ? decl.adaptation().hash(value, bound -> codec.hash(bound, context), context)
            : codec.hash(value, context));
  }
}

package io.castile.codec.bean;

import io.castile.codec.BindingException;
import io.castile.codec.binding.Accessor;
import io.castile.codec.binding.CollectionShape;
import io.castile.codec.binding.Instantiator;
import io.castile.codec.value.AdapterBinding;
import io.castile.codec.value.CodecContext;
import io.castile.codec.value.Dom;
import io.castile.codec.value.Markup;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.ValueCodec;
import io.castile.xml.Namespace;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import jakarta.xml.bind.JAXBElement;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * A property whose elements name themselves ({@code XmlElementRef}, {@code XmlElementRefs}), a
 * wildcard ({@code XmlAnyElement}), mixed content ({@code XmlMixed}), or all of these together.
 */
final class ReferenceProperty extends Property {

  private static final byte[] SPACE = {' '};

  /** The objects that a wildcard makes of the elements that it takes. */
  enum Wildcard {
    /** The property is no wildcard. */
    NONE,
    /** DOM elements. */
    DOM,
    /** Values where the element is known, DOM elements otherwise. */
    LAX
  }

  /**
   * One element that the property names: a {@link JAXBElement}, or a class with an element name of
   * its own.
   */
  record Reference(Markup tag, @Nullable ElementDecl decl, ValueCodec codec) {}

  private final Map<XmlName, Reference> references;
  private final @Nullable CollectionShape shape; // null for a single element
  private final Wildcard wildcard;
  final boolean mixed;
  private final ElementProperty.@Nullable Wrapper wrapper; // null for none
  private final @Nullable AdapterBinding adaptation; // null for none
  private final BeanCodecs codecs;

  ReferenceProperty(
      String javaName,
      Accessor accessor,
      List<Reference> references,
      @Nullable CollectionShape shape,
      Wildcard wildcard,
      boolean mixed,
      ElementProperty.@Nullable Wrapper wrapper,
      @Nullable AdapterBinding adaptation,
      BeanCodecs codecs) {
    super(javaName, accessor);
    Map<XmlName, Reference> byName = new java.util.LinkedHashMap<>();
    references.forEach(reference -> byName.putIfAbsent(reference.tag.name, reference));
    this.references = byName;
    this.shape = shape;
    this.wildcard = wildcard;
    this.mixed = mixed;
    this.wrapper = wrapper;
    this.adaptation = adaptation;
    this.codecs = codecs;
  }

  @Override
  public String content() {
    if (mixed) {
      return "text with elements in it";
    }
    return wildcard == Wildcard.NONE ? "an element that names itself" : "elements of any name";
  }

  @Override
  public boolean isRepeated() {
    return shape != null && wrapper == null;
  }

  /** Whether elements of any name are its own, beside those of other properties. */
  boolean isWildcard() {
    return wildcard != Wildcard.NONE && wrapper == null;
  }

  @Override
  public List<XmlName> elementNames() {
    return wrapper != null ? List.of(wrapper.tag().name) : List.copyOf(references.keySet());
  }

  // ---- writing ----

  @Override
  public void write(@Nullable Object value, XmlWriter out, CodecContext context) {
    if (value == null) {
      if (wrapper != null && wrapper.nillable()) {
        XsiMarkup.writeNil(wrapper.tag(), out);
      }
      return;
    }
    if (shape == null) {
      writeItem(value, out, context);
      return;
    }
    if (wrapper != null) {
      out.raw(wrapper.tag().open);
      out.raw(ValueCodec.GT);
    }
    out.enterList(javaName, shape.size(value));
    boolean text = false;
    for (CollectionShape.Cursor items = shape.cursor(value); items.next(); ) {
      boolean another = items.value() instanceof String;
      if (text && another) {
        out.raw(SPACE); // as in the reference implementation, pieces of text stay apart
      }
      text = another;
      writeItem(items.value(), out, context);
    }
    out.leaveList();
    if (wrapper != null) {
      out.raw(wrapper.tag().close);
    }
  }

  private void writeItem(@Nullable Object item, XmlWriter out, CodecContext context) {
    Object bound = adaptation == null ? item : adaptation.toBound(item, context);
    if (bound == null) {
      return;
    }
    if (bound instanceof String text) {
      out.text(text);
    } else if (bound instanceof JAXBElement<?> element) {
      codecs.jaxbElements().write(element, out, context);
    } else if (bound instanceof Element element) {
      Dom.write(element, out);
    } else {
      writeBean(bound, out, context);
    }
  }

  private void writeBean(Object bean, XmlWriter out, CodecContext context) {
    BeanCodec codec = codecs.beanCodecOf(bean, null);
    XmlName name = codec.rootName();
    if (name == null) {
      throw new BindingException(
          "Cannot write property "
              + javaName
              + ", because its "
              + bean.getClass().getName()
              + " has no XmlRootElement. Wrap it in a JAXBElement.");
    }
    Markup tag = codecs.markup(name);
    int mark = out.mark();
    out.raw(tag.open);
    if (tag.namespace != null) {
      out.declare(tag.namespace);
    }
    for (Namespace namespace : codec.namespaces()) {
      out.declare(namespace);
    }
    codec.writeBody(bean, out, context);
    out.raw(tag.close);
    out.release(mark);
  }

  // ---- reading ----

  /** Takes a piece of text of mixed content. */
  void readText(Object bean, String text) {
    if (!text.isEmpty() && shape != null) {
      collection(bean).add(text);
    }
  }

  @Override
  public void readInto(Object bean, XmlReader in, XmlName name, CodecContext context) {
    if (wrapper == null || !name.equals(wrapper.tag().name)) {
      readItemInto(bean, in, name, context);
      return;
    }
    if (in.attributeCount() != 0 && in.isNil()) {
      in.skipElement();
      return;
    }
    in.passOverAttributes();
    collection(bean);
    for (XmlName item = in.nextChild(null); item != null; item = in.nextChild(null)) {
      readItemInto(bean, in, item, context);
    }
  }

  private void readItemInto(Object bean, XmlReader in, XmlName name, CodecContext context) {
    Object item = readItem(bean, in, name, context);
    if (item == null) {
      return;
    }
    if (adaptation != null) {
      item = adaptation.toValue(item, in, context);
    }
    if (shape == null) {
      accessor.set(bean, item);
    } else {
      collection(bean).add(item);
    }
  }

  private @Nullable Object readItem(Object bean, XmlReader in, XmlName name, CodecContext context) {
    Reference reference = references.get(name);
    if (reference != null) {
      return reference.decl != null
          ? reference.decl.read(in, bean, context)
          : reference.codec.read(in, bean, context);
    }
    if (wildcard == Wildcard.LAX) {
      ElementDecl decl = codecs.elementDecl(null, name);
      if (decl != null) {
        return decl.read(in, bean, context);
      }
      BeanCodec root = codecs.rootElement(name);
      if (root != null) {
        return root.read(in, bean, context);
      }
    }
    if (wildcard == Wildcard.NONE) {
      TypeCodec.passOver(in, references.keySet().toArray(XmlName[]::new));
      return null;
    }
    return Dom.read(in);
  }

  @SuppressWarnings("NullAway") // called where the property is repeated
  private Collection<Object> collection(Object bean) {
    Object current = accessor.get(bean);
    if (current == null) {
      current = shape.start(null);
      accessor.set(bean, current);
    }
    return Instantiator.asCollection(current);
  }

  // ---- copying and comparing ----

  @Override
  public @Nullable Object copy(Object value, CodecContext context) {
    return shape == null
        ? copyItem(value, context)
        : shape.copy(value, item -> copyItem(item, context));
  }

  private @Nullable Object copyItem(Object item, CodecContext context) {
    if (adaptation != null) {
      return adaptation.copy(item, bound -> copyBound(bound, context), context);
    }
    return copyBound(item, context);
  }

  private Object copyBound(Object item, CodecContext context) {
    if (item instanceof String) {
      return item;
    }
    if (item instanceof JAXBElement<?> element) {
      return codecs.jaxbElements().copy(element, context);
    }
    if (item instanceof Element element) {
      return Dom.copy(element);
    }
    return codecs.beanCodecOf(item, null).copy(item, context);
  }

  @Override
  public boolean equalValues(Object one, Object other, CodecContext context) {
    return shape == null
        ? equalItems(one, other, context)
        : shape.equal(one, other, (a, b) -> equalItems(a, b, context));
  }

  private boolean equalItems(Object one, Object other, CodecContext context) {
    return adaptation == null
        ? equalBound(one, other, context)
        : adaptation.equal(one, other, (a, b) -> equalBound(a, b, context), context);
  }

  private boolean equalBound(Object one, Object other, CodecContext context) {
    if (one instanceof JAXBElement<?> a && other instanceof JAXBElement<?> b) {
      return codecs.jaxbElements().equal(a, b, context);
    }
    if (one instanceof Element a && other instanceof Element b) {
      return Dom.equal(a, b);
    }
    if (one.getClass() != other.getClass()) {
      return false;
    }
    return one instanceof String
        ? one.equals(other)
        : codecs.beanCodecOf(one, null).equal(one, other, context);
  }

  @Override
  public int hashValue(Object value, CodecContext context) {
    return shape == null
        ? hashItem(value, context)
        : shape.hash(value, item -> hashItem(item, context));
  }

  private int hashItem(Object value, CodecContext context) {
    return adaptation == null
        ? hashBound(value, context)
        : adaptation.hash(value, bound -> hashBound(bound, context), context);
  }

  private int hashBound(Object item, CodecContext context) {
    if (item instanceof JAXBElement<?> element) {
      return codecs.jaxbElements().hash(element, context);
    }
    if (item instanceof Element element) {
      return Dom.hash(element);
    }
    return item instanceof String
        ? item.hashCode()
        : codecs.beanCodecOf(item, null).hash(item, context);
  }

  @Override
  void collectNamespaces(Set<Namespace> namespaces, Set<Class<?>> visited) {
    if (wrapper != null && wrapper.tag().namespace != null) {
      namespaces.add(wrapper.tag().namespace);
    }
    for (Reference reference : references.values()) {
      if (reference.tag.namespace != null) {
        namespaces.add(reference.tag.namespace);
      }
      if (reference.decl != null) {
        namespaces.add(XsiMarkup.XSI);
      }
      reference.codec.collectNamespaces(namespaces, visited);
    }
  }

  @Override
  boolean anyText(Predicate<SimpleType> test, Set<Class<?>> visited) {
    if (wildcard != Wildcard.NONE && test.test(null)) {
      return true;
    }
    return references.values().stream()
        .anyMatch(reference -> reference.codec.anyText(test, visited));
  }

  @Override
  public void collectTypes(Set<Class<?>> types) {
    for (Reference reference : references.values()) {
      reference.codec.collectTypes(types);
    }
  }
}

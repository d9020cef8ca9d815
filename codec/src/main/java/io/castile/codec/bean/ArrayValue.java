package io.castile.codec.bean;

import io.castile.codec.binding.CollectionShape;
import io.castile.codec.value.CodecContext;
import io.castile.codec.value.Markup;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.ValueCodec;
import io.castile.xml.Namespace;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An array that stands as one element with an {@code <item>} for each of its items, as the
 * reference implementation maps a Java array that is not a property of its own: a part of an rpc
 * message, an array of arrays.
 */
final class ArrayValue extends ValueCodec {
  private final CollectionShape shape;
  private final Markup item;
  private final ValueCodec codec;

  ArrayValue(CollectionShape shape, Markup item, ValueCodec codec) {
    this.shape = shape;
    this.item = item;
    this.codec = codec;
  }

  @Override
  public void writeBody(Object value, XmlWriter out, CodecContext context) {
    out.raw(GT);
    for (CollectionShape.Cursor items = shape.cursor(value); items.next(); ) {
      if (items.value() == null) {
        XsiMarkup.writeNil(item, out);
      } else {
        codec.writeElement(item, items.value(), out, context);
      }
    }
  }

  @Override
  public Object read(XmlReader in, @Nullable Object parent, CodecContext context) {
    in.passOverAttributes();
    Object list = shape.start(null);
    for (XmlName name = in.nextChild(item.name); name != null; name = in.nextChild(item.name)) {
      if (!name.equals(item.name)) {
        TypeCodec.passOver(in, item.name);
      } else if (in.attributeCount() != 0 && in.isNil()) {
        in.skipElement();
        list = shape.add(list, null);
      } else {
        list = shape.add(list, codec.read(in, parent, context));
      }
    }
    return shape.finish(list);
  }

  @Override
  public Object copy(Object value, CodecContext context) {
    return shape.copy(value, each -> codec.copy(each, context));
  }

  @Override
  public boolean equal(Object one, Object other, CodecContext context) {
    return shape.equal(one, other, (a, b) -> codec.equal(a, b, context));
  }

  @Override
  public int hash(Object value, CodecContext context) {
    return shape.hash(value, item -> codec.hash(item, context));
  }

  @Override
  public void collectNamespaces(Set<Namespace> namespaces, Set<Class<?>> visited) {
    namespaces.add(XsiMarkup.XSI);
    codec.collectNamespaces(namespaces, visited);
  }

  @Override
  public boolean anyText(Predicate<SimpleType> test, Set<Class<?>> visited) {
    return codec.anyText(test, visited);
  }

  @Override
  public void collectTypes(Set<Class<?>> types) {
    codec.collectTypes(types);
  }
}

package io.castile.codec.value;

import io.castile.codec.binding.CollectionShape;
import io.castile.xml.XmlText;
import io.castile.xml.XmlWriter;

/** A white-space separated list of simple values in one text ({@code XmlList}, XSD list types). */
public final class ListType extends SimpleType {
  private static final byte[] SPACE = {' '};

  final SimpleType item;
  final CollectionShape shape;

  public ListType(SimpleType item, CollectionShape shape) {
    super(Kind.OTHER, shape.type, null);
    this.item = item;
    this.shape = shape;
  }

  @Override
  public void declare(Object value, XmlWriter out) {
    if (item.needsDeclaration()) {
      shape.forEach(value, each -> item.declare(each, out));
    }
  }

  @Override
  public void write(Object value, XmlWriter out, CodecContext context) {
    write(value, out, context, false);
  }

  @Override
  public void writeAttribute(Object value, XmlWriter out, CodecContext context) {
    write(value, out, context, true);
  }

  private void write(Object value, XmlWriter out, CodecContext context, boolean attribute) {
    CollectionShape.Cursor items = shape.cursor(value);
    boolean first = true;
    while (items.next()) {
      Object each = items.value();
      if (each == null) {
        continue;
      }
      if (!first) {
        out.raw(SPACE);
      }
      first = false;
      if (attribute) {
        item.writeAttribute(each, out, context);
      } else {
        item.write(each, out, context);
      }
    }
  }

  @Override
  public Object read(XmlText text, CodecContext context) {
    Object list = shape.start(null);
    while (text.nextToken()) {
      list = shape.add(list, item.read(text, context));
    }
    return shape.finish(list);
  }

  @Override
  public Object copy(Object value, CodecContext context) {
    return shape.copy(value, each -> item.copy(each, context));
  }

  @Override
  public boolean equal(Object one, Object other, CodecContext context) {
    return shape.equal(one, other, (a, b) -> item.equal(a, b, context));
  }

  @Override
  public int hash(Object value, CodecContext context) {
    return shape.hash(value, each -> item.hash(each, context));
  }

  @Override
  public boolean isImmutable() {
    return false;
  }

  @Override
  boolean refersToAttachments() {
    return item.refersToAttachments();
  }

  @Override
  public boolean acceptsEmpty() {
    return true;
  }

  @Override
  public boolean needsDeclaration() {
    return item.needsDeclaration();
  }
}

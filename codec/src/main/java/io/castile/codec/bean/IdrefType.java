package io.castile.codec.bean;

import io.castile.codec.BindingException;
import io.castile.codec.binding.Accessor;
import io.castile.codec.binding.CollectionShape;
import io.castile.codec.binding.Types;
import io.castile.codec.value.CodecContext;
import io.castile.codec.value.SimpleType;
import io.castile.xml.XmlText;
import io.castile.xml.XmlWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A reference to another bean of the same message by its identifier ({@code XmlIDREF}), or a list
 * of them. What it refers to may come later, so a property gets its value when the message ends; an
 * identifier that the message does not have leaves it null, as in the reference implementation.
 */
public final class IdrefType extends SimpleType {
  private static final byte[] SPACE = {' '};

  private final BeanCodecs codecs;
  private final @Nullable CollectionShape shape; // null for a single reference

  IdrefType(Class<?> javaType, @Nullable CollectionShape shape, BeanCodecs codecs) {
    super(Kind.OTHER, javaType, null);
    this.shape = shape;
    this.codecs = codecs;
  }

  private String idOf(Object bean) {
    String id = codecs.beanCodec(bean.getClass()).id(bean);
    if (id == null) {
      throw new BindingException(
          "expected a value in the XmlID property of a "
              + bean.getClass().getName()
              + ", to which a reference leads, found none");
    }
    return id;
  }

  @Override
  public void write(Object value, XmlWriter out, CodecContext context) {
    if (shape == null) {
      out.text(idOf(value));
      return;
    }
    boolean first = true;
    for (CollectionShape.Cursor items = shape.cursor(value); items.next(); ) {
      if (items.value() != null) {
        if (!first) {
          out.raw(SPACE);
        }
        first = false;
        out.text(idOf(items.value()));
      }
    }
  }

  @Override
  public void writeAttribute(Object value, XmlWriter out, CodecContext context) {
    if (shape == null) {
      out.attributeText(idOf(value));
    } else {
      write(value, out, context);
    }
  }

  @Override
  public Object read(XmlText text, CodecContext context) {
    throw new AssertionError("references are read by readInto");
  }

  /** Has the property set when the message ends. */
  void readInto(Object bean, Accessor accessor, XmlText text, CodecContext context) {
    if (shape == null) {
      String id = text.toToken();
      context.atEnd(
          () -> {
            Object target = context.beanById(id);
            if (target != null && Types.box(accessor.type()).isInstance(target)) {
              accessor.set(bean, target);
            }
          });
      return;
    }
    List<String> ids = new ArrayList<>();
    while (text.nextToken()) {
      ids.add(text.toString());
    }
    context.atEnd(
        () -> {
          Object list = shape.start(accessor.get(bean));
          for (String id : ids) {
            Object target = context.beanById(id);
            if (target != null) {
              list = shape.add(list, target);
            }
          }
          accessor.set(bean, shape.finish(list));
        });
  }

  /** Copies so that the copy refers to the copies, once all are made. */
  void copy(Accessor accessor, Object from, Object to, CodecContext context) {
    Object value = accessor.get(from);
    if (value != null) {
      context.atEnd(
          () ->
              accessor.set(
                  to, shape == null ? context.copyOf(value) : shape.copy(value, context::copyOf)));
    }
  }

  @Override
  public Object copy(Object value, CodecContext context) {
    throw new AssertionError("references are copied from bean to bean");
  }

  @Override
  public boolean equal(Object one, Object other, CodecContext context) {
    return shape == null
        ? idOf(one).equals(idOf(other))
        : shape.equal(one, other, (a, b) -> idOf(a).equals(idOf(b)));
  }

  @Override
  public int hash(Object value, CodecContext context) {
    return shape == null
        ? idOf(value).hashCode()
        : shape.hash(value, item -> idOf(item).hashCode());
  }

  @Override
  public boolean isImmutable() {
    return false;
  }
}

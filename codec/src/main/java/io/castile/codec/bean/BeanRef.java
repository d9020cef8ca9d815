package io.castile.codec.bean;

import io.castile.codec.BindingException;
import io.castile.codec.value.CodecContext;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.ValueCodec;
import io.castile.xml.Namespace;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import io.castile.xml.internal.RowCodec;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An element whose static type is a bound class: finds the codec of the class on first use, and at
 * run time that of the subclass that a value or {@code xsi:type} has.
 *
 * <p>For generated code; no compatibility promise.
 */
public final class BeanRef extends ValueCodec implements RowCodec {
  public final Class<?> type;
  private final BeanCodecs codecs;
  private final CodecHolder holder;

  BeanRef(Class<?> type, BeanCodecs codecs) {
    this.type = type;
    this.codecs = codecs;
    this.holder = codecs.holder(type);
  }

  /** The codec of exactly the static type, compiled if that has been done. */
  public BeanCodec codec() {
    return holder.codec();
  }

  @Override
  public void writeBody(Object value, XmlWriter out, CodecContext context) {
    BeanCodec declared = codec();
    if (value.getClass() == type) {
      declared.writeBody(value, out, context);
    } else {
      writeSubtype(declared, value, out, context);
    }
  }

  private void writeSubtype(BeanCodec declared, Object value, XmlWriter out, CodecContext context) {
    BeanCodec actual = codecs.beanCodecOf(value, declared);
    if (actual == declared) {
      actual.writeBody(value, out, context);
      return;
    }
    int mark = out.mark();
    XsiMarkup.writeType(actual, out);
    actual.writeBody(value, out, context);
    out.release(mark);
  }

  // ---- as rows: those of the codec of the static type, if that is compiled ----

  @Override
  public @Nullable Class<?> rowClass() {
    BeanCodec declared = holder.codecOrNull();
    return declared == null ? null : declared.rowClass();
  }

  @Override
  public Object[] newColumns(int rows) {
    return codec().newColumns(rows);
  }

  @Override
  public int bytesPerRow() {
    return codec().bytesPerRow();
  }

  @Override
  public int firstChange(List<?> items, int distance, Object[] columns, int from, int end) {
    return codec().firstChange(items, distance, columns, from, end);
  }

  @Override
  public void take(Object bean, Object[] columns, int row) {
    codec().take(bean, columns, row);
  }

  @Override
  public boolean isInOrder() {
    return codec().isInOrder();
  }

  @Override
  public void writeRow(Object bean, XmlWriter out, Object context) {
    writeBody(bean, out, (CodecContext) context);
  }

  // ---- one by one ----

  @Override
  public Object read(XmlReader in, @Nullable Object parent, CodecContext context) {
    BeanCodec declared = codec();
    if (in.attributeCount() != 0) {
      XmlName name = in.xsiType();
      if (name != null && !name.equals(declared.typeName())) {
        BeanCodec actual = codecs.subtype(name, type);
        if (actual != null) {
          return actual.read(in, parent, context);
        }
      }
    }
    return declared.read(in, parent, context);
  }

  @Override
  public Object copy(Object value, CodecContext context) {
    return codecOf(value).copy(value, context);
  }

  @Override
  public boolean equal(Object one, Object other, CodecContext context) {
    return one == other
        || (one.getClass() == other.getClass() && codecOf(one).equal(one, other, context));
  }

  @Override
  public int hash(Object value, CodecContext context) {
    return codecOf(value).hash(value, context);
  }

  /**
   * Returns the codec, if the class has something to write: a class of the JDK that is not provided
   * for here may look like a bean without properties.
   *
   * @throws BindingException if not
   */
  BeanCodec checked() {
    BeanCodec codec = codec();
    if (type.getClassLoader() == null
        && codec instanceof TypeCodec planned
        && (planned.plan.factory == null || planned.plan.own.isEmpty())) {
      throw new BindingException(
          "Cannot bind "
              + type.getName()
              + ", because it is a class of the JDK without a form in messages. Use a class that is"
              + " bound, or an XmlJavaTypeAdapter.");
    }
    return codec;
  }

  private BeanCodec codecOf(Object value) {
    BeanCodec declared = codec();
    return value.getClass() == type ? declared : codecs.beanCodecOf(value, declared);
  }

  /** Returns the codec; null where the class has not been planned yet. */
  @Nullable BeanCodec codecOrNull() {
    return holder.codecOrNull();
  }

  /** Whether the class has been written or read before. */
  public boolean isUsed() {
    return holder.isUsed();
  }

  @Override
  public void collectNamespaces(Set<Namespace> namespaces, Set<Class<?>> visited) {
    if (visited.add(type)) {
      checked().collectNamespaces(namespaces, visited);
    }
  }

  @Override
  public boolean anyText(Predicate<SimpleType> test, Set<Class<?>> visited) {
    return visited.add(type) && codec().anyText(test, visited);
  }

  /** Only a final class has no other classes that may stand in its place. */
  @Override
  public boolean isImmutable(Set<Class<?>> visited) {
    return Modifier.isFinal(type.getModifiers())
        && codec() instanceof TypeCodec planned
        && planned.plan.isImmutable(visited);
  }

  @Override
  public void collectTypes(Set<Class<?>> types) {
    types.add(type);
  }
}

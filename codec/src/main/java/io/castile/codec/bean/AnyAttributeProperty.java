package io.castile.codec.bean;

import io.castile.codec.binding.Accessor;
import io.castile.codec.binding.Instantiator;
import io.castile.codec.value.CodecContext;
import io.castile.codec.value.RawAttribute;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.util.HashMap;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The map that takes all attributes that no other property knows ({@code XmlAnyAttribute}). */
final class AnyAttributeProperty extends Property {
  AnyAttributeProperty(String javaName, Accessor accessor) {
    super(javaName, accessor);
  }

  @Override
  public String content() {
    return "attributes of any name";
  }

  @Override
  public boolean isAttribute() {
    return true;
  }

  @Override
  public void write(@Nullable Object value, XmlWriter out, CodecContext context) {
    if (value == null) {
      return;
    }
    for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
      QName name = (QName) entry.getKey();
      if (entry.getValue() == null) {
        continue;
      }
      RawAttribute.write(
          name.getNamespaceURI(), name.getLocalPart(), (String) entry.getValue(), out);
    }
  }

  /** Puts an attribute into the bean's map. */
  void read(Object bean, XmlReader in, int index, XmlName name) {
    Object current = accessor.get(bean);
    Map<Object, Object> map = current == null ? Instantiator.map(accessor.type()) : mapOf(current);
    if (current == null) {
      accessor.set(bean, map);
    }
    map.put(
        new QName(name.uri(), name.local(), in.attributePrefix(index)),
        in.attribute(index).toString());
  }

  @SuppressWarnings("unchecked") // the annotation demands Map<QName, String>
  private static Map<Object, Object> mapOf(Object value) {
    return (Map<Object, Object>) value;
  }

  @Override
  public void readInto(Object bean, XmlReader in, XmlName name, CodecContext context) {
    throw new AssertionError("an attribute has no elements: " + this);
  }

  @Override
  public void copy(Object from, Object to, CodecContext context) {
    Object value = accessor.get(from);
    if (value == null) {
      return;
    }
    Object target = accessor.get(to);
    if (target == null) {
      accessor.set(to, copy(value, context));
      target = accessor.get(to);
    }
    if (target != null && target != value && mapOf(target).isEmpty()) {
      mapOf(target).putAll(mapOf(value)); // a getter without a setter
    }
  }

  @Override
  public Object copy(Object value, CodecContext context) {
    Map<Object, Object> copy =
        value.getClass() == HashMap.class ? new HashMap<>() : Instantiator.map(accessor.type());
    copy.putAll(mapOf(value));
    return copy;
  }

  @Override
  public boolean equalValues(Object one, Object other, CodecContext context) {
    return one.equals(other);
  }

  @Override
  public int hashValue(Object value, CodecContext context) {
    return value.hashCode();
  }
}

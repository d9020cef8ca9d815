package io.castile.codec.bean;

import io.castile.codec.binding.Accessor;
import io.castile.codec.binding.Instantiator;
import io.castile.codec.value.CodecContext;
import io.castile.codec.value.Markup;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.ValueCodec;
import io.castile.xml.Namespace;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A map: {@code <name><entry><key>…</key><value>…</value></entry>…</name>} (Jakarta XML Binding 4,
 * §8.9.7).
 */
final class MapProperty extends Property {
  private final Markup tag;
  private final boolean nillable;
  private final Markup entry;
  private final ElementType key;
  private final ElementType value;

  MapProperty(
      String javaName,
      Accessor accessor,
      Markup tag,
      boolean nillable,
      Markup entry,
      ElementType key,
      ElementType value) {
    super(javaName, accessor);
    this.tag = tag;
    this.nillable = nillable;
    this.entry = entry;
    this.key = key;
    this.value = value;
  }

  @Override
  public String content() {
    return "a map";
  }

  @Override
  public List<XmlName> elementNames() {
    return List.of(tag.name);
  }

  @Override
  public void write(@Nullable Object map, XmlWriter out, CodecContext context) {
    if (map == null) {
      if (nillable) {
        XsiMarkup.writeNil(tag, out);
      }
      return;
    }
    out.raw(tag.open);
    out.raw(ValueCodec.GT);
    for (Map.Entry<?, ?> each : ((Map<?, ?>) map).entrySet()) {
      out.raw(entry.open);
      out.raw(ValueCodec.GT);
      if (each.getKey() != null) {
        key.codec.writeElement(key.tag, each.getKey(), out, context);
      }
      if (each.getValue() != null) {
        value.codec.writeElement(value.tag, each.getValue(), out, context);
      }
      out.raw(entry.close);
    }
    out.raw(tag.close);
  }

  @Override
  public void readInto(Object bean, XmlReader in, XmlName name, CodecContext context) {
    if (in.attributeCount() != 0 && in.isNil()) {
      in.skipElement();
      return;
    }
    in.passOverAttributes();
    Map<Object, Object> map = Instantiator.map(accessor.type());
    for (XmlName each = in.nextChild(null); each != null; each = in.nextChild(null)) {
      if (each.equals(entry.name)) {
        readEntry(map, bean, in, context);
      } else {
        TypeCodec.passOver(in, entry.name);
      }
    }
    accessor.set(bean, map);
  }

  private void readEntry(Map<Object, Object> map, Object bean, XmlReader in, CodecContext context) {
    in.passOverAttributes();
    Object keyRead = null;
    Object valueRead = null;
    for (XmlName each = in.nextChild(null); each != null; each = in.nextChild(null)) {
      boolean nil = in.attributeCount() != 0 && in.isNil();
      if (!nil && each.equals(key.tag.name)) {
        keyRead = key.codec.read(in, bean, context);
      } else if (!nil && each.equals(value.tag.name)) {
        valueRead = value.codec.read(in, bean, context);
      } else if (nil) {
        in.skipElement();
      } else {
        TypeCodec.passOver(in, key.tag.name, value.tag.name);
      }
    }
    map.put(keyRead, valueRead);
  }

  @Override
  public Object copy(Object map, CodecContext context) {
    Map<Object, Object> copy =
        Instantiator.map(
            map.getClass() == java.util.LinkedHashMap.class ? map.getClass() : accessor.type());
    ((Map<?, ?>) map)
        .forEach(
            (k, v) ->
                copy.put(
                    k == null ? null : key.codec.copy(k, context),
                    v == null ? null : value.codec.copy(v, context)));
    return copy;
  }

  @Override
  public boolean equalValues(Object one, Object other, CodecContext context) {
    Map<?, ?> a = (Map<?, ?>) one;
    // A sorted map may hold different keys for the same.
    Map<?, ?> b =
        other instanceof SortedMap<?, ?> sorted ? new HashMap<>(sorted) : (Map<?, ?>) other;
    if (a.size() != b.size()) {
      return false;
    }
    for (Map.Entry<?, ?> each : a.entrySet()) {
      if (!b.containsKey(each.getKey())) {
        return false;
      }
      Object v = each.getValue();
      Object w = b.get(each.getKey());
      if (v != w && (v == null || w == null || !value.codec.equal(v, w, context))) {
        return false;
      }
    }
    return true;
  }

  /** The sum over the entries: their order does not count. */
  @Override
  public int hashValue(Object map, CodecContext context) {
    int hash = 0;
    for (Map.Entry<?, ?> each : ((Map<?, ?>) map).entrySet()) {
      Object v = each.getValue();
      hash += Objects.hashCode(each.getKey()) ^ (v == null ? 0 : value.codec.hash(v, context));
    }
    return hash;
  }

  @Override
  void collectNamespaces(Set<Namespace> namespaces, Set<Class<?>> visited) {
    if (tag.namespace != null) {
      namespaces.add(tag.namespace);
    }
    if (nillable) {
      namespaces.add(XsiMarkup.XSI);
    }
    key.codec.collectNamespaces(namespaces, visited);
    value.codec.collectNamespaces(namespaces, visited);
  }

  @Override
  boolean anyText(Predicate<SimpleType> test, Set<Class<?>> visited) {
    return key.codec.anyText(test, visited) || value.codec.anyText(test, visited);
  }

  @Override
  public void collectTypes(Set<Class<?>> types) {
    key.codec.collectTypes(types);
    value.codec.collectTypes(types);
  }
}

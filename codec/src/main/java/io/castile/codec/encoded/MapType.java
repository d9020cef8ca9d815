package io.castile.codec.encoded;

import io.castile.codec.binding.Instantiator;
import io.castile.codec.value.Markup;
import io.castile.codec.value.SimpleTypes;
import io.castile.codec.value.ValueCodec;
import io.castile.xml.Namespace;
import io.castile.xml.XmlDataException;
import io.castile.xml.XmlName;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A map as Apache SOAP and Axis 1 write it: {@code <item><key>…</key><value>…</value></item>}, of
 * the type {@code Map} in their namespace.
 */
final class MapType extends EncodedType {
  private static final byte[] ITEM_START = Markup.utf8("<item>");
  private static final byte[] ITEM_END = Markup.utf8("</item>");
  private static final byte[] KEY = Markup.utf8("<key");
  private static final byte[] KEY_END = Markup.utf8("</key>");
  private static final byte[] VALUE = Markup.utf8("<value");
  private static final byte[] VALUE_END = Markup.utf8("</value>");

  private final Class<?> type;
  private final EncodedType key;
  private final EncodedType value;

  MapType(Class<?> type, QName name, Namespace namespace, EncodedType key, EncodedType value) {
    super(name, namespace);
    this.type = type;
    this.key = key;
    this.value = value;
  }

  @Override
  public Class<?> javaType() {
    return type;
  }

  @Override
  EncodedType narrowed(EncodedType said, EncodedInput in) {
    if (said instanceof MapType) {
      return this;
    }
    throw in.xml.unexpected("a map", said.describe());
  }

  @Override
  void visit(Object map, SharedObjects objects) {
    for (Map.Entry<?, ?> each : ((Map<?, ?>) map).entrySet()) {
      objects.meet(key, each.getKey());
      objects.meet(value, each.getValue());
    }
  }

  @Override
  void writeBody(Object map, EncodedOutput out) {
    out.xml.raw(typeAttribute);
    out.xml.raw(ValueCodec.GT);
    for (Map.Entry<?, ?> each : ((Map<?, ?>) map).entrySet()) {
      out.xml.raw(ITEM_START);
      out.element(KEY, KEY_END, key, each.getKey());
      out.element(VALUE, VALUE_END, value, each.getValue());
      out.xml.raw(ITEM_END);
    }
  }

  @Override
  Object read(EncodedInput in, @Nullable String id) {
    Map<Object, Object> map = newMap();
    in.define(id, map, this);
    while (in.xml.nextChild(null) != null) {
      readItem(map, in);
    }
    return map;
  }

  @SuppressWarnings("unchecked") // a class that the interfaces' usual ones do not fit is a map
  private Map<Object, Object> newMap() {
    if (type.isAssignableFrom(LinkedHashMap.class)) {
      return new LinkedHashMap<>();
    }
    if (type.isAssignableFrom(HashMap.class)) {
      return new HashMap<>();
    }
    return type.isAssignableFrom(TreeMap.class)
        ? new TreeMap<>()
        : (Map<Object, Object>) Instantiator.create(type);
  }

  /** An entry of which key or value may be to come. */
  @SuppressWarnings("NullAway") // maps may have null keys and values
  private static final class Entry implements Target {
    private final Map<Object, Object> map;
    private final @Nullable Object[] parts = new Object[2];
    private int missing;

    Entry(Map<Object, Object> map) {
      this.map = map;
    }

    @Override
    public void set(Object holder, int index, @Nullable Object part) {
      parts[index] = part;
      missing--;
      if (missing == 0) {
        put();
      }
    }

    /**
     * Puts the entry in. A key is a text: what is made of other elements may not be whole yet, and
     * may take for ever to be hashed.
     */
    void put() {
      Object key = parts[0];
      if (key != null && !isText(key)) {
        throw new XmlDataException(
            "expected a text as the key of a map, found a " + key.getClass().getSimpleName(),
            "",
            -1);
      }
      try {
        map.put(key, parts[1]);
      } catch (NullPointerException | ClassCastException | IllegalArgumentException e) {
        throw new XmlDataException(
            "expected entries that a "
                + map.getClass().getSimpleName()
                + " takes, found such that it throws "
                + e,
            "",
            -1);
      }
    }

    private static boolean isText(Object key) {
      return key instanceof Described.Typed
          || key.getClass().isEnum()
          || SimpleTypes.of(key.getClass()) != null
          || SimpleTypes.ofSubclass(key.getClass()) != null;
    }
  }

  @SuppressWarnings("NullAway") // as above
  private void readItem(Map<Object, Object> map, EncodedInput in) {
    Entry entry = new Entry(map);
    String[] references = new String[2];
    XmlName child = in.xml.nextChild(null);
    while (child != null) {
      int index = child.local().equals("key") ? 0 : child.local().equals("value") ? 1 : -1;
      if (index < 0) {
        in.xml.skipElement();
      } else {
        Object part = in.read(index == 0 ? key : value);
        if (part == EncodedInput.PENDING) {
          references[index] = in.pending();
          entry.missing++;
        } else {
          entry.parts[index] = part;
        }
      }
      child = in.xml.nextChild(null);
    }
    boolean isWhole = references[0] == null && references[1] == null;
    if (isWhole || references[0] == null && map instanceof HashMap) {
      entry.put(); // one without its value keeps its place in the order
    }
    for (int i = 0; i < 2; i++) {
      if (references[i] != null) {
        in.later(references[i], i == 0 ? key : value, entry, entry, i);
      }
    }
  }

  @Override
  Object copy(Object map, EncodedCopy copies) {
    Map<Object, Object> copy = newMap();
    copies.fillLater(this, map, copy);
    return copy;
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // copies of a map's entries fit, nulls too
  void fill(Object map, Object copy, EncodedCopy copies) {
    for (Map.Entry<?, ?> each : ((Map<?, ?>) map).entrySet()) {
      ((Map<Object, Object>) copy)
          .put(copies.of(key, each.getKey()), copies.of(value, each.getValue()));
    }
  }

  @Override
  boolean equal(Object one, Object other, EncodedComparison pairs) {
    Map<?, ?> map = (Map<?, ?>) one;
    Map<?, ?> others = (Map<?, ?>) other;
    if (map.size() != others.size()) {
      return false;
    }
    for (Map.Entry<?, ?> each : map.entrySet()) {
      if (!others.containsKey(each.getKey())
          || !pairs.equal(value, each.getValue(), others.get(each.getKey()))) {
        return false;
      }
    }
    return true;
  }

  /** Entries have no order of their own, so that only their number counts. */
  @Override
  void hash(Object map, EncodedHash hash) {
    hash.add(((Map<?, ?>) map).size());
  }

  @Override
  void collect(Set<EncodedType> types) {
    if (types.add(this)) {
      key.collect(types);
      value.collect(types);
    }
  }
}

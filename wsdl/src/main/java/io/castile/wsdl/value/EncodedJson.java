package io.castile.wsdl.value;

import io.castile.codec.encoded.Described;
import io.castile.codec.encoded.DescribedTypes;
import io.castile.codec.value.SimpleType;
import io.castile.wsdl.model.ValueException;
import io.castile.xml.XmlDataException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The form of JSON of encoded messages, of values that say their types: a tree, in which an object
 * to which several references lead stands at each of their places. Used by one thread, for one
 * message.
 */
final class EncodedJson {
  /** The only field of a map whose keys are no texts, or such that mean something else. */
  static final String MAP = "$map";

  static final String KEY = "key";
  static final String VALUE = "value";

  /** Objects that are in one another; chains of references are as long as a sender likes. */
  private static final int MAX_DEPTH = 500;

  /** Characters that objects may take at the places behind their first one. */
  private static final long MAX_COPIED = 16L << 20;

  /** What a value counts beside its characters. */
  private static final int WEIGHT = 16;

  /** Longer texts are objects here, as each place of one would take its characters again. */
  private static final int LONG_TEXT = 256;

  /** The type of texts that say none. */
  static final QName STRING = new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, "string");

  private final EncodedPlans plans;
  private final Texts texts = new Texts();
  private final Map<Object, Made> made = new IdentityHashMap<>();
  private final Set<Object> open = Collections.newSetFromMap(new IdentityHashMap<>());
  private long weight; // of all that has been made
  private long copied;

  /**
   * What was made of an object.
   *
   * @param declared the type as which it was read
   */
  private record Made(Described declared, Object json, long weight) {}

  /**
   * @param plans that name the types of values
   */
  EncodedJson(EncodedPlans plans) {
    this.plans = plans;
  }

  /** Whether a key means something else than an accessor or an entry. */
  static boolean isReserved(String key) {
    return key.startsWith("@") || key.startsWith("$");
  }

  /**
   * Returns the values of a message by the names of its parts.
   *
   * @throws XmlDataException if objects are in themselves, or stand at so many places that the tree
   *     would be much larger than the message
   */
  Map<String, Object> message(List<Described.Field> parts, @Nullable Object[] values) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i++) {
      Described.Field part = parts.get(i);
      json.put(part.name(), value(part.name(), part.type(), values[i]));
    }
    return json;
  }

  /** Returns one value, as {@link #message} does. */
  @Nullable Object value(String name, Described declared, @Nullable Object value) {
    try {
      return value(declared, value);
    } catch (ValueException e) {
      throw new XmlDataException(String.valueOf(e.in(name).getMessage()), "", -1, e);
    }
  }

  private @Nullable Object value(Described declared, @Nullable Object value) {
    weight += WEIGHT;
    if (value == null) {
      return null;
    }
    boolean isObject = value instanceof Map || value instanceof List;
    Made known = made.get(value);
    if (known != null && (known.declared == declared || !isObject)) {
      weight += known.weight;
      count(known.weight);
      return known.declared == declared ? known.json : text(declared, value);
    }
    if (!isObject) {
      Object json = text(declared, value);
      long own = weight(json);
      weight += own;
      if (own > LONG_TEXT) {
        made.put(value, new Made(declared, json, own));
      }
      return json;
    }
    if (!open.add(value)) {
      throw new ValueException("expected a tree, found an object that is in itself");
    }
    if (open.size() > MAX_DEPTH) {
      throw new ValueException("expected at most " + MAX_DEPTH + " objects in one another");
    }
    long before = weight;
    Object json = value instanceof List<?> list ? list(declared, list) : fields(declared, value);
    open.remove(value);
    Made own = new Made(declared, json, weight - before);
    if (known != null) {
      count(own.weight + WEIGHT);
    }
    made.put(value, own);
    return json;
  }

  /** How much the form of a text takes: its characters, and those of the name of its type. */
  private static long weight(Object json) {
    long own = 0;
    if (json instanceof String text) {
      own = text.length();
    } else if (json instanceof Map<?, ?> fields) {
      for (Map.Entry<?, ?> each : fields.entrySet()) {
        own += WEIGHT + weight(each.getKey()) + weight(each.getValue());
      }
    } else if (json instanceof List<?> items) {
      for (Object each : items) {
        own += WEIGHT + weight(each);
      }
    }
    return own; // a number that is no text has few digits
  }

  private void count(long again) {
    copied += again;
    if (copied > MAX_COPIED) {
      throw new ValueException(
          "expected objects that take at most "
              + MAX_COPIED
              + " characters at the places behind their first one, found more");
    }
  }

  private Object list(Described declared, List<?> list) {
    Described item =
        declared instanceof Described.Array array ? array.item() : Described.Any.INSTANCE;
    List<@Nullable Object> items = new ArrayList<>(list.size());
    for (Object each : list) {
      try {
        items.add(value(item, each));
      } catch (ValueException e) {
        throw e.in("[" + items.size() + "]");
      }
    }
    return items;
  }

  private Object fields(Described declared, Object value) {
    Map<?, ?> map = (Map<?, ?>) value;
    Described.Struct shown = declared instanceof Described.Struct struct ? struct : null;
    QName named = map.get(DescribedTypes.TYPE) instanceof QName name ? name : null;
    Described type = named == null ? shown : plans.type(named);
    return type instanceof Described.Struct struct
        ? struct(struct, struct == shown, map)
        : entries(map);
  }

  private Map<String, @Nullable Object> struct(
      Described.Struct type, boolean isDeclared, Map<?, ?> map) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    QName name = type.name();
    if (!isDeclared && name != null) {
      fields.put(ComplexPlan.TYPE, ComplexPlan.fullKey(name));
    }
    for (Described.Field each : type.fields()) {
      if (map.containsKey(each.name())) {
        put(each.name(), each.type(), map.get(each.name()), fields);
      }
    }
    return fields;
  }

  private void put(
      String key,
      Described declared,
      @Nullable Object value,
      Map<String, @Nullable Object> fields) {
    weight += key.length();
    try {
      fields.put(key, value(declared, value));
    } catch (ValueException e) {
      throw e.in(key);
    }
  }

  // ---- maps of any keys ----

  private Map<String, @Nullable Object> entries(Map<?, ?> map) {
    Set<String> keys = new HashSet<>();
    for (Object key : map.keySet()) {
      String text = key(key);
      if (text == null || isReserved(text) || !keys.add(text)) {
        return listed(map);
      }
    }
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    map.forEach((key, each) -> put(String.valueOf(key(key)), Described.Any.INSTANCE, each, fields));
    return fields;
  }

  /** The text that a key is; null where it is none. */
  private static @Nullable String key(@Nullable Object key) {
    Object plain = key instanceof Described.Typed typed && isText(typed) ? typed.value() : key;
    return plain instanceof String text ? text : null;
  }

  private Map<String, @Nullable Object> listed(Map<?, ?> map) {
    List<Object> entries = new ArrayList<>(map.size());
    map.forEach(
        (key, each) -> {
          Map<String, @Nullable Object> entry = new LinkedHashMap<>();
          put(KEY, Described.Any.INSTANCE, key, entry);
          put(VALUE, Described.Any.INSTANCE, each, entry);
          entries.add(entry);
        });
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put(MAP, entries);
    return fields;
  }

  // ---- texts ----

  /** Whether a text is of the type that texts have which say none. */
  private static boolean isText(Described.Typed text) {
    return text.name().equals(STRING);
  }

  private Object text(Described declared, Object value) {
    if (!(value instanceof Described.Typed typed)) {
      return value; // the text of an element that says no type
    }
    Described.Simple type =
        declared instanceof Described.Simple simple
            ? simple
            : (Described.Simple) type(typed.name());
    SimpleType codec = plans.simple(type).type();
    Object json =
        codec.needsDeclaration()
            ? JsonValues.names(typed.value())
            : JsonValues.one(codec, typed.value(), texts);
    if (type == declared || isText(typed)) {
      return json;
    }
    Map<String, Object> fields = new LinkedHashMap<>(4);
    fields.put(ComplexPlan.TYPE, ComplexPlan.fullKey(typed.name()));
    fields.put(ComplexPlan.TEXT, json);
    return fields;
  }

  private Described type(QName name) {
    return plans.typeOrAny(name);
  }
}

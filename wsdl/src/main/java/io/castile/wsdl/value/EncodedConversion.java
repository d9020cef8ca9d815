package io.castile.wsdl.value;

import io.castile.codec.encoded.Described;
import io.castile.codec.encoded.DescribedTypes;
import io.castile.wsdl.model.ValueException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Converts what a caller passes into the values that are meant, like {@link Conversion}, in maps
 * and lists that are shared, and lead back to themselves, where those of the caller do. Used by one
 * thread, for one message.
 */
final class EncodedConversion {
  /** Objects that are in one another; longer chains have to be given as lists. */
  private static final int MAX_DEPTH = 500;

  private final EncodedPlans plans;
  private final boolean isJson;
  private final Texts texts = new Texts();
  private final Map<Object, Made> made = new IdentityHashMap<>();
  private int depth;

  /** The object that was made, as a value of a type. */
  private record Made(Described type, Object value) {}

  /**
   * @param isJson whether values are in the form of JSON, as {@link EncodedJson} returns them
   */
  EncodedConversion(EncodedPlans plans, boolean isJson) {
    this.plans = plans;
    this.isJson = isJson;
  }

  /**
   * Returns the value of a type that is meant.
   *
   * @throws ValueException if it is none of the type
   */
  @Nullable Object value(Described type, @Nullable Object given) {
    if (given == null) {
      return null;
    }
    if (type instanceof Described.Simple simple) {
      return plans.simple(simple).converted(given, texts);
    }
    Made known = made.get(given);
    if (known != null && known.type == type) {
      return known.value;
    }
    if (++depth > MAX_DEPTH) {
      throw new ValueException("expected at most " + MAX_DEPTH + " fields in one another");
    }
    Object converted = object(type, given);
    depth--;
    return converted;
  }

  private Object object(Described type, Object given) {
    if (type instanceof Described.Struct struct) {
      return struct(struct, given);
    }
    if (type instanceof Described.Array array) {
      return list(array, array.item(), given);
    }
    if (type == Described.AnyMap.INSTANCE) {
      if (given instanceof Map<?, ?> map) {
        return entries(map);
      }
      throw new ValueException("expected fields, found " + said(given));
    }
    if (given instanceof Map<?, ?> map) {
      return map(map);
    }
    if (given instanceof List) {
      return list(Described.Any.INSTANCE, Described.Any.INSTANCE, given);
    }
    Texts.checkDigits(given);
    return given;
  }

  private Object struct(Described.Struct declared, Object given) {
    if (!(given instanceof Map<?, ?> map)) {
      throw new ValueException("expected fields of " + keys(declared) + ", found " + said(given));
    }
    Object named = map.get(DescribedTypes.TYPE);
    Described.Struct type = named == null ? declared : derived(declared, named.toString());
    if (type.isAbstract()) {
      throw new ValueException(
          "expected the name of a derived type in "
              + DescribedTypes.TYPE
              + ", as the declared one is abstract, found "
              + (named == null ? "none" : "'" + named + "'"));
    }
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    note(declared, given, fields);
    if (named != null) {
      fields.put(DescribedTypes.TYPE, named);
    }
    int found = named == null ? 0 : 1;
    for (Described.Field field : type.fields()) {
      Object value = map.get(field.name());
      if (value != null || map.containsKey(field.name())) {
        found++;
        fields.put(field.name(), named(field, value));
      }
    }
    if (found < map.size()) {
      TreeSet<String> unknown = new TreeSet<>();
      map.keySet().forEach(key -> unknown.add(String.valueOf(key)));
      unknown.removeAll(fields.keySet());
      throw RemainingFields.unknown(keys(type), unknown);
    }
    return fields;
  }

  private @Nullable Object named(Described.Field field, @Nullable Object value) {
    try {
      return value(field.type(), value);
    } catch (ValueException e) {
      throw e.in(field.name());
    }
  }

  private Described.Struct derived(Described.Struct declared, String named) {
    if (named(named) instanceof Described.Struct struct && struct.isDerivedFrom(declared)) {
      return struct;
    }
    throw new ValueException(
        "expected the name of a derived type, as {namespace}name, found '" + named + "'");
  }

  /** The type of a name in Clark notation; null if there is none, or it is no name. */
  private @Nullable Described named(String name) {
    try {
      return plans.type(QName.valueOf(name));
    } catch (IllegalArgumentException e) {
      return null; // which the caller says
    }
  }

  private static Set<String> keys(Described.Struct type) {
    TreeSet<String> keys = new TreeSet<>();
    type.fields().forEach(field -> keys.add(field.name()));
    return keys;
  }

  /**
   * Notes a converted object, so that it is shared, unless it is empty: empty ones are often one
   * constant, which is not meant to be shared.
   */
  private void note(Described type, Object given, Object converted) {
    boolean isEmpty =
        given instanceof List<?> list ? list.isEmpty() : ((Map<?, ?>) given).isEmpty();
    if (!isEmpty) {
      made.put(given, new Made(type, converted));
    }
  }

  private static String said(Object given) {
    return given instanceof Map ? "fields" : given instanceof List ? "a list" : "'" + given + "'";
  }

  private Object list(Described array, Described item, Object given) {
    if (!(given instanceof List<?> list)) {
      throw new ValueException("expected a list, found " + said(given));
    }
    List<@Nullable Object> items = new ArrayList<>(list.size());
    note(array, given, items);
    for (Object each : list) {
      try {
        items.add(value(item, each));
      } catch (ValueException e) {
        throw e.in("[" + items.size() + "]");
      }
    }
    return items;
  }

  /** A map that says what it is, or of which only the values do. */
  private Object map(Map<?, ?> given) {
    Object named = given.get(DescribedTypes.TYPE);
    if (named == null) {
      return entries(given);
    }
    Described type = named(named.toString());
    if (type instanceof Described.Struct struct) {
      return struct(struct, given);
    }
    if (isJson && type instanceof Described.Simple simple) {
      return typed(simple, QName.valueOf(named.toString()), given);
    }
    throw new ValueException(
        "expected the name of a "
            + (isJson ? "type" : "struct")
            + ", as {namespace}name, found '"
            + named
            + "'");
  }

  /** A text that says its type. */
  private Object typed(Described.Simple type, QName name, Map<?, ?> given) {
    TreeSet<String> unknown = new TreeSet<>();
    given.keySet().forEach(key -> unknown.add(String.valueOf(key)));
    Set<String> expected = new TreeSet<>(Set.of(ComplexPlan.TYPE, ComplexPlan.TEXT));
    unknown.removeAll(expected);
    if (!unknown.isEmpty()) {
      throw RemainingFields.unknown(expected, unknown);
    }
    try {
      return new Described.Typed(
          name, plans.simple(type).converted(given.get(ComplexPlan.TEXT), texts));
    } catch (ValueException e) {
      throw e.in(ComplexPlan.TEXT);
    }
  }

  private Object entries(Map<?, ?> given) {
    Map<Object, @Nullable Object> copy = new LinkedHashMap<>();
    note(Described.Any.INSTANCE, given, copy);
    if (isJson && given.size() == 1 && given.get(EncodedJson.MAP) instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        try {
          entry(list.get(i), copy);
        } catch (ValueException e) {
          throw e.in("[" + i + "]").in(EncodedJson.MAP);
        }
      }
      return copy;
    }
    given.forEach(
        (key, each) -> {
          String name = String.valueOf(key);
          if (isJson && EncodedJson.isReserved(name)) {
            throw new ValueException(
                "expected a key without @ and $ at its start, or "
                    + EncodedJson.MAP
                    + ", found "
                    + name);
          }
          try {
            copy.put(key, value(Described.Any.INSTANCE, each));
          } catch (ValueException e) {
            throw e.in(name);
          }
        });
    return copy;
  }

  @SuppressWarnings("NullAway") // maps of Apache SOAP may have a null key
  private void entry(@Nullable Object given, Map<Object, @Nullable Object> entries) {
    if (!(given instanceof Map<?, ?> map)
        || !Set.of(EncodedJson.KEY, EncodedJson.VALUE).equals(map.keySet())) {
      throw new ValueException(
          "expected fields " + EncodedJson.KEY + ", " + EncodedJson.VALUE + ", found others");
    }
    Object key = value(Described.Any.INSTANCE, map.get(EncodedJson.KEY));
    if (key instanceof Map || key instanceof List) {
      throw new ValueException("expected a text or null, found another value").in(EncodedJson.KEY);
    }
    boolean isReserved = key instanceof String text && EncodedJson.isReserved(text);
    Object own = isReserved ? new Described.Typed(EncodedJson.STRING, key) : key;
    entries.put(own, value(Described.Any.INSTANCE, map.get(EncodedJson.VALUE)));
  }
}

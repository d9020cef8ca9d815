package io.castile.wsdl.value;

import io.castile.wsdl.model.ValueException;
import io.castile.xml.XmlName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Converts what a caller passes into the values that are meant: each of the class of its type, in
 * maps and lists of its own, which no other code changes. Missing or surplus entries of a map are
 * found when it is written. Used by one thread, for one message.
 */
final class Conversion {
  /** Maps that are in one another; more are likely a cycle. */
  private static final int MAX_DEPTH = 500;

  private final Plans plans;
  private final boolean isJson;
  private final Texts texts = new Texts();
  private int depth;

  Conversion(Plans plans) {
    this(plans, false);
  }

  /**
   * @param isJson whether values are in the form of JSON, whose numbers and texts say no types
   */
  Conversion(Plans plans, boolean isJson) {
    this.plans = plans;
    this.isJson = isJson;
  }

  /**
   * Returns the value of an element, or the list of several.
   *
   * @throws ValueException if it is none of the type
   */
  @Nullable Object element(ElementPlan element, @Nullable Object value) {
    if (value instanceof List<?> list && element.areSeveral(list)) {
      List<@Nullable Object> all = new ArrayList<>(list.size());
      for (Object each : list) {
        try {
          all.add(each == null ? null : single(element, each));
        } catch (ValueException e) {
          throw e.in("[" + all.size() + "]");
        }
      }
      return all;
    }
    return value == null ? null : single(element, value);
  }

  /** One value of an element, which may say that it has a fixed one. */
  private Object single(ElementPlan element, Object value) {
    Object converted = content(element.type(), value);
    Preset preset = element.preset();
    if (preset != null && !value.equals("")) {
      if (element.type() instanceof SimplePlan simple) {
        preset.check(simple, converted, texts);
      } else if (element.type() instanceof ComplexPlan complex
          && complex.simple() != null
          && ((Map<?, ?>) converted).get(ComplexPlan.TEXT) != null) {
        preset.check(complex.simple(), ((Map<?, ?>) converted).get(ComplexPlan.TEXT), texts);
      }
    }
    return converted;
  }

  /** Converts one value of a type. */
  Object content(TypePlan type, Object value) {
    if (type instanceof SimplePlan simple) {
      return simple.converted(value, texts);
    }
    if (++depth > MAX_DEPTH) {
      throw new ValueException("expected at most " + MAX_DEPTH + " fields in one another");
    }
    Object converted;
    if (type instanceof ComplexPlan complex) {
      converted = complex(complex, value);
    } else {
      if (value instanceof List) {
        throw new ValueException("expected one value of an element, found a list");
      }
      converted = type instanceof AnyPlan any && any.isText() ? anyText(value) : any(value);
    }
    depth--;
    return converted;
  }

  private Map<String, @Nullable Object> complex(ComplexPlan declared, Object value) {
    if (!(value instanceof Map<?, ?> fieldsGiven)) {
      return text(declared, value);
    }
    Object named = fieldsGiven.get(ComplexPlan.TYPE);
    ComplexPlan type = named == null ? declared : plans.derived(declared, named.toString());
    Map<?, ?> given = byKeys(type, fieldsGiven);
    Map<String, @Nullable Object> fields =
        new LinkedHashMap<>(Math.max(4, given.size() * 2)); // in the order of the schema
    for (AttributePlan attribute : type.attributes()) {
      take(type, attribute.key(), given, fields);
    }
    for (Child child : type.children()) {
      take(type, child.key(), given, fields);
    }
    if (fields.size() < given.size()) {
      for (Object key : given.keySet()) {
        take(type, String.valueOf(key), given, fields);
      }
    }
    return fields;
  }

  /** The fields by the keys of a type, where they are given by full names. */
  private static Map<?, ?> byKeys(ComplexPlan type, Map<?, ?> given) {
    boolean isFull = false;
    for (Object key : given.keySet()) {
      String name = String.valueOf(key);
      isFull |= name.startsWith("{") || name.startsWith("@{");
    }
    if (!isFull) {
      return given;
    }
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    given.forEach(
        (key, value) -> {
          String name = type.key(String.valueOf(key));
          if (fields.containsKey(name)) {
            throw new ValueException("expected " + name + " once, found it by two names");
          }
          fields.put(name, value);
        });
    return fields;
  }

  private void take(
      ComplexPlan type, String key, Map<?, ?> given, Map<String, @Nullable Object> fields) {
    Object value = given.get(key);
    if ((value == null && !given.containsKey(key)) || fields.containsKey(key)) {
      return;
    }
    try {
      fields.put(key, field(type, key, value));
    } catch (ValueException e) {
      throw e.in(key);
    }
  }

  /** Returns the text for the fields of a type: its text alone, or none. */
  private Map<String, @Nullable Object> text(ComplexPlan type, Object value) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>(4);
    if (type.simple() != null) {
      fields.put(ComplexPlan.TEXT, type.simple().converted(value, texts));
    } else if (!value.equals("")) { // which is an element with nothing in it
      throw new ValueException(
          "expected fields of "
              + String.join(", ", type.keys())
              + ", found "
              + (value instanceof List ? "a list" : "'" + value + "'"));
    }
    return fields;
  }

  private @Nullable Object field(ComplexPlan type, String key, @Nullable Object value) {
    if (value == null || key.equals(ComplexPlan.TYPE)) {
      return value;
    }
    if (key.equals(ComplexPlan.NIL)) {
      return isTrue(value);
    }
    if (key.equals(ComplexPlan.SEQUENCE)) {
      return sequence(type, value);
    }
    if (key.equals(ComplexPlan.TEXT)) {
      return type.simple() == null ? texts.of(value) : type.simple().converted(value, texts);
    }
    if (key.startsWith("@")) {
      AttributePlan attribute = type.attribute(key);
      return attribute == null ? texts.of(value) : attribute(attribute, value);
    }
    if (key.equals(ComplexPlan.ANY)) {
      return value instanceof Map<?, ?> map ? anyFields(map) : value;
    }
    ElementPlan element = type.element(key);
    return element == null ? any(value) : element(element, value);
  }

  private Object attribute(AttributePlan attribute, Object value) {
    Object converted = attribute.type().converted(value, texts);
    if (attribute.preset() != null) {
      attribute.preset().check(attribute.type(), converted, texts);
    }
    return converted;
  }

  private boolean isTrue(Object value) {
    return switch (texts.of(value).strip()) {
      case "true", "1" -> true;
      case "false", "0" -> false;
      default -> throw new ValueException("expected true or false, found '" + value + "'");
    };
  }

  // ---- elements in their order ----

  private List<Object> sequence(ComplexPlan type, Object value) {
    if (!(value instanceof List<?> list)) {
      throw new ValueException("expected a list of maps of one field each, found '" + value + "'");
    }
    List<Object> items = new ArrayList<>(list.size());
    for (Object each : list) {
      try {
        items.add(each instanceof String text && type.isMixed() ? text : item(type, each));
      } catch (ValueException e) {
        throw e.in("[" + items.size() + "]");
      }
    }
    return items;
  }

  private Map<String, @Nullable Object> item(ComplexPlan type, Object item) {
    Map.Entry<?, ?> only = only(item);
    String key = type.key(String.valueOf(only.getKey()));
    ElementPlan element = type.element(key);
    Object value = only.getValue();
    if (element == null && !type.hasWildcard()) {
      throw RemainingFields.unknown(type.keys(), Set.of(key));
    }
    Map<String, @Nullable Object> converted = new LinkedHashMap<>(4);
    try {
      if (element == null) {
        converted.put(key, anyElement(key, value));
      } else if (value instanceof List<?> several && element.areSeveral(several)) {
        throw new ValueException("expected one value, found a list");
      } else {
        converted.put(key, element(element, value));
      }
    } catch (ValueException e) {
      throw e.in(key);
    }
    return converted;
  }

  private static Map.Entry<?, ?> only(@Nullable Object item) {
    if (item instanceof Map<?, ?> map && map.size() == 1) {
      return map.entrySet().iterator().next();
    }
    throw new ValueException(
        "expected a map of one field, found "
            + (item instanceof Map<?, ?> map ? map.size() + " fields" : "'" + item + "'"));
  }

  // ---- values of which nothing is known but themselves ----

  private Object any(Object value) {
    if (value instanceof Map<?, ?> map) {
      return ++depth > MAX_DEPTH ? tooDeep() : left(anyFields(map));
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> items = new ArrayList<>(list.size());
      for (Object each : list) {
        if (each instanceof List) {
          throw new ValueException("expected values of an element, found a list in a list");
        }
        items.add(each == null ? null : any(each));
      }
      return items;
    }
    Texts.checkDigits(value);
    if (isJson) {
      String text = texts.of(value);
      return text.isEmpty() ? Map.of() : Map.of(ComplexPlan.TEXT, text);
    }
    Object copy = Trees.copy(value);
    return copy == null ? value : copy;
  }

  private Object left(Object converted) {
    depth--;
    return converted;
  }

  private static Object tooDeep() {
    throw new ValueException("expected at most " + MAX_DEPTH + " fields in one another");
  }

  private Object anyText(Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      if (value instanceof List) {
        throw new ValueException("expected anySimpleType, found a list");
      }
      return any(value);
    }
    Object named = map.get(ComplexPlan.TYPE);
    if (named == null || !(plans.anyNamed(named.toString()).type() instanceof SimplePlan)) {
      throw new ValueException(
          "expected a text, or fields "
              + ComplexPlan.TYPE
              + ", a simple type, and "
              + ComplexPlan.TEXT
              + ", found "
              + (named == null ? "other fields" : "the type '" + named + "'"));
    }
    return anyFields(map);
  }

  private Map<String, @Nullable Object> anyFields(Map<?, ?> map) {
    Object named = map.get(ComplexPlan.TYPE);
    if (named != null) {
      TypePlan type = plans.anyNamed(named.toString()).type();
      if (type instanceof SimplePlan simple) {
        return typedText(simple, named, map);
      }
      if (type instanceof ComplexPlan complex) {
        Map<String, @Nullable Object> fields = complex(complex, map);
        fields.put(ComplexPlan.TYPE, named);
        return fields;
      }
    }
    Map<String, @Nullable Object> fields = new LinkedHashMap<>(Math.max(4, map.size() * 2));
    map.forEach(
        (key, value) -> {
          String name = String.valueOf(key);
          boolean isNothing = name.equals(ComplexPlan.TEXT) || name.equals(ComplexPlan.SEQUENCE);
          if (value == null && isNothing) {
            return;
          }
          try {
            fields.put(name, value == null ? null : anyField(name, value));
          } catch (ValueException e) {
            throw e.in(name);
          }
        });
    return fields;
  }

  private @Nullable Object anyField(String name, Object value) {
    if (name.equals(ComplexPlan.NIL)) {
      return isTrue(value);
    }
    if (name.equals(ComplexPlan.SEQUENCE)) {
      return anySequence(value);
    }
    if (name.startsWith("@") || name.equals(ComplexPlan.TEXT)) {
      return texts.of(value);
    }
    return anyElement(name, value);
  }

  private @Nullable Object anyElement(String name, @Nullable Object value) {
    ElementPlan known = plans.element(qualified(name));
    if (known != null) {
      return element(known, value);
    }
    return value == null ? null : any(value);
  }

  static QName qualified(String name) {
    try {
      QName qualified = name.startsWith("{}") ? new QName(name.substring(2)) : QName.valueOf(name);
      XmlName.checkedLocal(qualified.getLocalPart());
      return qualified;
    } catch (IllegalArgumentException e) {
      throw new ValueException("expected a name, as {namespace}name, found '" + name + "'", e);
    }
  }

  private List<Object> anySequence(Object value) {
    if (!(value instanceof List<?> list)) {
      throw new ValueException("expected a list of maps of one field each, found '" + value + "'");
    }
    List<Object> items = new ArrayList<>(list.size());
    for (Object each : list) {
      if (each instanceof String text) {
        items.add(text);
        continue;
      }
      Map.Entry<?, ?> only = only(each);
      Map<String, @Nullable Object> converted = new LinkedHashMap<>(4);
      String name = String.valueOf(only.getKey());
      converted.put(name, anyElement(name, only.getValue()));
      items.add(converted);
    }
    return items;
  }

  /** A text whose type it says itself, or none of that type. */
  private Map<String, @Nullable Object> typedText(SimplePlan type, Object named, Map<?, ?> map) {
    Set<String> unknown = new TreeSet<>();
    map.keySet().forEach(key -> unknown.add(String.valueOf(key)));
    Object nil = map.get(ComplexPlan.NIL);
    boolean isNil = nil != null && isTrue(nil);
    Set<String> expected = Set.of(ComplexPlan.TYPE, isNil ? ComplexPlan.NIL : ComplexPlan.TEXT);
    unknown.removeAll(expected);
    if (!unknown.isEmpty()) {
      throw RemainingFields.unknown(new TreeSet<>(expected), unknown);
    }
    Map<String, @Nullable Object> fields = new LinkedHashMap<>(4);
    fields.put(ComplexPlan.TYPE, named);
    if (isNil) {
      fields.put(ComplexPlan.NIL, true);
      return fields;
    }
    Object text = map.get(ComplexPlan.TEXT);
    fields.put(ComplexPlan.TEXT, type.converted(text, texts));
    return fields;
  }
}

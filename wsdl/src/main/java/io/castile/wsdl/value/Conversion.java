package io.castile.wsdl.value;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes of what somebody gives the values that are meant: each of the class of its type, in maps
 * and lists of its own, which nobody else changes. What a map lacks or has too much is seen when it
 * is written. Used by one thread, for one message.
 */
final class Conversion {
  /** Maps that are in one another; more are likely a cycle. */
  private static final int MAX_DEPTH = 500;

  private final Plans plans;
  private final Texts texts = new Texts();
  private int depth;

  Conversion(Plans plans) {
    this.plans = plans;
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
          all.add(each == null ? null : content(element.type(), each));
        } catch (ValueException e) {
          throw e.in("[" + all.size() + "]");
        }
      }
      return all;
    }
    return value == null ? null : content(element.type(), value);
  }

  /** As above, of one value of a type. */
  Object content(TypePlan type, Object value) {
    if (type instanceof SimplePlan simple) {
      return simple.converted(value, texts);
    }
    if (++depth > MAX_DEPTH) {
      throw new ValueException("expected at most " + MAX_DEPTH + " fields in one another");
    }
    Object converted = type instanceof ComplexPlan complex ? complex(complex, value) : any(value);
    depth--;
    return converted;
  }

  private Map<String, @Nullable Object> complex(ComplexPlan declared, Object value) {
    if (!(value instanceof Map<?, ?> given)) {
      return text(declared, value);
    }
    Object named = given.get(ComplexPlan.TYPE);
    ComplexPlan type = named == null ? declared : plans.derived(declared, named.toString());
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

  /** What stands for the fields of a type: its text alone, or nothing. */
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
    if (key.equals(ComplexPlan.TEXT)) {
      return type.simple() == null ? texts.of(value) : type.simple().converted(value, texts);
    }
    if (key.startsWith("@")) {
      AttributePlan attribute = type.attribute(key);
      return attribute == null ? texts.of(value) : attribute.type().converted(value, texts);
    }
    ElementPlan element = type.element(key);
    return element == null ? any(value) : element(element, value);
  }

  /** A value of which nothing is known but itself. */
  private Object any(Object value) {
    Object copy = Trees.copy(value);
    return copy == null ? value : copy;
  }
}

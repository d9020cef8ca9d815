package io.castile.cache;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.xml.datatype.XMLGregorianCalendar;
import org.w3c.dom.Element;

/**
 * All that a graph of test objects says, as text, and every change that can be made to it: knows
 * nothing of the code under test.
 */
public final class Dump {
  private final Map<Object, Integer> numbers = new IdentityHashMap<>();
  private final List<Runnable> changes = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();

  private Dump() {}

  public static String of(Object value) {
    Dump dump = new Dump();
    dump.add(value);
    return dump.text.toString();
  }

  /** Every single change of the graph. */
  public static List<Runnable> changes(Object value) {
    Dump dump = new Dump();
    dump.add(value);
    return dump.changes;
  }

  private void add(Object value) {
    if (isValue(value)) {
      text.append(value);
      return;
    }
    Integer known = numbers.putIfAbsent(value, numbers.size());
    if (known != null) {
      text.append('#').append(known);
    } else if (value instanceof Collection<?> items) {
      addItems(items);
    } else if (value instanceof Map<?, ?> map) {
      addEntries(map);
    } else if (value instanceof Date date) {
      text.append(date.getTime());
      changes.add(() -> date.setTime(date.getTime() + 1));
    } else if (value instanceof XMLGregorianCalendar calendar) {
      text.append(calendar);
      changes.add(() -> calendar.setDay(calendar.getDay() + 1));
    } else if (value instanceof Element element) {
      text.append(element.getTagName()).append(element.getTextContent());
      changes.add(() -> element.setTextContent("changed"));
    } else if (value.getClass().isArray()) {
      addArray(value);
    } else {
      addFields(value);
    }
  }

  private static boolean isValue(Object value) {
    return value == null
        || value instanceof Enum<?>
        || value.getClass().getName().startsWith("java.lang.")
        || value.getClass().getName().startsWith("java.math.");
  }

  private void addItems(Collection<?> items) {
    text.append('[');
    for (Object item : new ArrayList<>(items)) {
      add(item);
      text.append(", ");
    }
    text.append(']');
    if (!items.isEmpty()) {
      changes.add(items::clear);
    }
  }

  private void addEntries(Map<?, ?> map) {
    text.append('{');
    new TreeMap<>(map)
        .forEach(
            (key, value) -> {
              text.append(key).append('=');
              add(value);
              text.append(", ");
            });
    text.append('}');
    if (!map.isEmpty()) {
      changes.add(map::clear);
    }
  }

  private void addArray(Object array) {
    text.append('(');
    for (int i = 0; i < Array.getLength(array); i++) {
      int index = i;
      add(Array.get(array, i));
      text.append(", ");
      changes.add(() -> Array.set(array, index, zero(array.getClass().getComponentType())));
    }
    text.append(')');
  }

  private void addFields(Object bean) {
    text.append(bean.getClass().getSimpleName()).append('<');
    for (Class<?> type = bean.getClass(); type != Object.class; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          addField(bean, field);
        }
      }
    }
    text.append('>');
  }

  private void addField(Object bean, Field field) {
    field.setAccessible(true);
    Object held;
    try {
      held = field.get(bean);
    } catch (IllegalAccessException e) {
      throw new AssertionError("made accessible", e);
    }
    text.append(field.getName()).append('=');
    add(held);
    text.append(", ");
    boolean other = !Objects.equals(held, zero(field.getType()));
    if (other && !Modifier.isFinal(field.getModifiers())) {
      changes.add(
          () -> {
            try {
              field.set(bean, zero(field.getType()));
            } catch (IllegalAccessException e) {
              throw new AssertionError("made accessible", e);
            }
          });
    }
  }

  /** Another value than those of the fixtures. */
  private static Object zero(Class<?> type) {
    if (type == int.class) {
      return -99;
    }
    if (type == byte.class) {
      return (byte) -99;
    }
    if (type == double.class) {
      return -99.0;
    }
    if (type == long.class) {
      return -99L;
    }
    return type == boolean.class ? (Object) Boolean.FALSE : null;
  }
}

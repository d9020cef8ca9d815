package io.castile.bench.floor;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;

/** An answer as text, field by field, with nothing but reflection: equal answers have one text. */
final class AnswerText {
  private AnswerText() {}

  static String of(Object answer) {
    StringBuilder text = new StringBuilder();
    append(answer, text);
    return text.toString();
  }

  private static void append(Object value, StringBuilder text) {
    if (value instanceof List<?> list) {
      text.append('[');
      list.forEach(item -> append(item, text));
      text.append(']');
    } else if (value == null
        || value instanceof Enum<?>
        || !value.getClass().getName().startsWith("io.castile")) {
      text.append(value).append(';');
    } else {
      for (Field field : value.getClass().getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          text.append(field.getName()).append('=');
          append(get(field, value), text);
        }
      }
    }
  }

  private static Object get(Field field, Object bean) {
    try {
      field.setAccessible(true);
      return field.get(bean);
    } catch (IllegalAccessException e) {
      throw new AssertionError("it is accessible now", e);
    }
  }
}

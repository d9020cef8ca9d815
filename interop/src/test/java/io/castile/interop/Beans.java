package io.castile.interop;

import jakarta.xml.bind.annotation.XmlTransient;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Reflection over generated beans: their bound fields, read and set directly, past the getters. */
final class Beans {
  private static final Map<Class<?>, List<Field>> FIELDS = new ConcurrentHashMap<>();
  private static final Map<Class<?>, Constructor<?>> CONSTRUCTORS = new ConcurrentHashMap<>();

  private Beans() {}

  /** Forgets all classes, so that their loader can go. */
  static void forget() {
    FIELDS.clear();
    CONSTRUCTORS.clear();
  }

  /** The bound instance fields, inherited ones first. */
  static List<Field> fields(Class<?> type) {
    List<Field> known = FIELDS.get(type);
    if (known == null) {
      known = findFields(type);
      FIELDS.put(type, known);
    }
    return known;
  }

  private static List<Field> findFields(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    if (type.getSuperclass() != null && type.getSuperclass() != Object.class) {
      fields.addAll(fields(type.getSuperclass()));
    }
    for (Field field : type.getDeclaredFields()) {
      boolean bound =
          !Modifier.isStatic(field.getModifiers())
              && !field.isSynthetic()
              && !field.isAnnotationPresent(XmlTransient.class);
      if (bound) {
        field.setAccessible(true);
        fields.add(field);
      }
    }
    return Collections.unmodifiableList(fields);
  }

  static Object get(Field field, Object bean) {
    try {
      return field.get(bean);
    } catch (IllegalAccessException e) {
      throw new AssertionError("made accessible", e);
    }
  }

  static void set(Field field, Object bean, Object value) {
    try {
      field.set(bean, value);
    } catch (IllegalAccessException e) {
      throw new AssertionError("made accessible", e);
    }
  }

  static Object create(Class<?> type) {
    try {
      Constructor<?> constructor = CONSTRUCTORS.get(type);
      if (constructor == null) {
        constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        CONSTRUCTORS.put(type, constructor);
      }
      return constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new AssertionError("a bound class has a constructor without arguments: " + type, e);
    }
  }
}

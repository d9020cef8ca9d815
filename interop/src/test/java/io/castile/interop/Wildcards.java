package io.castile.interop;

import jakarta.xml.bind.annotation.XmlAnyAttribute;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlTransient;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.HashSet;
import java.util.Set;

/** Finds elements and attributes of any name in what XJC generates. */
final class Wildcards {
  private final Set<Class<?>> seen = new HashSet<>();

  private Wildcards() {}

  /** Whether values of a type, or what they refer to, may have them. */
  static boolean areIn(Type type) {
    return new Wildcards().in(type);
  }

  private boolean in(Type type) {
    if (type instanceof ParameterizedType parameterized) {
      return in(parameterized.getRawType()) || any(parameterized.getActualTypeArguments());
    }
    if (type instanceof WildcardType unknown) {
      return any(unknown.getUpperBounds());
    }
    if (type instanceof GenericArrayType array) {
      return in(array.getGenericComponentType());
    }
    if (!(type instanceof Class<?> found)) {
      return false;
    }
    Class<?> bound = found.isArray() ? found.getComponentType() : found;
    while (bound != null && bound.getClassLoader() instanceof OwnClassLoader && seen.add(bound)) {
      for (Field field : bound.getDeclaredFields()) {
        if (isIn(field)) {
          return true;
        }
      }
      bound = bound.getSuperclass();
    }
    return false;
  }

  private boolean any(Type[] types) {
    for (Type type : types) {
      if (in(type)) {
        return true;
      }
    }
    return false;
  }

  private boolean isIn(Field field) {
    if (Modifier.isStatic(field.getModifiers()) || field.isAnnotationPresent(XmlTransient.class)) {
      return false;
    }
    return field.isAnnotationPresent(XmlAnyElement.class)
        || field.isAnnotationPresent(XmlAnyAttribute.class)
        || in(field.getGenericType());
  }
}

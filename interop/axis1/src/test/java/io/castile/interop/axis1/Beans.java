package io.castile.interop.axis1;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.axis.AxisFault;

/**
 * Beans of one stack beside those that another one made of the same description. Properties are the
 * same if their names are, whatever the case of their letters, and underscores.
 */
final class Beans {
  private static final int MAX_DEPTH = 6;

  private int count;

  /** A value in which all is set, and everything differs; null where it would be too deep. */
  Object sample(Class<?> type) throws ReflectiveOperationException {
    return sample(type, 0);
  }

  private Object sample(Class<?> type, int depth) throws ReflectiveOperationException {
    count++;
    if (type == String.class) {
      return "t" + count + " <\u00e9>";
    } else if (type == int.class || type == Integer.class) {
      return count;
    } else if (type == boolean.class || type == Boolean.class) {
      return count % 2 == 0;
    } else if (type == double.class || type == Double.class) {
      return count + 0.25;
    } else if (type == float.class) {
      return count + 0.5f;
    } else if (type == short.class) {
      return (short) count;
    } else if (type == long.class) {
      return 3_000_000_000L + count;
    } else if (type == BigInteger.class) {
      return BigInteger.valueOf(count);
    } else if (type == BigDecimal.class) {
      return BigDecimal.valueOf(count, 2);
    } else if (type == Map.class) {
      return new HashMap<>(Map.of("one", "t" + count, "two", count));
    } else if (type == byte[].class) {
      return new byte[] {(byte) count, -1, 0};
    } else if (type.isArray()) {
      Object array = Array.newInstance(type.getComponentType(), depth < MAX_DEPTH ? 2 : 0);
      for (int i = 0; i < Array.getLength(array); i++) {
        Array.set(array, i, sample(type.getComponentType(), depth + 1));
      }
      return array;
    } else if (depth > MAX_DEPTH) {
      return null;
    }
    Object bean = type.getConstructor().newInstance();
    for (Method setter : setters(type).values()) {
      setter.invoke(bean, sample(setter.getParameterTypes()[0], depth + 1));
    }
    return bean;
  }

  /** The value as one of another class. */
  static Object as(Class<?> type, Object value) throws ReflectiveOperationException {
    if (value != null && isAxisText(type)) {
      return type.getConstructor(String.class).newInstance(value.toString());
    }
    if (value == null || type.isInstance(value) || isText(value) || type.isPrimitive()) {
      return value;
    }
    if (type.isArray()) {
      Object array = Array.newInstance(type.getComponentType(), Array.getLength(value));
      for (int i = 0; i < Array.getLength(array); i++) {
        Array.set(array, i, as(type.getComponentType(), Array.get(value, i)));
      }
      return array;
    }
    Object bean = type.getConstructor().newInstance();
    Map<String, Method> setters = setters(type);
    for (Map.Entry<String, Method> each : getters(value.getClass()).entrySet()) {
      Method setter = setters.get(each.getKey());
      if (setter == null) {
        throw new AssertionError(type + " has no property " + each.getKey());
      }
      setter.invoke(bean, as(setter.getParameterTypes()[0], each.getValue().invoke(value)));
    }
    return bean;
  }

  private static boolean isText(Object value) {
    return value instanceof String
        || value instanceof Number
        || value instanceof Boolean
        || value instanceof byte[]
        || isAxisText(value.getClass());
  }

  /** Axis has classes for schema types that are texts. */
  private static boolean isAxisText(Class<?> type) {
    return type.getName().startsWith("org.apache.axis.types.");
  }

  /** All that is in a value; the same for beans of both stacks. */
  static String text(Object value) throws ReflectiveOperationException {
    if (value instanceof byte[] bytes) {
      return Base64.getEncoder().encodeToString(bytes);
    }
    if (value == null || isText(value)) {
      return String.valueOf(value);
    }
    List<String> texts = new ArrayList<>();
    if (value instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> each : map.entrySet()) {
        texts.add(text(each.getKey()) + "=" + text(each.getValue()));
      }
      Collections.sort(texts);
      return texts.toString();
    }
    if (value.getClass().isArray()) {
      for (int i = 0; i < Array.getLength(value); i++) {
        texts.add(text(Array.get(value, i)));
      }
      return texts.toString();
    }
    for (Map.Entry<String, Method> each : getters(value.getClass()).entrySet()) {
      texts.add(each.getKey() + "=" + text(each.getValue().invoke(value)));
    }
    return value.getClass().getSimpleName().toLowerCase(Locale.ROOT) + texts;
  }

  private static Map<String, Method> getters(Class<?> type) {
    return methods(type, 0, "get", "is");
  }

  private static Map<String, Method> setters(Class<?> type) {
    return methods(type, 1, "set");
  }

  private static Map<String, Method> methods(Class<?> type, int parameters, String... prefixes) {
    Map<String, Method> found = new TreeMap<>();
    for (Method method : type.getMethods()) {
      if (method.getParameterCount() != parameters
          || Modifier.isStatic(method.getModifiers())
          || method.getDeclaringClass().isAssignableFrom(AxisFault.class)) {
        continue;
      }
      for (String prefix : prefixes) {
        if (method.getName().startsWith(prefix)) {
          String name = method.getName().substring(prefix.length()).replace("_", "");
          found.put(name.toLowerCase(Locale.ROOT), method);
        }
      }
    }
    return found;
  }
}

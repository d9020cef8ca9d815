package io.castile.codec.binding;

import io.castile.codec.BindingException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Makes objects of classes that the application names. */
public final class Instantiator {
  private Instantiator() {}

  public static Constructor<?> constructor(Class<?> type) {
    try {
      Constructor<?> constructor = type.getDeclaredConstructor();
      if (!constructor.trySetAccessible()) {
        throw new BindingException(
            "Cannot reach the constructor of "
                + type.getName()
                + ", because its module does not open its package to io.castile.codec. Add 'opens'"
                + " to its module-info.");
      }
      return constructor;
    } catch (NoSuchMethodException e) {
      String javax = JavaxAnnotations.inClassFile(type);
      throw new BindingException(
          javax != null
              ? javax
              : "Cannot bind "
                  + type.getName()
                  + ", because it has no constructor without arguments. Add one, of any visibility,"
                  + " or use an XmlJavaTypeAdapter.",
          e);
    }
  }

  public static Object create(Class<?> type) {
    return create(constructor(type));
  }

  public static Object create(Constructor<?> constructor) {
    try {
      return constructor.newInstance();
    } catch (InvocationTargetException e) {
      throw BindingException.of(
          "the constructor of " + constructor.getDeclaringClass().getName() + " failed",
          e.getCause());
    } catch (InstantiationException | IllegalAccessException e) {
      throw new BindingException(
          "cannot create a " + constructor.getDeclaringClass().getName() + ": " + e.getMessage(),
          e);
    }
  }

  /**
   * An empty collection that fits a property of that type: the class itself, or the usual one for
   * an interface.
   */
  static Collection<Object> collection(Class<?> type) {
    Object made;
    if (type.isAssignableFrom(ArrayList.class)) {
      made = new ArrayList<>();
    } else if (SortedSet.class.isAssignableFrom(type) && type.isAssignableFrom(TreeSet.class)) {
      made = new TreeSet<>();
    } else if (type.isAssignableFrom(LinkedHashSet.class)) {
      made = new LinkedHashSet<>();
    } else if (type.isAssignableFrom(ArrayDeque.class)) {
      made = new ArrayDeque<>();
    } else {
      made = create(type);
    }
    return asCollection(made);
  }

  @SuppressWarnings("unchecked")
  public // what the binding puts in was read by the plan of the item type
  static Collection<Object> asCollection(Object collection) {
    return (Collection<Object>) collection;
  }

  /** An empty map that fits a property of that type. */
  @SuppressWarnings("unchecked")
  public // as above
  static Map<Object, Object> map(Class<?> type) {
    if (SortedMap.class.isAssignableFrom(type) && type.isAssignableFrom(TreeMap.class)) {
      return new TreeMap<>();
    }
    if (type.isAssignableFrom(HashMap.class)) {
      return new HashMap<>();
    }
    return (Map<Object, Object>) create(type);
  }
}

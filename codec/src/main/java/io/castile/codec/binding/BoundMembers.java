package io.castile.codec.binding;

import io.castile.codec.BindingException;
import jakarta.xml.bind.annotation.XmlAccessOrder;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorOrder;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlTransient;
import jakarta.xml.bind.annotation.XmlType;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds which fields and methods of a class are bound, and in which order (Jakarta XML Binding 4,
 * §8.3 and §8.7): its own, and those of transient superclasses.
 */
public final class BoundMembers {
  private final Class<?> type;
  private final XmlAccessType access;
  private final List<BoundMember> found = new ArrayList<>();

  private BoundMembers(Class<?> type) {
    this.type = type;
    XmlAccessorType annotation = classOrPackage(type, XmlAccessorType.class);
    this.access = annotation == null ? XmlAccessType.PUBLIC_MEMBER : annotation.value();
  }

  public static List<BoundMember> of(Class<?> type) {
    BoundMembers seeds = new BoundMembers(type);
    Construction construction = Construction.of(type, seeds.access);
    if (construction != null) {
      seeds.found.addAll(construction.seeds);
      return seeds.ordered();
    }
    seeds.fields(type);
    seeds.methods();
    return seeds.ordered();
  }

  private static <A extends Annotation> @Nullable A classOrPackage(
      Class<?> type, Class<A> annotation) {
    A onClass = type.getAnnotation(annotation);
    return onClass != null || type.getPackage() == null
        ? onClass
        : type.getPackage().getAnnotation(annotation);
  }

  /** The nearest superclass that is bound itself; null if there is none. */
  public static @Nullable Class<?> boundSuperclass(Class<?> type) {
    Class<?> superclass = type.getSuperclass();
    while (superclass != null && superclass != Object.class && isTransient(superclass)) {
      superclass = superclass.getSuperclass();
    }
    return superclass == Object.class || superclass == Record.class ? null : superclass;
  }

  /** How the class is made, if that is from all its values at once; else null. */
  public static @Nullable Construction construction(Class<?> type) {
    return Construction.isMadeWhole(type)
        ? Construction.of(type, XmlAccessType.PUBLIC_MEMBER)
        : null;
  }

  private static boolean isTransient(@Nullable Class<?> type) {
    return type != null && type.isAnnotationPresent(XmlTransient.class);
  }

  private void fields(Class<?> declaring) {
    if (isTransient(declaring.getSuperclass())) {
      fields(declaring.getSuperclass());
    }
    for (Field field : declaring.getDeclaredFields()) {
      int modifiers = field.getModifiers();
      if (Modifier.isTransient(modifiers) || field.isSynthetic()) {
        continue;
      }
      Annotations annotations = Annotations.of(field);
      boolean implied =
          !Modifier.isStatic(modifiers)
              && (access == XmlAccessType.FIELD
                  || (access == XmlAccessType.PUBLIC_MEMBER && Modifier.isPublic(modifiers)));
      if ((implied || annotations.anyBinding()) && !annotations.has(XmlTransient.class)) {
        if (Modifier.isStatic(modifiers)) {
          throw new UnsupportedBinding("static field " + field.getName());
        }
        found.add(new BoundMember(field.getName(), new Accessor.OfField(field), annotations));
      }
    }
  }

  private void methods() {
    Map<String, Method> getters = new LinkedHashMap<>();
    Map<String, Method> setters = new LinkedHashMap<>();
    Class<?> declaring = type;
    do {
      collect(declaring, getters, setters);
      declaring = declaring.getSuperclass();
    } while (isTransient(declaring));
    TreeSet<String> names = new TreeSet<>(getters.keySet());
    names.addAll(setters.keySet());
    for (String name : names) {
      property(name, getters.get(name), setters.get(name), declaring);
    }
  }

  private void property(
      String name, @Nullable Method getter, @Nullable Method setter, Class<?> superclass) {
    Annotations annotations = Annotations.of(getter, setter);
    boolean annotated = annotations.anyBinding();
    boolean implied =
        getter != null
            && setter != null
            && (access == XmlAccessType.PROPERTY
                || (access == XmlAccessType.PUBLIC_MEMBER
                    && Modifier.isPublic(getter.getModifiers())
                    && Modifier.isPublic(setter.getModifiers())))
            && !(overrides(getter, superclass) && overrides(setter, superclass));
    if (!(implied || annotated) || annotations.has(XmlTransient.class)) {
      return;
    }
    if (getter != null
        && setter != null
        && getter.getReturnType() != setter.getParameterTypes()[0]) {
      throw new BindingException(
          "Cannot bind "
              + type.getName()
              + "."
              + name
              + ", because the getter returns "
              + getter.getReturnType().getName()
              + " and the setter takes "
              + setter.getParameterTypes()[0].getName()
              + ". Give both the same type.");
    }
    found.add(new BoundMember(name, new Accessor.OfMethods(getter, setter), annotations));
  }

  private static boolean overrides(Method method, Class<?> superclass) {
    for (Class<?> c = superclass; c != null && c != Object.class; c = c.getSuperclass()) {
      for (Method candidate : c.getDeclaredMethods()) {
        if (candidate.getName().equals(method.getName())
            && Arrays.equals(candidate.getParameterTypes(), method.getParameterTypes())) {
          return true;
        }
      }
    }
    return false;
  }

  private static void collect(
      Class<?> declaring, Map<String, Method> getters, Map<String, Method> setters) {
    Map<String, List<Method>> allSetters = new LinkedHashMap<>();
    for (Method method : declaring.getDeclaredMethods()) {
      if (method.isBridge() || method.isSynthetic() || Modifier.isStatic(method.getModifiers())) {
        continue;
      }
      String name = method.getName();
      int parameters = method.getParameterCount();
      if (parameters == 0 && method.getReturnType() != void.class) {
        String property = getterProperty(name, method.getReturnType());
        if (property != null) {
          getters.putIfAbsent(property, method);
        }
      } else if (parameters == 1 && name.startsWith("set") && name.length() > 3) {
        allSetters
            .computeIfAbsent(decapitalize(name.substring(3)), n -> new ArrayList<>())
            .add(method);
      }
    }
    allSetters.forEach(
        (name, candidates) -> {
          Method getter = getters.get(name);
          Method fitting = candidates.get(0);
          for (Method candidate : candidates) {
            if (getter != null && candidate.getParameterTypes()[0] == getter.getReturnType()) {
              fitting = candidate;
            }
          }
          setters.putIfAbsent(name, fitting);
        });
  }

  private static @Nullable String getterProperty(String method, Class<?> returned) {
    if (method.startsWith("get") && method.length() > 3) {
      return decapitalize(method.substring(3));
    }
    boolean bool = returned == boolean.class || returned == Boolean.class;
    return bool && method.startsWith("is") && method.length() > 2
        ? decapitalize(method.substring(2))
        : null;
  }

  /**
   * Returns a property's name like {@code java.beans.Introspector}, without needing module
   * java.desktop.
   */
  static String decapitalize(String name) {
    if (name.length() > 1
        && Character.isUpperCase(name.charAt(1))
        && Character.isUpperCase(name.charAt(0))) {
      return name;
    }
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

  private List<BoundMember> ordered() {
    XmlType annotation = type.getAnnotation(XmlType.class);
    String[] order = annotation == null ? new String[] {""} : annotation.propOrder();
    boolean explicit = order.length > 0 && !order[0].isEmpty();
    XmlAccessorOrder accessorOrder = type.getAnnotation(XmlAccessorOrder.class);
    boolean undefined = accessorOrder != null && accessorOrder.value() == XmlAccessOrder.UNDEFINED;
    if (explicit && !undefined) {
      Map<String, Integer> rank = new HashMap<>();
      for (String name : order) {
        rank.put(name, rank.size());
      }
      found.sort(
          Comparator.comparingInt(seed -> rank.getOrDefault(seed.name(), Integer.MAX_VALUE)));
      return found;
    }
    XmlAccessorOrder effective = classOrPackage(type, XmlAccessorOrder.class);
    if (effective != null && effective.value() == XmlAccessOrder.ALPHABETICAL) {
      found.sort(Comparator.comparing(BoundMember::name));
    }
    return found;
  }
}

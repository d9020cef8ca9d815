package io.castile.codec.binding;

import io.castile.codec.BindingException;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlTransient;
import jakarta.xml.bind.annotation.XmlType;
import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a class is made that has all its values from the beginning: a record, or a class whose one
 * constructor takes its fields by their names. While one is read or copied, the values stand in an
 * array, in the order of the constructor's parameters.
 *
 * <p>Immutable and thread-safe.
 */
public final class Construction {
  /** The annotation by its name: the module that has it is not needed otherwise. */
  private static final String NAMES = "java.beans.ConstructorProperties";

  public final Constructor<?> constructor;

  /** The bound parameters in their order; a transient one is not among them. */
  final List<BoundMember> seeds;

  private final Object[] empty;

  private Construction(Constructor<?> constructor, List<BoundMember> seeds) {
    this.constructor = constructor;
    this.seeds = seeds;
    Class<?>[] types = constructor.getParameterTypes();
    this.empty = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      empty[i] = types[i].isPrimitive() ? Array.get(Array.newInstance(types[i], 1), 0) : null;
    }
    if (!constructor.trySetAccessible()) {
      throw new BindingException(
          "Cannot reach "
              + constructor
              + ", because its module does not open its package to io.castile.codec. Add 'opens' to"
              + " its module-info.");
    }
  }

  /** The construction of a class; null if it is a bean, which is made empty. */
  static @Nullable Construction of(Class<?> type, XmlAccessType access) {
    if (type.isRecord()) {
      return ofRecord(type, access);
    }
    return isMadeWhole(type) ? ofClass(type) : null;
  }

  /** Whether {@link #of} has a construction for the class, or an error. */
  public static boolean isMadeWhole(Class<?> type) {
    if (type.isRecord()) {
      return true;
    }
    XmlType annotation = type.getAnnotation(XmlType.class);
    if (type.isInterface()
        || type.isEnum()
        || type.isArray()
        || Modifier.isAbstract(type.getModifiers())
        || type.getClassLoader() == null
        || (type.isMemberClass() && !Modifier.isStatic(type.getModifiers()))
        || (annotation != null && !annotation.factoryMethod().isEmpty())) {
      return false;
    }
    Constructor<?>[] all = type.getDeclaredConstructors();
    for (Constructor<?> each : all) {
      if (each.getParameterCount() == 0) {
        return false;
      }
    }
    return all.length > 0;
  }

  private static Construction ofRecord(Class<?> type, XmlAccessType access) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    List<BoundMember> seeds = new ArrayList<>();
    for (int i = 0; i < components.length; i++) {
      RecordComponent component = components[i];
      types[i] = component.getType();
      Annotations annotations =
          Annotations.of(field(type, component.getName()), component.getAccessor());
      if (!annotations.has(XmlTransient.class)
          && (access != XmlAccessType.NONE || annotations.anyBinding())) {
        Accessor accessor = new Accessor.OfComponent(component.getAccessor(), null, i);
        seeds.add(new BoundMember(component.getName(), accessor, annotations));
      }
    }
    try {
      return new Construction(type.getDeclaredConstructor(types), seeds);
    } catch (NoSuchMethodException e) {
      throw new AssertionError("every record has its canonical constructor: " + type, e);
    }
  }

  private static Construction ofClass(Class<?> type) {
    Constructor<?> constructor = fullConstructor(type);
    String[] names = names(constructor);
    Class<?>[] types = constructor.getParameterTypes();
    List<BoundMember> seeds = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    for (int i = 0; i < names.length; i++) {
      Field field = field(type, names[i]);
      if (field == null
          || Modifier.isStatic(field.getModifiers())
          || field.getType() != types[i]
          || !taken.add(names[i])) {
        throw new BindingException(
            "Cannot bind "
                + type.getName()
                + ", because its constructor has a parameter "
                + names[i]
                + " of type "
                + types[i].getName()
                + " and no such field. Add the field.");
      }
      Annotations annotations =
          Annotations.of(field, getter(type, names[i], types[i]), constructor.getParameters()[i]);
      if (!annotations.has(XmlTransient.class)) {
        seeds.add(new BoundMember(names[i], new Accessor.OfComponent(null, field, i), annotations));
      }
    }
    checkOthers(type, taken);
    return new Construction(constructor, seeds);
  }

  private static Constructor<?> fullConstructor(Class<?> type) {
    Constructor<?>[] all = type.getDeclaredConstructors();
    Constructor<?> named = null;
    for (Constructor<?> each : all) {
      if (declaredNames(each) != null) {
        named = each;
      }
    }
    if (named == null && all.length > 1) {
      throw refused(
          type,
          ", and "
              + all.length
              + " with. Keep one of them, mark one with @ConstructorProperties, or use an"
              + " XmlJavaTypeAdapter.");
    }
    return named == null ? all[0] : named;
  }

  private static BindingException refused(Class<?> type, String reason) {
    String javax = JavaxAnnotations.inClassFile(type);
    return new BindingException(
        javax != null
            ? javax
            : "Cannot bind "
                + type.getName()
                + ", because it has no constructor without arguments"
                + reason);
  }

  /** The names of the parameters, which must be known. */
  private static String[] names(Constructor<?> constructor) {
    String[] declared = declaredNames(constructor);
    if (declared != null && declared.length == constructor.getParameterCount()) {
      return declared;
    }
    Parameter[] parameters = constructor.getParameters();
    String[] names = new String[parameters.length];
    for (int i = 0; i < names.length; i++) {
      if (!parameters[i].isNamePresent()) {
        throw refused(
            constructor.getDeclaringClass(),
            ", and the names of its constructor's parameters are not known. Add a constructor"
                + " without arguments, compile with -parameters, name them by"
                + " @ConstructorProperties, or use an XmlJavaTypeAdapter.");
      }
      names[i] = parameters[i].getName();
    }
    return names;
  }

  private static String @Nullable [] declaredNames(Constructor<?> constructor) {
    for (Annotation annotation : constructor.getAnnotations()) {
      if (annotation.annotationType().getName().equals(NAMES)) {
        try {
          return (String[]) annotation.annotationType().getMethod("value").invoke(annotation);
        } catch (ReflectiveOperationException e) {
          throw new BindingException("cannot read " + annotation + ": " + e.getMessage(), e);
        }
      }
    }
    return null;
  }

  /** What the constructor does not take cannot be read. */
  private static void checkOthers(Class<?> type, Set<String> taken) {
    Class<?> superclass = BoundMembers.boundSuperclass(type);
    if (superclass != null && !BoundMembers.of(superclass).isEmpty()) {
      throw new BindingException(
          "Cannot bind "
              + type.getName()
              + ", because it is constructed with arguments and extends "
              + superclass.getName()
              + ", whose properties the constructor does not take. Add a constructor without"
              + " arguments.");
    }
    for (Field field : type.getDeclaredFields()) {
      int modifiers = field.getModifiers();
      if (!Modifier.isStatic(modifiers)
          && !Modifier.isTransient(modifiers)
          && !field.isSynthetic()
          && !field.isAnnotationPresent(XmlTransient.class)
          && !taken.contains(field.getName())) {
        throw new BindingException(
            "Cannot bind "
                + type.getName()
                + ", because its constructor does not take field "
                + field.getName()
                + ". Add a parameter of that name, or"
                + " XmlTransient.");
      }
    }
  }

  private static @Nullable Field field(Class<?> type, String name) {
    try {
      return type.getDeclaredField(name);
    } catch (NoSuchFieldException e) {
      return null;
    }
  }

  private static @Nullable Method getter(Class<?> type, String name, Class<?> returned) {
    String capital = Character.toUpperCase(name.charAt(0)) + name.substring(1);
    for (String candidate : List.of("get" + capital, "is" + capital, name)) {
      try {
        Method method = type.getDeclaredMethod(candidate);
        if (method.getReturnType() == returned) {
          return method;
        }
      } catch (NoSuchMethodException e) {
        continue; // the next may be there
      }
    }
    return null;
  }

  /** Whether there are values that are not bound, of which nothing is known. */
  public boolean hasOthers() {
    return seeds.size() != empty.length;
  }

  /** A new array for the values, with nothing but zeros of primitives in it. */
  public Object[] start() {
    return empty.clone();
  }

  /**
   * Makes the value.
   *
   * @throws RuntimeException what the constructor throws
   */
  public Object finish(Object[] values) {
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw BindingException.of(constructor + " failed", e.getCause());
    } catch (InstantiationException | IllegalAccessException e) {
      throw new AssertionError("of a class that is not abstract, and opened: " + constructor, e);
    }
  }
}

package io.castile.codec.binding;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Questions about Java types, erased where generics do not say more. */
public final class Types {
  private Types() {}

  public static Class<?> erase(Type type) {
    if (type instanceof Class<?> c) {
      return c;
    }
    if (type instanceof ParameterizedType p) {
      return (Class<?>) p.getRawType();
    }
    if (type instanceof GenericArrayType a) {
      return Array.newInstance(erase(a.getGenericComponentType()), 0).getClass();
    }
    if (type instanceof TypeVariable<?> v) {
      return erase(v.getBounds()[0]);
    }
    return erase(((WildcardType) type).getUpperBounds()[0]);
  }

  /**
   * Whether the binding repeats an element for this type: a collection, or an array other than
   * {@code byte[]}.
   */
  public static boolean isCollection(Class<?> type) {
    return Collection.class.isAssignableFrom(type) || (type.isArray() && type != byte[].class);
  }

  /** The item type of a collection or array. */
  public static Type itemType(Type collection) {
    if (collection instanceof GenericArrayType a) {
      return a.getGenericComponentType();
    }
    Class<?> raw = erase(collection);
    if (raw.isArray()) {
      return raw.getComponentType();
    }
    Type argument = typeArgument(collection, Collection.class);
    return argument == null ? Object.class : argument;
  }

  /**
   * The first type argument with which {@code type} extends or implements {@code base}; null where
   * it is raw or not a subtype.
   */
  public static @Nullable Type typeArgument(Type type, Class<?> base) {
    return typeArgument(type, base, 0);
  }

  public static @Nullable Type typeArgument(Type type, Class<?> base, int index) {
    ParameterizedType found = parameterization(type, base);
    return found == null ? null : found.getActualTypeArguments()[index];
  }

  private static @Nullable ParameterizedType parameterization(Type type, Class<?> base) {
    Class<?> raw = erase(type);
    if (!base.isAssignableFrom(raw)) {
      return null;
    }
    if (raw == base) {
      return type instanceof ParameterizedType p ? p : null;
    }
    if (raw.getGenericSuperclass() != null && base.isAssignableFrom(raw.getSuperclass())) {
      return parameterization(resolve(raw.getGenericSuperclass(), type), base);
    }
    for (Type parent : raw.getGenericInterfaces()) {
      if (base.isAssignableFrom(erase(parent))) {
        return parameterization(resolve(parent, type), base);
      }
    }
    return null;
  }

  /**
   * Replaces the type variables of {@code parent}'s arguments by what {@code child} gives for them.
   */
  private static Type resolve(Type parent, Type child) {
    if (!(parent instanceof ParameterizedType p) || !(child instanceof ParameterizedType c)) {
      return parent;
    }
    TypeVariable<?>[] variables = erase(child).getTypeParameters();
    Type[] arguments = p.getActualTypeArguments();
    for (int i = 0; i < arguments.length; i++) {
      for (int j = 0; j < variables.length; j++) {
        if (arguments[i].equals(variables[j])) {
          arguments[i] = c.getActualTypeArguments()[j];
        }
      }
    }
    return new Parameterized((Class<?>) p.getRawType(), arguments);
  }

  private record Parameterized(Class<?> raw, Type[] arguments) implements ParameterizedType {
    @Override
    public Type[] getActualTypeArguments() {
      return arguments.clone();
    }

    @Override
    public Type getRawType() {
      return raw;
    }

    @Override
    public @Nullable Type getOwnerType() {
      return raw.getDeclaringClass();
    }
  }

  /** The type of a list of such items. */
  public static Type listOf(Type item) {
    return new Parameterized(List.class, new Type[] {item});
  }

  /** The class that boxes a primitive, else the class itself. */
  public static Class<?> box(Class<?> type) {
    return type.isPrimitive()
        ? java.lang.invoke.MethodType.methodType(type).wrap().returnType()
        : type;
  }
}

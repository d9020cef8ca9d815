package io.castile.soap.model.internal;

import io.castile.codec.binding.Types;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The type arguments for the variables of inherited generic interfaces, seen from one class: in
 * {@code interface Orders extends Store<Order>} the {@code T} of {@code Store<T>} is {@code Order}.
 */
public final class TypeVariables {
  private final Map<TypeVariable<?>, Type> bindings = new HashMap<>();

  public TypeVariables(Class<?> context) {
    collect(context);
  }

  private void collect(Type type) {
    if (type == null) {
      return;
    }
    Class<?> raw = Types.erase(type);
    if (type instanceof ParameterizedType parameterized) {
      TypeVariable<?>[] variables = raw.getTypeParameters();
      Type[] arguments = parameterized.getActualTypeArguments();
      for (int i = 0; i < variables.length; i++) {
        bindings.putIfAbsent(variables[i], resolve(arguments[i]));
      }
    }
    collect(raw.getGenericSuperclass());
    for (Type parent : raw.getGenericInterfaces()) {
      collect(parent);
    }
  }

  /** The type with every known variable replaced, and wildcards by their bounds. */
  public Type resolve(Type type) {
    if (type instanceof TypeVariable<?> variable) {
      Type bound = bindings.get(variable);
      return bound != null ? bound : Types.erase(variable);
    }
    if (type instanceof WildcardType wildcard) {
      return resolve(wildcard.getUpperBounds()[0]);
    }
    if (type instanceof GenericArrayType array) {
      Type component = resolve(array.getGenericComponentType());
      return component instanceof Class<?> known ? known.arrayType() : array;
    }
    if (type instanceof ParameterizedType parameterized) {
      Type[] arguments = parameterized.getActualTypeArguments();
      Type[] resolved = new Type[arguments.length];
      for (int i = 0; i < arguments.length; i++) {
        resolved[i] = resolve(arguments[i]);
      }
      return Arrays.equals(arguments, resolved)
          ? type
          : new Resolved(
              parameterized.getOwnerType(), (Class<?>) parameterized.getRawType(), resolved);
    }
    return type;
  }

  /** A parameterized type; equal to the platform's own with the same content. */
  private static final class Resolved implements ParameterizedType {
    private final Type owner;
    private final Class<?> raw;
    private final Type[] arguments;

    Resolved(Type owner, Class<?> raw, Type[] arguments) {
      this.owner = owner;
      this.raw = raw;
      this.arguments = arguments;
    }

    @Override
    public Type[] getActualTypeArguments() {
      return arguments.clone();
    }

    @Override
    public Type getRawType() {
      return raw;
    }

    @Override
    public Type getOwnerType() {
      return owner;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof ParameterizedType that
          && raw.equals(that.getRawType())
          && Objects.equals(owner, that.getOwnerType())
          && Arrays.equals(arguments, that.getActualTypeArguments());
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(arguments) ^ Objects.hashCode(owner) ^ raw.hashCode();
    }

    @Override
    public String toString() {
      return raw.getName() + Arrays.toString(arguments);
    }
  }
}

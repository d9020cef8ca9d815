package io.castile.cache.graph;

import jakarta.activation.DataHandler;
import jakarta.xml.bind.JAXBElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;

/**
 * Finds the {@link TypeShape} of a class, once for each.
 *
 * <p>Thread-safe. Classes are not held: what is known of one goes with it.
 */
public final class TypeShapes {
  private static final ClassValue<TypeShape> KNOWN =
      new ClassValue<>() {
        @Override
        protected TypeShape computeValue(Class<?> type) {
          return find(type);
        }
      };

  private TypeShapes() {}

  public static TypeShape of(Class<?> type) {
    return KNOWN.get(type);
  }

  /** Whether an instance of exactly this class is immutable by itself. */
  static boolean isImmutable(Class<?> type) {
    return KNOWN.get(type) instanceof TypeShape.Immutable;
  }

  /** Whether whatever can be held by a variable of the type is immutable by itself. */
  public static boolean isAlwaysImmutable(Class<?> type) {
    return type.isPrimitive()
        || type.isEnum()
        || (Modifier.isFinal(type.getModifiers()) && isImmutable(type));
  }

  private static TypeShape find(Class<?> type) {
    if (type.isArray()) {
      return new TypeShape.Array(type.getComponentType());
    }
    TypeShape known = ValueShapes.of(type);
    if (known == null) {
      known = ContainerShapes.of(type);
    }
    if (known != null) {
      return known;
    }
    if (type == JAXBElement.class) {
      return new TypeShape.Element();
    }
    if (type == DataHandler.class) {
      return Attachments.SHAPE;
    }
    if (Node.class.isAssignableFrom(type)) {
      return new TypeShape.Dom();
    }
    return bean(type);
  }

  private static TypeShape bean(Class<?> type) {
    if (type.isHidden() || Proxy.isProxyClass(type) || type.isInterface() || type.isPrimitive()) {
      return opaque(type, "is not a class of plain fields");
    }
    List<FieldSlot> fields = new ArrayList<>();
    String unreachable = collect(type, fields);
    if (unreachable != null) {
      return opaque(type, unreachable);
    }
    boolean allFinal = fields.stream().allMatch(FieldSlot::isFinal);
    return new TypeShape.Bean(type, List.copyOf(fields), constructor(type), allFinal);
  }

  private static TypeShape opaque(Class<?> type, String reason) {
    return new TypeShape.Opaque(type.getName() + " " + reason);
  }

  /** Adds the fields, those of the superclass first; returns why one cannot be reached, or null. */
  private static @Nullable String collect(Class<?> type, List<FieldSlot> fields) {
    if (type == Object.class || type == Record.class) {
      return null;
    }
    if (isOfPlatform(type)) {
      return "is or extends " + type.getName() + " of the JDK, whose fields cannot be reached";
    }
    String unreachable = collect(type.getSuperclass(), fields);
    if (unreachable != null) {
      return unreachable;
    }
    for (Field field : type.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        if (!field.trySetAccessible()) {
          return "has the field " + field.getName() + ", which its module does not open";
        }
        fields.add(new FieldSlot(field));
      }
    }
    return null;
  }

  private static boolean isOfPlatform(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }

  /** The constructor without arguments, or that of all components; null where there is none. */
  private static @Nullable Constructor<?> constructor(Class<?> type) {
    if (Modifier.isAbstract(type.getModifiers())) {
      return null;
    }
    Class<?>[] parameters =
        type.isRecord()
            ? Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new)
            : new Class<?>[0];
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(parameters);
      return constructor.trySetAccessible() ? constructor : null;
    } catch (NoSuchMethodException e) {
      return null;
    }
  }
}

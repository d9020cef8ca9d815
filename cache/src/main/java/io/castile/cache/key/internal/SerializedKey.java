package io.castile.cache.key.internal;

import io.castile.cache.graph.GraphParts;
import io.castile.cache.graph.NotCacheableException;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Set;

/**
 * Arguments in Java's serialized form. Only of classes that leave nothing out: what a class does
 * not serialize might be what the request says.
 */
final class SerializedKey {
  private static final Set<String> HOOKS = Set.of("writeObject", "writeReplace");

  /** Why a class may leave something out; empty if it does not. */
  private static final ClassValue<String> OMISSIONS =
      new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
          return omission(type);
        }
      };

  private SerializedKey() {}

  /**
   * @throws NotCacheableException if an object is not serializable, or not as a whole; says which
   */
  static byte[] of(Object[] arguments) {
    for (Object part : GraphParts.of(arguments)) {
      String omission = OMISSIONS.get(part.getClass()); // what is replaced is never announced below
      if (!omission.isEmpty()) {
        throw new NotCacheableException(omission);
      }
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    try (ObjectOutputStream out = new Output(bytes)) {
      out.writeUnshared(arguments);
    } catch (IOException | RuntimeException | StackOverflowError e) {
      throw NotCacheableException.failed("serializing the arguments", e);
    }
    return bytes.toByteArray();
  }

  private static final class Output extends ObjectOutputStream {
    Output(OutputStream out) throws IOException {
      super(out);
    }

    /** Called for each class once, before its first object. */
    @Override
    protected void annotateClass(Class<?> type) throws IOException {
      String omission = OMISSIONS.get(type);
      if (!omission.isEmpty()) {
        throw new NotSerializableException(omission);
      }
    }
  }

  private static String omission(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    if (loader == null || type.isEnum() || type.isArray()) {
      return "";
    }
    if (!Serializable.class.isAssignableFrom(type)) {
      return type == Object.class ? "" : type.getName() + " is not Serializable";
    }
    if (Externalizable.class.isAssignableFrom(type)) {
      return type.getName() + " serializes itself";
    }
    for (Field field : type.getDeclaredFields()) {
      int modifiers = field.getModifiers();
      if (Modifier.isTransient(modifiers) && !Modifier.isStatic(modifiers)) {
        return type.getName() + " does not serialize its field " + field.getName();
      }
      if (field.getName().equals("serialPersistentFields")) {
        return type.getName() + " names the fields that it serializes";
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (HOOKS.contains(method.getName())) {
        return type.getName() + " serializes itself";
      }
    }
    Class<?> superclass = type.getSuperclass();
    return superclass == null || superclass == Object.class ? "" : omission(superclass);
  }
}

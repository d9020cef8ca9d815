package io.castile.bench.harness;

import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openjdk.jol.vm.VM;

/**
 * The bytes of objects and of all that they lead to, each object once. Classes, methods, loaders
 * and threads are counted as far as they are objects, and not followed: what they hold is the
 * JVM's. Neither are weak references followed.
 *
 * <p>For a JVM with {@code -Djol.magicFieldOffset=true}, which has JOL look into lambdas and
 * records. Not thread-safe.
 */
public final class HeldBytes {
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Class<?>, List<Field>> fields = new HashMap<>();

  /** Adds objects; returns the bytes that were not known before. */
  public long add(Object... roots) {
    Deque<Object> open = new ArrayDeque<>();
    for (Object root : roots) {
      meet(root, open);
    }
    long bytes = 0;
    for (Object next = open.poll(); next != null; next = open.poll()) {
      bytes += VM.current().sizeOf(next);
      follow(next, open);
    }
    return bytes;
  }

  /** Has the names of an interface's methods counted nowhere: the JVM has them interned. */
  public void omitNamesOf(Class<?> type) {
    for (Method method : type.getMethods()) {
      seen.add(method.getName());
    }
  }

  private void meet(@Nullable Object object, Deque<Object> open) {
    if (object != null && !(object instanceof Class) && seen.add(object)) {
      open.add(object);
    }
  }

  private void follow(Object object, Deque<Object> open) {
    if (object instanceof Object[] items) {
      for (Object item : items) {
        meet(item, open);
      }
    } else if (object instanceof SoftReference<?> soft) {
      meet(soft.get(), open);
    } else if (!isOfTheJvm(object)) {
      for (Field field : fields(object.getClass())) {
        meet(VM.current().getObject(object, VM.current().fieldOffset(field)), open);
      }
    }
  }

  private static boolean isOfTheJvm(Object object) {
    return object instanceof AnnotatedElement
        || object instanceof ClassLoader
        || object instanceof Thread;
  }

  /** The references of an object, but for those that a {@link Reference} is made of. */
  private List<Field> fields(Class<?> type) {
    List<Field> known = fields.get(type);
    if (known == null) {
      known = new ArrayList<>();
      for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
        for (Field field : owner == Reference.class ? new Field[0] : owner.getDeclaredFields()) {
          if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
            known.add(field);
          }
        }
      }
      fields.put(type, known);
    }
    return known;
  }
}

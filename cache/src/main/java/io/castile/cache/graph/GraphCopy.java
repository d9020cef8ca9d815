package io.castile.cache.graph;

import jakarta.xml.bind.JAXBElement;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;

/**
 * Copies a graph of objects by reflection: beans, arrays, collections, maps and what the JDK has of
 * values, with objects that are reached by several ways, and cycles. Only what is immutable by its
 * class is shared with the original. Of the application's code, only constructors are called.
 */
public final class GraphCopy {
  /** Stands for the copy of an object that is complete only when all its parts are. */
  private static final Object IN_WORK = new Object();

  private final Map<Object, Object> copies = new IdentityHashMap<>();

  private GraphCopy() {}

  /**
   * @throws NotCacheableException if the graph has an object that cannot be copied; says which
   */
  public static @Nullable Object of(@Nullable Object value) {
    return value == null || TypeShapes.isImmutable(value.getClass())
        ? value
        : new GraphCopy().copy(value);
  }

  private @Nullable Object copy(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    TypeShape shape = TypeShapes.of(value.getClass());
    if (shape instanceof TypeShape.Immutable) {
      return value;
    }
    Object known = copies.get(value);
    if (known == IN_WORK) {
      throw new NotCacheableException(
          "a "
              + value.getClass().getName()
              + " contains itself, and is constructed from its parts");
    }
    return known != null ? known : copy(shape, value);
  }

  private Object copy(TypeShape shape, Object value) {
    if (shape instanceof TypeShape.Bean bean) {
      return bean.isRecord() ? copyRecord(bean, value) : copyBean(bean, value);
    }
    if (shape instanceof TypeShape.Items items) {
      return copyItems(items, (Collection<?>) value);
    }
    if (shape instanceof TypeShape.Entries entries) {
      return copyEntries(entries, (Map<?, ?>) value);
    }
    if (shape instanceof TypeShape.Array array) {
      return copyArray(array, value);
    }
    if (shape instanceof TypeShape.Leaf leaf) {
      return remember(value, leaf.copy().apply(value));
    }
    if (shape instanceof TypeShape.Element) {
      return copyElement((JAXBElement<?>) value);
    }
    if (shape instanceof TypeShape.Dom) {
      return remember(value, DomParts.copy((Node) value));
    }
    throw new NotCacheableException(((TypeShape.Opaque) shape).reason());
  }

  private Object remember(Object original, Object copy) {
    copies.put(original, copy);
    return copy;
  }

  private Object copyBean(TypeShape.Bean bean, Object value) {
    Object copy = remember(value, create(bean));
    for (FieldSlot field : bean.fields()) {
      if (field.isPrimitive()) {
        field.copyPrimitive(value, copy);
      } else {
        field.set(copy, copy(field.get(value)));
      }
    }
    return copy;
  }

  private Object copyRecord(TypeShape.Bean bean, Object value) {
    copies.put(value, IN_WORK);
    Object[] parts = new Object[bean.fields().size()];
    for (int i = 0; i < parts.length; i++) {
      Object part = bean.fields().get(i).get(value);
      parts[i] = bean.fields().get(i).isPrimitive() ? part : copy(part);
    }
    return remember(value, create(bean, parts));
  }

  private static Object create(TypeShape.Bean bean, Object... parts) {
    if (bean.constructor() == null) {
      throw new NotCacheableException(
          bean.type().getName() + " has no constructor without arguments that can be reached");
    }
    try {
      return bean.constructor().newInstance(parts);
    } catch (InvocationTargetException e) {
      throw NotCacheableException.failed(
          "the constructor of " + bean.type().getName(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw NotCacheableException.failed("making a " + bean.type().getName(), e);
    }
  }

  private Object copyItems(TypeShape.Items items, Collection<?> value) {
    Collection<Object> copy = items.empty().apply(value);
    copies.put(value, items.finish() == null ? copy : IN_WORK);
    boolean keys = items.order() != TypeShape.Order.LIST;
    for (Object item : value) {
      copy.add(keys ? checkedKey(item) : copy(item));
    }
    return items.finish() == null ? copy : remember(value, items.finish().apply(copy));
  }

  private Object copyEntries(TypeShape.Entries entries, Map<?, ?> value) {
    Map<Object, Object> copy = entries.empty().apply(value);
    copies.put(value, entries.finish() == null ? copy : IN_WORK);
    for (Map.Entry<?, ?> entry : value.entrySet()) {
      copy.put(checkedKey(entry.getKey()), copy(entry.getValue()));
    }
    return entries.finish() == null ? copy : remember(value, entries.finish().apply(copy));
  }

  /** An object that is found by its own hash must be complete before it is put in. */
  private static Object checkedKey(Object key) {
    String unfit = GraphComparison.unfitKey("$", key);
    if (unfit != null) {
      throw new NotCacheableException(unfit);
    }
    return key;
  }

  private Object copyArray(TypeShape.Array array, Object value) {
    int length = Array.getLength(value);
    Object copy = remember(value, Array.newInstance(array.component(), length));
    if (TypeShapes.isAlwaysImmutable(array.component())) {
      System.arraycopy(value, 0, copy, 0, length);
      return copy;
    }
    Object[] from = (Object[]) value;
    Object[] to = (Object[]) copy;
    for (int i = 0; i < length; i++) {
      to[i] = copy(from[i]);
    }
    return copy;
  }

  @SuppressWarnings("unchecked") // the copy of the value has its class
  private Object copyElement(JAXBElement<?> element) {
    JAXBElement<Object> copy =
        new JAXBElement<>(
            element.getName(), (Class<Object>) element.getDeclaredType(), element.getScope(), null);
    copies.put(element, copy);
    copy.setValue(copy(element.getValue()));
    copy.setNil(element.isNil());
    return copy;
  }
}

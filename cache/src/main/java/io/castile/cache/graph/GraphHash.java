package io.castile.cache.graph;

import jakarta.xml.bind.JAXBElement;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;

/**
 * Hashes a graph of objects by what {@link GraphComparison#equal} compares: equal graphs have equal
 * hashes. The graph is walked as if it were a tree, to a depth and a number of objects at which the
 * walk ends for all equal graphs alike, cyclic ones included.
 */
public final class GraphHash {
  private static final int MAX_DEPTH = 32;
  private static final int MAX_OBJECTS = 10_000;

  private int left = MAX_OBJECTS;

  private GraphHash() {}

  /**
   * @throws NotCacheableException if the graph has an object of which nothing is known
   */
  public static int of(@Nullable Object value) {
    return new GraphHash().hash(value, 0);
  }

  private int hash(@Nullable Object value, int depth) {
    if (value == null) {
      return 0;
    }
    TypeShape shape = TypeShapes.of(value.getClass());
    if (shape instanceof TypeShape.Immutable immutable) {
      return immutable.hash().applyAsInt(value);
    }
    if (shape instanceof TypeShape.Opaque opaque) {
      throw new NotCacheableException(opaque.reason());
    }
    if (depth == MAX_DEPTH || left == 0) {
      return 1;
    }
    left--;
    if (shape instanceof TypeShape.Bean bean) {
      return hashFields(bean, value, depth);
    }
    if (shape instanceof TypeShape.Leaf leaf) {
      return leaf.hash().applyAsInt(value);
    }
    if (shape instanceof TypeShape.Array array) {
      return array.component().isPrimitive()
          ? Arrays.deepHashCode(new Object[] {value})
          : hashItems(Arrays.asList((Object[]) value), Array.getLength(value), depth);
    }
    if (shape instanceof TypeShape.Items items) {
      Collection<?> collection = (Collection<?>) value;
      return items.order() == TypeShape.Order.LIST
          ? hashItems(collection, collection.size(), depth)
          : hashKeys(collection);
    }
    if (shape instanceof TypeShape.Entries) {
      return hashKeys(((Map<?, ?>) value).keySet());
    }
    if (shape instanceof TypeShape.Element) {
      JAXBElement<?> element = (JAXBElement<?>) value;
      return 31 * element.getName().hashCode() + hash(element.getValue(), depth + 1);
    }
    return DomParts.hash((Node) value);
  }

  @SuppressWarnings("NullAway") // a primitive is a value
  private int hashFields(TypeShape.Bean bean, Object value, int depth) {
    int hash = bean.type().getName().hashCode();
    for (FieldSlot field : bean.fields()) {
      Object part = field.get(value);
      hash = 31 * hash + (field.isPrimitive() ? part.hashCode() : hash(part, depth + 1));
    }
    return hash;
  }

  private int hashItems(Iterable<?> items, int size, int depth) {
    int hash = size;
    for (Object item : items) {
      hash = 31 * hash + hash(item, depth + 1);
    }
    return hash;
  }

  /** In whatever order they come. The values of a map come in the same, and so are left out. */
  private static int hashKeys(Collection<?> keys) {
    int hash = keys.size();
    for (Object key : keys) {
      String unfit = GraphComparison.unfitKey("$", key);
      if (unfit != null) {
        throw new NotCacheableException(unfit);
      }
      hash += Objects.hashCode(key);
    }
    return hash;
  }
}

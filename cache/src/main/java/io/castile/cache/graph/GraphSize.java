package io.castile.cache.graph;

import jakarta.activation.DataHandler;
import jakarta.xml.bind.JAXBElement;
import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/**
 * The bytes that a graph of objects takes in memory, each object counted once: what would become
 * free if nothing else held it. Enums, classes and what the JDK caches of small numbers count as
 * nothing. An estimate: collections count as if they had room for what is in them.
 */
public final class GraphSize {
  /** The size that is assumed for a value of which nothing is known. */
  private static final int UNKNOWN = 64;

  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Object> open = new ArrayDeque<>();

  private GraphSize() {}

  public static long of(@Nullable Object value) {
    GraphSize size = new GraphSize();
    size.add(value);
    long bytes = 0;
    while (!size.open.isEmpty()) {
      bytes += size.shallow(size.open.pop());
    }
    return bytes;
  }

  private void add(@Nullable Object value) {
    if (value != null && seen.add(value)) {
      open.push(value);
    }
  }

  /** The size of the object itself; what it refers to is added to {@link #open}. */
  private long shallow(Object value) {
    TypeShape shape = TypeShapes.of(value.getClass());
    if (shape instanceof TypeShape.Immutable || shape instanceof TypeShape.Leaf) {
      return value instanceof DataHandler handler
          ? 2 * UNKNOWN + Attachments.size(handler)
          : ValueSizes.of(value, this::add);
    }
    if (shape instanceof TypeShape.Bean bean) {
      for (FieldSlot field : bean.fields()) {
        if (!field.isPrimitive()) {
          add(field.get(value));
        }
      }
      return ObjectLayout.object(bean.fields());
    }
    if (shape instanceof TypeShape.Array array) {
      if (!array.component().isPrimitive()) {
        for (Object item : (Object[]) value) {
          add(item);
        }
      }
      return ObjectLayout.array(array.component(), Array.getLength(value));
    }
    if (shape instanceof TypeShape.Items) {
      Collection<?> items = (Collection<?>) value;
      items.forEach(this::add);
      return collection(items);
    }
    if (shape instanceof TypeShape.Entries) {
      Map<?, ?> map = (Map<?, ?>) value;
      map.forEach(
          (key, held) -> {
            add(key);
            add(held);
          });
      return map(map);
    }
    if (shape instanceof TypeShape.Element) {
      JAXBElement<?> element = (JAXBElement<?>) value;
      add(element.getName());
      add(element.getValue());
      return ObjectLayout.object(4, 1);
    }
    return shape instanceof TypeShape.Dom ? NodeSizes.of((Node) value) : UNKNOWN;
  }

  private static long collection(Collection<?> items) {
    int size = items.size();
    Class<?> type = items.getClass();
    if (type == ArrayList.class) {
      return ObjectLayout.object(1, 8) + (size == 0 ? 0 : ObjectLayout.references(size));
    }
    if (type == LinkedList.class) {
      return ObjectLayout.object(2, 8) + size * ObjectLayout.object(3, 0);
    }
    if (type == HashSet.class) {
      return ObjectLayout.object(1, 0)
          + table(size, ObjectLayout.object(4, 12), ObjectLayout.object(3, 4));
    }
    if (type == LinkedHashSet.class) {
      return ObjectLayout.object(1, 0)
          + table(size, ObjectLayout.object(6, 13), ObjectLayout.object(5, 4));
    }
    if (type == TreeSet.class) {
      return ObjectLayout.object(1, 0) + tree(size);
    }
    if (items instanceof Set<?>) { // Set.of
      return ObjectLayout.object(1, 4) + ObjectLayout.references(2L * size);
    }
    return size <= 2
        ? ObjectLayout.object(2, 0) // List.of, singletons
        : ObjectLayout.object(2, 8) + ObjectLayout.references(size);
  }

  private static long map(Map<?, ?> map) {
    int size = map.size();
    Class<?> type = map.getClass();
    if (type == TreeMap.class) {
      return tree(size);
    }
    if (type == LinkedHashMap.class) {
      return table(size, ObjectLayout.object(6, 13), ObjectLayout.object(5, 4));
    }
    return type == HashMap.class || size > 1
        ? table(size, ObjectLayout.object(4, 12), ObjectLayout.object(3, 4))
        : ObjectLayout.object(2, 0);
  }

  private static long tree(int size) {
    return ObjectLayout.object(5, 8) + size * ObjectLayout.object(5, 1);
  }

  /** A hash table that is at most three quarters full. */
  private static long table(int size, long map, long entry) {
    if (size == 0) {
      return map;
    }
    int slots = Integer.highestOneBit(Math.max(2, size + size / 3)) << 1;
    return map + ObjectLayout.references(slots) + size * entry;
  }

  /** The bytes that a DOM takes, estimated from the JDK's implementation. */
  private static final class NodeSizes {
    private static final int DOCUMENT = 600;
    private static final int NODE = 120;

    private NodeSizes() {}

    /** The size of the node's tree and of a document for it. */
    static long of(Node node) {
      return DOCUMENT + tree(node);
    }

    private static long tree(Node node) {
      long bytes = NODE;
      if (node.getNodeValue() != null) {
        bytes +=
            ObjectLayout.object(1, 6)
                + ObjectLayout.array(byte.class, node.getNodeValue().length());
      }
      NamedNodeMap attributes = node.getAttributes();
      for (int i = 0; attributes != null && i < attributes.getLength(); i++) {
        bytes += tree(attributes.item(i));
      }
      for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
        bytes += tree(child);
      }
      return bytes;
    }
  }
}

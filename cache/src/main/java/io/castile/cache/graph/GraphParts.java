package io.castile.cache.graph;

import jakarta.xml.bind.JAXBElement;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;

/** The objects of a graph that can be changed, or of which it is not known. */
public final class GraphParts {
  private final Set<Object> parts = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Object> open = new ArrayDeque<>();

  private GraphParts(@Nullable Object root) {
    add(root);
    while (!open.isEmpty()) {
      addPartsOf(open.pop());
    }
  }

  /** Returns the objects of a graph, each once, without those that are immutable by their class. */
  public static Set<Object> of(@Nullable Object root) {
    return new GraphParts(root).parts;
  }

  /** Returns an object that both graphs hold and that can perhaps be changed; null for none. */
  public static @Nullable Object shared(@Nullable Object one, @Nullable Object other) {
    Set<Object> inOne = of(one);
    for (Object part : of(other)) {
      if (inOne.contains(part) && !Immutability.isImmutable(part)) {
        return part;
      }
    }
    return null;
  }

  private void add(@Nullable Object value) {
    if (value != null && !TypeShapes.isImmutable(value.getClass()) && parts.add(value)) {
      open.push(value);
    }
  }

  private void addPartsOf(Object value) {
    TypeShape shape = TypeShapes.of(value.getClass());
    if (shape instanceof TypeShape.Bean bean) {
      for (FieldSlot field : bean.fields()) {
        if (!field.isPrimitive()) {
          add(field.get(value));
        }
      }
    } else if (shape instanceof TypeShape.Items) {
      ((Collection<?>) value).forEach(this::add);
    } else if (shape instanceof TypeShape.Entries) {
      ((Map<?, ?>) value).keySet().forEach(this::add);
      ((Map<?, ?>) value).values().forEach(this::add);
    } else if (shape instanceof TypeShape.Array array && !array.component().isPrimitive()) {
      Arrays.asList((Object[]) value).forEach(this::add);
    } else if (shape instanceof TypeShape.Element) {
      add(((JAXBElement<?>) value).getValue());
    } else if (shape instanceof TypeShape.Dom) {
      add(DomParts.document((Node) value));
    }
  }
}

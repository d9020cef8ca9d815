package io.castile.codec.bean;

import io.castile.xml.XmlLimitException;
import jakarta.xml.bind.JAXBElement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A search for an object that contains itself, made once a value has turned out to be nested too
 * deeply. Nothing looks for cycles before.
 *
 * <p>Walks depth first along the properties of planned classes, so it finds every cycle that leads
 * through these. Short ways are tried first: in a list of a thousand items that know the one
 * before, the cycle is found at the first of them.
 */
final class ObjectCycle {
  private static final int[] DEPTHS = {8, 64, 100_000};
  private static final int MAX_OBJECTS = 1_000_000; // getters may make objects without end
  private static final int MAX_PATH = 300; // in characters

  private final BeanCodecs codecs;
  private final int maxDepth;
  private final Deque<Step> open = new ArrayDeque<>();
  private final Map<Object, Step> onPath = new IdentityHashMap<>();
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private ObjectCycle(BeanCodecs codecs, int maxDepth) {
    this.codecs = codecs;
    this.maxDepth = maxDepth;
  }

  /**
   * The error of a value that is nested too deeply: one that names the cycle, if there is one.
   *
   * @param value what was written, copied or compared
   * @param plan the plan of a wrapper without a class, whose values {@code value} has; null for
   *     other values
   * @param limit what was thrown, its cause
   */
  static XmlLimitException explain(
      BeanCodecs codecs, Object value, @Nullable BeanPlan plan, Throwable limit) {
    for (int depth : DEPTHS) {
      String cycle = new ObjectCycle(codecs, depth).search(value, plan);
      if (cycle != null) {
        return new XmlLimitException(
            "expected objects that contain each other as a tree does, found a cycle: " + cycle,
            place(limit),
            -1,
            limit);
      }
    }
    return limit instanceof XmlLimitException known
        ? known
        : new XmlLimitException("objects are nested too deeply", "", -1, limit);
  }

  /** Where the document was: above the cycle, not all its rounds. */
  private static String place(Throwable limit) {
    String path = limit instanceof XmlLimitException known ? known.path() : "";
    return shortened(path);
  }

  private static String shortened(String path) {
    return path.length() <= MAX_PATH ? path : path.substring(0, MAX_PATH) + "…";
  }

  private @Nullable String search(Object value, @Nullable BeanPlan plan) {
    String name = plan == null ? value.getClass().getSimpleName() : "";
    push(new Step(name, value, children(value, plan)));
    while (!open.isEmpty()) {
      Step top = open.peek();
      if (!top.children.hasNext() || open.size() > maxDepth) {
        open.pop();
        onPath.remove(top.object);
        continue;
      }
      Child child = top.children.next();
      Step first = onPath.get(child.value);
      if (first != null) {
        return shortened(path(null) + child.step) + " is " + shortened(path(first)) + " again";
      }
      if (seen.size() < MAX_OBJECTS && !seen.contains(child.value)) {
        push(new Step(child.step, child.value, children(child.value, null)));
      }
    }
    return null;
  }

  private void push(Step step) {
    open.push(step);
    onPath.put(step.object, step);
    seen.add(step.object);
  }

  /** The way from the root to a step; to the last for null. */
  private String path(@Nullable Step last) {
    StringBuilder path = new StringBuilder();
    for (Iterator<Step> steps = open.descendingIterator(); steps.hasNext(); ) {
      Step step = steps.next();
      boolean isFirst = path.length() == 0 && step.name.startsWith(".");
      path.append(isFirst ? step.name.substring(1) : step.name);
      if (step == last) {
        break;
      }
    }
    return path.toString();
  }

  private Iterator<Child> children(Object value, @Nullable BeanPlan wrapper) {
    List<Child> children = new ArrayList<>();
    BeanPlan plan = wrapper != null ? wrapper : codecs.planInUse(value.getClass());
    if (plan != null) {
      for (BeanPlan level = plan; level != null; level = level.parent) {
        for (Property property : level.own) {
          if (contains(property)) {
            add("." + property.javaName, property.valueIn(value), children);
          }
        }
      }
    } else if (value instanceof JAXBElement<?> element) {
      add("", element.getValue(), children);
    }
    return children.iterator();
  }

  /** Whether what is written for the property is what it holds: neither a reference nor adapted. */
  private static boolean contains(Property property) {
    return !(property instanceof ElementProperty element)
        || (!element.reference && element.adaptation == null);
  }

  private static void add(String step, @Nullable Object value, List<Child> children) {
    if (value instanceof Collection<?> items) {
      addAll(step, items, children);
    } else if (value instanceof Object[] items) {
      addAll(step, Arrays.asList(items), children);
    } else if (value instanceof Map<?, ?> map) {
      addAll(step + ".keys", map.keySet(), children);
      addAll(step + ".values", map.values(), children);
    } else if (value != null) {
      children.add(new Child(step, value));
    }
  }

  private static void addAll(String step, Collection<?> items, List<Child> children) {
    int index = 0;
    for (Object item : items) {
      add(step + "[" + index++ + "]", item, children);
    }
  }

  private record Child(String step, Object value) {}

  private record Step(String name, Object object, Iterator<Child> children) {}
}

package io.castile.cache;

import jakarta.xml.bind.JAXBElement;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import org.w3c.dom.Node;

/**
 * Compares two graphs of objects, whatever their classes think of equality: every field counts, and
 * an object that one graph reaches by two ways must correspond to one object in the other. Cycles
 * end where an object has been met before.
 *
 * <p>No method of the application's classes is called.
 */
final class GraphComparison {
  /** Whether both graphs may have changeable objects in common. */
  private final boolean sharing;

  // Invariant: twins.get(a) == b if and only if originals.get(b) == a, for all objects met so far
  // that can be changed.
  private final Map<Object, Object> twins = new IdentityHashMap<>();
  private final Map<Object, Object> originals = new IdentityHashMap<>();

  private GraphComparison(boolean sharing) {
    this.sharing = sharing;
  }

  /** Whether the graphs say the same. */
  static boolean equal(Object one, Object other) {
    return new GraphComparison(true).compare("$", one, other) == null;
  }

  /**
   * Returns why {@code copy} is not a deep copy of {@code original}, what differs or what both can
   * change, and where; null if it is one.
   */
  static String flaw(Object original, Object copy) {
    return new GraphComparison(false).compare("$", original, copy);
  }

  private String compare(String path, Object one, Object other) {
    if (one == other) {
      return sharing || one == null || Immutability.isImmutable(one)
          ? null
          : "both hold one " + one.getClass().getName() + " at " + path;
    }
    if (one == null || other == null) {
      return differ(path, one, other);
    }
    Shape shape = Shapes.of(one.getClass());
    if (shape instanceof Shape.Immutable value) {
      boolean same = one.getClass() == other.getClass() && value.equal().test(one, other);
      return same ? null : differ(path, one, other);
    }
    if (canBeChanged(shape, one)) {
      Object twin = twins.putIfAbsent(one, other);
      Object original = originals.putIfAbsent(other, one);
      if (twin != null || original != null) {
        return twin == other && original == one
            ? null
            : "one object is two in the other graph at " + path;
      }
    }
    return compareParts(path, shape, one, other);
  }

  /** What cannot be changed may be one object here and two there. */
  private static boolean canBeChanged(Shape shape, Object value) {
    boolean perhapsNot =
        (shape instanceof Shape.Bean bean && bean.allFinal())
            || (shape instanceof Shape.Items items && items.unmodifiable())
            || (shape instanceof Shape.Entries entries && entries.unmodifiable());
    return !(perhapsNot && Immutability.isImmutable(value));
  }

  private String compareParts(String path, Shape shape, Object one, Object other) {
    Shape otherShape = Shapes.of(other.getClass());
    if (shape instanceof Shape.Items items) {
      return otherShape instanceof Shape.Items others && others.order() == items.order()
          ? compareItems(path, items.order(), (Collection<?>) one, (Collection<?>) other)
          : differ(path, one, other);
    }
    if (shape instanceof Shape.Entries entries) {
      return otherShape instanceof Shape.Entries others && others.ordered() == entries.ordered()
          ? compareEntries(path, entries.ordered(), (Map<?, ?>) one, (Map<?, ?>) other)
          : differ(path, one, other);
    }
    if (one.getClass() != other.getClass()) {
      return differ(path, one, other);
    }
    if (shape instanceof Shape.Bean bean) {
      return compareFields(path, bean, one, other);
    }
    if (shape instanceof Shape.Leaf leaf) {
      return leaf.equal().test(one, other) ? null : differ(path, one, other);
    }
    if (shape instanceof Shape.Array array) {
      return compareArrays(path, array, one, other);
    }
    if (shape instanceof Shape.Element) {
      return compareElements(path, (JAXBElement<?>) one, (JAXBElement<?>) other);
    }
    if (shape instanceof Shape.Dom) {
      return compareNodes(path, (Node) one, (Node) other);
    }
    return ((Shape.Opaque) shape).reason() + ", at " + path;
  }

  private String compareFields(String path, Shape.Bean bean, Object one, Object other) {
    for (FieldSlot field : bean.fields()) {
      Object a = field.get(one);
      Object b = field.get(other);
      if (field.isPrimitive()) {
        if (!a.equals(b)) {
          return differ(path + "." + field.name(), a, b);
        }
      } else {
        String flaw = a == null && b == null ? null : compare(path + "." + field.name(), a, b);
        if (flaw != null) {
          return flaw;
        }
      }
    }
    return null;
  }

  private String compareArrays(String path, Shape.Array array, Object one, Object other) {
    int length = Array.getLength(one);
    if (length != Array.getLength(other)) {
      return differ(path, one, other);
    }
    if (array.component().isPrimitive()) {
      boolean same = Arrays.deepEquals(new Object[] {one}, new Object[] {other});
      return same ? null : differ(path, one, other);
    }
    return compareInOrder(path, Arrays.asList((Object[]) one), Arrays.asList((Object[]) other));
  }

  private String compareItems(
      String path, Shape.Order order, Collection<?> items, Collection<?> others) {
    if (items.size() != others.size()) {
      return differ(path, items, others);
    }
    if (order != Shape.Order.SET) {
      return compareInOrder(path, items, others);
    }
    for (Object item : items) {
      String unfit = unfitKey(path, item);
      if (unfit != null || !others.contains(item)) {
        return unfit != null ? unfit : differ(path, items, others);
      }
    }
    return null;
  }

  private String compareInOrder(String path, Collection<?> items, Collection<?> others) {
    Iterator<?> other = others.iterator();
    int index = 0;
    for (Object item : items) {
      if (!other.hasNext()) {
        return differ(path, items, others);
      }
      String flaw = compare(path + "[" + index++ + "]", item, other.next());
      if (flaw != null) {
        return flaw;
      }
    }
    return null;
  }

  private String compareEntries(String path, boolean ordered, Map<?, ?> map, Map<?, ?> others) {
    if (map.size() != others.size()) {
      return differ(path, map, others);
    }
    Iterator<? extends Map.Entry<?, ?>> other = others.entrySet().iterator();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object key = entry.getKey();
      String unfit = unfitKey(path, key);
      if (unfit != null) {
        return unfit;
      }
      Object value;
      if (ordered) {
        Map.Entry<?, ?> next = other.next();
        if (!Objects.equals(key, next.getKey())) {
          return differ(path, map, others);
        }
        value = next.getValue();
      } else if (others.containsKey(key)) {
        value = others.get(key);
      } else {
        return differ(path, map, others);
      }
      String flaw = compare(path + "[*]", entry.getValue(), value);
      if (flaw != null) {
        return flaw;
      }
    }
    return null;
  }

  /** Why an object cannot be looked up by: its equality is the application's; null if it can. */
  static String unfitKey(String path, Object key) {
    return key == null || Shapes.isImmutable(key.getClass())
        ? null
        : "a " + key.getClass().getName() + " is a key of a set or map at " + path;
  }

  private String compareElements(String path, JAXBElement<?> one, JAXBElement<?> other) {
    boolean same =
        one.getName().equals(other.getName())
            && one.getDeclaredType() == other.getDeclaredType()
            && one.getScope() == other.getScope()
            && one.isNil() == other.isNil();
    return same
        ? compare(path + ".value", one.getValue(), other.getValue())
        : differ(path, one, other);
  }

  private String compareNodes(String path, Node one, Node other) {
    if (!sharing && DomParts.document(one) == DomParts.document(other)) {
      return "both are nodes of one document at " + path;
    }
    return DomParts.equal(one, other) ? null : differ(path, one, other);
  }

  /** Says what differs without the values: they may be nobody's business. */
  private static String differ(String path, Object one, Object other) {
    return "the graphs differ at " + path + ": " + describe(one) + " and " + describe(other);
  }

  private static String describe(Object value) {
    if (value == null) {
      return "null";
    }
    String type = value.getClass().getName();
    return value instanceof Collection<?> items ? type + " of " + items.size() : type;
  }
}

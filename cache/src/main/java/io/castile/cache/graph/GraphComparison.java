package io.castile.cache.graph;

import jakarta.xml.bind.JAXBElement;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;

/**
 * Compares two graphs of objects, whatever their classes think of equality: every field counts, and
 * an object that one graph reaches by two ways must correspond to one object in the other. Cycles
 * end where an object has been met before.
 *
 * <p>No method of the application's classes is called.
 */
public final class GraphComparison {
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
  public static boolean equal(@Nullable Object one, @Nullable Object other) {
    return new GraphComparison(true).compare(one, other) == null;
  }

  /**
   * Returns why {@code copy} is not a deep copy of {@code original}, what differs or what both can
   * change, and where; null if it is one.
   */
  public static @Nullable String flaw(@Nullable Object original, @Nullable Object copy) {
    Flaw flaw = new GraphComparison(false).compare(original, copy);
    return flaw == null ? null : flaw.text("$");
  }

  /** A difference, with its place: the path is made on the way back from there, if there is one. */
  private static final class Flaw {
    private final String before;
    private final String behind;
    private String path = "";

    /**
     * @param before what stands before the path
     * @param behind what stands behind it
     */
    Flaw(String before, String behind) {
      this.before = before;
      this.behind = behind;
    }

    Flaw under(String step) {
      path = step + path;
      return this;
    }

    String text(String root) {
      return before + " at " + root + path + behind;
    }
  }

  private @Nullable Flaw compare(@Nullable Object one, @Nullable Object other) {
    if (one == other) {
      return sharing || one == null || Immutability.isImmutable(one)
          ? null
          : new Flaw("both hold one " + one.getClass().getName(), "");
    }
    if (one == null || other == null) {
      return differ(one, other);
    }
    TypeShape shape = TypeShapes.of(one.getClass());
    if (shape instanceof TypeShape.Immutable value) {
      boolean same = one.getClass() == other.getClass() && value.equal().test(one, other);
      return same ? null : differ(one, other);
    }
    if (canBeChanged(shape, one)) {
      Object twin = twins.putIfAbsent(one, other);
      Object original = originals.putIfAbsent(other, one);
      if (twin != null || original != null) {
        return twin == other && original == one
            ? null
            : new Flaw("one object is two in the other graph", "");
      }
    }
    return compareParts(shape, one, other);
  }

  /** What cannot be changed may be one object here and two there. */
  private static boolean canBeChanged(TypeShape shape, Object value) {
    boolean perhapsNot =
        (shape instanceof TypeShape.Bean bean && bean.allFinal())
            || (shape instanceof TypeShape.Items items && items.unmodifiable())
            || (shape instanceof TypeShape.Entries entries && entries.unmodifiable());
    return !(perhapsNot && Immutability.isImmutable(value));
  }

  private @Nullable Flaw compareParts(TypeShape shape, Object one, Object other) {
    TypeShape otherShape = TypeShapes.of(other.getClass());
    if (shape instanceof TypeShape.Items items) {
      return otherShape instanceof TypeShape.Items others && others.order() == items.order()
          ? compareItems(items.order(), (Collection<?>) one, (Collection<?>) other)
          : differ(one, other);
    }
    if (shape instanceof TypeShape.Entries entries) {
      return otherShape instanceof TypeShape.Entries others && others.ordered() == entries.ordered()
          ? compareEntries(entries.ordered(), (Map<?, ?>) one, (Map<?, ?>) other)
          : differ(one, other);
    }
    if (one.getClass() != other.getClass()) {
      return differ(one, other);
    }
    if (shape instanceof TypeShape.Bean bean) {
      return compareFields(bean, one, other);
    }
    if (shape instanceof TypeShape.Leaf leaf) {
      return leaf.equal().test(one, other) ? null : differ(one, other);
    }
    if (shape instanceof TypeShape.Array array) {
      return compareArrays(array, one, other);
    }
    if (shape instanceof TypeShape.Element) {
      return compareElements((JAXBElement<?>) one, (JAXBElement<?>) other);
    }
    if (shape instanceof TypeShape.Dom) {
      return compareNodes((Node) one, (Node) other);
    }
    return new Flaw(((TypeShape.Opaque) shape).reason() + ",", "");
  }

  @SuppressWarnings("NullAway") // a primitive is a value
  private @Nullable Flaw compareFields(TypeShape.Bean bean, Object one, Object other) {
    for (FieldSlot field : bean.fields()) {
      Object a = field.get(one);
      Object b = field.get(other);
      if (field.isPrimitive()) {
        if (!a.equals(b)) {
          return differ(a, b).under("." + field.name());
        }
      } else {
        Flaw flaw = a == null && b == null ? null : compare(a, b);
        if (flaw != null) {
          return flaw.under("." + field.name());
        }
      }
    }
    return null;
  }

  private @Nullable Flaw compareArrays(TypeShape.Array array, Object one, Object other) {
    int length = Array.getLength(one);
    if (length != Array.getLength(other)) {
      return differ(one, other);
    }
    if (array.component().isPrimitive()) {
      boolean same = Arrays.deepEquals(new Object[] {one}, new Object[] {other});
      return same ? null : differ(one, other);
    }
    return compareInOrder(Arrays.asList((Object[]) one), Arrays.asList((Object[]) other));
  }

  private @Nullable Flaw compareItems(
      TypeShape.Order order, Collection<?> items, Collection<?> others) {
    if (items.size() != others.size()) {
      return differ(items, others);
    }
    if (order != TypeShape.Order.SET) {
      return compareInOrder(items, others);
    }
    for (Object item : items) {
      Flaw unfit = unfitKey(item);
      if (unfit != null || !others.contains(item)) {
        return unfit != null ? unfit : differ(items, others);
      }
    }
    return null;
  }

  private @Nullable Flaw compareInOrder(Collection<?> items, Collection<?> others) {
    Iterator<?> other = others.iterator();
    int index = 0;
    for (Object item : items) {
      if (!other.hasNext()) {
        return differ(items, others);
      }
      Flaw flaw = compare(item, other.next());
      if (flaw != null) {
        return flaw.under("[" + index + "]");
      }
      index++;
    }
    return null;
  }

  private @Nullable Flaw compareEntries(boolean ordered, Map<?, ?> map, Map<?, ?> others) {
    if (map.size() != others.size()) {
      return differ(map, others);
    }
    Iterator<? extends Map.Entry<?, ?>> other = others.entrySet().iterator();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object key = entry.getKey();
      Flaw unfit = unfitKey(key);
      if (unfit != null) {
        return unfit;
      }
      Object value;
      if (ordered) {
        Map.Entry<?, ?> next = other.next();
        if (!Objects.equals(key, next.getKey())) {
          return differ(map, others);
        }
        value = next.getValue();
      } else if (others.containsKey(key)) {
        value = others.get(key);
      } else {
        return differ(map, others);
      }
      Flaw flaw = compare(entry.getValue(), value);
      if (flaw != null) {
        return flaw.under("[*]");
      }
    }
    return null;
  }

  /** Why an object cannot be looked up by: its equality is the application's; null if it can. */
  static @Nullable String unfitKey(String path, @Nullable Object key) {
    Flaw flaw = unfitKey(key);
    return flaw == null ? null : flaw.text(path);
  }

  private static @Nullable Flaw unfitKey(@Nullable Object key) {
    return key == null || TypeShapes.isImmutable(key.getClass())
        ? null
        : new Flaw("a " + key.getClass().getName() + " is a key of a set or map", "");
  }

  private @Nullable Flaw compareElements(JAXBElement<?> one, JAXBElement<?> other) {
    boolean same =
        one.getName().equals(other.getName())
            && one.getDeclaredType() == other.getDeclaredType()
            && one.getScope() == other.getScope()
            && one.isNil() == other.isNil();
    if (!same) {
      return differ(one, other);
    }
    Flaw flaw = compare(one.getValue(), other.getValue());
    return flaw == null ? null : flaw.under(".value");
  }

  private @Nullable Flaw compareNodes(Node one, Node other) {
    if (!sharing && DomParts.document(one) == DomParts.document(other)) {
      return new Flaw("both are nodes of one document", "");
    }
    return DomParts.equal(one, other) ? null : differ(one, other);
  }

  /** Says what differs without the values, which may be confidential. */
  private static Flaw differ(@Nullable Object one, @Nullable Object other) {
    return new Flaw("the graphs differ", ": " + describe(one) + " and " + describe(other));
  }

  private static String describe(@Nullable Object value) {
    if (value == null) {
      return "null";
    }
    String type = value.getClass().getName();
    return value instanceof Collection<?> items ? type + " of " + items.size() : type;
  }
}

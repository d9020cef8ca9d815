package io.castile.codec.binding;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A repeated property's Java form: some collection, or an array of any component type. While it is
 * read, items gather in a collection; {@link #finish} makes the property's value of it.
 *
 * <p>Immutable and thread-safe.
 */
public final class CollectionShape {
  public final Class<?> type;
  private final @Nullable Class<?> component; // null for collections

  public CollectionShape(Class<?> type) {
    this.type = type;
    this.component = type.isArray() ? type.getComponentType() : null;
  }

  public boolean isArray() {
    return component != null;
  }

  /** Walks over the items of a value. */
  public interface Cursor {
    boolean next();

    @Nullable Object value();
  }

  public Cursor cursor(Object value) {
    if (isArray()) {
      int length = Array.getLength(value);
      return new Cursor() {
        private int index = -1;

        @Override
        public boolean next() {
          return ++index < length;
        }

        @Override
        public @Nullable Object value() {
          return Array.get(value, index);
        }
      };
    }
    Iterator<?> items = ((Collection<?>) value).iterator();
    return new Cursor() {
      private @Nullable Object current;

      @Override
      public boolean next() {
        if (!items.hasNext()) {
          return false;
        }
        current = items.next();
        return true;
      }

      @Override
      public @Nullable Object value() {
        return current;
      }
    };
  }

  public void forEach(Object value, Consumer<Object> action) {
    for (Cursor items = cursor(value); items.next(); ) {
      if (items.value() != null) {
        action.accept(items.value());
      }
    }
  }

  public int size(Object value) {
    return isArray() ? Array.getLength(value) : ((Collection<?>) value).size();
  }

  /**
   * Returns the object in which items are gathered.
   *
   * @param current the property's value before; a collection that the bean made itself is emptied
   *     and used on
   */
  public Object start(@Nullable Object current) {
    if (isArray()) {
      return new ArrayList<>();
    }
    if (current == null) {
      return Instantiator.collection(type);
    }
    ((Collection<?>) current).clear();
    return current;
  }

  /** Adds an item to what {@link #start} gave. A null in an array of primitives is zero. */
  public Object add(Object gathered, @Nullable Object item) {
    Instantiator.asCollection(gathered).add(item);
    return gathered;
  }

  /** The property's value of what was gathered. */
  public Object finish(Object gathered) {
    if (component == null) {
      return gathered;
    }
    Collection<?> items = (Collection<?>) gathered;
    Object array = Array.newInstance(component, items.size());
    int index = 0;
    for (Object item : items) {
      if (item != null) {
        Array.set(array, index, item);
      }
      index++;
    }
    return array;
  }

  public Object copy(Object value, UnaryOperator<Object> copyItem) {
    if (component != null && component.isPrimitive()) {
      int length = Array.getLength(value);
      Object copy = Array.newInstance(component, length);
      System.arraycopy(value, 0, copy, 0, length);
      return copy;
    }
    Object gathered = isArray() ? new ArrayList<>() : emptyLike(value);
    for (Cursor items = cursor(value); items.next(); ) {
      Object item = items.value();
      add(gathered, item == null ? null : copyItem.apply(item));
    }
    return finish(gathered);
  }

  private Object emptyLike(Object value) {
    return value.getClass() == ArrayList.class
        ? new ArrayList<>(((ArrayList<?>) value).size())
        : Instantiator.collection(type);
  }

  public boolean equal(Object one, Object other, BiPredicate<Object, Object> equalItems) {
    if (size(one) != size(other)) {
      return false;
    }
    Cursor others = cursor(other);
    for (Cursor items = cursor(one); items.next() && others.next(); ) {
      Object a = items.value();
      Object b = others.value();
      if (a != b && (a == null || b == null || !equalItems.test(a, b))) {
        return false;
      }
    }
    return true;
  }

  /** Like {@link java.util.Arrays#hashCode(Object[])}, with a hash of our own for each item. */
  public int hash(Object value, ToIntFunction<Object> hashItem) {
    int hash = 1;
    for (Cursor items = cursor(value); items.next(); ) {
      Object item = items.value();
      hash = 31 * hash + (item == null ? 0 : hashItem.applyAsInt(item));
    }
    return hash;
  }
}

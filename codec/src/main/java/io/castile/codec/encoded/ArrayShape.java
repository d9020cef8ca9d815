package io.castile.codec.encoded;

import io.castile.codec.binding.CollectionShape;
import java.lang.reflect.Array;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** The Java form of an encoded array: an array, or a collection. Immutable and thread-safe. */
final class ArrayShape implements Target {
  private final Class<?> type;
  private final @Nullable Class<?> component; // null for a collection

  ArrayShape(Class<?> type) {
    this.type = type;
    this.component = type.getComponentType();
  }

  Class<?> type() {
    return type;
  }

  /** Whether items have places by number, at which they can be put in later. */
  boolean hasPlaces() {
    return component != null
        || type.isAssignableFrom(ArrayList.class)
        || List.class.isAssignableFrom(type);
  }

  int size(Object value) {
    return value.getClass().isArray() ? Array.getLength(value) : ((Collection<?>) value).size();
  }

  /** The items of a value. */
  List<? extends @Nullable Object> items(Object value) {
    if (value instanceof Object[] array) {
      return Arrays.asList(array);
    }
    if (value instanceof List<?> list && list instanceof RandomAccess) {
      return list;
    }
    return value instanceof Collection<?> collection
        ? new ArrayList<>(collection)
        : new Numbers(value);
  }

  /** An array of primitives as a list. */
  private static final class Numbers extends AbstractList<Object> implements RandomAccess {
    private final Object array;

    Numbers(Object array) {
      this.array = array;
    }

    @Override
    public Object get(int index) {
      return Array.get(array, index);
    }

    @Override
    public int size() {
      return Array.getLength(array);
    }
  }

  /** The reader of the items where they are numbers without objects; null where they are not. */
  @Nullable PlainNumbers plainNumbers(EncodedType item) {
    return component == null ? null : PlainNumbers.of(component, item);
  }

  /** A value with these items; null among primitives is zero. */
  Object make(List<? extends @Nullable Object> items) {
    if (component == null) {
      Collection<@Nullable Object> collection = collection();
      collection.addAll(items);
      return collection;
    }
    Object array = Array.newInstance(component, items.size());
    if (array instanceof Object[] objects) {
      for (int i = 0; i < objects.length; i++) {
        objects[i] = items.get(i);
      }
    } else {
      for (int i = 0; i < items.size(); i++) {
        set(array, i, items.get(i));
      }
    }
    return array;
  }

  @SuppressWarnings("unchecked") // a shape of a class that is no array starts with a collection
  private Collection<@Nullable Object> collection() {
    return (Collection<@Nullable Object>) new CollectionShape(type).start(null);
  }

  /** A value into which {@link #set} puts the items of another one. */
  Object emptyLike(Object value) {
    return component == null
        ? collection()
        : Array.newInstance(value.getClass().getComponentType(), Array.getLength(value));
  }

  /** Copies the items if they are primitives. */
  boolean copyNumbers(Object from, Object to) {
    if (from instanceof Object[] || !from.getClass().isArray()) {
      return false;
    }
    System.arraycopy(from, 0, to, 0, Array.getLength(from));
    return true;
  }

  /** Puts an item in its place, or at the end where places have no numbers, or it is the next. */
  @Override
  @SuppressWarnings("unchecked") // as above
  public void set(Object holder, int index, @Nullable Object value) {
    if (holder instanceof Object[] array) {
      array[index] = value;
    } else if (holder instanceof List<?> list && index < list.size()) {
      ((List<@Nullable Object>) list).set(index, value);
    } else if (holder instanceof Collection<?> collection) {
      ((Collection<@Nullable Object>) collection).add(value);
    } else if (value != null) {
      Array.set(holder, index, value);
    }
  }
}

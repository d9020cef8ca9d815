package io.castile.codec.bean;

import io.castile.codec.binding.CollectionShape;
import io.castile.codec.binding.Types;
import io.castile.codec.value.SimpleValue;
import io.castile.xml.XmlReader;
import java.lang.reflect.Array;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An array of numbers while it grows. Owned by one thread.
 *
 * <p>Invariant: the numbers from 0 to {@code count} are set, and {@code items} is an array of the
 * type that was asked for.
 */
final class NumberRun {
  private static final int INITIAL = 64;

  private final Class<?> component;
  private Object items;
  private int capacity = INITIAL;
  private int count;

  /**
   * @param type one of {@link #takes}
   */
  NumberRun(Class<?> type) {
    this.component = type.getComponentType();
    this.items = Array.newInstance(component, INITIAL);
  }

  /** Whether such items make an array of a type known here. */
  static boolean takes(CollectionShape shape, ElementType item) {
    Class<?> type = shape.type;
    return (type == double[].class
            || type == int[].class
            || type == long[].class
            || type == float[].class)
        && item.codec instanceof SimpleValue value
        && value.type.javaType == Types.box(type.getComponentType());
  }

  /** Adds some of the numbers of another array of the same type, which may be about as long. */
  void add(Object numbers, int from, int length) {
    if (count + length > capacity) {
      reserve(Math.max(length, Array.getLength(numbers) - count));
    }
    System.arraycopy(numbers, from, items, count, length);
    count += length;
  }

  /** Adds a number of the array's type, or zero for null. */
  void add(@Nullable Object number) {
    reserve(1);
    if (number == null) {
      System.arraycopy(Array.newInstance(component, 1), 0, items, count, 1);
    } else {
      Array.set(items, count, number);
    }
    count++;
  }

  /** Reads the element at which {@code in} stands as a number of the array's type. */
  void read(XmlReader in) {
    reserve(1);
    if (items instanceof double[] doubles) {
      doubles[count] = in.readText().toDouble();
    } else if (items instanceof int[] ints) {
      ints[count] = in.readText().toInt();
    } else if (items instanceof long[] longs) {
      longs[count] = in.readText().toLong();
    } else {
      ((float[]) items)[count] = in.readText().toFloat();
    }
    count++;
  }

  private void reserve(int more) {
    if (count + more > capacity) {
      capacity = Math.max(2 * capacity, count + more);
      Object larger = Array.newInstance(component, capacity);
      System.arraycopy(items, 0, larger, 0, count);
      items = larger;
    }
  }

  int count() {
    return count;
  }

  Object get(int index) {
    return Array.get(items, Objects.checkIndex(index, count));
  }

  /** An array of exactly the numbers, the caller's own. */
  Object finish() {
    Object exact = Array.newInstance(component, count);
    System.arraycopy(items, 0, exact, 0, count);
    return exact;
  }
}

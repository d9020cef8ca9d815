package io.castile.codec.encoded;

import io.castile.codec.binding.Types;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.internal.XmlInternals;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of an array of primitives, as long as each item is a number and stands behind the one
 * before: no object is made for them. Owned by one thread.
 */
abstract class PlainNumbers {
  private static final int INITIAL = 64;

  private final EncodedType item;
  int count;

  private PlainNumbers(EncodedType item) {
    this.item = item;
  }

  /**
   * The numbers of a type; null where items are something else, or are read in a way of their own.
   *
   * @param component the class of the items
   */
  static @Nullable PlainNumbers of(Class<?> component, EncodedType item) {
    boolean isNumber =
        component.isPrimitive()
            && item instanceof SimpleEncoded simple
            && simple.type.javaType == Types.box(component);
    if (isNumber && component == double.class) {
      return new Doubles(item);
    }
    return isNumber && component == int.class ? new Ints(item) : null;
  }

  /**
   * Reads items until one is no plain number, or there is no room for it.
   *
   * @param first at which the input stands; null for none
   * @param length how many there may be; negative for any number
   * @return the item that was not read; null if all were
   */
  final @Nullable XmlName read(EncodedInput in, @Nullable XmlName first, int length) {
    XmlName child = first;
    while (child != null && count != length) {
      in.look();
      if (!in.isPlain(item)) {
        break;
      }
      add(in.xml);
      child = in.xml.nextChild(child);
    }
    return child;
  }

  final int count() {
    return count;
  }

  /** Reads the number in the element at which the reader stands, to its end. */
  abstract void add(XmlReader xml);

  /** An array that has the numbers, and nothing else. */
  abstract Object toArray();

  /** The numbers as objects. */
  final List<@Nullable Object> boxed() {
    Object array = toArray();
    List<@Nullable Object> all = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      all.add(Array.get(array, i));
    }
    return all;
  }

  private static final class Doubles extends PlainNumbers {
    private double[] numbers = new double[INITIAL];

    Doubles(EncodedType item) {
      super(item);
    }

    @Override
    void add(XmlReader xml) {
      // The attributes have been looked at, so they are not to be reported as passed over.
      double number =
          XmlInternals.passedOver(xml) == null ? xml.readDouble() : xml.readValueText().toDouble();
      if (count == numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * count);
      }
      numbers[count++] = number;
    }

    @Override
    Object toArray() {
      return Arrays.copyOf(numbers, count);
    }
  }

  private static final class Ints extends PlainNumbers {
    private int[] numbers = new int[INITIAL];

    Ints(EncodedType item) {
      super(item);
    }

    @Override
    void add(XmlReader xml) {
      int number = xml.readValueText().toInt();
      if (count == numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * count);
      }
      numbers[count++] = number;
    }

    @Override
    Object toArray() {
      return Arrays.copyOf(numbers, count);
    }
  }
}

package io.castile.delta;

import java.util.Arrays;

/** A growing array of ints. Not thread-safe. */
final class Ints {
  private int[] values = new int[32];
  private int size;

  void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size << 1);
    }
    values[size++] = value;
  }

  int get(int index) {
    return values[index];
  }

  void set(int index, int value) {
    values[index] = value;
  }

  /** Keeps the first {@code newSize} values. */
  void truncate(int newSize) {
    size = newSize;
  }

  int size() {
    return size;
  }

  int[] toArray() {
    return Arrays.copyOf(values, size);
  }
}

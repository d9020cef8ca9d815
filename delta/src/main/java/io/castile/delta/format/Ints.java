package io.castile.delta.format;

import java.util.Arrays;

/** A growing array of ints. Not thread-safe. */
public final class Ints {
  private int[] values = new int[32];
  private int size;

  public void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size << 1);
    }
    values[size++] = value;
  }

  public int get(int index) {
    return values[index];
  }

  void set(int index, int value) {
    values[index] = value;
  }

  /** Keeps the first {@code newSize} values. */
  public void truncate(int newSize) {
    size = newSize;
  }

  public int size() {
    return size;
  }

  public int[] toArray() {
    return Arrays.copyOf(values, size);
  }
}

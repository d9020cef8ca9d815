package io.castile.codec.value;

/**
 * Arrays in which generated code gathers the numbers of an array whose length it does not know yet;
 * kept for the next one.
 *
 * <p>For generated code; no compatibility promise. Owned by one thread at a time.
 */
public final class ArrayBuffers {
  private static final int INITIAL = 64;

  /** Longer arrays are not kept: 1 MiB of doubles. */
  private static final int MAX_KEPT = 1 << 17;

  private int[] ints = {};
  private long[] longs = {};
  private float[] floats = {};
  private double[] doubles = {};

  ArrayBuffers() {}

  /** An array of any length but zero, with any content. */
  public int[] ints() {
    if (ints.length == 0) {
      ints = new int[INITIAL];
    }
    return ints;
  }

  /** Takes back an array, which may have been replaced by a longer one. */
  public void keep(int[] array) {
    if (array.length <= MAX_KEPT) {
      ints = array;
    }
  }

  /** An array of any length but zero, with any content. */
  public long[] longs() {
    if (longs.length == 0) {
      longs = new long[INITIAL];
    }
    return longs;
  }

  /** Takes back an array, which may have been replaced by a longer one. */
  public void keep(long[] array) {
    if (array.length <= MAX_KEPT) {
      longs = array;
    }
  }

  /** An array of any length but zero, with any content. */
  public float[] floats() {
    if (floats.length == 0) {
      floats = new float[INITIAL];
    }
    return floats;
  }

  /** Takes back an array, which may have been replaced by a longer one. */
  public void keep(float[] array) {
    if (array.length <= MAX_KEPT) {
      floats = array;
    }
  }

  /** An array of any length but zero, with any content. */
  public double[] doubles() {
    if (doubles.length == 0) {
      doubles = new double[INITIAL];
    }
    return doubles;
  }

  /** Takes back an array, which may have been replaced by a longer one. */
  public void keep(double[] array) {
    if (array.length <= MAX_KEPT) {
      doubles = array;
    }
  }
}

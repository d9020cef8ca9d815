package io.castile.delta.format;

import java.util.Arrays;

/** Rows by a hash. Not thread-safe. */
public final class RowIndex {
  private static final int NONE = -1;

  private final int[] heads;
  private final int[] nexts;
  private final long[] hashes;

  /** An index of the rows from 0 to {@code rows}, exclusive. */
  public RowIndex(int rows) {
    heads = new int[Integer.highestOneBit(Math.max(rows, 8)) << 1];
    nexts = new int[rows];
    hashes = new long[rows];
    Arrays.fill(heads, NONE);
  }

  /** Adds a row, which is found before those with the same hash that were added before. */
  public void add(long hash, int row) {
    int slot = slot(hash);
    hashes[row] = hash;
    nexts[row] = heads[slot];
    heads[slot] = row;
  }

  /** The row with this hash that was added last, or -1. */
  public int first(long hash) {
    return same(heads[slot(hash)], hash);
  }

  /** The one after {@code row}, or -1. */
  public int next(int row) {
    return same(nexts[row], hashes[row]);
  }

  private int same(int from, long hash) {
    int row = from;
    while (row != NONE && hashes[row] != hash) {
      row = nexts[row];
    }
    return row;
  }

  private int slot(long hash) {
    return (int) (hash ^ hash >>> 32) & (heads.length - 1);
  }
}

package io.castile.papers;

import io.castile.delta.format.Ints;
import java.util.Arrays;

/**
 * The leaves of an element: the elements in it, or itself, that have nothing but text, with their
 * tags. Found without a parser, so that both ends find the same, whatever the bytes are. Immutable.
 */
final class PaperLeaves {
  private final byte[] bytes;
  private final int start;
  private final int end;
  private final int[] bounds; // where each starts and ends

  private PaperLeaves(byte[] bytes, int start, int end, int[] bounds) {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.bounds = bounds;
  }

  /** The leaves of the element from {@code start} to {@code end}. */
  static PaperLeaves of(byte[] bytes, int start, int end) {
    Ints bounds = new Ints();
    int tag = indexOf(bytes, '<', start, end);
    while (tag < end) {
      int close = indexOf(bytes, '>', tag, end);
      int next = indexOf(bytes, '<', tag + 1, end);
      boolean isStart = close < next && isNameStart(bytes[tag + 1]);
      if (isStart && bytes[close - 1] == '/') {
        bounds.add(tag);
        bounds.add(close + 1);
      } else if (isStart && next + 1 < end && bytes[next + 1] == '/') {
        int last = indexOf(bytes, '>', next, end);
        if (last < end) {
          bounds.add(tag);
          bounds.add(last + 1);
          next = indexOf(bytes, '<', last, end);
        }
      }
      tag = next;
    }
    return new PaperLeaves(bytes, start, end, bounds.toArray());
  }

  int count() {
    return bounds.length / 2;
  }

  int start(int leaf) {
    return bounds[2 * leaf];
  }

  int end(int leaf) {
    return bounds[2 * leaf + 1];
  }

  /** Whether another element has as many leaves, and the same between them. */
  boolean isAlike(PaperLeaves other) {
    if (count() != other.count()) {
      return false;
    }
    int pos = start;
    int at = other.start;
    for (int leaf = 0; leaf <= count(); leaf++) {
      int posEnd = leaf < count() ? start(leaf) : end;
      int atEnd = leaf < count() ? other.start(leaf) : other.end;
      if (!Arrays.equals(bytes, pos, posEnd, other.bytes, at, atEnd)) {
        return false;
      }
      if (leaf < count()) {
        pos = end(leaf);
        at = other.end(leaf);
      }
    }
    return true;
  }

  /** Whether another element's leaf with this index is the same. */
  boolean isSame(int leaf, PaperLeaves other) {
    return Arrays.equals(
        bytes, start(leaf), end(leaf), other.bytes, other.start(leaf), other.end(leaf));
  }

  private static boolean isNameStart(byte c) {
    return c != '/' && c != '!' && c != '?';
  }

  private static int indexOf(byte[] bytes, char c, int from, int end) {
    int pos = from;
    while (pos < end && bytes[pos] != c) {
      pos++;
    }
    return pos;
  }
}

package io.castile.papers;

import io.castile.delta.format.RowIndex;

/**
 * Which elements of a list are which of the cached one: for each its index there, ascending, or
 * {@link #NONE}. mSOAP does not say how it finds them (§III.A); here those are kept, of what was
 * proposed, that are the most in ascending order.
 */
final class PaperMatches {
  static final int NONE = -1;

  /** So many elements of the cached list with one hash are looked at. */
  private static final int MAX_TRIES = 8;

  private PaperMatches() {}

  /** Whether an element of the cached list, the first index, is like one of the new list. */
  @FunctionalInterface
  interface Likeness {
    boolean test(int cached, int element);
  }

  /**
   * Finds matches of two lists.
   *
   * @param cachedHashes for each cached element a hash
   * @param hashes for each new element a hash, the same for elements that are alike
   */
  static int[] of(long[] cachedHashes, long[] hashes, Likeness alike) {
    RowIndex index = new RowIndex(cachedHashes.length);
    for (int i = cachedHashes.length - 1; i >= 0; i--) { // so that the first one is found first
      index.add(cachedHashes[i], i);
    }
    int[] matches = new int[hashes.length];
    int expected = 0; // the cached element that would be next if none came or went
    for (int i = 0; i < hashes.length; i++) {
      boolean isNext = expected < cachedHashes.length && cachedHashes[expected] == hashes[i];
      int found =
          isNext && alike.test(expected, i)
              ? expected
              : search(index, hashes[i], i, expected, alike);
      matches[i] = found;
      expected = found == NONE ? expected + 1 : found + 1;
    }
    keepAscending(matches);
    return matches;
  }

  /** The first one that is alike from {@code expected} on, else the first before. */
  private static int search(RowIndex index, long hash, int element, int expected, Likeness alike) {
    int first = NONE;
    int tries = 0;
    for (int at = index.first(hash); at != NONE && tries < MAX_TRIES; at = index.next(at)) {
      tries++;
      if (alike.test(at, element)) {
        if (at >= expected) {
          return at;
        }
        first = first == NONE ? at : first;
      }
    }
    return first;
  }

  /** Keeps a longest subsequence that ascends strictly (Fredman 1975), and drops the rest. */
  static void keepAscending(int[] matches) {
    int[] tails = new int[matches.length]; // of length n + 1, where the one ends that ends lowest
    int[] before = new int[matches.length];
    int length = 0;
    for (int i = 0; i < matches.length; i++) {
      if (matches[i] == NONE) {
        continue;
      }
      int low = 0;
      int high = length;
      while (low < high) { // the first whose end is not lower
        int middle = (low + high) >>> 1;
        if (matches[tails[middle]] < matches[i]) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      before[i] = low == 0 ? NONE : tails[low - 1];
      tails[low] = i;
      length = Math.max(length, low + 1);
    }
    boolean[] kept = new boolean[matches.length];
    for (int i = length == 0 ? NONE : tails[length - 1]; i != NONE; i = before[i]) {
      kept[i] = true;
    }
    for (int i = 0; i < matches.length; i++) {
      matches[i] = kept[i] ? matches[i] : NONE;
    }
  }

  /** Hears what has become of a cached list, in the order of its elements. */
  interface Changes {
    /** An element is matched by a new one. */
    void matched(int cached, int element);

    /** It has no match, and a new one without match stands where it stood. */
    void changed(int cached, int element);

    /** It is gone. */
    void removed(int cached);

    /** A new one is there, before the cached one with this index, or the end. */
    void inserted(int cached, int element);
  }

  /** Tells the changes that make a list of a cached one with so many elements. */
  static void tell(int[] matches, int cachedSize, Changes changes) {
    int cached = 0; // All before them are told.
    int element = 0;
    for (int next = 0; next <= matches.length; next++) {
      if (next < matches.length && matches[next] == NONE) {
        continue;
      }
      int until = next < matches.length ? matches[next] : cachedSize;
      for (; cached < until && element < next; cached++, element++) {
        changes.changed(cached, element);
      }
      for (; cached < until; cached++) {
        changes.removed(cached);
      }
      for (; element < next; element++) {
        changes.inserted(cached, element);
      }
      if (next < matches.length) {
        changes.matched(cached++, element++);
      }
    }
  }
}

package io.castile.papers;

import java.util.HashMap;
import java.util.Map;

/**
 * The lists of a message, which are elements with the same name one after the other that are in no
 * element of another list; where mSOAP asks a WSDL, we ask the message. Any bytes have such lists,
 * though perhaps none. Immutable and thread-safe.
 *
 * <p>An element of a list reaches from the end of the one before it to its own end: what stands
 * between belongs to the later one.
 */
final class PaperLists {
  /** What a list takes in {@link #keys} and {@link #byKey}. */
  private static final int KEY_BYTES = 104;

  private final int[] firsts;
  private final int[] bounds;
  private final long[] keys;
  private final Map<Long, Integer> byKey = new HashMap<>();

  /**
   * @param firsts for each list, where its bounds start in {@code bounds}, and last how many there
   *     are
   * @param bounds for each list, where its first element starts and where each ends
   * @param paths for each list, the hash of its path: the names of its elements and of those around
   *     them
   */
  PaperLists(int[] firsts, int[] bounds, long[] paths) {
    this.firsts = firsts;
    this.bounds = bounds;
    this.keys = new long[paths.length];
    Map<Long, Integer> occurrences = new HashMap<>();
    for (int list = 0; list < paths.length; list++) {
      int occurrence = occurrences.merge(paths[list], 1, Integer::sum);
      keys[list] = paths[list] + occurrence * 0x9e3779b97f4a7c15L;
      byKey.putIfAbsent(keys[list], list);
    }
  }

  static PaperLists of(byte[] message) {
    return new PaperListWalk(message).lists();
  }

  /** Returns how many bytes this takes. */
  long bytes() {
    return (long) Integer.BYTES * (firsts.length + bounds.length) + (long) KEY_BYTES * keys.length;
  }

  int count() {
    return keys.length;
  }

  /** How many elements a list has. */
  int size(int list) {
    return firsts[list + 1] - firsts[list] - 1;
  }

  /** Where an element starts; that after the last starts where the list ends. */
  int start(int list, int element) {
    return bounds[firsts[list] + element];
  }

  int end(int list) {
    return bounds[firsts[list + 1] - 1];
  }

  /** What a list is found by: a hash of its path, and of how many before it have the same. */
  long key(int list) {
    return keys[list];
  }

  /** The list with this key; -1 if there is none. */
  int find(long key) {
    return byKey.getOrDefault(key, -1);
  }
}

package io.castile.bench.floor.items;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the smallest heap of one end with which calls succeed; the other end has enough. */
final class HeapSearch {
  /** MiB between two heaps that are told from each other, and the share of a heap. */
  private static final int STEP = 2;

  private static final int SHARE = 16;

  private static final int CALLS = 3;

  /** The least with which a JVM starts, serves or calls anything. */
  private final Map<String, Integer> floors = new HashMap<>();

  /** Why the last calls failed; null where none have. */
  private @Nullable IllegalStateException failure;

  /**
   * What a message needs beyond what one of one item needs, in MiB.
   *
   * @param row one of Java
   */
  int search(ItemsRow row, ItemOperation operation, boolean isClient) throws IOException {
    String end = row + (isClient ? " client" : " server");
    Integer floor = floors.get(end);
    if (floor == null) {
      floor = smallest(row, ItemOperation.PUT_DOUBLES, 1, isClient);
      floors.put(end, floor);
    }
    return smallest(row, operation, operation.mostHeld(), isClient) - floor;
  }

  /** In MiB. Invariant: {@code little} is too little, {@code enough} is enough. */
  private int smallest(ItemsRow row, ItemOperation operation, int items, boolean isClient)
      throws IOException {
    int little = STEP;
    int enough = 4 * STEP;
    while (!fits(row, operation, items, isClient, enough)) {
      if (enough >= ItemEnds.LARGE_HEAP) {
        throw new IllegalStateException(row.label() + " fails with " + enough + " MiB", failure);
      }
      little = enough;
      enough *= 2;
    }
    while (enough - little > Math.max(STEP, enough / SHARE)) {
      int heap = (little + enough) / 2;
      if (fits(row, operation, items, isClient, heap)) {
        enough = heap;
      } else {
        little = heap;
      }
    }
    return enough;
  }

  private boolean fits(ItemsRow row, ItemOperation operation, int items, boolean isClient, int heap)
      throws IOException {
    int server = isClient ? ItemEnds.LARGE_HEAP : heap;
    int client = isClient ? heap : ItemEnds.LARGE_HEAP;
    try (ItemEnds ends = ItemEnds.start(row, server, client)) {
      ends.play(new ItemsRound(operation, items, CALLS, 0));
      return true;
    } catch (IllegalStateException e) {
      failure = e; // an end has run out of memory, or fails however much there is
      return false;
    }
  }
}

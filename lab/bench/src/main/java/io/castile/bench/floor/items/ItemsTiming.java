package io.castile.bench.floor.items;

import java.util.List;

/**
 * How long is called.
 *
 * @param coldMillis with small messages, before all else, so that codecs are compiled
 * @param warmMillis before each measured round, as long as it
 * @param millis of a measured round
 * @param least how many calls a measured round has at least
 */
record ItemsTiming(int coldMillis, int warmMillis, int millis, int least) {
  static final ItemsTiming FULL = new ItemsTiming(1000, 300, 500, 5);
  static final ItemsTiming QUICK = new ItemsTiming(500, 100, 200, 3);

  /** What is played with a new pair of ends. */
  List<ItemsRound> beforeAll(ItemOperation operation) {
    return List.of(
        new ItemsRound(operation, 10, 1, coldMillis),
        new ItemsRound(operation, 1000, 1, coldMillis));
  }

  /** What is played before the measured round of so many items. */
  ItemsRound before(ItemOperation operation, int items) {
    return new ItemsRound(operation, items, 1, warmMillis);
  }

  /** The measured round. */
  ItemsRound measured(ItemOperation operation, int items) {
    return new ItemsRound(operation, items, least, millis);
  }
}

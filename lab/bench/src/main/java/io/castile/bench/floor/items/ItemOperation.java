package io.castile.bench.floor.items;

/** What is asked for in {@link Items}. */
enum ItemOperation {
  GET_DOUBLES("getDoubles", 1_000_000),
  PUT_DOUBLES("putDoubles", 1_000_000),
  GET_RATINGS("getRatings", 100_000),
  PUT_RATINGS("putRatings", 100_000);

  private final String label;
  private final int mostHeld;

  ItemOperation(String label, int mostHeld) {
    this.label = label;
    this.mostHeld = mostHeld;
  }

  /** What tables call it. */
  String label() {
    return label;
  }

  /** How many items the message has whose memory is measured. */
  int mostHeld() {
    return mostHeld;
  }

  /** Whether the items are numbers, not ratings. */
  boolean isOfDoubles() {
    return this == GET_DOUBLES || this == PUT_DOUBLES;
  }
}

package io.castile.bench.calls;

import java.util.List;
import java.util.stream.Stream;

/** What is called in the suite {@code calls}: operations of the demo's portal. */
public enum CallOperation {
  SIMPLE("simple"),
  SEARCH("search"),
  /** Queries that come in turn, so that no answer is like the last one. */
  SEARCHES("searches"),
  RATINGS("195 ratings"),
  GET_DOUBLES("get 10 000 doubles"),
  PUT_DOUBLES("put 10 000 doubles");

  /** How many values there are in an array. */
  static final int DOUBLES = 10_000;

  /** How many queries there are for {@link #SEARCHES}. */
  static final int QUERIES = 8;

  private final String label;

  CallOperation(String label) {
    this.label = label;
  }

  /** What tables call it. */
  public String label() {
    return label;
  }

  /**
   * The query of a call.
   *
   * @param turn how many calls there were before
   */
  public String query(int turn) {
    return this == SEARCHES ? "soap caching " + turn % QUERIES : "soap caching";
  }

  /** The queries of all calls. */
  static List<String> queries() {
    List<String> others =
        Stream.iterate(0, i -> i + 1).limit(QUERIES).map(SEARCHES::query).toList();
    return Stream.concat(Stream.of(SEARCH.query(0)), others.stream()).toList();
  }
}

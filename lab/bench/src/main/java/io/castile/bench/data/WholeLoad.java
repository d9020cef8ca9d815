package io.castile.bench.data;

/** What whole calls of the suite {@code differential} ask for. */
public enum WholeLoad {
  RATINGS("195 ratings", Ratings.COUNT, true),
  /** Of which some go, and others come; what else there is stays as it is. */
  MOVED_RATINGS("195 ratings, rows come and go", Ratings.COUNT, true),
  MANY_RATINGS("5 000 ratings", 5000, true),
  MOST_RATINGS("50 000 ratings", 50_000, true),
  FEW_DOUBLES("1 000 doubles", 1000, false),
  DOUBLES("10 000 doubles", 10_000, false),
  MOST_DOUBLES("100 000 doubles", 100_000, false);

  private static final String QUESTION = "watched";

  private final String label;
  private final int items;
  private final boolean hasRatings;

  WholeLoad(String label, int items, boolean hasRatings) {
    this.label = label;
    this.items = items;
    this.hasRatings = hasRatings;
  }

  /** What tables call it. */
  public String label() {
    return label;
  }

  /** Whether it is of ratings, or else of doubles. */
  public boolean hasRatings() {
    return hasRatings;
  }

  /** A new service, whose answers change by so many per cent each time. */
  public StockAnswers answers(int percent) {
    if (this == MOVED_RATINGS) {
      return StockAnswers.ofMovedRatings(items, percent);
    }
    return hasRatings
        ? StockAnswers.ofRatings(items, percent)
        : StockAnswers.ofValues(items, percent);
  }

  /**
   * A new service, of whose ratings so many change each time.
   *
   * @throws IllegalStateException if it has no ratings
   */
  public StockAnswers answersWithChanged(int ratings) {
    if (!hasRatings) {
      throw new IllegalStateException(label + " are no ratings");
    }
    return StockAnswers.ofChangedRatings(items, ratings);
  }

  /** Calls for it. */
  public Object ask(Stocks service) {
    return hasRatings ? service.getRatings(QUESTION) : service.getValues(QUESTION);
  }
}

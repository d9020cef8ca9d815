package io.castile.bench.data;

/** What whole calls of the suite {@code differential} ask for. */
public enum WholeLoad {
  RATINGS("195 ratings") {
    @Override
    public StockAnswers answers(int percent) {
      return StockAnswers.ofRatings(Ratings.COUNT, percent);
    }
  },
  MANY_RATINGS("5 000 ratings") {
    @Override
    public StockAnswers answers(int percent) {
      return StockAnswers.ofRatings(MANY, percent);
    }
  },
  DOUBLES("10 000 doubles") {
    @Override
    public StockAnswers answers(int percent) {
      return StockAnswers.ofValues(VALUES, percent);
    }

    @Override
    public Object ask(Stocks service) {
      return service.getValues(QUESTION);
    }
  };

  private static final int MANY = 5000;
  private static final int VALUES = 10_000;
  private static final String QUESTION = "watched";

  private final String label;

  WholeLoad(String label) {
    this.label = label;
  }

  /** What tables call it. */
  public String label() {
    return label;
  }

  /** A new service, whose answers change by so many per cent each time. */
  public abstract StockAnswers answers(int percent);

  /** Calls for it. */
  public Object ask(Stocks service) {
    return service.getRatings(QUESTION);
  }
}

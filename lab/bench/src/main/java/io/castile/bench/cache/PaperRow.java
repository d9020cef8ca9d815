package io.castile.bench.cache;

import io.castile.bench.data.GoogleOperation;

/**
 * A row of a table of the response caching paper, one number for each operation; NaN where the
 * paper has none.
 */
record PaperRow(double spelling, double page, double search) {
  /** A row that is not in the paper. */
  static final PaperRow NONE = new PaperRow(Double.NaN, Double.NaN, Double.NaN);

  double of(GoogleOperation operation) {
    return switch (operation) {
      case SPELLING -> spelling;
      case PAGE -> page;
      case SEARCH -> search;
    };
  }
}

package io.castile.interop.matrix;

import java.util.List;
import java.util.function.Predicate;

/**
 * Cells that are no tests, as a peer cannot do what they are about.
 *
 * @param pairs whose cells these are
 * @param features what cannot be done
 * @param settings the settings in which it cannot
 * @param where the settings in words; empty for all
 * @param reason what the peer does in its place
 */
record Exclusion(
    List<Pair> pairs,
    List<Feature> features,
    Predicate<Setting> settings,
    String where,
    String reason) {

  static final List<Exclusion> ALL = List.of();

  private static Exclusion always(Pair pair, Feature feature, String reason) {
    return new Exclusion(List.of(pair), List.of(feature), setting -> true, "", reason);
  }

  boolean covers(Cell cell) {
    return pairs.contains(cell.pair())
        && features.contains(cell.feature())
        && settings.test(cell.setting());
  }

  /** Why a cell is no test; null if it is one. */
  static Exclusion of(Cell cell) {
    return ALL.stream().filter(exclusion -> exclusion.covers(cell)).findFirst().orElse(null);
  }
}

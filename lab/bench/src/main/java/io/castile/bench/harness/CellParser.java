package io.castile.bench.harness;

import java.util.ServiceLoader;

/** Makes cells of their keys, in JVMs that measure for another one. */
public interface CellParser {
  /**
   * Returns the cell with that {@link Cell#key}.
   *
   * @throws IllegalArgumentException if there is none
   */
  Cell parse(String key);

  /** Returns the parser of all suites. */
  static CellParser ofAllSuites() {
    return ServiceLoader.load(CellParser.class).findFirst().orElseThrow();
  }
}

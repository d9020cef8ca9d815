package io.castile.demo.gateway;

import java.util.List;

/**
 * What was seen while clients called for a while.
 *
 * @param seconds for how long
 * @param rows one for each operation that was called
 * @param all of all operations together
 */
public record Phase(double seconds, List<OperationRow> rows, OperationRow all) {
  public Phase {
    rows = List.copyOf(rows);
  }

  /** Returns how many calls there were in a second. */
  public double callsPerSecond() {
    return all.calls() / seconds;
  }
}

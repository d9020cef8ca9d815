package io.castile.bench.harness;

import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Unit;

/** One place in a table: which stack does what, and how it is done. */
public interface Cell {
  /** Returns the stack: the {@link BenchRow#row} of the result. */
  String row();

  /** Returns what is done: the {@link BenchRow#scenario} of the result. */
  String scenario();

  /** Names this cell to another JVM: {@link CellParser} makes it again. One line. */
  String key();

  /** What its number is told in. */
  default Unit unit() {
    return Unit.MICROS;
  }

  /** What is measured of it: time of the clock or of processors, or bytes. */
  default Meter meter() {
    return Meter.CLOCK;
  }

  /**
   * Makes what is timed, after one look at its answers.
   *
   * @param socket where messages that are sent go
   * @throws IllegalStateException if an answer is wrong
   */
  Call call(Outlet socket) throws Exception;
}

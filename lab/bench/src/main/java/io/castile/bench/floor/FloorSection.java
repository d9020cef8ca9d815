package io.castile.bench.floor;

import io.castile.bench.report.BenchReport;
import java.io.IOException;
import java.util.function.Consumer;

/** One part of the suite {@code floor}, with tables of its own. */
interface FloorSection {
  /**
   * Measures.
   *
   * @param quick whether fewer rounds will do
   * @param progress is told what is about to be measured, one line at a time
   * @return rows, notes and figures; the environment is the suite's
   * @throws IllegalStateException if a stack gives a wrong answer
   */
  BenchReport measure(boolean quick, Consumer<String> progress) throws IOException;
}

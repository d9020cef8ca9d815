package io.castile.bench.floor;

import io.castile.bench.calls.SimpleCalls;
import io.castile.bench.floor.constant.ServerFloors;
import io.castile.bench.floor.items.Items;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.Environment;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** The suite {@code floor}: its sections, one after the other. */
public final class Floor {
  public static final String SUITE = "floor";

  private static final List<FloorSection> SECTIONS =
      List.of(
          new FirstAnswers(),
          new WarmUp(),
          SimpleCalls::measure,
          ServerFloors::measure,
          Items::measure,
          new Footprint());

  private Floor() {}

  /** Runs the suite. */
  public static BenchReport run(boolean quick, String command, Consumer<String> progress)
      throws IOException {
    BenchReport report =
        new BenchReport(SUITE, Environment.describe(command), List.of(), List.of());
    for (FloorSection section : SECTIONS) {
      report = report.and(section.measure(quick, progress));
    }
    return report;
  }
}

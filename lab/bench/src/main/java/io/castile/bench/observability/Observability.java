package io.castile.bench.observability;

import io.castile.bench.harness.Meter;
import io.castile.bench.harness.Timing;
import io.castile.bench.harness.Turns;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Environment;
import io.castile.bench.report.Figure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The suite {@code observability}: what it costs to record, measure or trace simple calls. */
public final class Observability {
  public static final String SUITE = "observability";

  private static final Timing FULL = new Timing(5, 10, 15, 200);

  private static final double MOST_OF_METERS = 0.02;
  private static final double MOST_OF_TRACES = 0.05;

  private static final List<String> NOTES =
      List.of(
          "Client and server are in one JVM, each row's in one of its own; all are there at once and"
              + " have their rounds in turn. Both ends are observed, but where a row says otherwise."
              + " A value is the median of the JVMs' medians, the error half their range.",
          "Traces go through a batch processor to an exporter that drops them.");

  private Observability() {}

  /** Runs the suite. */
  public static BenchReport run(boolean quick, String command, Consumer<String> progress)
      throws IOException {
    List<List<ObservedCell>> groups =
        Stream.of(ObservedRow.values())
            .map(
                row ->
                    List.of(
                        new ObservedCell(row, Meter.CLOCK), new ObservedCell(row, Meter.PROCESSOR)))
            .toList();
    List<BenchRow> rows = Turns.ofGroups(groups, quick ? Timing.QUICK_TURNS : FULL, progress);
    Figure figure =
        Figure.ofNames(
            "A simple call, observed",
            Stream.of(Meter.CLOCK, Meter.PROCESSOR)
                .map(ObservedCell::scenario)
                .map(scenario -> Figure.Point.named(scenario, scenario))
                .toList(),
            Stream.of(ObservedRow.values()).map(ObservedRow::label).toList());
    List<String> notes = new ArrayList<>(NOTES);
    notes.addAll(goals(rows));
    return new BenchReport(SUITE, Environment.describe(command), rows, notes, List.of(figure));
  }

  static List<String> goals(List<BenchRow> rows) {
    return List.of(
        goal(rows, ObservedRow.METERS, MOST_OF_METERS),
        goal(rows, ObservedRow.TRACES, MOST_OF_TRACES));
  }

  private static String goal(List<BenchRow> rows, ObservedRow row, double most) {
    double more = value(rows, row) / value(rows, ObservedRow.OFF) - 1;
    return String.format(
        Locale.ROOT,
        "Goal %s: %s add %.1f %% to a simple call (at most %.0f).",
        more <= most ? "met" : "missed",
        row.label(),
        100 * more,
        100 * most);
  }

  private static double value(List<BenchRow> rows, ObservedRow row) {
    String scenario = ObservedCell.scenario(Meter.CLOCK);
    return rows.stream()
        .filter(each -> each.row().equals(row.label()) && each.scenario().equals(scenario))
        .mapToDouble(BenchRow::value)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no " + scenario + " of " + row.label()));
  }
}

package io.castile.bench.cache;

import io.castile.bench.data.GoogleOperation;
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

/**
 * The suite {@code hits}: answers from the cache as applications have them, through the port they
 * call, beside Spring's {@code @Cacheable} through its proxy.
 */
public final class Hits {
  public static final String SUITE = "hits";

  private static final List<String> NOTES =
      List.of(
          "One thread asks the same again and again, with the same arguments, through the proxy that"
              + " an application is given: the port of Castile's client, one that Castile.cached has"
              + " put before CXF's, CXF's own with Castile's feature, and the bean that Spring has put"
              + " a proxy before (Caffeine, bounded, an hour from the write).",
          "An interceptor that responds at once looks nothing up: its time is CXF's"
              + " own, below which nothing that stands in its chain can come.",
          "XML message and events are CXF's own: the bytes that came are parsed again at each hit, or the"
              + " events that its parser found are played; CXF's data binding reads both.",
          "By reference all callers get one object: the policy says readOnly, Spring gives it,"
              + " changed or not. A compiled copy is the caller's own. Texts are given by"
              + " reference in any case.",
          "Every row has a JVM of its own; all are there at once and have their rounds in turn. A value"
              + " is the median of the JVMs' medians, the error half their range, of the processor"
              + " time of the thread that asks.");

  private Hits() {}

  /** Runs the suite; a quick one has the search only. */
  public static BenchReport run(
      boolean quick, String command, Timing timing, Consumer<String> progress) throws IOException {
    List<GoogleOperation> operations =
        quick ? List.of(GoogleOperation.SEARCH) : List.of(GoogleOperation.values());
    List<BenchRow> rows = new ArrayList<>();
    for (GoogleOperation operation : operations) {
      rows.addAll(Turns.of(cells(operation), timing, progress));
    }
    Figure figure =
        Figure.ofNames(
            "A question asked again, through the port",
            operations.stream()
                .map(each -> Figure.Point.named(each.label(), HitCell.scenario(each)))
                .toList(),
            Stream.of(HitRow.values()).map(HitRow::label).toList());
    List<String> notes = new ArrayList<>(NOTES);
    notes.addAll(goals(rows));
    return new BenchReport(SUITE, Environment.describe(command), rows, notes, List.of(figure));
  }

  static List<HitCell> cells(GoogleOperation operation) {
    return Stream.of(HitRow.values()).map(row -> new HitCell(operation, row)).toList();
  }

  /** One sentence for each goal, of the search. */
  static List<String> goals(List<BenchRow> rows) {
    return List.of(
        goal(rows, HitRow.CLIENT_REFERENCE, HitRow.SPRING, 0.8),
        goal(rows, HitRow.CACHED_REFERENCE, HitRow.SPRING, 0.8),
        goal(rows, HitRow.CLIENT_COPY, HitRow.SPRING, 1.2),
        goal(rows, HitRow.CACHED_COPY, HitRow.SPRING, 1.2),
        goal(rows, HitRow.FEATURE_REFERENCE, HitRow.CACHED_REFERENCE, 4),
        goal(rows, HitRow.FEATURE_COPY, HitRow.CACHED_COPY, 4));
  }

  private static String goal(List<BenchRow> rows, HitRow row, HitRow peer, double most) {
    double ratio = value(rows, row) / value(rows, peer);
    return String.format(
        Locale.ROOT,
        "Goal %s: '%s' takes %.2f of '%s' (at most %.1f).",
        ratio <= most ? "met" : "missed",
        row.label(),
        ratio,
        peer.label(),
        most);
  }

  private static double value(List<BenchRow> rows, HitRow row) {
    String scenario = HitCell.scenario(GoogleOperation.SEARCH);
    return rows.stream()
        .filter(each -> each.row().equals(row.label()) && each.scenario().equals(scenario))
        .mapToDouble(BenchRow::value)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no " + scenario + " of " + row.label()));
  }
}

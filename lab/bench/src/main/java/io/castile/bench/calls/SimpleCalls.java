package io.castile.bench.calls;

import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The smallest calls of the suite {@code calls}, beside what is not SOAP: where the cost is that of
 * sockets, threads and heads, and hardly that of messages. With more JVMs than that suite has.
 */
public final class SimpleCalls {
  private static final Timing FULL = new Timing(5, 24, 3, 300);

  private static final double MOST_OF_RMI_PINNED = 1.4;
  private static final double MOST_OF_RMI = 1.1;

  private static final List<LoopbackRow> ROWS =
      List.of(
          LoopbackRow.CASTILE,
          LoopbackRow.RMI,
          LoopbackRow.GRPC,
          LoopbackRow.GRPC_DIRECT,
          LoopbackRow.SOCKET);

  private static final List<LoopbackRow> GRPC = List.of(LoopbackRow.GRPC, LoopbackRow.GRPC_DIRECT);

  private static final int MANY = 16;

  private SimpleCalls() {}

  /**
   * Measures.
   *
   * @param quick whether fewer rounds will do
   * @param progress is told what is about to be measured, one line at a time
   * @return rows, notes and figures; the environment is the suite's
   */
  public static BenchReport measure(boolean quick, Consumer<String> progress) throws IOException {
    Calls calls =
        new Calls(ROWS, List.of(CallOperation.SIMPLE, CallOperation.SEARCH), List.of(1, MANY));
    BenchReport report = calls.measure(quick ? Timing.QUICK_CALLS : FULL, progress);
    return new BenchReport(
        report.suite(), Map.of(), report.rows(), notes(report.rows()), report.figures());
  }

  /** Says of each goal whether it is met; nothing of those that were not measured. */
  static List<String> notes(List<BenchRow> rows) {
    List<String> notes = new ArrayList<>();
    for (boolean isPinned : List.of(true, false)) {
      CallPlace alone = new CallPlace(isPinned, 1);
      double most = isPinned ? MOST_OF_RMI_PINNED : MOST_OF_RMI;
      add(notes, rows, CallOperation.SIMPLE, alone, LoopbackRow.RMI, most);
      add(notes, rows, CallOperation.SEARCH, alone, LoopbackRow.RMI, 1);
      for (LoopbackRow grpc : GRPC) {
        add(notes, rows, CallOperation.SEARCH, alone, grpc, 1);
      }
    }
    for (LoopbackRow grpc : GRPC) {
      add(notes, rows, CallOperation.SIMPLE, new CallPlace(true, MANY), grpc, 1);
      add(notes, rows, CallOperation.SEARCH, new CallPlace(true, MANY), grpc, 1);
    }
    return notes;
  }

  /** Where many call, the time of a call is told by how many there are in a second. */
  private static void add(
      List<String> notes,
      List<BenchRow> rows,
      CallOperation operation,
      CallPlace place,
      LoopbackRow peer,
      double most) {
    CallMeasure measure = place.threads() == 1 ? CallMeasure.P50 : CallMeasure.PER_SECOND;
    String scenario = measure.scenario(operation, place);
    double ours = value(rows, LoopbackRow.CASTILE, scenario);
    double theirs = value(rows, peer, scenario);
    double ratio = measure == CallMeasure.P50 ? ours / theirs : theirs / ours;
    if (Double.isNaN(ratio)) {
      return;
    }
    notes.add(
        String.format(
            Locale.ROOT,
            "Goal %s: %s, %s: %.2f of the time of %s (at most %s).",
            ratio <= most ? "met" : "missed",
            operation.label(),
            place.label(),
            ratio,
            peer.label(),
            most));
  }

  /** Returns NaN where it was not measured. */
  private static double value(List<BenchRow> rows, LoopbackRow row, String scenario) {
    return rows.stream()
        .filter(each -> each.row().equals(row.label()) && each.scenario().equals(scenario))
        .mapToDouble(BenchRow::value)
        .findFirst()
        .orElse(Double.NaN);
  }
}

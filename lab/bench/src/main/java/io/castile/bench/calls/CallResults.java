package io.castile.bench.calls;

import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.util.ListStatistics;

/** What the suite {@code calls} has measured, and what is to be said and drawn of it. */
final class CallResults {
  private static final List<String> NOTES =
      List.of(
          "Client and server are processes of their own on one machine; pinned, both are on the same"
              + " core. Each thread calls for the next time when it has its answer; all use the same"
              + " client. A value is the median over JVMs of the medians of their rounds; the error"
              + " in the JSON is half the range of the JVMs.",
          "Services have their answers ready: equal ones that share no object. So the next message"
              + " is like the last one, which is the best that can happen to templates and to reading"
              + " by difference; 'searches' are 8 queries in turn, of which no two answers are alike,"
              + " and 'templates off' writes and reads every message whole.",
          "gRPC: messages built for each call, read by generated code, one connection for all"
              + " threads. Java RMI: serializable beans, arrays of double. Metro: jaxws-rt without"
              + " the rest of its bundle; its server is the JDK's HTTP server, with"
              + " sun.net.httpserver.nodelay, without which a call takes 40 ms. The bare socket"
              + " carries as many bytes as Castile's call, and does nothing with them.",
          "Allocated bytes are those of all threads of both JVMs.");

  /** A place in the tables. */
  private record Cell(
      LoopbackRow row, CallMeasure measure, CallOperation operation, CallPlace place) {
    String scenario() {
      return measure.scenario(operation, place);
    }

    String spreadScenario() {
      return "spread of " + scenario();
    }
  }

  private final Calls suite;

  /** For each cell, for each fork, the values of its rounds. */
  private final Map<Cell, Map<Integer, ListStatistics>> values = new LinkedHashMap<>();

  CallResults(Calls suite) {
    this.suite = suite;
  }

  /** Adds what came of a round. */
  void add(
      LoopbackRow row,
      CallOperation operation,
      CallPlace place,
      int fork,
      CallRound.Result result) {
    for (CallMeasure measure : CallMeasure.values()) {
      if (isTold(row, measure, place)) {
        values
            .computeIfAbsent(new Cell(row, measure, operation, place), key -> new TreeMap<>())
            .computeIfAbsent(fork, key -> new ListStatistics())
            .addValue(measure.of(result));
      }
    }
  }

  /** Whether it stands in a table: all may be too much. */
  private boolean isTold(LoopbackRow row, CallMeasure measure, CallPlace place) {
    boolean isAlone = place.threads() == 1;
    return switch (measure) {
      case P50 -> isAlone || !row.isOtherTransport();
      case P99 -> !row.isOtherTransport();
      case PER_SECOND -> !isAlone || !row.isOtherTransport();
      case ALLOCATED -> isAlone && !place.isPinned();
    };
  }

  /** The report of all rounds. */
  BenchReport report(Map<String, Object> environment) {
    List<BenchRow> rows = rows();
    List<String> notes = new ArrayList<>(NOTES);
    notes.addAll(CallGoals.notes(rows));
    return new BenchReport(Calls.SUITE, environment, rows, notes, figures());
  }

  /** Of each cell the median of the JVMs, and by how much they differ. */
  List<BenchRow> rows() {
    List<BenchRow> rows = new ArrayList<>();
    values.forEach(
        (cell, forks) -> {
          ListStatistics medians = medians(forks);
          double median = medians.getPercentile(50);
          double range = forks.size() < 2 ? Double.NaN : medians.getMax() - medians.getMin();
          String name = cell.row().label();
          String unit = cell.measure().unit();
          rows.add(new BenchRow(name, cell.scenario(), median, unit, range / 2));
          if (forks.size() > 1 && hasSpread(cell)) {
            rows.add(
                new BenchRow(name, cell.spreadScenario(), 100 * range / median, "%", Double.NaN));
          }
        });
    return rows;
  }

  private static ListStatistics medians(Map<Integer, ListStatistics> forks) {
    ListStatistics medians = new ListStatistics();
    forks.values().forEach(rounds -> medians.addValue(rounds.getPercentile(50)));
    return medians;
  }

  private static boolean hasSpread(Cell cell) {
    return cell.measure() == CallMeasure.P50 && cell.place().threads() == 1;
  }

  private boolean hasForks() {
    return values.values().stream().anyMatch(forks -> forks.size() > 1);
  }

  private List<Figure> figures() {
    List<Figure> figures = new ArrayList<>();
    List<LoopbackRow> stacks =
        LoopbackRow.stacks().stream().filter(suite.rows()::contains).toList();
    List<LoopbackRow> transports =
        LoopbackRow.transports().stream().filter(suite.rows()::contains).toList();
    for (CallPlace place : places()) {
      for (CallMeasure measure : CallMeasure.values()) {
        if (stacks.stream().anyMatch(row -> isTold(row, measure, place))) {
          figures.add(figure("", measure, place, stacks));
        }
      }
      if (hasForks() && place.threads() == 1) {
        figures.add(spread(place));
      }
    }
    if (transports.size() > 1) {
      for (CallPlace place : places()) {
        for (CallMeasure measure : CallMeasure.values()) {
          if (isTold(transports.get(1), measure, place)) {
            figures.add(figure("Client transports: ", measure, place, transports));
          }
        }
      }
    }
    return figures;
  }

  private List<CallPlace> places() {
    return values.keySet().stream().map(Cell::place).distinct().toList();
  }

  private Figure figure(
      String prefix, CallMeasure measure, CallPlace place, List<LoopbackRow> rows) {
    LoopbackRow last = rows.get(rows.size() - 1);
    List<Figure.Point> points =
        suite.operations().stream()
            .filter(operation -> suite.calls(last, operation))
            .map(
                operation ->
                    Figure.Point.named(operation.label(), measure.scenario(operation, place)))
            .toList();
    return Figure.ofNames(prefix + measure.label() + ", " + place.label(), points, labels(rows));
  }

  private Figure spread(CallPlace place) {
    List<Figure.Point> points =
        suite.operations().stream()
            .map(
                operation ->
                    Figure.Point.named(
                        operation.label(),
                        new Cell(null, CallMeasure.P50, operation, place).spreadScenario()))
            .toList();
    String title = "range of p50 over the JVMs, of its median, " + place.label();
    return Figure.ofNames(title, points, labels(suite.rows()));
  }

  private static List<String> labels(List<LoopbackRow> rows) {
    return rows.stream().map(LoopbackRow::label).toList();
  }
}

package io.castile.bench.dynamic;

import io.castile.bench.calls.CallOperation;
import io.castile.bench.calls.CallRound;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Figure;
import io.castile.bench.report.SpeedGoals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.util.ListStatistics;

/** What the calls of dynamic clients have taken, and what is to be said and drawn of it. */
final class DynamicCallResults {
  private static final double LEAST_OF_ZEEP = 5;
  private static final double LEAST_OF_CXF = 2;

  private static final List<SpeedGoals.Goal> GOALS =
      List.of(
          goal(DynamicRow.CASTILE, DynamicRow.ZEEP, LEAST_OF_ZEEP),
          goal(DynamicRow.CASTILE, DynamicRow.CXF, LEAST_OF_CXF),
          goal(DynamicRow.CASTILE_PLAIN, DynamicRow.ZEEP, LEAST_OF_ZEEP),
          goal(DynamicRow.CASTILE_PLAIN, DynamicRow.CXF, LEAST_OF_CXF));

  private static final String NOTE =
      "Dynamic clients: all call one server of Castile, whose answers are ready; each client is a"
          + " process of its own, with one thread and one connection, and has read the WSDL before."
          + " A value is the median over processes of the medians of their rounds; the error in"
          + " the JSON is half the range of the processes. Answers are maps with Castile, beans of"
          + " generated classes with CXF, zeep's and JavaScript's objects. The next message is like"
          + " the last one, which is the best that can happen to templates.";

  /** What is told of a round. */
  private enum Measure {
    P50("p50", "µs", CallRound.Result::p50),
    PER_SECOND("calls in a second", "calls/s", CallRound.Result::perSecond);

    private final String label;
    private final String unit;
    private final ToDoubleFunction<CallRound.Result> value;

    Measure(String label, String unit, ToDoubleFunction<CallRound.Result> value) {
      this.label = label;
      this.unit = unit;
      this.value = value;
    }

    String scenario(CallOperation operation) {
      return label + ", " + operation.label();
    }
  }

  /** A place in the tables. */
  private record Cell(DynamicRow row, Measure measure, CallOperation operation) {}

  /** For each cell, for each fork, the values of its rounds. */
  private final Map<Cell, Map<Integer, ListStatistics>> values = new LinkedHashMap<>();

  private static SpeedGoals.Goal goal(DynamicRow row, DynamicRow other, double least) {
    return new SpeedGoals.Goal(row.label(), other.label(), least);
  }

  /** Adds what came of a round. */
  void add(DynamicRow row, CallOperation operation, int fork, CallRound.Result result) {
    for (Measure measure : Measure.values()) {
      values
          .computeIfAbsent(new Cell(row, measure, operation), key -> new TreeMap<>())
          .computeIfAbsent(fork, key -> new ListStatistics())
          .addValue(measure.value.applyAsDouble(result));
    }
  }

  /** The report of all rounds, without the environment. */
  BenchReport report() {
    List<BenchRow> rows = rows();
    List<String> notes = new ArrayList<>(List.of(NOTE));
    for (CallOperation operation : DynamicFacts.OPERATIONS) {
      notes.addAll(SpeedGoals.judged(GOALS, Measure.P50.scenario(operation), rows));
    }
    return new BenchReport(DynamicSuite.SUITE, Map.of(), rows, notes, figures());
  }

  private List<BenchRow> rows() {
    List<BenchRow> rows = new ArrayList<>();
    values.forEach(
        (cell, forks) -> {
          ListStatistics medians = new ListStatistics();
          forks.values().forEach(rounds -> medians.addValue(rounds.getPercentile(50)));
          double range = forks.size() < 2 ? Double.NaN : medians.getMax() - medians.getMin();
          rows.add(
              new BenchRow(
                  cell.row().label(),
                  cell.measure().scenario(cell.operation()),
                  medians.getPercentile(50),
                  cell.measure().unit,
                  range / 2));
        });
    return rows;
  }

  private static List<Figure> figures() {
    List<String> rows = Arrays.stream(DynamicRow.values()).map(DynamicRow::label).toList();
    List<Figure> figures = new ArrayList<>();
    for (Measure measure : Measure.values()) {
      List<Figure.Point> points =
          DynamicFacts.OPERATIONS.stream()
              .map(each -> Figure.Point.named(each.label(), measure.scenario(each)))
              .toList();
      figures.add(Figure.ofNames("dynamic clients, " + measure.label, points, rows));
    }
    return figures;
  }
}

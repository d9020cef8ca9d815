package io.castile.bench.floor;

import io.castile.bench.calls.CallOperation;
import io.castile.bench.harness.Jdk;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Figure;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.openjdk.jmh.util.ListStatistics;

/** What the first answers took, and what is to be said and drawn of it. */
final class FirstAnswerResults {
  private static final double CONFIDENCE = 0.999;
  private static final double MAX_OF_METRO = 0.5;
  private static final double MAX_OF_METRO_SIMPLE = 0.39;
  private static final double MAX_OF_INTERPRETED = 1.2;

  private static final String NOTE =
      "First answers: times are from the start of the process, as its parent sees them; the"
          + " processor time is that of all threads of the process until then, which the system"
          + " counts in steps (of 10 ms on Linux as a rule). Each JVM has the libraries of its own"
          + " stack only, and no options but those that are named. An AOT cache is that of"
          + " -XX:AOTCacheOutput. The server, of Castile, is warm; Metro reads the description of"
          + " the service from it, the others need none.";

  /** What is measured. */
  private enum Measure {
    ANSWER("first answer"),
    PROCESSOR("processor time until the first answer");

    private final String label;

    Measure(String label) {
      this.label = label;
    }

    double of(Times times) {
      return this == ANSWER ? times.answer() : times.processor();
    }
  }

  /**
   * What came of one start.
   *
   * @param answer when there was an answer, ms after the start
   * @param processor what it had taken of the processors until then, ms
   */
  record Times(double answer, double processor) {}

  /**
   * A place in the tables.
   *
   * @param kind what is special; may be empty
   */
  record Cell(FirstAnswerRow row, CallOperation operation, Jdk jdk, String kind) {
    String label() {
      return row.label() + ", " + where();
    }

    String where() {
      return operation.label() + ", " + jdk.label() + kind;
    }
  }

  private final Map<Cell, Map<Measure, ListStatistics>> values = new LinkedHashMap<>();

  /** Adds what came of a start. */
  void add(Cell cell, Times times) {
    for (Measure measure : Measure.values()) {
      values
          .computeIfAbsent(cell, key -> new EnumMap<>(Measure.class))
          .computeIfAbsent(measure, key -> new ListStatistics())
          .addValue(measure.of(times));
    }
  }

  /** The report of all rounds, with the medians. */
  BenchReport report() {
    List<String> notes = new ArrayList<>(List.of(NOTE));
    notes.addAll(goals());
    return new BenchReport(Floor.SUITE, Map.of(), rows(), notes, figures());
  }

  private List<BenchRow> rows() {
    List<BenchRow> rows = new ArrayList<>();
    values.forEach(
        (cell, measures) ->
            measures.forEach(
                (measure, times) ->
                    rows.add(
                        new BenchRow(
                            cell.row().label(),
                            scenario(measure, cell),
                            times.getPercentile(50),
                            "ms",
                            times.getMeanErrorAt(CONFIDENCE)))));
    return rows;
  }

  private static String scenario(Measure measure, Cell cell) {
    return measure.label + ", " + cell.where();
  }

  private List<Figure> figures() {
    List<Figure> figures = new ArrayList<>();
    for (Measure measure : Measure.values()) {
      List<Figure.Point> points =
          values.keySet().stream()
              .map(Cell::where)
              .distinct()
              .map(where -> Figure.Point.named(where, measure.label + ", " + where))
              .toList();
      figures.add(Figure.ofNames(measure.label, points, FirstAnswerRow.labels()));
    }
    return figures;
  }

  /** Says of each goal whether it is met; nothing of those that were not measured. */
  List<String> goals() {
    List<String> notes = new ArrayList<>();
    for (Cell cell : values.keySet()) {
      if (cell.row() == FirstAnswerRow.CASTILE && cell.kind().isEmpty()) {
        double most = cell.operation() == CallOperation.SIMPLE ? MAX_OF_METRO_SIMPLE : MAX_OF_METRO;
        add(notes, cell, FirstAnswerRow.METRO, Measure.ANSWER, most);
        add(notes, cell, FirstAnswerRow.INTERPRETED, Measure.PROCESSOR, MAX_OF_INTERPRETED);
      }
    }
    return notes;
  }

  private void add(
      List<String> notes, Cell cell, FirstAnswerRow other, Measure measure, double most) {
    OptionalDouble ours = median(cell, measure);
    OptionalDouble theirs =
        median(new Cell(other, cell.operation(), cell.jdk(), cell.kind()), measure);
    if (ours.isPresent() && theirs.isPresent()) {
      double ratio = ours.getAsDouble() / theirs.getAsDouble();
      notes.add(
          String.format(
              Locale.ROOT,
              "%s: %s: %s: %.2f× that of '%s' (at most %s×).",
              ratio <= most ? "Goal met" : "Goal missed",
              cell.row().label(),
              scenario(measure, cell),
              ratio,
              other.label(),
              most));
    }
  }

  private OptionalDouble median(Cell cell, Measure measure) {
    ListStatistics times = values.getOrDefault(cell, Map.of()).get(measure);
    return times == null ? OptionalDouble.empty() : OptionalDouble.of(times.getPercentile(50));
  }
}

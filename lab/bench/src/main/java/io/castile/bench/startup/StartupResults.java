package io.castile.bench.startup;

import io.castile.bench.harness.Jdk;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.util.ListStatistics;

/** What the suite {@code startup} has measured, and what is to be said and drawn of it. */
final class StartupResults {
  private static final double CONFIDENCE = 0.999;
  private static final double MAX_OF_METRO = 0.6;
  private static final double MAX_OF_METRO_BUILT = 0.4;
  private static final double MAX_OF_METRO_LARGE = 0.25;

  private static final List<String> NOTES =
      List.of(
          "Times are from the start of the process, as its parent sees them; memory is the most that"
              + " was resident (VmHWM). Each JVM has the libraries of its own stack only, and no"
              + " options but those that are named. An archive of classes is that of"
              + " -XX:ArchiveClassesAtExit, an AOT cache that of -XX:AOTCacheOutput. Metro is jaxws-rt; it reads the description of the service,"
              + " from the server or, for the large one, from a file; the others need none.",
          "Castile's codecs are made at run time but where they are said to be of build time: these are"
              + " what castile codecs writes, and the JVM has no compiler of codecs. The large service is NetSuite's, 42 operations and"
              + " more than 1800 classes, as CXF's wsdl2java makes them; a stub answers.");

  /** What is measured. */
  private enum Measure {
    ANSWER("first answer", "ms", Times::answer),
    MEMORY("most memory at the first answer", "MB", Times::memory),
    PORT("first port", "ms", Times::port),
    PORT_MEMORY("most memory at the first port", "MB", Times::portMemory);

    private final String label;
    private final String unit;
    private final ToDoubleFunction<Times> value;

    Measure(String label, String unit, ToDoubleFunction<Times> value) {
      this.label = label;
      this.unit = unit;
      this.value = value;
    }
  }

  /**
   * What came of one start; NaN where there is nothing.
   *
   * @param port when there was a port, ms after the start
   * @param portMemory the most memory until then, MB
   * @param answer when there was an answer, ms after the start
   * @param memory the most memory until then, MB
   */
  record Times(double port, double portMemory, double answer, double memory) {}

  /**
   * A place in the tables.
   *
   * @param kind what is special; may be empty
   * @param isLarge whether the large service is called
   */
  record Cell(StartupRow row, Jdk jdk, String kind, boolean isLarge) {
    String label() {
      return row.label() + ", " + where();
    }

    /** Where in the tables of its service. */
    String where() {
      return jdk.label() + kind;
    }
  }

  private final Map<Cell, Map<Measure, ListStatistics>> values = new LinkedHashMap<>();
  private final List<String> told = new ArrayList<>();

  /** Adds what a reader must know besides. */
  void note(String note) {
    told.add(note);
  }

  /** Adds what came of a start. */
  void add(Cell cell, Times times) {
    for (Measure measure : Measure.values()) {
      double value = measure.value.applyAsDouble(times);
      // Of the small service the port is no goal, and there are many rows.
      boolean isTold = cell.isLarge() || measure == Measure.ANSWER || measure == Measure.MEMORY;
      if (isTold && !Double.isNaN(value)) {
        values
            .computeIfAbsent(cell, key -> new LinkedHashMap<>())
            .computeIfAbsent(measure, key -> new ListStatistics())
            .addValue(value);
      }
    }
  }

  /** The report of all rounds. */
  BenchReport report(Map<String, Object> environment) {
    List<String> notes = new ArrayList<>(NOTES);
    notes.addAll(told);
    notes.addAll(goals());
    return new BenchReport(Startup.SUITE, environment, rows(), notes, figures());
  }

  /** The median of each place. */
  List<BenchRow> rows() {
    List<BenchRow> rows = new ArrayList<>();
    values.forEach(
        (cell, measures) ->
            measures.forEach(
                (measure, times) ->
                    rows.add(
                        new BenchRow(
                            cell.row().label(),
                            scenario(measure, cell.isLarge(), cell.where()),
                            times.getPercentile(50),
                            measure.unit,
                            times.getMeanErrorAt(CONFIDENCE)))));
    return rows;
  }

  private static String scenario(Measure measure, boolean isLarge, String where) {
    return measure.label + (isLarge ? " of the large service, " : ", ") + where;
  }

  private List<Figure> figures() {
    List<Figure> figures = new ArrayList<>();
    for (boolean isLarge : List.of(false, true)) {
      List<StartupRow> rows = isLarge ? StartupRow.ofLarge() : StartupRow.ofPortal();
      for (Measure measure : Measure.values()) {
        List<Figure.Point> points =
            values.entrySet().stream()
                .filter(entry -> entry.getKey().isLarge() == isLarge)
                .filter(entry -> entry.getValue().containsKey(measure))
                .map(entry -> entry.getKey().where())
                .distinct()
                .map(where -> Figure.Point.named(where, scenario(measure, isLarge, where)))
                .toList();
        if (!points.isEmpty()) {
          String title = measure.label + (isLarge ? " of the large service" : "");
          figures.add(Figure.ofNames(title, points, StartupRow.labels(rows)));
        }
      }
    }
    return figures;
  }

  /** Says of each goal whether it is met; nothing of those that were not measured. */
  List<String> goals() {
    List<String> notes = new ArrayList<>();
    for (Cell cell : values.keySet()) {
      boolean isBuilt = cell.row() == StartupRow.CASTILE_BUILT;
      if (!isBuilt && cell.row() != StartupRow.CASTILE) {
        continue;
      }
      if (!cell.isLarge()) {
        add(notes, cell, Measure.ANSWER, isBuilt ? MAX_OF_METRO_BUILT : MAX_OF_METRO);
      } else {
        add(notes, cell, Measure.PORT, MAX_OF_METRO_LARGE);
        add(notes, cell, Measure.PORT_MEMORY, MAX_OF_METRO_LARGE);
      }
    }
    return notes;
  }

  private void add(List<String> notes, Cell cell, Measure measure, double most) {
    Cell metro = new Cell(StartupRow.METRO, cell.jdk(), cell.kind(), cell.isLarge());
    OptionalDouble ours = median(cell, measure);
    OptionalDouble theirs = median(metro, measure);
    if (ours.isPresent() && theirs.isPresent()) {
      double ratio = ours.getAsDouble() / theirs.getAsDouble();
      notes.add(
          String.format(
              Locale.ROOT,
              "%s: %s: %s: %.2f× that of Metro (at most %s×).",
              ratio <= most ? "Goal met" : "Goal missed",
              cell.row().label(),
              scenario(measure, cell.isLarge(), cell.where()),
              ratio,
              most));
    }
  }

  private OptionalDouble median(Cell cell, Measure measure) {
    ListStatistics times = values.getOrDefault(cell, Map.of()).get(measure);
    return times == null ? OptionalDouble.empty() : OptionalDouble.of(times.getPercentile(50));
  }
}

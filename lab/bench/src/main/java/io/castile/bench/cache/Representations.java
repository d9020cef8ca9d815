package io.castile.bench.cache;

import io.castile.bench.data.GoogleOperation;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Figure;
import io.castile.bench.stack.CellSuite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The suite {@code representations}: Tables 6 to 9 of Takase and Tatsubori: Efficient Web Services
 * Response Caching by Selecting Optimal Data Representation (ICDCS 2004), for every key and every
 * representation that we have, and whole hits beside what users do today.
 */
public final class Representations {
  public static final String SUITE = "representations";

  private static final String PAPER = "the paper's ms";

  private static final List<String> NOTES =
      List.of(
          "The paper's milliseconds: Pentium 4, 1.8 GHz, IBM JDK 1.4.1, Apache Axis 1.1. A dash: the"
              + " kind does not fit the answer, or is not in the paper.",
          "Reference: read by the Jakarta XML Binding reference implementation, the message from"
              + " Aalto, or by SAX from the JDK's parser as in the paper; the SAX events of its body"
              + " recorded once and played, and the StAX events that Woodstox finds, as the policy's"
              + " events keeps them in a client of CXF. All other rows are Castile's, compiled."
              + " The paper's SAX events sequence is the row of recorded and played events; tags and"
              + " texts are recorded for their size, and played as a message to our reader.",
          "Keys are found in a Caffeine map of "
              + AnswerMap.SIZE
              + " answers that is bounded by weight and keeps them for an hour; a hit makes its key"
              + " of the arguments. Arguments are the same objects each time, but not those of the key"
              + " in the map.",
          "Values that can be changed are passed by reference only where the policy says readOnly."
              + " Spring passes all of them by reference, changed or not.",
          "A whole hit here is that of a bare map; through the port of an application it is in the"
              + " suite hits, and a call without a cache in the suite calls.");

  private Representations() {}

  /** Times, bytes, the paper's numbers, and what became of our goals. */
  public static BenchReport run(String command, Timing timing, Consumer<String> progress)
      throws IOException {
    BenchReport times = suite().run(SUITE, command, timing, progress);
    return complete(times, RetainedBytes.inChild(progress));
  }

  /** The report with all that is not a time. */
  static BenchReport complete(BenchReport times, List<BenchRow> bytes) {
    List<GoogleOperation> operations = List.of(GoogleOperation.values());
    List<Figure> figures = new ArrayList<>(times.figures());
    figures.addAll(RetainedBytes.figures(operations));
    List<BenchRow> rows = new ArrayList<>(times.rows());
    rows.addAll(bytes);
    rows.addAll(paperRows(operations));
    List<String> notes = new ArrayList<>(times.notes());
    notes.addAll(CacheGoals.check(rows));
    return new BenchReport(times.suite(), times.environment(), rows, notes, figures);
  }

  /** The times, each table of an operation in a JVM of its own. */
  public static CellSuite suite() {
    List<GoogleOperation> operations = List.of(GoogleOperation.values());
    List<List<? extends Cell>> groups = new ArrayList<>();
    for (GoogleOperation operation : operations) {
      for (boolean isFound : List.of(false, true)) {
        groups.add(
            Stream.of(KeyRow.values()).map(key -> new KeyCell(operation, key, isFound)).toList());
      }
      List<AnswerRow> fit =
          Stream.of(AnswerRow.values()).filter(answer -> answer.fits(operation)).toList();
      List<Cell> restored = new ArrayList<>();
      for (ReferenceCell.Form form : ReferenceCell.Form.values()) {
        restored.add(new ReferenceCell(operation, form));
      }
      fit.forEach(answer -> restored.add(new AnswerCell(operation, answer, false)));
      groups.add(restored);
      groups.add(fit.stream().map(answer -> new AnswerCell(operation, answer, true)).toList());
      groups.add(
          Stream.of(TodayCell.Way.values()).map(way -> new TodayCell(operation, way)).toList());
    }
    return new CellSuite(groups, List.of(), figures(operations), NOTES);
  }

  private static List<Figure> figures(List<GoogleOperation> operations) {
    List<String> keys = Stream.of(KeyRow.values()).map(KeyRow::label).toList();
    List<String> answers = Stream.of(AnswerRow.values()).map(AnswerRow::label).toList();
    List<String> restored = new ArrayList<>();
    Stream.of(ReferenceCell.Form.values()).forEach(form -> restored.add(form.label()));
    restored.addAll(answers);
    List<String> hits = new ArrayList<>(answers);
    Stream.of(TodayCell.Way.values()).forEach(way -> hits.add(way.label()));
    return List.of(
        withPaper(
            "Table 6: cache key generation",
            operations,
            operation -> KeyCell.scenario(operation, false),
            keys),
        figure("Key and look-up", operations, operation -> KeyCell.scenario(operation, true), keys),
        withPaper(
            "Table 7: cached data retrieval",
            operations,
            operation -> AnswerCell.scenario(operation, false),
            restored),
        figure(
            "Whole hit: key of the arguments, look-up and retrieval",
            operations,
            operation -> AnswerCell.scenario(operation, true),
            hits));
  }

  private static Figure figure(
      String title,
      List<GoogleOperation> operations,
      Function<GoogleOperation, String> scenario,
      List<String> rows) {
    return Figure.ofNames(
        title,
        operations.stream()
            .map(operation -> Figure.Point.named(operation.label(), scenario.apply(operation)))
            .toList(),
        rows);
  }

  private static Figure withPaper(
      String title,
      List<GoogleOperation> operations,
      Function<GoogleOperation, String> scenario,
      List<String> rows) {
    List<Figure.Point> points = new ArrayList<>();
    for (GoogleOperation operation : operations) {
      points.add(Figure.Point.named(operation.label(), scenario.apply(operation)));
      points.add(Figure.Point.named(PAPER, inPaper(scenario.apply(operation))));
    }
    return Figure.ofNames(title, points, rows);
  }

  static String inPaper(String scenario) {
    return "paper: " + scenario;
  }

  /** The paper's own numbers. */
  static List<BenchRow> paperRows(List<GoogleOperation> operations) {
    List<BenchRow> rows = new ArrayList<>();
    for (GoogleOperation operation : operations) {
      for (KeyRow key : KeyRow.values()) {
        add(rows, key.label(), KeyCell.scenario(operation, false), key.paperMillis().of(operation));
      }
      for (ReferenceCell.Form form : ReferenceCell.Form.values()) {
        add(
            rows,
            form.label(),
            AnswerCell.scenario(operation, false),
            form.paperMillis().of(operation));
      }
      for (AnswerRow answer : AnswerRow.values()) {
        add(
            rows,
            answer.label(),
            AnswerCell.scenario(operation, false),
            answer.paperMillis().of(operation));
      }
    }
    return rows;
  }

  private static void add(List<BenchRow> rows, String row, String scenario, double millis) {
    if (!Double.isNaN(millis)) {
      rows.add(new BenchRow(row, inPaper(scenario), millis, "ms", Double.NaN));
    }
  }
}

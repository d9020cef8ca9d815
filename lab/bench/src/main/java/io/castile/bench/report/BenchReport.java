package io.castile.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * What a suite measured.
 *
 * @param suite its name
 * @param environment what it was measured with: CPU, JDK, versions, commit, command
 * @param rows the numbers
 * @param notes what a reader must know besides, such as peers that are absent
 * @param figures what is drawn of the rows; may be empty
 */
public record BenchReport(
    String suite,
    Map<String, Object> environment,
    List<BenchRow> rows,
    List<String> notes,
    List<Figure> figures) {

  private static final String COLD =
      "A QUICK RUN: the figures below are cold, and no ratio of them is one to publish or to judge"
          + " by. Run it without --quick for those.\n\n";

  /** A report without figures. */
  public BenchReport(
      String suite, Map<String, Object> environment, List<BenchRow> rows, List<String> notes) {
    this(suite, environment, rows, notes, List.of());
  }

  /** This report with more rows. */
  public BenchReport and(List<BenchRow> more) {
    List<BenchRow> all = new ArrayList<>(rows);
    all.addAll(more);
    return new BenchReport(suite, environment, all, notes, figures);
  }

  /** This report with the rows, notes and figures of another one. */
  public BenchReport and(BenchReport other) {
    List<BenchRow> allRows = new ArrayList<>(rows);
    allRows.addAll(other.rows);
    List<Figure> allFigures = new ArrayList<>(figures);
    allFigures.addAll(other.figures);
    List<String> allNotes = new ArrayList<>(notes);
    allNotes.addAll(other.notes);
    return new BenchReport(suite, environment, allRows, allNotes, allFigures);
  }

  /** This report with what is to be said of its rows. */
  public BenchReport saying(Function<List<BenchRow>, List<String>> sentences) {
    List<String> allNotes = new ArrayList<>(notes);
    allNotes.addAll(sentences.apply(rows));
    return new BenchReport(suite, environment, rows, allNotes, figures);
  }

  /** Returns the report as one JSON object. */
  public String json() {
    List<Object> all = new ArrayList<>();
    for (BenchRow row : rows) {
      Map<String, Object> object = new LinkedHashMap<>();
      object.put("row", row.row());
      object.put("case", row.scenario());
      object.put("value", row.value());
      object.put("unit", row.unit());
      object.put("error", row.error());
      all.add(object);
    }
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("suite", suite);
    report.put("environment", environment);
    report.put("rows", all);
    report.put("notes", notes);
    return Json.text(report);
  }

  /**
   * Returns the numbers as tables for a terminal, one for each figure and one for what is in none;
   * then the notes.
   */
  public String table() {
    StringBuilder text = new StringBuilder(warning());
    for (ReportTable table : tables()) {
      text.append(table.text()).append('\n');
    }
    notes.forEach(note -> text.append(note).append('\n'));
    return text.toString();
  }

  /** What stands above the tables of a quick run; nothing above those of others. */
  private String warning() {
    return String.valueOf(environment.get("command")).contains(" --quick") ? COLD : "";
  }

  /** Returns the numbers as tables in Markdown, for documents; then the notes, one a line. */
  public String markdown() {
    StringBuilder text = new StringBuilder(warning());
    for (ReportTable table : tables()) {
      text.append(table.markdown()).append('\n');
    }
    notes.forEach(note -> text.append("- ").append(note).append('\n'));
    return text.toString();
  }

  /** Returns the report as one HTML page with its figures, which needs nothing besides itself. */
  public String html() {
    return new HtmlReport(this).page();
  }

  /** The figures as tables, in their order, and a table of the rows that are in none of them. */
  public List<ReportTable> tables() {
    List<ReportTable> tables = new ArrayList<>();
    Set<BenchRow> rest = new LinkedHashSet<>(rows);
    for (Figure figure : figures) {
      ReportTable table = ReportTable.of(figure, rows);
      tables.add(table);
      rest.removeAll(table.cells());
    }
    if (!rest.isEmpty()) {
      tables.add(ReportTable.ofCases(rest));
    }
    return tables;
  }
}

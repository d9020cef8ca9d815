package io.castile.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Rows of a report in lines and columns.
 *
 * @param figure what it is the table of; null if of no figure
 * @param title what stands above it, with the unit; may be empty
 * @param columns the heads of the columns
 * @param lines for the head of each line its cells, one for each column; null where nothing was
 *     measured
 */
public record ReportTable(
    Figure figure, String title, List<String> columns, Map<String, List<BenchRow>> lines) {

  /** A figure: rows down, its points across. */
  static ReportTable of(Figure figure, List<BenchRow> rows) {
    Map<String, Map<String, BenchRow>> byRow = new LinkedHashMap<>();
    for (BenchRow row : rows) {
      byRow.computeIfAbsent(row.row(), key -> new LinkedHashMap<>()).put(row.scenario(), row);
    }
    Map<String, List<BenchRow>> lines = new LinkedHashMap<>();
    String unit = "";
    for (String name : figure.rows()) {
      Map<String, BenchRow> cases = byRow.getOrDefault(name, Map.of());
      List<BenchRow> cells = new ArrayList<>();
      figure.points().forEach(point -> cells.add(cases.get(point.scenario())));
      if (cells.stream().anyMatch(Objects::nonNull)) {
        lines.put(name, cells);
        unit = cells.stream().filter(Objects::nonNull).findFirst().orElseThrow().unit();
      }
    }
    List<String> columns = figure.points().stream().map(Figure.Point::label).toList();
    String by = figure.axis() == null ? "" : ", by " + figure.axis().label();
    return new ReportTable(figure, figure.title() + ", " + unit + by, columns, lines);
  }

  /** Rows that are in no figure: cases down, rows across. */
  static ReportTable ofCases(Collection<BenchRow> rows) {
    Set<String> columns = new LinkedHashSet<>();
    Map<String, Map<String, BenchRow>> cases = new LinkedHashMap<>();
    for (BenchRow row : rows) {
      columns.add(row.row());
      String line = row.scenario() + ", " + row.unit();
      cases.computeIfAbsent(line, key -> new LinkedHashMap<>()).put(row.row(), row);
    }
    Map<String, List<BenchRow>> lines = new LinkedHashMap<>();
    cases.forEach(
        (line, cells) ->
            lines.put(line, new ArrayList<>(columns.stream().map(cells::get).toList())));
    return new ReportTable(null, "", List.copyOf(columns), lines);
  }

  /** Everything that stands in it. */
  Set<BenchRow> cells() {
    Set<BenchRow> all = new LinkedHashSet<>();
    lines.values().forEach(all::addAll);
    return all;
  }

  /** The table for a terminal. */
  String text() {
    int first = lines.keySet().stream().mapToInt(String::length).max().orElse(0);
    int[] widths = new int[columns.size()];
    Arrays.setAll(widths, column -> width(column));
    StringBuilder text = new StringBuilder();
    if (!title.isEmpty()) {
      text.append(title).append('\n');
    }
    text.append(" ".repeat(first));
    for (int i = 0; i < widths.length; i++) {
      text.append("  ").append(right(columns.get(i), widths[i]));
    }
    text.append('\n');
    lines.forEach(
        (line, cells) -> {
          text.append(line).append(" ".repeat(first - line.length()));
          for (int i = 0; i < widths.length; i++) {
            text.append("  ").append(right(cell(cells.get(i)), widths[i]));
          }
          text.append('\n');
        });
    return text.toString();
  }

  /** The table for a document, its title in bold. */
  String markdown() {
    StringBuilder text = new StringBuilder();
    if (!title.isEmpty()) {
      text.append("**").append(title).append("**\n\n");
    }
    text.append("|  | ").append(String.join(" | ", columns)).append(" |\n|");
    text.append(" --- |".repeat(columns.size() + 1)).append('\n');
    lines.forEach(
        (line, cells) -> {
          text.append("| ").append(line).append(" |");
          cells.forEach(cell -> text.append(' ').append(apart(cell(cell))).append(" |"));
          text.append('\n');
        });
    return text.toString();
  }

  /** A number of a document: thousands apart, as {@link #plain} has them. */
  private static String apart(String number) {
    return number.matches("\\d{4,}") ? plain(Long.parseLong(number)) : number;
  }

  private int width(int column) {
    int width = columns.get(column).length();
    for (List<BenchRow> cells : lines.values()) {
      width = Math.max(width, cell(cells.get(column)).length());
    }
    return width;
  }

  private static String right(String text, int width) {
    return " ".repeat(width - text.length()) + text;
  }

  /** A value with as many digits as mean something; a dash if there is none. */
  static String cell(BenchRow row) {
    return row == null || Double.isNaN(row.value()) ? "-" : number(row.value());
  }

  public static String number(double value) {
    boolean isWhole = value == Math.rint(value);
    int decimals = value < 0.1 ? 3 : value < 10 ? 2 : value < 1000 && !isWhole ? 1 : 0;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  /** A number of an axis: whole ones without decimals, thousands apart. */
  static String plain(double value) {
    String text =
        value == Math.rint(value)
            ? String.format(Locale.ROOT, "%,d", (long) value)
            : String.valueOf(value);
    return text.replace(',', '\u00a0');
  }
}

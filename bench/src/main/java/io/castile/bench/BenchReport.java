package io.castile.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What a suite measured.
 *
 * @param suite its name
 * @param environment what it was measured with: CPU, JDK, versions, commit, command
 * @param rows the numbers
 * @param notes what a reader must know besides, such as peers that are absent
 */
public record BenchReport(
    String suite, Map<String, Object> environment, List<BenchRow> rows, List<String> notes) {

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

  /** Returns the numbers as a table for a terminal: cases down, rows across; then the notes. */
  public String table() {
    Set<String> columns = new LinkedHashSet<>();
    Map<String, Map<String, BenchRow>> lines = new LinkedHashMap<>();
    for (BenchRow row : rows) {
      columns.add(row.row());
      String line = row.scenario() + ", " + row.unit();
      lines.computeIfAbsent(line, key -> new LinkedHashMap<>()).put(row.row(), row);
    }
    int first = lines.keySet().stream().mapToInt(String::length).max().orElse(0);
    StringBuilder table = new StringBuilder(" ".repeat(first));
    columns.forEach(column -> table.append("  ").append(column));
    table.append('\n');
    lines.forEach(
        (scenario, values) -> {
          table.append(scenario).append(" ".repeat(first - scenario.length()));
          for (String column : columns) {
            String cell = cell(values.get(column));
            int width = Math.max(0, column.length() - cell.length());
            table.append("  ").append(" ".repeat(width)).append(cell);
          }
          table.append('\n');
        });
    notes.forEach(note -> table.append(note).append('\n'));
    return table.toString();
  }

  private static String cell(BenchRow row) {
    if (row == null || Double.isNaN(row.value())) {
      return "-";
    }
    int decimals = row.value() < 10 ? 2 : row.value() < 1000 ? 1 : 0;
    return String.format(Locale.ROOT, "%." + decimals + "f", row.value());
  }
}

package io.castile.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A report as one well-formed HTML page: no scripts, and nothing from elsewhere. */
public final class HtmlReport {
  private static final String STYLE =
      """
      body { font: 15px/1.45 system-ui, sans-serif; color: #222; max-width: 1100px;
        margin: 2em auto; padding: 0 1em; }
      h1 { font-size: 1.5em; } h2 { font-size: 1.1em; margin-top: 2.2em; }
      svg { width: 100%; max-width: 900px; font-size: 13px; }
      svg .grid { stroke: #ddd; } svg .line { fill: none; stroke-width: 2; }
      svg .x { text-anchor: middle; } svg .y { text-anchor: end; }
      table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 14px; }
      th, td { padding: 2px 10px; text-align: right; border-bottom: 1px solid #e4e4e4; }
      th:first-child { text-align: left; font-weight: normal; }
      thead th { border-bottom: 1px solid #888; }
      small { color: #777; } dt { float: left; clear: left; width: 9em; color: #777; }
      dd { margin-left: 9em; } .scroll { overflow-x: auto; }
      """;

  private final BenchReport report;
  private final StringBuilder html = new StringBuilder();

  HtmlReport(BenchReport report) {
    this.report = report;
  }

  String page() {
    String title = "castile bench " + escape(report.suite());
    html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<title>")
        .append(title)
        .append("</title>\n<style>\n")
        .append(STYLE)
        .append("</style>\n</head>\n<body>\n<h1>")
        .append(title)
        .append("</h1>\n");
    writeEnvironment();
    report.notes().forEach(note -> html.append("<p>").append(escape(note)).append("</p>\n"));
    report.tables().forEach(this::writeTable);
    html.append("</body>\n</html>\n");
    return html.toString();
  }

  private void writeEnvironment() {
    html.append("<dl>\n");
    report
        .environment()
        .forEach(
            (name, value) ->
                html.append("<dt>")
                    .append(escape(name))
                    .append("</dt><dd>")
                    .append(escape(text(value)))
                    .append("</dd>\n"));
    html.append("</dl>\n");
  }

  private static String text(Object value) {
    if (value instanceof Map<?, ?> map) {
      List<String> parts = new ArrayList<>();
      map.forEach((name, part) -> parts.add(name + " " + part));
      return String.join(", ", parts);
    }
    return String.valueOf(value);
  }

  private void writeTable(ReportTable table) {
    html.append("<section>\n");
    if (table.figure() != null) {
      html.append("<h2>").append(escape(table.figure().title())).append("</h2>\n");
      html.append(table.figure().axis() == null ? SvgBars.of(table) : SvgChart.of(table));
    }
    html.append("<div class=\"scroll\"><table>\n");
    if (!table.title().isEmpty()) {
      html.append("<caption><small>").append(escape(table.title())).append("</small></caption>\n");
    }
    html.append("<thead><tr><th></th>");
    table.columns().forEach(column -> html.append("<th>").append(escape(column)).append("</th>"));
    html.append("</tr></thead>\n<tbody>\n");
    table.lines().forEach(this::writeLine);
    html.append("</tbody></table></div>\n</section>\n");
  }

  private void writeLine(String head, List<BenchRow> cells) {
    html.append("<tr><th>").append(escape(head)).append("</th>");
    for (BenchRow cell : cells) {
      html.append("<td>").append(ReportTable.cell(cell));
      if (cell != null && Double.isFinite(cell.error())) {
        html.append(" <small>±\u00a0").append(ReportTable.number(cell.error())).append("</small>");
      }
      html.append("</td>");
    }
    html.append("</tr>\n");
  }

  /** Text for the content of an element or a quoted attribute. */
  public static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}

package io.castile.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Draws a figure whose cases have names as SVG: for each row a bar for each case, on a logarithmic
 * axis. Cases in another unit than the first are left to the table.
 */
final class SvgBars {
  private static final int WIDTH = 900;
  private static final int LEFT = 250;
  private static final int RIGHT = 820;
  private static final int TOP = 34;
  private static final int BAR = 9;
  private static final int GAP = 8;
  private static final int LEGEND_STEP = 180;

  /** As those of {@link SvgChart}. */
  private static final List<String> COLOURS = List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7");

  private final ReportTable table;
  private final String unit;
  private final List<Integer> columns = new ArrayList<>();
  private final int minDecade;
  private final int maxDecade;
  private final int bottom;
  private final StringBuilder svg = new StringBuilder();

  private SvgBars(ReportTable table, String unit) {
    this.table = table;
    this.unit = unit;
    double min = Double.POSITIVE_INFINITY;
    double max = 0;
    for (int column = 0; column < table.columns().size(); column++) {
      boolean any = false;
      for (List<BenchRow> cells : table.lines().values()) {
        if (isDrawn(cells.get(column))) {
          min = Math.min(min, cells.get(column).value());
          max = Math.max(max, cells.get(column).value());
          any = true;
        }
      }
      if (any) {
        columns.add(column);
      }
    }
    minDecade = (int) Math.floor(Math.log10(min));
    maxDecade = Math.max(minDecade + 1, (int) Math.ceil(Math.log10(max)));
    bottom = TOP + table.lines().size() * rowHeight();
  }

  /** The figure of a table as one {@code svg} element; empty if nothing can be drawn. */
  static String of(ReportTable table) {
    for (List<BenchRow> cells : table.lines().values()) {
      for (BenchRow cell : cells) {
        if (cell != null && isPositive(cell)) {
          return new SvgBars(table, cell.unit()).draw();
        }
      }
    }
    return "";
  }

  private static boolean isPositive(BenchRow cell) {
    return cell.value() > 0 && Double.isFinite(cell.value());
  }

  private boolean isDrawn(BenchRow cell) {
    return cell != null && isPositive(cell) && cell.unit().equals(unit);
  }

  private int rowHeight() {
    return columns.size() * BAR + GAP;
  }

  private double place(double value) {
    double share = (Math.log10(value) - minDecade) / (maxDecade - minDecade);
    return LEFT + share * (RIGHT - LEFT);
  }

  private String draw() {
    append(
        "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n",
        WIDTH, bottom + 44, HtmlReport.escape(table.figure().title()));
    drawLegend();
    drawAxis();
    int y = TOP + GAP / 2;
    for (Map.Entry<String, List<BenchRow>> line : table.lines().entrySet()) {
      drawRow(line.getKey(), line.getValue(), y);
      y += rowHeight();
    }
    svg.append("</svg>\n");
    return svg.toString();
  }

  private void drawLegend() {
    for (int i = 0; i < columns.size(); i++) {
      int x = LEFT + i * LEGEND_STEP;
      append(
          "<rect x=\"%d\" y=\"8\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n",
          x, BAR, BAR, colour(i));
      String label = HtmlReport.escape(table.columns().get(columns.get(i)));
      append("<text x=\"%d\" y=\"17\">%s</text>\n", x + BAR + 5, label);
    }
  }

  private void drawAxis() {
    for (int decade = minDecade; decade <= maxDecade; decade++) {
      double x = place(Math.pow(10, decade));
      append("<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n", x, TOP, bottom);
      String label =
          ReportTable.plain(decade < 0 ? 1 / Math.pow(10, -decade) : Math.pow(10, decade));
      append("<text class=\"x\" x=\"%.1f\" y=\"%d\">%s</text>\n", x, bottom + 18, label);
    }
    append(
        "<text class=\"x\" x=\"%d\" y=\"%d\">%s (log)</text>\n",
        (LEFT + RIGHT) / 2, bottom + 38, HtmlReport.escape(unit));
  }

  private void drawRow(String name, List<BenchRow> cells, int top) {
    double middle = top + columns.size() * BAR / 2.0;
    append(
        "<text class=\"y\" x=\"%d\" y=\"%.1f\">%s</text>\n",
        LEFT - 8, middle + 4, HtmlReport.escape(name));
    for (int i = 0; i < columns.size(); i++) {
      BenchRow cell = cells.get(columns.get(i));
      if (isDrawn(cell)) {
        append(
            "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"><title>%s</title></rect>\n",
            LEFT,
            top + i * BAR,
            Math.max(1, place(cell.value()) - LEFT),
            BAR - 1,
            colour(i),
            HtmlReport.escape(
                name + ", " + cell.scenario() + ": " + ReportTable.cell(cell) + " " + unit));
      }
    }
  }

  private static String colour(int index) {
    return COLOURS.get(index % COLOURS.size());
  }

  private void append(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values));
  }
}

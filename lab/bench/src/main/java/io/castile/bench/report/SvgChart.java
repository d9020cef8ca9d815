package io.castile.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Draws a figure as SVG: a line for each row, values on a logarithmic axis, the legend beside. */
final class SvgChart {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 380;
  private static final int LEFT = 70;
  private static final int RIGHT = 580;
  private static final int TOP = 14;
  private static final int BOTTOM = 330;
  private static final int LEGEND = 600;
  private static final int LEGEND_LINE = 22;
  private static final int LINEAR_STEPS = 5;

  /** Colours that colour-blind readers can tell apart (Okabe and Ito), but the yellow. */
  private static final List<String> COLOURS =
      List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000");

  /** Marks around the origin, so that colour is not all there is to tell lines apart. */
  private static final List<String> MARKS =
      List.of(
          "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
          "M-3.5 -3.5h7v7h-7z",
          "M0 -4.5l4.5 8h-9z",
          "M0 -5l5 5l-5 5l-5 -5z");

  private final Figure figure;
  private final Map<String, List<BenchRow>> lines;
  private final double minX;
  private final double maxX;
  private final double minY;
  private final double maxY;
  private final StringBuilder svg = new StringBuilder();

  private SvgChart(ReportTable table) {
    figure = table.figure();
    lines = table.lines();
    double[] xs = figure.points().stream().mapToDouble(point -> scaledX(point.x())).toArray();
    double[] ys =
        table.cells().stream().filter(SvgChart::isDrawn).mapToDouble(SvgChart::scaledY).toArray();
    minX = min(xs);
    maxX = Math.max(max(xs), minX + 1e-9);
    minY = Math.floor(min(ys));
    maxY = Math.max(Math.ceil(max(ys)), minY + 1);
  }

  /** The figure of a table as one {@code svg} element; empty if nothing can be drawn. */
  static String of(ReportTable table) {
    boolean any = table.cells().stream().anyMatch(SvgChart::isDrawn);
    return any ? new SvgChart(table).draw() : "";
  }

  private static double min(double[] values) {
    double min = Double.POSITIVE_INFINITY;
    for (double value : values) {
      min = Math.min(min, value);
    }
    return min;
  }

  private static double max(double[] values) {
    double max = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      max = Math.max(max, value);
    }
    return max;
  }

  private static boolean isDrawn(BenchRow row) {
    return row != null && row.value() > 0 && Double.isFinite(row.value());
  }

  private static double scaledY(BenchRow row) {
    return Math.log10(row.value());
  }

  private double scaledX(double x) {
    return figure.axis().isLogarithmic() ? Math.log10(x) : x;
  }

  private double placeX(double scaled) {
    return LEFT + (scaled - minX) / (maxX - minX) * (RIGHT - LEFT);
  }

  private double placeY(double scaled) {
    return BOTTOM - (scaled - minY) / (maxY - minY) * (BOTTOM - TOP);
  }

  private String draw() {
    append(
        "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n",
        WIDTH, HEIGHT, HtmlReport.escape(figure.title()));
    drawAxisY();
    drawAxisX();
    List<String> names = new ArrayList<>(lines.keySet());
    for (int i = 0; i < names.size(); i++) {
      drawLine(i, names.get(i));
    }
    drawLegend(names);
    svg.append("</svg>\n");
    return svg.toString();
  }

  private void drawAxisY() {
    for (int decade = (int) minY; decade <= maxY; decade++) {
      double y = placeY(decade);
      append("<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", LEFT, y, RIGHT);
      append("<text class=\"y\" x=\"%d\" y=\"%.1f\">%s</text>\n", LEFT - 8, y + 4, power(decade));
    }
    double middle = (TOP + BOTTOM) / 2.0;
    append(
        "<text class=\"x\" transform=\"translate(14 %.1f) rotate(-90)\">%s</text>\n",
        middle, HtmlReport.escape(unit() + " (log)"));
  }

  private String unit() {
    for (List<BenchRow> cells : lines.values()) {
      for (BenchRow cell : cells) {
        if (cell != null) {
          return cell.unit();
        }
      }
    }
    throw new AssertionError("a figure is drawn only if something was measured");
  }

  private static String power(int decade) {
    return ReportTable.plain(decade < 0 ? 1 / Math.pow(10, -decade) : Math.pow(10, decade));
  }

  private void drawAxisX() {
    if (figure.axis().isLogarithmic()) {
      for (int decade = (int) Math.ceil(minX); decade <= maxX; decade++) {
        drawTickX(decade, power(decade));
      }
    } else {
      for (int step = 0; step <= LINEAR_STEPS; step++) {
        double x = minX + (maxX - minX) * step / LINEAR_STEPS;
        drawTickX(x, ReportTable.plain(Math.rint(x)));
      }
    }
    String scale = figure.axis().isLogarithmic() ? " (log)" : "";
    append(
        "<text class=\"x\" x=\"%.1f\" y=\"%d\">%s</text>\n",
        (LEFT + RIGHT) / 2.0, BOTTOM + 42, HtmlReport.escape(figure.axis().label() + scale));
  }

  private void drawTickX(double scaled, String label) {
    double x = placeX(scaled);
    append("<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n", x, TOP, BOTTOM);
    append("<text class=\"x\" x=\"%.1f\" y=\"%d\">%s</text>\n", x, BOTTOM + 20, label);
  }

  private void drawLine(int index, String name) {
    StringBuilder path = new StringBuilder();
    StringBuilder marks = new StringBuilder();
    List<BenchRow> cells = lines.get(name);
    for (int i = 0; i < cells.size(); i++) {
      if (isDrawn(cells.get(i))) {
        double x = placeX(scaledX(figure.points().get(i).x()));
        double y = placeY(scaledY(cells.get(i)));
        path.append(String.format(Locale.ROOT, "%s%.1f %.1f", path.isEmpty() ? "M" : "L", x, y));
        String tip = name + ", " + cells.get(i).scenario() + ": " + ReportTable.cell(cells.get(i));
        marks.append(mark(index, x, y, tip + " " + cells.get(i).unit()));
      }
    }
    append("<path class=\"line\" stroke=\"%s\" d=\"%s\"/>\n", colour(index), path);
    svg.append(marks);
  }

  private static String mark(int index, double x, double y, String tip) {
    return String.format(
        Locale.ROOT,
        "<path fill=\"%s\" transform=\"translate(%.1f %.1f)\" d=\"%s\"><title>%s</title></path>\n",
        colour(index),
        x,
        y,
        MARKS.get(index % MARKS.size()),
        HtmlReport.escape(tip));
  }

  private static String colour(int index) {
    return COLOURS.get(index % COLOURS.size());
  }

  /** Names stand in the order in which their lines end, the uppermost first. */
  private void drawLegend(List<String> names) {
    List<String> sorted = new ArrayList<>(names);
    sorted.sort(Comparator.comparingDouble((String name) -> lastValue(lines.get(name))).reversed());
    int y = TOP + 10;
    for (String name : sorted) {
      int index = names.indexOf(name);
      svg.append(mark(index, LEGEND, y, name));
      append("<text x=\"%d\" y=\"%d\">%s</text>\n", LEGEND + 12, y + 4, HtmlReport.escape(name));
      y += LEGEND_LINE;
    }
  }

  private static double lastValue(List<BenchRow> cells) {
    for (int i = cells.size() - 1; i >= 0; i--) {
      if (isDrawn(cells.get(i))) {
        return cells.get(i).value();
      }
    }
    return 0;
  }

  private void append(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values));
  }
}

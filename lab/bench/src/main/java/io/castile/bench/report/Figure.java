package io.castile.bench.report;

import java.util.List;

/**
 * A figure of a report: which rows are drawn over which cases.
 *
 * @param title what it shows
 * @param axis what grows to the right; null where the cases have names and no place on an axis
 * @param points the cases, from left to right
 * @param rows the names of the rows; one that was not measured is left out
 */
public record Figure(String title, Axis axis, List<Point> points, List<String> rows) {

  /** A figure of cases that have names. */
  public static Figure ofNames(String title, List<Point> points, List<String> rows) {
    return new Figure(title, null, points, rows);
  }

  /**
   * A horizontal axis.
   *
   * @param label with the unit
   * @param isLogarithmic whether it is, or linear; no point of a logarithmic one is 0
   */
  public record Axis(String label, boolean isLogarithmic) {}

  /**
   * A place on the axis.
   *
   * @param label what tables call it
   * @param scenario the {@link BenchRow#scenario} of what is drawn there
   */
  public record Point(double x, String label, String scenario) {

    /** A place whose label is its number. */
    public Point(double x, String scenario) {
      this(x, ReportTable.plain(x), scenario);
    }

    /** A case that has a name. */
    public static Point named(String label, String scenario) {
      return new Point(Double.NaN, label, scenario);
    }
  }
}

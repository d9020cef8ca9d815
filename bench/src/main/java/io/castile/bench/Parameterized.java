package io.castile.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The suite {@code parameterized}: the client rows of Figures 11 and 12 of Devaram: SOAP
 * Optimization via Parameterized Caching (2003).
 */
final class Parameterized {
  private static final Figure.Axis AXIS = new Figure.Axis("bytes of parameters", false);

  private static final List<String> NOTES =
      List.of(
          "The parameters are texts of about 100 characters. A content match is the paper's total"
              + " caching; other values are its parameterized caching: two requests in turn.");

  private Parameterized() {}

  /** The suite; a quick one has fewer sizes. */
  static CellSuite suite(boolean quick) {
    return quick
        ? suite(List.of(0, 1_000, 20_000))
        : suite(List.of(0, 1_000, 2_000, 5_000, 10_000, 15_000, 20_000));
  }

  /** The suite of requests with so many bytes of parameters. */
  static CellSuite suite(List<Integer> sizes) {
    List<List<? extends Cell>> groups = new ArrayList<>();
    List<Figure> figures = new ArrayList<>();
    for (Sender sender : Sender.values()) {
      groups.add(
          Stream.of(Way.values())
              .flatMap(way -> sizes.stream().map(size -> new ParameterizedCell(sender, way, size)))
              .toList());
    }
    List<String> rows = Stream.of(Sender.values()).map(Sender::label).toList();
    for (Way way : Way.values()) {
      List<Figure.Point> points =
          sizes.stream()
              .map(size -> new Figure.Point(size, ParameterizedCell.scenario(way, size)))
              .toList();
      String what = way == Way.SEND ? "send time" : "before the socket";
      figures.add(new Figure("Figures 11 and 12, client: " + what, AXIS, points, rows));
    }
    return new CellSuite(groups, List.of(), figures, NOTES);
  }
}

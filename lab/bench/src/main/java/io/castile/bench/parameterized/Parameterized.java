package io.castile.bench.parameterized;

import io.castile.bench.calls.CallRow;
import io.castile.bench.data.Way;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Timing;
import io.castile.bench.harness.Turns;
import io.castile.bench.parameterized.CallCell.Kind;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.Figure;
import io.castile.bench.send.Sender;
import io.castile.bench.stack.CellSuite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The suite {@code parameterized}: Figures 10 to 12 of Devaram: SOAP Optimization via Parameterized
 * Caching (2003); requests of a client up to the socket, and whole calls.
 */
public final class Parameterized {
  private static final Figure.Axis AXIS = new Figure.Axis("bytes of parameters", false);

  private static final List<String> NOTES =
      List.of(
          "The parameters are texts of about 100 characters. A content match is the paper's total"
              + " caching; other values are its parameterized caching: two requests in turn.",
          "Whole calls are two in turn, with other texts of the same length, over loopback to a server"
              + " in a process of its own. Each call has new arguments, equal to those of the last but"
              + " one. Parameterized: by templates; total: the bytes of requests are kept. The server"
              + " keeps its answers, or makes and writes each; it uses no templates. Java RMI has"
              + " looked its service up before. Every row has a JVM of its own, all play in turns, and a"
              + " value is the median of three sets of JVMs.");

  /** The rows of the paper's Figure 11, and the peers. */
  private static final List<CallRow> CLIENT =
      List.of(CallRow.TRADITIONAL, CallRow.TOTAL, CallRow.PARAMETERIZED, CallRow.RMI, CallRow.CXF);

  /** Those of its Figure 12, and each half of what it optimizes. */
  private static final List<CallRow> BOTH_ENDS =
      List.of(
          CallRow.TRADITIONAL,
          CallRow.TOTAL,
          CallRow.PARAMETERIZED,
          CallRow.SERVER_CACHE,
          CallRow.BOTH);

  private static final List<CallRow> ALL = List.of(CallRow.values());

  private Parameterized() {}

  /** Runs the suite: requests in a JVM for each sender, and whole calls of all rows in turns. */
  public static BenchReport run(
      boolean quick, String command, Timing cells, Timing turns, Consumer<String> progress)
      throws IOException {
    CellSuite all = suite(quick);
    List<List<? extends Cell>> requests = new ArrayList<>();
    List<List<? extends Cell>> calls = new ArrayList<>();
    for (List<? extends Cell> group : all.groups()) {
      (group.get(0) instanceof ParameterizedCell ? requests : calls).add(group);
    }
    return new CellSuite(requests, List.of(), all.figures(), all.notes())
        .run(ParameterizedCell.SUITE, command, cells, progress)
        .and(Turns.ofGroups(calls, turns, progress));
  }

  /** The suite; a quick one has fewer sizes. */
  public static CellSuite suite(boolean quick) {
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
      figures.add(new Figure("Request of a client: " + what, AXIS, points, rows));
    }
    for (CallRow row : CallRow.values()) {
      groups.add(calls(row, sizes));
    }
    figures.add(
        Figure.ofNames(
            "Figure 10: getting a string",
            List.of(Figure.Point.named("string", CallCell.scenario(Kind.STRING, 0))),
            labels(ALL)));
    figures.add(figure("Figure 11: size of the request", Kind.REQUEST, sizes, CLIENT));
    figures.add(
        figure("Figure 12: size of the request, both ends", Kind.REQUEST, sizes, BOTH_ENDS));
    figures.add(figure("Size of the response", Kind.RESPONSE, sizes, ALL));
    return new CellSuite(groups, List.of(), figures, NOTES);
  }

  private static List<Cell> calls(CallRow row, List<Integer> sizes) {
    List<Cell> cells = new ArrayList<>();
    cells.add(new CallCell(row, Kind.STRING, 0));
    for (Kind kind : List.of(Kind.REQUEST, Kind.RESPONSE)) {
      sizes.forEach(size -> cells.add(new CallCell(row, kind, size)));
    }
    return cells;
  }

  private static Figure figure(String title, Kind kind, List<Integer> sizes, List<CallRow> rows) {
    List<Figure.Point> points =
        sizes.stream().map(size -> new Figure.Point(size, CallCell.scenario(kind, size))).toList();
    return new Figure(title, AXIS, points, labels(rows));
  }

  private static List<String> labels(List<CallRow> rows) {
    return rows.stream().map(CallRow::label).toList();
  }
}

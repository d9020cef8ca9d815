package io.castile.bench.floor;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.bench.calls.ReadyPortal;
import io.castile.bench.data.StockAnswers;
import io.castile.bench.harness.ChildJvm;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Figure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What ports of one interface hold, the first one and those after it, and what templates hold of
 * messages of all sizes. Counts objects, so that it is the same in every run, quick or not.
 */
final class Footprint implements FloorSection {
  static final String ALL = "all together, called";
  static final String BUILT = "each one more, before its first call";
  static final String CALLED = "each one more, after it";

  static final String MESSAGE = "message";
  static final String TEMPLATE = "template";
  static final String WITH_VALUES = "template and its values";

  private static final int STOCKS = 3;
  private static final int PERCENT = 10;

  @Override
  public BenchReport measure(boolean quick, Consumer<String> progress) throws IOException {
    progress.accept("footprint of ports and templates");
    List<BenchRow> rows = rows();
    return new BenchReport(
        "floor",
        Map.of(),
        rows,
        List.of(
            "Footprint: the bytes of all objects that only these ports, or this template, lead to,"
                + " as JOL tells their sizes. What the JVM keeps of an interface is none of them."
                + " A first port has the model of its interface, which those after it share; each"
                + " line of several ports says what one more has added on average."),
        figures());
  }

  /** Counts, in a JVM whose objects JOL can look into. */
  static List<BenchRow> rows() throws IOException {
    List<String> options = new ArrayList<>(List.of("-Xmx1g", "-Djol.magicFieldOffset=true"));
    if (Runtime.version().feature() >= 24) {
      options.add("--sun-misc-unsafe-memory-access=allow");
    }
    List<BenchRow> rows = new ArrayList<>();
    try (SoapServer server =
            Castile.server()
                .publish("/portal", new ReadyPortal())
                .publish("/stocks", StockAnswers.ofRatings(STOCKS, PERCENT))
                .start();
        ChildJvm jvm =
            ChildJvm.start(
                FootprintProbe.class,
                options,
                List.of(server.url("/portal"), server.url("/stocks")))) {
      for (int count : FootprintProbe.COUNTS) {
        String[] parts = jvm.hear(FootprintProbe.PORTS, count + " ports").split("\t");
        add(rows, ports(count), List.of(ALL, BUILT, CALLED), parts);
      }
      for (String message : FootprintProbe.MESSAGES) {
        String[] parts = jvm.hear(FootprintProbe.TEMPLATE, "template of " + message).split("\t");
        add(rows, message, List.of(MESSAGE, TEMPLATE, WITH_VALUES), parts);
      }
    }
    return rows;
  }

  /** The row of so many ports. */
  static String ports(int count) {
    return count == 1 ? "1 port" : count + " ports";
  }

  private static void add(List<BenchRow> rows, String row, List<String> scenarios, String[] parts) {
    for (int i = 0; i < scenarios.size(); i++) {
      double bytes = Long.parseLong(parts[i + 1]);
      rows.add(new BenchRow(row, scenarios.get(i), bytes, "B", Double.NaN));
    }
  }

  private static List<Figure> figures() {
    List<String> ports = FootprintProbe.COUNTS.stream().map(Footprint::ports).toList();
    return List.of(
        figure("footprint: ports of one interface", List.of(ALL, BUILT, CALLED), ports),
        figure(
            "footprint: templates",
            List.of(MESSAGE, TEMPLATE, WITH_VALUES),
            FootprintProbe.MESSAGES));
  }

  private static Figure figure(String title, List<String> scenarios, List<String> rows) {
    return Figure.ofNames(
        title,
        scenarios.stream().map(scenario -> Figure.Point.named(scenario, scenario)).toList(),
        rows);
  }
}

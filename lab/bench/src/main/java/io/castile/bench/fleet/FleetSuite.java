package io.castile.bench.fleet;

import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Environment;
import io.castile.bench.report.Figure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.util.ListStatistics;

/**
 * The suite {@code fleet}: what fleets of 1 to 100 gateways do, by what they share and where they
 * are. In virtual time, so that the machine does not matter.
 */
public final class FleetSuite {
  public static final String SUITE = "fleet";

  private static final String POLICY = "rules: [{operation: ask, cache: true, ttl: 1m}]";
  private static final double QUESTIONS_PER_SECOND = 20;
  private static final int QUESTIONS = 20_000;
  private static final double ZIPF_EXPONENT = 0.9;
  private static final double CHANGE_SECONDS = 600;
  private static final int ANSWER_BYTES = 4 << 10;
  private static final long LOCAL_BYTES = 64L << 20;
  private static final int MOST_REGIONS = 5;

  private static final List<String> NOTES =
      List.of(
          "A simulation in virtual time. Each node is asked 20 questions a second, by a balancer in"
              + " turns, of 20 000 questions whose frequencies follow Zipf's law with exponent 0.9."
              + " Answers are good for a minute by the policy and change every ten minutes on average;"
              + " a stale one is one that the origin would not give any more. An answer takes 4 KiB.",
          "Ways, there and back: 0.5 ms between node, store and origin, and to clients; clients far:"
              + " 100 ms to clients; nodes near clients: 10 ms to clients, 100 ms to the origin, in up"
              + " to five regions. The origin works for 50 ms, a slow one for 5 s. Half of each time is fixed, the other"
              + " half exponential.",
          "With failures, a node is killed every minute, one after the other, and is away for 10 s;"
              + " the store ends every 150 s, is away for 10 s and has lost all. A question that no node"
              + " answers has failed.",
          "Nothing is dropped by calls that invalidate. Commands are those for entries and leases: neither"
              + " pings, nor looks at the policy, nor renewals of leases.",
          "Minutes 5 to 10 of each run count (quick: 2 to 4). A value is the median of the seeds, the"
              + " error in the JSON half their range.");

  private final boolean quick;
  private final Consumer<String> progress;

  /** What is compared: a row of each table. */
  private record Line(FleetVariant variant, FleetDelays delays, boolean failures) {
    String label() {
      return variant.label()
          + (delays == FleetDelays.WORLD || delays == FleetDelays.SLOW ? ", " + delays.label() : "")
          + (failures ? ", failures" : "");
    }
  }

  private static final List<Line> LINES =
      List.of(
          new Line(FleetVariant.MEMORY, FleetDelays.SITE, false),
          new Line(FleetVariant.STORE, FleetDelays.SITE, false),
          new Line(FleetVariant.LEASE, FleetDelays.SITE, false),
          new Line(FleetVariant.MEMORY, FleetDelays.SITE, true),
          new Line(FleetVariant.LEASE, FleetDelays.SITE, true),
          new Line(FleetVariant.STORE, FleetDelays.SLOW, false),
          new Line(FleetVariant.LEASE, FleetDelays.SLOW, false),
          new Line(FleetVariant.LEASE, FleetDelays.WORLD, false),
          new Line(FleetVariant.EDGE, FleetDelays.EDGE, false));

  /** A number of each run: a table. */
  private record Figured(String name, String unit, ToDoubleFunction<FleetOutcome> value) {
    String scenario(int nodes) {
      return name + ", " + nodes + (nodes == 1 ? " node" : " nodes");
    }
  }

  private static final List<Figured> FIGURES =
      List.of(
          new Figured("hits", "%", run -> 100 * run.hitRatio()),
          new Figured("calls of the origin", "1/s", run -> run.originCalls() / run.seconds()),
          new Figured("stale answers", "%", run -> 100 * run.staleShare()),
          new Figured("commands to stores", "1/s", run -> run.storeCommands() / run.seconds()),
          new Figured("memory of a node", "MiB", run -> run.localBytes() / 1048576.0),
          new Figured("p50", "ms", run -> run.millis(50)),
          new Figured("p99", "ms", run -> run.millis(99)),
          new Figured("failed", "%", run -> 100 * run.failedShare()));

  private FleetSuite(boolean quick, Consumer<String> progress) {
    this.quick = quick;
    this.progress = progress;
  }

  /**
   * Runs the suite.
   *
   * @param quick whether small fleets and short runs will do
   */
  public static BenchReport run(boolean quick, String command, Consumer<String> progress)
      throws IOException {
    List<Integer> sizes = quick ? List.of(1, 3, 10) : List.of(1, 3, 10, 30, 100);
    List<BenchRow> rows = new FleetSuite(quick, progress).rows(sizes);
    List<Figure> figures = new ArrayList<>();
    List<String> labels = LINES.stream().map(Line::label).toList();
    for (Figured figured : FIGURES) {
      List<Figure.Point> points = new ArrayList<>();
      sizes.forEach(nodes -> points.add(new Figure.Point(nodes, figured.scenario(nodes))));
      figures.add(
          new Figure("Fleet: " + figured.name(), new Figure.Axis("nodes", true), points, labels));
    }
    return new BenchReport(SUITE, Environment.describe(command), rows, NOTES, figures);
  }

  private List<BenchRow> rows(List<Integer> sizes) {
    List<BenchRow> rows = new ArrayList<>();
    for (int nodes : sizes) {
      for (Line line : LINES) {
        progress.accept(nodes + (nodes == 1 ? " node: " : " nodes: ") + line.label());
        List<FleetOutcome> runs = new ArrayList<>();
        for (int seed = 1; seed <= (quick ? 1 : 3); seed++) {
          runs.add(run(line, nodes, seed));
        }
        FIGURES.forEach(figured -> rows.add(row(line, nodes, figured, runs)));
      }
    }
    return rows;
  }

  private FleetOutcome run(Line line, int nodes, int seed) {
    FleetSetting setting =
        new FleetSetting(
            nodes,
            line.variant() == FleetVariant.EDGE ? Math.min(MOST_REGIONS, nodes) : 1,
            line.variant(),
            line.delays(),
            POLICY,
            QUESTIONS,
            CHANGE_SECONDS,
            ANSWER_BYTES,
            LOCAL_BYTES,
            line.failures(),
            quick ? 240 : 600,
            quick ? 120 : 300,
            seed);
    return FleetSimulation.run(
        setting,
        Arrivals.zipf(nodes * QUESTIONS_PER_SECOND, QUESTIONS, ZIPF_EXPONENT, nodes, seed));
  }

  private static BenchRow row(Line line, int nodes, Figured figured, List<FleetOutcome> runs) {
    ListStatistics values = new ListStatistics();
    runs.forEach(run -> values.addValue(figured.value().applyAsDouble(run)));
    double range = values.getMax() - values.getMin();
    return new BenchRow(
        line.label(),
        figured.scenario(nodes),
        values.getPercentile(50),
        figured.unit(),
        runs.size() == 1 ? Double.NaN : range / 2);
  }
}

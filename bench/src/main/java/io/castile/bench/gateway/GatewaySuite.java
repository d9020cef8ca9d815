package io.castile.bench.gateway;

import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Environment;
import io.castile.bench.report.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.openjdk.jmh.util.ListStatistics;

/**
 * The suite {@code gateway}: what a request costs that passes a gateway, or is answered by it.
 * Fronts run on the first core, in turns; the load and the origin on the second.
 */
public final class GatewaySuite {
  public static final String SUITE = "gateway";

  private static final double MICROS_PER_TICK = 10_000; // the system counts hundredths of a second

  private static final List<Integer> CONNECTIONS = List.of(1, 25);

  private static final String NOTE =
      "Fronts have one core (nginx one worker, Castile one event loop), load (wrk, one thread) and"
          + " origin (the portal on Castile's server) the other one. Processor time is that of the"
          + " front's processes. A value is the median of the rounds of all forks; the error in the"
          + " JSON is half their range.";

  private final boolean quick;
  private final Consumer<String> progress;
  private final Map<Cell, List<Sample>> samples = new LinkedHashMap<>();
  private final List<BenchRow> spelled = new ArrayList<>();

  /** What is asked. */
  private enum Way {
    SAME,
    OTHER
  }

  private record Cell(Front front, Load.Question question, Way way, int connections) {
    String scenario(String what) {
      return what
          + ", "
          + question.label()
          + (way == Way.OTHER ? ", never asked before" : "")
          + ", "
          + connections
          + (connections == 1 ? " connection" : " connections");
    }
  }

  private record Sample(double cpuMicros, Load.Result result) {}

  private GatewaySuite(boolean quick, Consumer<String> progress) {
    this.quick = quick;
    this.progress = progress;
  }

  /**
   * Runs the suite.
   *
   * @param quick whether short rounds will do
   * @throws IllegalStateException if a program is absent, or a request is not answered
   */
  public static BenchReport run(boolean quick, String command, Consumer<String> progress)
      throws IOException {
    String absent = Front.absent();
    if (!absent.isEmpty()) {
      throw new IllegalStateException(absent);
    }
    GatewaySuite suite = new GatewaySuite(quick, progress);
    Path folder = Files.createTempDirectory("castile-gateway-bench");
    try {
      for (int fork = 0; fork < (quick ? 1 : 2); fork++) {
        suite.fork(fork + 1, Files.createDirectory(folder.resolve("fork" + fork)));
      }
    } finally {
      delete(folder);
    }
    return suite.report(command);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }

  private void fork(int fork, Path folder) throws IOException {
    List<Front.Running> fronts = new ArrayList<>();
    try (Front.Origin origin = Front.Origin.start()) {
      try {
        for (Front front : Front.values()) {
          fronts.add(front.start(origin, folder));
        }
        warmUp(fork, fronts, folder);
        for (Load.Question question : Load.Question.values()) {
          Load load = Load.same(folder, question);
          for (int connections : CONNECTIONS) {
            play(fork, fronts, question, Way.SAME, load, connections);
          }
        }
        Load other = Load.other(folder, Load.Question.SEARCH);
        play(
            fork,
            fronts.stream().filter(each -> each.front().caches()).toList(),
            Load.Question.SEARCH,
            Way.OTHER,
            other,
            25);
        if (fork == 1) {
          spell(origin, folder);
        }
      } finally {
        fronts.forEach(Front.Running::close);
      }
    }
  }

  /** Until the JVMs have compiled what they do. */
  private void warmUp(int fork, List<Front.Running> fronts, Path folder) throws IOException {
    for (Front.Running front : fronts) {
      progress.accept("fork " + fork + ": warming up " + front.front().label());
      for (Load.Question question : Load.Question.values()) {
        Load.same(folder, question).run(front.port(), 25, quick ? 4 : 5);
      }
      if (front.front().caches()) {
        Load.other(folder, Load.Question.SEARCH).run(front.port(), 25, quick ? 4 : 5);
      }
    }
  }

  private void play(
      int fork,
      List<Front.Running> fronts,
      Load.Question question,
      Way way,
      Load load,
      int connections)
      throws IOException {
    for (int round = 0; round < (quick ? 1 : 2); round++) {
      progress.accept("fork " + fork + ": " + question.label() + ", connections: " + connections);
      for (Front.Running front : fronts) {
        long before = front.ticks();
        Load.Result result = load.run(front.port(), connections, quick ? 2 : 3);
        double cpu = (front.ticks() - before) * MICROS_PER_TICK / result.requests();
        samples
            .computeIfAbsent(
                new Cell(front.front(), question, way, connections), key -> new ArrayList<>())
            .add(new Sample(cpu, result));
      }
    }
  }

  /** How often the origin is asked where five stacks ask one question, twice each. */
  private void spell(Front.Origin origin, Path folder) throws IOException {
    for (Front front : Front.values()) {
      if (front.caches()) {
        try (Front.Running fresh =
            front.start(origin, Files.createDirectories(folder.resolve("spelled")))) {
          long before = origin.calls();
          Load.spelled(folder, Load.Question.SEARCH).run(fresh.port(), 1, 1);
          spelled.add(
              new BenchRow(
                  front.label(),
                  "calls of the origin, one question in five spellings",
                  origin.calls() - before,
                  "calls",
                  Double.NaN));
        }
      }
    }
  }

  // ---- the report ----

  private BenchReport report(String command) throws IOException {
    List<BenchRow> rows = new ArrayList<>();
    samples.forEach(
        (cell, all) -> {
          rows.add(row(cell, "processor time", "µs", all, Sample::cpuMicros));
          rows.add(row(cell, "p50", "µs", all, sample -> sample.result().p50()));
          rows.add(row(cell, "p99", "µs", all, sample -> sample.result().p99()));
          rows.add(row(cell, "requests", "1/s", all, sample -> sample.result().perSecond()));
        });
    rows.addAll(spelled);
    List<Figure> figures = new ArrayList<>();
    List<String> labels = Stream.of(Front.values()).map(Front::label).toList();
    for (String what : List.of("processor time", "p50", "p99", "requests")) {
      List<Figure.Point> points = new ArrayList<>();
      samples.keySet().stream()
          .map(cell -> new Cell(Front.DIRECT, cell.question(), cell.way(), cell.connections()))
          .distinct()
          .forEach(cell -> points.add(Figure.Point.named(label(cell), cell.scenario(what))));
      figures.add(Figure.ofNames("Gateway: " + what, points, labels));
    }
    return new BenchReport(SUITE, Environment.describe(command), rows, List.of(NOTE), figures);
  }

  private static String label(Cell cell) {
    return cell.question().label()
        + (cell.way() == Way.OTHER ? ", new" : "")
        + ", "
        + cell.connections();
  }

  private static BenchRow row(
      Cell cell, String what, String unit, List<Sample> all, ToDoubleFunction<Sample> value) {
    ListStatistics values = new ListStatistics();
    all.forEach(sample -> values.addValue(value.applyAsDouble(sample)));
    double range = values.getMax() - values.getMin();
    return new BenchRow(
        cell.front().label(), cell.scenario(what), values.getPercentile(50), unit, range / 2);
  }
}

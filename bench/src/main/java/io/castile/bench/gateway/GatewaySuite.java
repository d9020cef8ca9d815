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
      "Fronts have one core (nginx one worker, Castile one event loop), load (%s) and"
          + " origin (the portal on Castile's server) the other one. Processor time is that of the"
          + " front's processes. A value is the median of the rounds of all forks; the error in the"
          + " JSON is half their range. Stale answers are given while one call of the origin is under"
          + " way, which takes longer than the round. Questions that all connections ask at once are"
          + " new ones, whose answers take the origin 50 ms; there nginx has proxy_cache_lock, and the"
          + " load is Castile's own.";

  private final boolean quick;
  private final Consumer<String> progress;
  private final Map<Cell, List<Sample>> samples = new LinkedHashMap<>();
  private final List<BenchRow> others = new ArrayList<>();

  private static final List<Load.Question> ALL = List.of(Load.Question.values());

  /** Those that are asked where the size of the answer matters little. */
  private static final List<Load.Question> SMALL =
      List.of(Load.Question.SIMPLE, Load.Question.SEARCH);

  private static final int MANY = 25; // connections

  private static final int ORIGIN_MILLIS = 50;

  /** What is asked: what scenarios have of it, and labels of points. */
  private enum Kind {
    SAME("", ""),
    OTHER(", never asked before", ", new"),
    STALE(", stale", ", stale"),
    TOGETHER(", by all at once", ", at once");

    private final String scenario;
    private final String label;

    Kind(String scenario, String label) {
      this.scenario = scenario;
      this.label = label;
    }
  }

  private record Case(Load.Question question, Kind kind, int connections) {
    String scenario(String what) {
      return what
          + ", "
          + question.label()
          + kind.scenario
          + ", "
          + connections
          + (connections == 1 ? " connection" : " connections");
    }

    String label() {
      return question.label() + kind.label + ", " + connections;
    }
  }

  private record Cell(Front front, Case asked) {}

  /**
   * A round.
   *
   * @param calls of the origin
   */
  private record Sample(double cpuMicros, Load.Result result, long calls) {
    double callsPerAnswer() {
      return (double) calls / result.requests();
    }
  }

  /** What is done with some fronts that run. */
  private interface Part {
    void play(int fork, Front.Origin origin, List<Front.Running> fronts, Path folder)
        throws IOException;
  }

  private GatewaySuite(boolean quick, Consumer<String> progress) {
    this.quick = quick;
    this.progress = progress;
  }

  /**
   * Runs the suite.
   *
   * @param quick whether short rounds will do
   * @param forks how often all programs are started anew; 0 for twice, or once if it is to be quick
   * @throws IllegalStateException if a program is absent, or a request is not answered
   */
  public static BenchReport run(boolean quick, int forks, String command, Consumer<String> progress)
      throws IOException {
    String absent = Front.absent();
    if (!absent.isEmpty()) {
      throw new IllegalStateException(absent);
    }
    GatewaySuite suite = new GatewaySuite(quick, progress);
    Path folder = Files.createTempDirectory("castile-gateway-bench");
    try {
      int count = forks == 0 ? (quick ? 1 : 2) : forks;
      for (int fork = 0; fork < count; fork++) {
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
    try (Front.Origin origin = Front.Origin.start()) {
      each(origin, List.of(Front.values()), folder, Front.Kept.HOUR, this::hitsAndMisses, fork);
      Path other = Files.createDirectory(folder.resolve("moment"));
      each(origin, caching(), other, Front.Kept.MOMENT, this::staleAndTogether, fork);
      if (fork == 1) {
        spell(origin, folder);
        progress.accept("fork 1: memory of entries");
        others.addAll(EntryMemory.rows(origin, folder, quick ? 1_000 : 20_000));
      }
    }
  }

  private void each(
      Front.Origin origin, List<Front> kinds, Path folder, Front.Kept kept, Part part, int fork)
      throws IOException {
    List<Front.Running> fronts = new ArrayList<>();
    try {
      for (Front front : kinds) {
        fronts.add(front.start(origin, folder, kept));
      }
      warmUp(fork, origin, fronts, folder, kept);
      part.play(fork, origin, fronts, folder);
    } finally {
      fronts.forEach(Front.Running::close);
    }
  }

  private static List<Front> caching() {
    return Stream.of(Front.values()).filter(Front::caches).toList();
  }

  /**
   * Until the JVMs have compiled what they do: for one connection they compile some of it again. A
   * front that is no JVM has the same calls once.
   */
  private void warmUp(
      int fork, Front.Origin origin, List<Front.Running> fronts, Path folder, Front.Kept kept)
      throws IOException {
    List<Integer> loads =
        kept == Front.Kept.HOUR && !quick ? List.of(MANY, 1, MANY, 1) : List.of(MANY);
    int seconds = quick ? (kept == Front.Kept.HOUR ? 4 : 2) : 4;
    for (Front.Running front : fronts) {
      progress.accept("fork " + fork + ": warming up " + front.front().label());
      for (Load.Question question : kept == Front.Kept.HOUR ? ALL : SMALL) {
        Load load = Load.of(folder, question, Load.Way.SAME);
        if (kept == Front.Kept.MOMENT) {
          StaleEntry.await(origin, front, question);
        }
        for (int connections : front.jvm() == null ? List.of(MANY) : loads) {
          load.run(front.port(), connections, front.jvm() == null ? 1 : seconds);
        }
        origin.delay(0);
      }
      if (front.front().caches()) {
        Load.of(folder, Load.Question.SEARCH, Load.Way.OTHER).run(front.port(), MANY, seconds);
      }
    }
  }

  private void hitsAndMisses(int fork, Front.Origin origin, List<Front.Running> fronts, Path folder)
      throws IOException {
    for (Load.Question question : Load.Question.values()) {
      Load load = Load.of(folder, question, Load.Way.SAME);
      for (int connections : CONNECTIONS) {
        play(fork, origin, fronts, new Case(question, Kind.SAME, connections), load);
      }
    }
    play(
        fork,
        origin,
        fronts.stream().filter(each -> each.front().caches()).toList(),
        new Case(Load.Question.SEARCH, Kind.OTHER, MANY),
        Load.of(folder, Load.Question.SEARCH, Load.Way.OTHER));
  }

  private void staleAndTogether(
      int fork, Front.Origin origin, List<Front.Running> fronts, Path folder) throws IOException {
    for (Load.Question question : SMALL) {
      Load load = Load.of(folder, question, Load.Way.SAME);
      play(fork, origin, fronts, new Case(question, Kind.STALE, MANY), load);
    }
    Load together = Load.of(folder, Load.Question.SEARCH, Load.Way.TOGETHER);
    origin.delay(ORIGIN_MILLIS);
    play(fork, origin, fronts, new Case(Load.Question.SEARCH, Kind.TOGETHER, MANY), together);
    origin.delay(0);
  }

  private void play(
      int fork, Front.Origin origin, List<Front.Running> fronts, Case asked, Load load)
      throws IOException {
    for (int round = 0; round < (quick ? 1 : 2); round++) {
      progress.accept("fork " + fork + ": " + asked.label());
      for (Front.Running front : fronts) {
        samples
            .computeIfAbsent(new Cell(front.front(), asked), key -> new ArrayList<>())
            .add(
                asked.kind == Kind.STALE
                    ? stale(origin, front, asked, load)
                    : sample(origin, front, asked, load));
      }
    }
  }

  private Sample sample(Front.Origin origin, Front.Running front, Case asked, Load load)
      throws IOException {
    long calls = origin.calls();
    long ticks = front.ticks();
    Load.Result result = load.run(front.port(), asked.connections, seconds());
    double cpu = (front.ticks() - ticks) * MICROS_PER_TICK / result.requests();
    return new Sample(cpu, result, origin.calls() - calls);
  }

  private Sample stale(Front.Origin origin, Front.Running front, Case asked, Load load)
      throws IOException {
    StaleEntry.await(origin, front, asked.question);
    Sample sample = sample(origin, front, asked, load);
    origin.delay(0);
    if (sample.calls > 0) {
      throw new IllegalStateException(
          front.front().label() + " asked " + sample.calls + " times more for what is stale");
    }
    return sample;
  }

  private int seconds() {
    return quick ? 2 : 3;
  }

  /** How often the origin is asked where five stacks ask one question, twice each. */
  private void spell(Front.Origin origin, Path folder) throws IOException {
    for (Front front : Front.values()) {
      if (front.caches()) {
        try (Front.Running fresh =
            front.start(
                origin, Files.createDirectories(folder.resolve("spelled")), Front.Kept.HOUR)) {
          long before = origin.calls();
          Load.of(folder, Load.Question.SEARCH, Load.Way.SPELLED).run(fresh.port(), 1, 1);
          others.add(
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
          if (cell.asked.kind == Kind.TOGETHER) {
            rows.add(row(cell, "calls of the origin", "calls", all, Sample::callsPerAnswer));
          }
        });
    rows.addAll(others);
    List<Figure> figures = new ArrayList<>();
    List<String> labels = Stream.of(Front.values()).map(Front::label).toList();
    for (String what : List.of("processor time", "p50", "p99", "requests")) {
      List<Figure.Point> points = new ArrayList<>();
      samples.keySet().stream()
          .map(Cell::asked)
          .distinct()
          .forEach(asked -> points.add(Figure.Point.named(asked.label(), asked.scenario(what))));
      figures.add(Figure.ofNames("Gateway: " + what, points, labels));
    }
    List<String> notes = List.of(NOTE.formatted(Load.generator()), EntryMemory.NOTE);
    return new BenchReport(SUITE, Environment.describe(command), rows, notes, figures);
  }

  private static BenchRow row(
      Cell cell, String what, String unit, List<Sample> all, ToDoubleFunction<Sample> value) {
    ListStatistics values = new ListStatistics();
    all.forEach(sample -> values.addValue(value.applyAsDouble(sample)));
    double range = values.getMax() - values.getMin();
    return new BenchRow(
        cell.front.label(), cell.asked.scenario(what), values.getPercentile(50), unit, range / 2);
  }
}

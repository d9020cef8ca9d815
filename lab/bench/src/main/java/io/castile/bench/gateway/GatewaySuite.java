package io.castile.bench.gateway;

import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Environment;
import io.castile.bench.report.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
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

  private final Extent extent;
  private final List<Collector> collectors;
  private final Consumer<String> progress;
  private final List<Front> present = new ArrayList<>(Front.present());
  private final Map<Cell, List<Sample>> samples = new LinkedHashMap<>();
  private final List<BenchRow> others = new ArrayList<>();
  private final Medians open = new Medians();
  private final List<String> notes = new ArrayList<>();

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

  /**
   * @param front its label
   */
  private record Cell(String front, Case asked) {}

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

  GatewaySuite(Extent extent, List<Collector> collectors, Consumer<String> progress) {
    this.extent = extent;
    this.collectors = collectors;
    this.progress = progress;
  }

  /** The collectors that {@link #run} takes. */
  public static List<String> collectors() {
    return Collector.words();
  }

  /**
   * Runs the suite. Fronts whose programs are absent are left out, which the report says.
   *
   * @param quick whether short rounds will do
   * @param forks the number of starts of each program; 0 for the default, which is two, and one for
   *     a quick run
   * @param collectors of the JVMs with Castile's gateway, which has a row with each of them; none
   *     for the JVM's own choice
   * @throws IllegalArgumentException if there is no such collector
   * @throws IllegalStateException if no program can be held to a core, or a request is not answered
   */
  public static BenchReport run(
      boolean quick, int forks, List<String> collectors, String command, Consumer<String> progress)
      throws IOException {
    Extent extent = (quick ? Extent.QUICK : Extent.FULL).withForks(forks);
    return new GatewaySuite(extent, Collector.of(collectors), progress).run(command);
  }

  BenchReport run(String command) throws IOException {
    String absent = Front.absent();
    if (!present.contains(Front.DIRECT)) {
      throw new IllegalStateException(absent);
    }
    if (!absent.isEmpty()) {
      notes.add(absent + ". Their rows are left out.");
    }
    Path folder = Files.createTempDirectory("castile-gateway-bench");
    try {
      for (int fork = 0; fork < extent.forks(); fork++) {
        fork(fork + 1, Files.createDirectory(folder.resolve("fork" + fork)));
      }
    } finally {
      Folders.delete(folder);
    }
    return report(command);
  }

  private void fork(int fork, Path folder) throws IOException {
    try (Front.Origin origin = Front.Origin.start();
        Loader loader = Loader.start()) {
      progress.accept("fork " + fork + ": the load alone");
      OpenRows.limit(origin, loader, extent, open, notes);
      each(
          origin,
          List.copyOf(present),
          folder,
          Front.Kept.HOUR,
          (number, same, fronts, own) -> {
            hitsAndMisses(number, same, fronts, own);
            OpenRows.play(loader, fronts, extent, open, progress);
          },
          fork);
      Path other = Files.createDirectory(folder.resolve("moment"));
      each(origin, caching(), other, Front.Kept.MOMENT, this::staleAndTogether, fork);
      if (fork == 1) {
        spell(origin, folder);
        progress.accept("fork 1: memory of entries");
        for (Collector collector : collectors) {
          List<Front> fronts = collector == collectors.get(0) ? present : castile();
          others.addAll(
              EntryMemory.rows(
                  origin,
                  fronts,
                  Files.createDirectories(folder.resolve(collector.name())),
                  collector,
                  extent.entries()));
        }
      }
    }
  }

  private void each(
      Front.Origin origin, List<Front> kinds, Path folder, Front.Kept kept, Part part, int fork)
      throws IOException {
    List<Front.Running> fronts = new ArrayList<>();
    try {
      Front.Setting setting = Front.Setting.of(origin, folder, kept);
      for (Front front : kinds) {
        start(front, setting, fronts);
      }
      warmUp(fork, origin, fronts, folder, kept);
      part.play(fork, origin, fronts, folder);
    } finally {
      fronts.forEach(Front.Running::close);
    }
  }

  /** Starts a front with each collector; what is no part of Castile may be left out. */
  private void start(Front front, Front.Setting setting, List<Front.Running> fronts)
      throws IOException {
    List<Collector> own = front.isCastile() ? collectors : List.of(Collector.LAUNCHER);
    for (Collector collector : own) {
      try {
        fronts.add(front.start(setting.with(collector)));
      } catch (IllegalStateException e) {
        if (front.isCastile() || front == Front.DIRECT) {
          throw e;
        }
        notes.add(e.getMessage() + ". Its rows are left out.");
        present.remove(front);
      }
    }
  }

  private List<Front> caching() {
    return present.stream().filter(Front::caches).toList();
  }

  private List<Front> castile() {
    return present.stream().filter(Front::isCastile).toList();
  }

  /**
   * Until the JVMs have compiled what they do, and have answered {@link Extent#warmUpRequests} of
   * each question: for one connection they compile some of it again. A front that is no JVM has the
   * same calls once.
   */
  private void warmUp(
      int fork, Front.Origin origin, List<Front.Running> fronts, Path folder, Front.Kept kept)
      throws IOException {
    boolean isHour = kept == Front.Kept.HOUR;
    List<Integer> loads = isHour ? extent.warmUpLoads() : List.of(MANY);
    int seconds = isHour ? extent.warmUpSeconds() : extent.momentSeconds();
    for (Front.Running front : fronts) {
      progress.accept("fork " + fork + ": warming up " + front.label());
      for (Load.Question question : isHour ? ALL : SMALL) {
        Load load = Load.of(folder, question, Load.Way.SAME);
        if (!isHour) {
          StaleEntry.await(origin, front, question);
        }
        if (front.jvm() == null) {
          load.run(front.port(), MANY, 1);
        } else {
          warmUp(front, load, loads, seconds);
        }
        origin.delay(0);
      }
      if (front.front().caches()) {
        Load load = Load.of(folder, Load.Question.SEARCH, Load.Way.OTHER);
        if (front.jvm() == null) {
          load.run(front.port(), MANY, seconds);
        } else {
          warmUp(front, load, List.of(MANY), seconds);
        }
      }
    }
  }

  /** All loads, and again until there were requests enough, or the time is over. */
  private void warmUp(Front.Running front, Load load, List<Integer> loads, int seconds)
      throws IOException {
    long begun = System.nanoTime();
    long requests = 0;
    long taken = 0;
    for (int i = 0;
        i < loads.size()
            || (requests < extent.warmUpRequests() && taken < extent.mostWarmUpSeconds());
        i++) {
      requests += load.run(front.port(), loads.get(i % loads.size()), seconds).requests();
      taken = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
    }
    if (requests < extent.warmUpRequests()) {
      notes.add(
          front.label()
              + " has rows of "
              + load.question().label()
              + " after "
              + requests
              + " requests of warm-up only, for "
              + taken
              + " s.");
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
    for (int round = 0; round < extent.rounds(); round++) {
      progress.accept("fork " + fork + ": " + asked.label());
      for (Front.Running front : fronts) {
        samples
            .computeIfAbsent(new Cell(front.label(), asked), key -> new ArrayList<>())
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
    Load.Result result = load.run(front.port(), asked.connections, extent.seconds());
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
          front.label() + " asked " + sample.calls + " times more for what is stale");
    }
    return sample;
  }

  /** How often the origin is asked where five stacks ask one question, twice each. */
  private void spell(Front.Origin origin, Path folder) throws IOException {
    for (Front front : caching()) {
      Path own = Files.createDirectories(folder.resolve("spelled"));
      try (Front.Running fresh =
          front.start(Front.Setting.of(origin, own, Front.Kept.HOUR).with(collectors.get(0)))) {
        long before = origin.calls();
        Load.of(folder, Load.Question.SEARCH, Load.Way.SPELLED).run(fresh.port(), 1, 1);
        others.add(
            new BenchRow(
                fresh.label(),
                "calls of the origin, one question in five spellings",
                origin.calls() - before,
                "calls",
                Double.NaN));
      }
    }
  }

  // ---- the report ----

  BenchReport report(String command) throws IOException {
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
    rows.addAll(open.rows());
    rows.addAll(others);
    List<Figure> figures = new ArrayList<>();
    List<String> labels = samples.keySet().stream().map(Cell::front).distinct().toList();
    for (String what : List.of("processor time", "p50", "p99", "requests")) {
      List<Figure.Point> points = new ArrayList<>();
      samples.keySet().stream()
          .map(Cell::asked)
          .distinct()
          .forEach(asked -> points.add(Figure.Point.named(asked.label(), asked.scenario(what))));
      figures.add(Figure.ofNames("Gateway: " + what, points, labels));
    }
    figures.addAll(OpenRows.figures(open.names()));
    List<String> all =
        new ArrayList<>(List.of(NOTE.formatted(Load.generator()), OpenRows.NOTE, EntryMemory.NOTE));
    notes.stream().distinct().forEach(all::add);
    return new BenchReport(SUITE, Environment.describe(command), rows, all, figures);
  }

  private static BenchRow row(
      Cell cell, String what, String unit, List<Sample> all, ToDoubleFunction<Sample> value) {
    ListStatistics values = new ListStatistics();
    all.forEach(sample -> values.addValue(value.applyAsDouble(sample)));
    double range = values.getMax() - values.getMin();
    return new BenchRow(
        cell.front, cell.asked.scenario(what), values.getPercentile(50), unit, range / 2);
  }
}

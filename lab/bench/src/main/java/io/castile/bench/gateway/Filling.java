package io.castile.bench.gateway;

import io.castile.bench.report.Figure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * New questions to a gateway from the first one after it is ready on, while its cache fills, and
 * when it is full; then what the full one has in memory, and what processor time new questions take
 * of it.
 */
final class Filling {
  private static final int CONNECTIONS = 25;
  private static final int PER_SECOND = 1_000;
  private static final int PROCESSOR_PER_SECOND = 400;
  private static final double MICROS_PER_TICK = 10_000; // the system counts hundredths of a second

  /** Less than an answer takes of a cache, so that more are asked than it keeps. */
  private static final int LEAST_ENTRY_BYTES = 6 << 10;

  private static final int SAMPLE = 200; // of all questions
  private static final int LEAST_ABSENT = SAMPLE / 20;
  private static final int PATIENCE_SECONDS = 30; // until a cache that is full evicts

  static final String NOTE =
      "While a cache fills: a fresh process gets new questions from the instant of its ready on, in a"
          + " closed loop of "
          + CONNECTIONS
          + " connections or in an open one of "
          + PER_SECOND
          + " a second. The percentiles are those of the first questions after ready, of as many next"
          + " ones, and of as many in a cache that has begun to evict, which it is filled for, and which"
          + " is found out by asking some of all questions again. Processor time is that of all"
          + " processes of the front, by "
          + PROCESSOR_PER_SECOND
          + " new questions a second in an open loop, with the cache full. Resident memory is that of"
          + " its processes with the cache full, divided by the size that the cache is configured to"
          + " have; nginx has answers in files, which are not in it.";

  private static final String MEMORY = "full cache: resident memory for its size";
  private static final String PROCESSOR =
      "full cache: processor time, search, never asked before, " + PROCESSOR_PER_SECOND + "/s";

  /** How questions come. */
  private enum Loop {
    CLOSED(CONNECTIONS + " connections"),
    OPEN(PER_SECOND + "/s");

    private final String label;

    Loop(String label) {
      this.label = label;
    }
  }

  /** When. */
  private enum Phase {
    FIRST("first"),
    NEXT("next"),
    FULL("full cache");

    private final String label;

    Phase(String label) {
      this.label = label;
    }
  }

  private final Front.Origin origin;
  private final Loader loader;
  private final Extent extent;
  private final Medians medians;
  private final List<String> notes;
  private final Consumer<String> progress;

  /**
   * @param notes gets what is left out, and why
   */
  Filling(
      Front.Origin origin,
      Loader loader,
      Extent extent,
      Medians medians,
      List<String> notes,
      Consumer<String> progress) {
    this.origin = origin;
    this.loader = loader;
    this.extent = extent;
    this.medians = medians;
    this.notes = notes;
    this.progress = progress;
  }

  /**
   * Returns what is filled: the command with each collector, and other fronts that keep answers.
   */
  static List<ColdStart.Program> programs(List<CastileCommand> commands, List<Front> present) {
    List<ColdStart.Program> programs = new ArrayList<>();
    for (CastileCommand command : commands) {
      programs.add(
          new ColdStart.Program(
              command.collector().label(Front.CASTILE_CACHE.label()),
              setting -> command.launch(setting, true)));
    }
    Stream.of(Front.NGINX_CACHE, Front.VARNISH_CACHE)
        .filter(present::contains)
        .forEach(front -> programs.add(new ColdStart.Program(front.label(), front::launch)));
    return programs;
  }

  /**
   * Fills each of them, by both loops.
   *
   * @param folder new
   */
  void play(List<ColdStart.Program> programs, Path folder) throws IOException {
    for (Loop loop : Loop.values()) {
      for (ColdStart.Program program : programs) {
        progress.accept("filling a cache, " + loop.label + ": " + program.label());
        Path own = folder.resolve(loop + "-" + programs.indexOf(program));
        Front.Setting setting =
            new Front.Setting(
                origin, own, Front.Kept.HOUR, extent.cacheBytes(), Collector.LAUNCHER);
        try (Front.Running front = program.start().start(setting)) {
          play(loop, program.label(), front);
        } catch (IllegalStateException e) {
          notes.add(
              program.label()
                  + " lacks rows of a cache that fills, "
                  + loop.label
                  + ": "
                  + e.getMessage());
        }
      }
    }
  }

  private void play(Loop loop, String label, Front.Running front) throws IOException {
    long first = loader.fresh(extent.slice());
    add(loop, Phase.FIRST, label, loader.run(order(loop, front, first).atReady()));
    add(loop, Phase.NEXT, label, loader.run(order(loop, front, loader.fresh(extent.slice()))));
    long more = Math.max(extent.cacheBytes() / LEAST_ENTRY_BYTES, extent.warmUpRequests());
    long last = loader.fresh(more) + more;
    loader.run(
        LoadOrder.closed(front.port(), Load.Question.SEARCH, last - more, more, CONNECTIONS));
    awaitEvicting(label, front, first, last - first);
    add(loop, Phase.FULL, label, loader.run(order(loop, front, loader.fresh(extent.slice()))));
    if (loop == Loop.CLOSED) {
      medians.add(
          label, MEMORY, "times", (double) Proc.residentBytes(front.pids()) / extent.cacheBytes());
    } else {
      medians.add(label, PROCESSOR, "µs", processorMicros(front));
    }
  }

  private LoadOrder order(Loop loop, Front.Running front, long first) {
    return loop == Loop.CLOSED
        ? LoadOrder.closed(front.port(), Load.Question.SEARCH, first, extent.slice(), CONNECTIONS)
        : LoadOrder.open(
            front.port(), Load.Question.SEARCH, first, extent.slice(), PER_SECOND, extent.slice());
  }

  private void add(Loop loop, Phase phase, String label, LoadAnswer answer) {
    Latencies latencies = answer.slices().get(0);
    medians.add(label, scenario("p99", loop, phase), "µs", latencies.p99());
    medians.add(label, scenario("p99.9", loop, phase), "µs", latencies.p999());
  }

  /**
   * Asks some of all questions again until some are no longer kept, or for a while: nginx evicts by
   * and by.
   */
  private void awaitEvicting(String label, Front.Running front, long first, long asked)
      throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    long absent = 0;
    while (absent < LEAST_ABSENT) {
      if (System.nanoTime() - deadline > 0) {
        notes.add(
            label
                + " has evicted nothing "
                + PATIENCE_SECONDS
                + " s after "
                + asked
                + " questions: its rows of a full cache are those of one that grows.");
        return;
      }
      long calls = origin.calls();
      loader.run(
          LoadOrder.closed(front.port(), Load.Question.SEARCH, first, SAMPLE, 1)
              .withStep(Math.max(1, asked / SAMPLE)));
      absent = origin.calls() - calls;
    }
  }

  private double processorMicros(Front.Running front) throws IOException {
    int count = PROCESSOR_PER_SECOND * extent.processorSeconds();
    long ticks = front.ticks();
    loader.run(
        LoadOrder.open(
            front.port(),
            Load.Question.SEARCH,
            loader.fresh(count),
            count,
            PROCESSOR_PER_SECOND,
            count));
    return (front.ticks() - ticks) * MICROS_PER_TICK / count;
  }

  private static String scenario(String percentile, Loop loop, Phase phase) {
    return "filling: "
        + percentile
        + ", search, never asked before, "
        + loop.label
        + ", "
        + phase.label;
  }

  /** Returns the tables. */
  static List<Figure> figures(List<String> labels, int slice) {
    List<Figure> figures = new ArrayList<>();
    for (String percentile : List.of("p99", "p99.9")) {
      List<Figure.Point> points = new ArrayList<>();
      for (Loop loop : Loop.values()) {
        for (Phase phase : Phase.values()) {
          points.add(
              Figure.Point.named(
                  phase.label + ", " + loop.label, scenario(percentile, loop, phase)));
        }
      }
      figures.add(
          Figure.ofNames(
              "Gateway, while the cache fills: "
                  + percentile
                  + " of "
                  + slice
                  + " new questions each",
              points,
              labels));
    }
    figures.add(
        Figure.ofNames(
            "Gateway, full cache: processor time of a new question",
            List.of(Figure.Point.named(PROCESSOR_PER_SECOND + "/s", PROCESSOR)),
            labels));
    figures.add(
        Figure.ofNames(
            "Gateway, full cache: resident memory",
            List.of(Figure.Point.named("of the cache's size", MEMORY)),
            labels));
    return figures;
  }
}

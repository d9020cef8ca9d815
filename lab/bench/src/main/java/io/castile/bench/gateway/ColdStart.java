package io.castile.bench.gateway;

import io.castile.bench.report.Figure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * What clients see of a gateway that starts: the time from the start of its process until it says
 * that it is ready, and new questions at a constant rate from that instant on, by second of its
 * life.
 */
final class ColdStart {
  static final int PER_SECOND = 300;

  static final String NOTE =
      "Cold starts: the process is started, and asked for /ready every 20 ms once it listens; from the"
          + " instant of the first yes on it gets "
          + PER_SECOND
          + " new questions a second in an open loop. Seconds count from that instant.";

  static final String READY = "cold start: time until ready";

  private static final String WARM = ", archive";
  private static final String NOT_WARM = ", archive, no warm-up";

  /** Starts a program. */
  interface Start {
    Front.Running start(Front.Setting setting) throws IOException;
  }

  /**
   * What is started.
   *
   * @param label what tables call it
   */
  record Program(String label, Start start) {}

  private ColdStart() {}

  /**
   * Returns what is started: the command with each collector, with its warm-up and without, and
   * nginx.
   */
  static List<Program> programs(List<CastileCommand> commands, List<Front> present) {
    List<Program> programs = new ArrayList<>();
    for (CastileCommand command : commands) {
      String label = command.collector().label(Front.CASTILE_CACHE.label());
      programs.add(new Program(label + WARM, setting -> command.launch(setting, true)));
      programs.add(new Program(label + NOT_WARM, setting -> command.launch(setting, false)));
    }
    if (present.contains(Front.NGINX_CACHE)) {
      programs.add(new Program(Front.NGINX_CACHE.label(), Front.NGINX_CACHE::launch));
    }
    return programs;
  }

  /**
   * Starts all of them in turns.
   *
   * @param folder new
   * @param notes gets what is left out, and why
   */
  static void play(
      Front.Origin origin,
      Loader loader,
      List<Program> programs,
      Path folder,
      Extent extent,
      Medians medians,
      List<String> notes,
      Consumer<String> progress)
      throws IOException {
    for (int round = 0; round < extent.starts(); round++) {
      for (Program program : programs) {
        progress.accept("cold start: " + program.label);
        Path own = folder.resolve(round + "-" + programs.indexOf(program));
        Front.Setting setting =
            new Front.Setting(
                origin, own, Front.Kept.HOUR, extent.cacheBytes(), Collector.LAUNCHER);
        long begun = System.nanoTime();
        try (Front.Running front = program.start.start(setting)) {
          int count = PER_SECOND * extent.lifeSeconds();
          LoadAnswer answer =
              loader.run(
                  LoadOrder.open(
                          front.port(),
                          Load.Question.SEARCH,
                          loader.fresh(count),
                          count,
                          PER_SECOND,
                          PER_SECOND)
                      .atReady());
          add(program.label, (answer.start() - begun) / 1e6, answer.slices(), medians);
        } catch (IllegalStateException e) {
          notes.add(program.label + " has no cold start: " + e.getMessage());
        }
      }
    }
  }

  /**
   * Adds what came of a start.
   *
   * @param seconds what answers took, by second of life
   */
  static void add(String label, double readyMillis, List<Latencies> seconds, Medians medians) {
    medians.add(label, READY, "ms", readyMillis);
    for (int i = 0; i < seconds.size(); i++) {
      medians.add(label, scenario("p50", i), "µs", seconds.get(i).p50());
      medians.add(label, scenario("p99", i), "µs", seconds.get(i).p99());
    }
  }

  /**
   * @param second from 0 on
   */
  private static String scenario(String percentile, int second) {
    return "cold start: " + percentile + ", search, never asked before, second " + (second + 1);
  }

  /** Returns the tables: until ready, and both percentiles by second of life. */
  static List<Figure> figures(List<String> labels, int seconds) {
    List<Figure> figures = new ArrayList<>();
    figures.add(
        Figure.ofNames(
            "Gateway, cold start: time until ready",
            List.of(Figure.Point.named("until ready", READY)),
            labels));
    for (String percentile : List.of("p50", "p99")) {
      figures.add(
          Figure.ofNames(
              "Gateway, cold start: " + percentile + " by second of life",
              IntStream.range(0, seconds)
                  .mapToObj(i -> Figure.Point.named("second " + (i + 1), scenario(percentile, i)))
                  .toList(),
              labels));
    }
    return figures;
  }
}

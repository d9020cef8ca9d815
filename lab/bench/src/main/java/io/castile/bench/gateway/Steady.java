package io.castile.bench.gateway;

import io.castile.bench.harness.ClassPath;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.Environment;
import io.castile.bench.report.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The suite {@code steady}: what hits of a gateway cost while it does something else, such as
 * showing its console, writing a log or reading its configuration again. The gateway has the first
 * core; the load and the origin have the second.
 */
public final class Steady {
  public static final String SUITE = "steady";

  /** How many hits come in a second. */
  static final int PER_SECOND = 2_000;

  private static final double MICROS_PER_TICK = 10_000; // the system counts hundredths of a second
  private static final String ROW = "Castile, cache";
  private static final String PROCESSOR = "processor time";
  private static final int WARM_UP_CONNECTIONS = 25;
  private static final int WARM_UP_SECONDS = 2;

  private static final String NOTE =
      "Each way to configure the gateway has a process of its own, the command castile gateway with the"
          + " heap that its unit of systemd gives in a container of 1 GiB: one that neither observes nor"
          + " logs, one with an access log, one that observes. Their turns are on the first core. "
          + PER_SECOND
          + " simple hits a second come in an open loop. Meanwhile, once a second, /metrics is asked"
          + " for; or what the console shows (operations, origins, reload, 100 entries); or advice; or"
          + " the configuration is written with another value of a field of the route, and read again."
          + " Processor time is that of the gateway's process for one hit, its other work included. A"
          + " value is the median of the rounds; the error in the JSON is half their range.";

  private final int rounds;
  private final int seconds;
  private final int warmUps;
  private final Consumer<String> progress;
  private final Medians medians = new Medians();

  /**
   * @param seconds of a round of each disturbance
   * @param warmUps in turns of some seconds
   */
  Steady(int rounds, int seconds, int warmUps, Consumer<String> progress) {
    this.rounds = rounds;
    this.seconds = seconds;
    this.warmUps = warmUps;
    this.progress = progress;
  }

  /**
   * Runs the suite.
   *
   * @param quick whether short rounds will do
   * @throws IllegalStateException if no program can be held to a core, or a request is not answered
   */
  public static BenchReport run(boolean quick, String command, Consumer<String> progress)
      throws IOException {
    Steady suite = quick ? new Steady(1, 2, 1, progress) : new Steady(3, 20, 5, progress);
    return suite.run(command);
  }

  BenchReport run(String command) throws IOException {
    if (!Front.present().contains(Front.DIRECT)) {
      throw new IllegalStateException(Front.absent());
    }
    Path folder = Files.createTempDirectory("castile-steady-bench");
    Map<Disturbance.Mode, DisturbedGateway> gateways = new EnumMap<>(Disturbance.Mode.class);
    try (Front.Origin origin = Front.Origin.start();
        Loader loader = Loader.start()) {
      ClassPath libraries = ClassPath.ofThisJvm(Files.createDirectory(folder.resolve("libraries")));
      CastileCommand program = CastileCommand.plain(libraries, Collector.LAUNCHER);
      for (Disturbance.Mode mode : Disturbance.Mode.values()) {
        progress.accept("warming up: " + mode);
        Path own = Files.createDirectory(folder.resolve(mode.name()));
        gateways.put(mode, DisturbedGateway.start(program, origin, mode, own));
        warmUp(gateways.get(mode), loader);
      }
      List<Disturbance> order = new ArrayList<>(List.of(Disturbance.values()));
      for (int round = 1; round <= rounds; round++) {
        for (Disturbance each : order) {
          progress.accept("round " + round + ": " + each.label());
          play(each, gateways.get(each.mode()), loader, origin);
        }
        Collections.rotate(order, 3); // so that none is always the first
      }
    } finally {
      gateways.values().forEach(DisturbedGateway::close);
      Folders.delete(folder);
    }
    return report(command);
  }

  private void warmUp(DisturbedGateway gateway, Loader loader) throws IOException {
    Load load = Load.of(gateway.folder(), Load.Question.SIMPLE, Load.Way.SAME);
    for (int i = 0; i < warmUps; i++) {
      load.run(gateway.port(), WARM_UP_CONNECTIONS, WARM_UP_SECONDS);
      loader.run(order(gateway, WARM_UP_SECONDS));
    }
  }

  private static LoadOrder order(DisturbedGateway gateway, int forSeconds) {
    int count = PER_SECOND * forSeconds;
    return LoadOrder.open(gateway.port(), Load.Question.SIMPLE, 0, count, PER_SECOND, count);
  }

  private void play(
      Disturbance disturbance, DisturbedGateway gateway, Loader loader, Front.Origin origin)
      throws IOException {
    AtomicBoolean isOver = new AtomicBoolean();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<Void> disturbing = thread.submit(disturbing(disturbance, gateway, isOver));
      long calls = origin.calls();
      long ticks = gateway.ticks();
      LoadAnswer answer = loader.run(order(gateway, seconds));
      long taken = gateway.ticks() - ticks;
      isOver.set(true);
      disturbing.get();
      if (origin.calls() > calls) {
        throw new IllegalStateException(
            "expected hits only, found "
                + (origin.calls() - calls)
                + " calls of the origin: "
                + disturbance.label());
      }
      add(disturbance, PROCESSOR, taken * MICROS_PER_TICK / (PER_SECOND * seconds));
      Latencies latencies = answer.slices().get(0);
      add(disturbance, "p50", latencies.p50());
      add(disturbance, "p99", latencies.p99());
      add(disturbance, "p99.9", latencies.p999());
      add(disturbance, "max", latencies.max());
    } catch (ExecutionException e) {
      throw new IllegalStateException("the gateway was not disturbed: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } finally {
      thread.shutdownNow();
    }
  }

  private static Callable<Void> disturbing(
      Disturbance disturbance, DisturbedGateway gateway, AtomicBoolean isOver) {
    return () -> {
      while (!isOver.get()) {
        gateway.disturb(disturbance);
        TimeUnit.SECONDS.sleep(1);
      }
      return null;
    };
  }

  private void add(Disturbance disturbance, String what, double micros) {
    medians.add(ROW, disturbance.scenario(what), "µs", micros);
  }

  private BenchReport report(String command) throws IOException {
    List<Figure> figures = new ArrayList<>();
    for (String what : List.of(PROCESSOR, "p50", "p99", "p99.9", "max")) {
      figures.add(
          Figure.ofNames(
              "Gateway, hits beside other work: " + what, Disturbance.points(what), List.of(ROW)));
    }
    return new BenchReport(
        SUITE, Environment.describe(command), medians.rows(), List.of(NOTE), figures);
  }
}

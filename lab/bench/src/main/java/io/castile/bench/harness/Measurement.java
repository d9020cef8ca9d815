package io.castile.bench.harness;

import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Unit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.function.Consumer;
import org.openjdk.jmh.util.ListStatistics;

/**
 * Takes the times of cells, a group of them in a JVM of its own: a program that hears keys, one
 * line each and an empty one behind them, and says times. First it warms up with the cell in the
 * middle.
 */
public final class Measurement {
  private static final double CONFIDENCE = 0.999;

  /** What stands before a time, as libraries may say something too. */
  private static final String TIME = "time ";

  /** How much longer a JVM warms up before its first cell. */
  private static final int FIRST_WARMUP = 8;

  private Measurement() {}

  /**
   * The program.
   *
   * @param arguments the port of the draining server, then the components of {@link Timing} but for
   *     the first
   */
  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(arguments[0]);
    Timing timing =
        new Timing(
            0,
            Integer.parseInt(arguments[1]),
            Integer.parseInt(arguments[2]),
            Integer.parseInt(arguments[3]));
    CellParser parser = CellParser.ofAllSuites();
    List<Cell> group = new ArrayList<>();
    try (SocketOutlet socket = SocketOutlet.connect(port);
        Scanner keys = new Scanner(System.in, StandardCharsets.UTF_8)) {
      String key = keys.nextLine();
      while (!key.isEmpty()) {
        group.add(parser.parse(key));
        key = keys.nextLine();
      }
      measure(List.of(group.get(group.size() / 2)), socket, timing.longer(FIRST_WARMUP));
      for (BenchRow row : measure(group, socket, timing)) {
        System.out.println(TIME + row.value() + " " + row.error());
      }
    }
  }

  /**
   * Takes the times of a group of cells.
   *
   * @param port of the draining server
   * @throws IllegalStateException if an answer is wrong, or a cell cannot be measured
   */
  public static List<BenchRow> of(
      List<? extends Cell> group, int port, Timing timing, Consumer<String> progress)
      throws IOException {
    return timing.forks() == 0
        ? here(group, port, timing, progress)
        : inChild(group, port, timing, progress);
  }

  private static List<BenchRow> here(
      List<? extends Cell> group, int port, Timing timing, Consumer<String> progress)
      throws IOException {
    try (SocketOutlet socket = SocketOutlet.connect(port)) {
      group.forEach(cell -> announce(cell, progress));
      return measure(group, socket, timing);
    }
  }

  private static void announce(Cell cell, Consumer<String> progress) {
    progress.accept(cell.scenario() + ": " + cell.row());
  }

  private static List<BenchRow> measure(List<? extends Cell> group, Outlet socket, Timing timing) {
    List<Call> calls = new ArrayList<>();
    try {
      for (Cell cell : group) {
        try {
          calls.add(cell.call(socket));
        } catch (Exception e) {
          throw cannotMeasure("'" + cell.scenario() + "' of " + cell.row(), e);
        }
      }
      return play(group, calls, timing);
    } finally {
      calls.forEach(Measurement::close);
    }
  }

  private static void close(Call call) {
    try {
      call.close();
    } catch (Exception e) {
      throw new IllegalStateException("a call cannot be closed: " + e.getMessage(), e);
    }
  }

  private static List<BenchRow> play(List<? extends Cell> group, List<Call> calls, Timing timing) {
    List<Rounds> all = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      all.add(new Rounds(calls.get(i), group.get(i).meter()));
    }
    System.gc(); // What making them left behind shall not be cleared away while they are timed.
    try {
      Rounds.play(all, timing);
    } catch (Exception e) {
      throw cannotMeasure("the cells of " + group.get(0).row(), e);
    }
    List<BenchRow> rows = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      ListStatistics micros = all.get(i).micros();
      Unit unit = group.get(i).unit();
      double median = unit.ofMicros(micros.getPercentile(50));
      double error = unit.ofMicros(micros.getMeanErrorAt(CONFIDENCE));
      rows.add(row(group.get(i), median, error));
    }
    return rows;
  }

  private static IllegalStateException cannotMeasure(String what, Exception e) {
    return new IllegalStateException("cannot measure " + what + ": " + e.getMessage(), e);
  }

  private static BenchRow row(Cell cell, double median, double error) {
    return new BenchRow(cell.row(), cell.scenario(), median, cell.unit().symbol(), error);
  }

  private static List<BenchRow> inChild(
      List<? extends Cell> group, int port, Timing timing, Consumer<String> progress)
      throws IOException {
    List<String> arguments =
        List.of(
            Integer.toString(port),
            Integer.toString(timing.warmups()),
            Integer.toString(timing.rounds()),
            Integer.toString(timing.roundMillis()));
    List<BenchRow> rows = new ArrayList<>();
    try (ChildJvm jvm = ChildJvm.start(Measurement.class, List.of("-Xms2g", "-Xmx4g"), arguments)) {
      group.forEach(cell -> jvm.say(cell.key()));
      jvm.say("");
      group.forEach(cell -> announce(cell, progress));
      for (Cell cell : group) {
        String what = "time for '" + cell.scenario() + "' of " + cell.row();
        String times = jvm.hear(TIME, what);
        int space = times.indexOf(' ');
        double median = Double.parseDouble(times.substring(0, space));
        rows.add(row(cell, median, Double.parseDouble(times.substring(space + 1))));
      }
    }
    return rows;
  }
}

package io.castile.bench.harness;

import io.castile.bench.report.BenchRow;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.openjdk.jmh.util.ListStatistics;

/**
 * Takes the times of cells that are compared with each other: those of every row in a JVM of its
 * own, so that none runs on what the compiler has learnt of another row, all of them there at once,
 * and each with its round before any has the next, so that what makes the machine slower for a
 * while meets all. A program that hears the keys of its cells, and then for each round the number
 * of the cell.
 */
public final class Turns {
  private static final String READY = "ready";
  private static final String TIME = "time ";

  private static final int WARMUP_CALLS = 50_000;

  /** Of the processor, for calls that are long. */
  private static final long WARMUP_NANOS = 2_000_000_000L;

  /** Over which the compiler must be quiet. */
  private static final long QUIET_NANOS = 500_000_000L;

  /** What share of that time the compiler may take and be quiet: 1/20. */
  private static final int QUIET_SHARE = 20;

  /** How many times as long as its warm-up rounds a cell may wait for the compiler. */
  private static final int LONGEST_WAIT = 4;

  /** A time of a call that is less than this share of the least before is a faster one. */
  private static final double FASTER = 0.95;

  /**
   * How long a cell is called before its time is taken, beside the first calls.
   *
   * @param longestMillis after which it is taken in any case
   * @param windows how many half seconds, one after the other, the compiler must be quiet in, and
   *     calls not become faster
   */
  public record WarmUp(long longestMillis, int windows) {
    /**
     * For calls of which each is a long way through much code: that may be compiled in several
     * steps, with half a second between two of them.
     */
    public static final WarmUp LONG = new WarmUp(20_000, 4);

    private static WarmUp of(Timing timing) {
      return new WarmUp((long) LONGEST_WAIT * timing.warmups() * timing.roundMillis(), 1);
    }
  }

  /** A heap in which the garbage of a round has to be collected. */
  private static final List<String> HEAP = List.of("-Xms256m", "-Xmx1g");

  /** A heap for cells that hold hundreds of megabytes, which are not to be traced in rounds. */
  public static final List<String> LARGE_HEAP = List.of("-Xms3g", "-Xmx3g");

  private Turns() {}

  /**
   * The program.
   *
   * @param arguments the port of the draining server, the length of a round in milliseconds, and
   *     the two values of the {@link WarmUp}
   */
  public static void main(String[] arguments) throws Exception {
    Timing one = new Timing(0, 0, 1, Integer.parseInt(arguments[1]));
    WarmUp warmUp = new WarmUp(Long.parseLong(arguments[2]), Integer.parseInt(arguments[3]));
    try (SocketOutlet socket = SocketOutlet.connect(Integer.parseInt(arguments[0]));
        Scanner lines = new Scanner(System.in, StandardCharsets.UTF_8)) {
      CellParser parser = CellParser.ofAllSuites();
      List<Cell> cells = new ArrayList<>();
      List<Call> calls = new ArrayList<>();
      try {
        for (String key = lines.nextLine(); !key.isEmpty(); key = lines.nextLine()) {
          Cell cell = parser.parse(key);
          cells.add(cell);
          calls.add(cell.call(socket));
          warm(calls.get(calls.size() - 1), warmUp);
        }
        System.out.println(READY);
        while (lines.hasNextLine()) {
          int next = Integer.parseInt(lines.nextLine());
          Rounds rounds = new Rounds(calls.get(next), cells.get(next).meter());
          Rounds.play(List.of(rounds), one);
          System.out.println(TIME + rounds.micros().getPercentile(50));
        }
      } finally {
        for (Call call : calls) {
          call.close();
        }
      }
    }
  }

  /**
   * Calls until the compiler knows of all that is hot, on however busy a machine, and has compiled
   * it: what it takes later is in the processor time of calls.
   */
  private static void warm(Call call, WarmUp warmUp) throws Exception {
    long start = Meter.PROCESSOR.reading();
    for (int i = 0; i < WARMUP_CALLS && Meter.PROCESSOR.reading() - start < WARMUP_NANOS; i++) {
      call.prepare();
      call.run();
    }
    long waiting = System.nanoTime();
    long longest = TimeUnit.MILLISECONDS.toNanos(warmUp.longestMillis);
    double least = 0; // time of a call; 0 before the first window
    int steady = 0;
    while (steady < warmUp.windows && System.nanoTime() - waiting < longest) {
      long compiled = compilationNanos();
      long taken = Meter.PROCESSOR.reading();
      long begun = System.nanoTime();
      int calls = 0;
      do {
        call.prepare();
        call.run();
        calls++;
      } while (System.nanoTime() - begun < QUIET_NANOS);
      double time = (Meter.PROCESSOR.reading() - taken) / (double) calls;
      boolean isQuiet = compilationNanos() - compiled < QUIET_NANOS / QUIET_SHARE;
      steady = isQuiet && time >= FASTER * least ? steady + 1 : 0;
      least = least == 0 ? time : Math.min(least, time);
    }
  }

  private static long compilationNanos() {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    return compiler == null ? 0 : TimeUnit.MILLISECONDS.toNanos(compiler.getTotalCompilationTime());
  }

  /** The cells of a row under way. */
  private record Player(List<? extends Cell> cells, ChildJvm jvm) implements AutoCloseable {
    double round(int cell) throws IOException {
      jvm.say(Integer.toString(cell));
      return Double.parseDouble(jvm.hear(TIME, "time of " + what(cells.get(cell))));
    }

    @Override
    public void close() {
      jvm.close();
    }
  }

  private static String what(Cell cell) {
    return "'" + cell.scenario() + "' of " + cell.row();
  }

  /** As below, with each cell in a JVM of its own. */
  public static List<BenchRow> of(
      List<? extends Cell> cells, Timing timing, Consumer<String> progress) throws IOException {
    return ofGroups(cells.stream().map(List::of).toList(), timing, progress);
  }

  /**
   * Takes the times of cells: of each the median over all forks of the median of its rounds, and
   * half the range of those medians as the error.
   *
   * @param groups the cells of each JVM; as many in all of them, those of one number compared with
   *     each other
   * @param timing its forks are sets of JVMs, one after the other; at least one
   * @throws IllegalStateException if an answer is wrong, or a cell cannot be measured
   */
  public static List<BenchRow> ofGroups(
      List<? extends List<? extends Cell>> groups, Timing timing, Consumer<String> progress)
      throws IOException {
    return ofGroups(groups, HEAP, WarmUp.of(timing), timing, progress);
  }

  /**
   * Takes the times of cells in JVMs with other options for their heap, and another warm-up.
   *
   * @param heap options of the JVMs
   */
  public static List<BenchRow> ofGroups(
      List<? extends List<? extends Cell>> groups,
      List<String> heap,
      WarmUp warmUp,
      Timing timing,
      Consumer<String> progress)
      throws IOException {
    Map<Cell, ListStatistics> medians = new LinkedHashMap<>();
    groups.forEach(group -> group.forEach(cell -> medians.put(cell, new ListStatistics())));
    try (DrainProcess drain = DrainProcess.start()) {
      for (int fork = 0; fork < timing.forks(); fork++) {
        String where = "fork " + (fork + 1) + " of " + timing.forks() + ": ";
        play(groups, heap, warmUp, drain.port(), timing, medians, s -> progress.accept(where + s));
      }
    }
    List<BenchRow> rows = new ArrayList<>();
    medians.forEach(
        (cell, each) ->
            rows.add(
                new BenchRow(
                    cell.row(),
                    cell.scenario(),
                    cell.unit().ofMicros(each.getPercentile(50)),
                    cell.unit().symbol(),
                    cell.unit().ofMicros((each.getMax() - each.getMin()) / 2))));
    return rows;
  }

  /** Adds the median of each cell's rounds, in microseconds. */
  private static void play(
      List<? extends List<? extends Cell>> groups,
      List<String> heap,
      WarmUp warmUp,
      int port,
      Timing timing,
      Map<Cell, ListStatistics> medians,
      Consumer<String> progress)
      throws IOException {
    List<Player> players = new ArrayList<>();
    try {
      for (List<? extends Cell> group : groups) {
        progress.accept("starting " + group.get(0).row());
        players.add(start(group, heap, warmUp, port, timing));
      }
      for (int cell = 0; cell < groups.get(0).size(); cell++) {
        progress.accept(groups.get(0).get(cell).scenario());
        List<ListStatistics> micros = new ArrayList<>();
        players.forEach(player -> micros.add(new ListStatistics()));
        for (int round = -timing.warmups(); round < timing.rounds(); round++) {
          for (int i = 0; i < players.size(); i++) {
            double taken = players.get(i).round(cell);
            if (round >= 0) {
              micros.get(i).addValue(taken);
            }
          }
        }
        for (int i = 0; i < players.size(); i++) {
          medians.get(groups.get(i).get(cell)).addValue(micros.get(i).getPercentile(50));
        }
      }
    } finally {
      players.forEach(Player::close);
    }
  }

  private static Player start(
      List<? extends Cell> cells, List<String> heap, WarmUp warmUp, int port, Timing timing)
      throws IOException {
    ChildJvm jvm =
        ChildJvm.start(
            Turns.class,
            heap,
            List.of(
                Integer.toString(port),
                Integer.toString(timing.roundMillis()),
                Long.toString(warmUp.longestMillis),
                Integer.toString(warmUp.windows)));
    try {
      cells.forEach(cell -> jvm.say(cell.key()));
      jvm.say("");
      jvm.hear(READY, "right answers of " + cells.get(0).row());
      return new Player(cells, jvm);
    } catch (IOException | RuntimeException e) {
      jvm.close();
      throw e;
    }
  }
}

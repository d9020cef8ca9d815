package io.castile.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.function.Consumer;
import org.openjdk.jmh.util.ListStatistics;

/**
 * Takes the times of cells that are compared with each other: every cell in a JVM of its own, so
 * that none runs on what the compiler has learnt of another, all of them there at once, and each
 * with its round before any has the next, so that what makes the machine slower for a while meets
 * all. A program that hears the key of a cell, and then of each round whether it counts.
 */
final class Turns {
  private static final String READY = "ready";
  private static final String TIME = "time ";
  private static final String ROUND = "round";

  private static final int WARMUP_CALLS = 50_000;

  /** Of the processor, for calls that are long. */
  private static final long WARMUP_NANOS = 2_000_000_000L;

  /** A heap in which the garbage of a round has to be collected. */
  private static final List<String> HEAP = List.of("-Xms256m", "-Xmx1g");

  private Turns() {}

  /**
   * The program.
   *
   * @param arguments the port of the draining server, and the length of a round in milliseconds
   */
  public static void main(String[] arguments) throws Exception {
    Timing one = new Timing(0, 0, 1, Integer.parseInt(arguments[1]));
    try (SocketOutlet socket = SocketOutlet.connect(Integer.parseInt(arguments[0]));
        Scanner lines = new Scanner(System.in, StandardCharsets.UTF_8)) {
      Cell cell = Cell.parse(lines.nextLine());
      try (Call call = cell.call(socket)) {
        warmUp(call);
        System.out.println(READY);
        while (lines.hasNextLine() && lines.nextLine().equals(ROUND)) {
          Rounds rounds = new Rounds(call, cell.meter());
          Rounds.play(List.of(rounds), one);
          System.out.println(TIME + rounds.micros().getPercentile(50));
        }
      }
    }
  }

  /** Enough calls for the compiler to know of all that is hot, on however busy a machine. */
  private static void warmUp(Call call) throws Exception {
    long start = Meter.PROCESSOR.nanos();
    for (int i = 0; i < WARMUP_CALLS && Meter.PROCESSOR.nanos() - start < WARMUP_NANOS; i++) {
      call.prepare();
      call.run();
    }
  }

  /** A cell under way. */
  private record Player(Cell cell, ChildJvm jvm, ListStatistics micros) implements AutoCloseable {
    String what() {
      return "'" + cell.scenario() + "' of " + cell.row();
    }

    double round() throws IOException {
      jvm.say(ROUND);
      return Double.parseDouble(jvm.hear(TIME, "time of " + what()));
    }

    @Override
    public void close() {
      jvm.close();
    }
  }

  /**
   * Takes the times of cells: of each the median over all forks of the median of its rounds, and
   * half the range of those medians as the error.
   *
   * @param timing its forks are sets of JVMs, one after the other; at least one
   * @throws IllegalStateException if an answer is wrong, or a cell cannot be measured
   */
  static List<BenchRow> of(List<? extends Cell> cells, Timing timing, Consumer<String> progress)
      throws IOException {
    List<ListStatistics> medians = new ArrayList<>();
    cells.forEach(cell -> medians.add(new ListStatistics()));
    try (DrainProcess drain = DrainProcess.start()) {
      for (int fork = 0; fork < timing.forks(); fork++) {
        String where = "fork " + (fork + 1) + " of " + timing.forks() + ": ";
        List<Double> found = play(cells, drain.port(), timing, s -> progress.accept(where + s));
        for (int i = 0; i < found.size(); i++) {
          medians.get(i).addValue(found.get(i));
        }
      }
    }
    List<BenchRow> rows = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      Cell cell = cells.get(i);
      ListStatistics each = medians.get(i);
      rows.add(
          new BenchRow(
              cell.row(),
              cell.scenario(),
              cell.unit().ofMicros(each.getPercentile(50)),
              cell.unit().symbol(),
              cell.unit().ofMicros((each.getMax() - each.getMin()) / 2)));
    }
    return rows;
  }

  /** The median of each cell's rounds, in microseconds. */
  private static List<Double> play(
      List<? extends Cell> cells, int port, Timing timing, Consumer<String> progress)
      throws IOException {
    List<Player> players = new ArrayList<>();
    try {
      for (Cell cell : cells) {
        Player player = start(cell, port, timing);
        players.add(player);
        progress.accept(cell.scenario() + ": " + cell.row());
        for (int i = 0; i < timing.warmups(); i++) {
          player.round();
        }
      }
      for (int round = 0; round < timing.rounds(); round++) {
        progress.accept("round " + (round + 1) + " of " + timing.rounds());
        for (Player player : players) {
          player.micros().addValue(player.round());
        }
      }
      return players.stream().map(player -> player.micros().getPercentile(50)).toList();
    } finally {
      players.forEach(Player::close);
    }
  }

  private static Player start(Cell cell, int port, Timing timing) throws IOException {
    ChildJvm jvm =
        ChildJvm.start(
            Turns.class,
            HEAP,
            List.of(Integer.toString(port), Integer.toString(timing.roundMillis())));
    Player player = new Player(cell, jvm, new ListStatistics());
    try {
      jvm.say(cell.key());
      jvm.hear(READY, "right answer to " + player.what());
      return player;
    } catch (IOException | RuntimeException e) {
      jvm.close();
      throw e;
    }
  }
}

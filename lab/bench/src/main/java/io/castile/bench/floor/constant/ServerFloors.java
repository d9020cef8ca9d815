package io.castile.bench.floor.constant;

import io.castile.bench.calls.CallPlace;
import io.castile.bench.harness.ChildJvm;
import io.castile.bench.harness.Jdk;
import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Figure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.openjdk.jmh.util.ListStatistics;

/**
 * The floors of HTTP servers: each with a cheap client, client and server in JVMs of their own. All
 * are there at once, and each has its round before any has the next.
 */
public final class ServerFloors {
  private static final Timing FULL = new Timing(5, 16, 3, 250);
  private static final Timing QUICK = new Timing(1, 6, 2, 100);

  /** The first JDK for which Helidon is made. */
  private static final int FIRST_FOR_HELIDON = 21;

  private static final String HELIDON_SOURCE = "HelidonServer.java";

  private static final List<Integer> THREADS = List.of(1, 16);

  private static final String NOTE =
      "Floors of servers: a request of 230 bytes is read whole and answered with a constant of 300, by"
          + " a client that writes once and reads once and works 5 µs between two calls. The event"
          + " loop's rows cannot run a service that blocks. A value is the median over JVMs of the"
          + " medians of their rounds; the error in the JSON is half the range of the JVMs.";

  private static final String WITHOUT_HELIDON =
      "Helidon is not measured: its classes are for Java 21 and later. Name the home of such a JDK in "
          + Jdk.OTHER
          + ".";

  /** A server and its client. */
  private record Pair(ConstantServer row, ChildJvm server, ChildJvm client)
      implements AutoCloseable {
    FloorRound play(int threads, int millis) throws IOException {
      client.say(threads + " " + millis);
      return FloorRound.parse(client.hear(ClientProgram.RESULT, "result of " + row.label()));
    }

    @Override
    public void close() {
      client.close();
      server.close();
    }
  }

  private record Cell(ConstantServer row, CallPlace place) {}

  /** For each cell, for each fork, its rounds. */
  private final Map<Cell, Map<Integer, List<FloorRound>>> rounds = new LinkedHashMap<>();

  private final List<ConstantServer> rows;
  private final Timing timing;

  private ServerFloors(List<ConstantServer> rows, Timing timing) {
    this.rows = rows;
    this.timing = timing;
  }

  /**
   * Measures all of them.
   *
   * @param quick whether fewer rounds will do
   * @param progress is told what is about to be measured, one line at a time
   * @return rows, notes and figures; the environment is the suite's
   */
  public static BenchReport measure(boolean quick, Consumer<String> progress) throws IOException {
    Jdk jdk = helidonJdk();
    List<ConstantServer> rows =
        jdk == null ? ConstantServer.compiled() : List.of(ConstantServer.values());
    ServerFloors floors = new ServerFloors(rows, quick ? QUICK : FULL);
    BenchReport report = floors.measure(jdk, progress);
    return jdk == null ? report.saying(all -> List.of(WITHOUT_HELIDON)) : report;
  }

  private static Jdk helidonJdk() throws IOException {
    String other = System.getenv(Jdk.OTHER);
    List<Jdk> jdks = new ArrayList<>(List.of(Jdk.running()));
    if (other != null && !other.isEmpty()) {
      jdks.add(Jdk.of(Path.of(other)));
    }
    return jdks.stream().filter(jdk -> jdk.feature() >= FIRST_FOR_HELIDON).findFirst().orElse(null);
  }

  /** Measures some rows by this JVM's JDK, in a test. */
  static List<BenchRow> rows(List<ConstantServer> rows, Timing timing, Consumer<String> progress)
      throws IOException {
    return new ServerFloors(rows, timing).measure(null, progress).rows();
  }

  private BenchReport measure(Jdk helidon, Consumer<String> progress) throws IOException {
    List<Boolean> places = CallPlace.canPin() ? List.of(true, false) : List.of(false);
    Path work = Files.createTempDirectory("castile-floors");
    Path source = work.resolve(HELIDON_SOURCE);
    try {
      try (InputStream resource = ServerFloors.class.getResourceAsStream(HELIDON_SOURCE)) {
        Files.copy(resource, source);
      }
      for (int fork = 0; fork < timing.forks(); fork++) {
        for (boolean isPinned : places) {
          String where = "fork " + (fork + 1) + (isPinned ? ", pinned: " : ": ");
          run(fork, isPinned, helidon, source, line -> progress.accept(where + line));
        }
      }
    } finally {
      Files.deleteIfExists(source);
      Files.delete(work);
    }
    return report();
  }

  private void run(int fork, boolean isPinned, Jdk helidon, Path source, Consumer<String> progress)
      throws IOException {
    List<Pair> pairs = new ArrayList<>();
    try {
      for (ConstantServer row : rows) {
        progress.accept("starting " + row.label());
        Pair pair = start(row, CallPlace.launcher(isPinned), helidon, source);
        pairs.add(pair);
        for (int i = 0; i < timing.warmups(); i++) {
          pair.play(THREADS.get(i % THREADS.size()), timing.roundMillis());
        }
      }
      for (int round = 0; round < timing.rounds(); round++) {
        for (int threads : THREADS) {
          progress.accept("round " + (round + 1) + " of " + threads + " threads");
          for (Pair pair : pairs) {
            rounds
                .computeIfAbsent(
                    new Cell(pair.row(), new CallPlace(isPinned, threads)), c -> new TreeMap<>())
                .computeIfAbsent(fork, f -> new ArrayList<>())
                .add(pair.play(threads, timing.roundMillis()));
          }
        }
      }
    } finally {
      pairs.forEach(Pair::close);
    }
  }

  private static Pair start(ConstantServer row, List<String> launcher, Jdk helidon, Path source)
      throws IOException {
    ChildJvm server =
        row == ConstantServer.HELIDON
            ? startHelidon(launcher, helidon, source)
            : ChildJvm.start(
                launcher,
                List.of(),
                ChildJvm.ownClassPath(),
                ServerProgram.class,
                List.of(row.name()));
    try {
      String port = server.hear(ServerProgram.PORT, "port of " + row.label());
      ChildJvm client =
          ChildJvm.start(
              launcher, List.of(), ChildJvm.ownClassPath(), ClientProgram.class, List.of(port));
      return new Pair(row, server, client);
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private static ChildJvm startHelidon(List<String> launcher, Jdk jdk, Path source)
      throws IOException {
    List<String> command = new ArrayList<>(launcher);
    command.add(jdk.java().toString());
    command.addAll(List.of("-cp", ChildJvm.ownClassPath(), source.toString()));
    command.addAll(
        List.of(
            ServerProgram.PORT,
            Integer.toString(ConstantServer.ANSWER_BYTES),
            ConstantServer.CONTENT_TYPE));
    return ChildJvm.start(command);
  }

  private BenchReport report() {
    List<BenchRow> all = new ArrayList<>();
    rounds.forEach((cell, forks) -> all.add(row(cell, forks)));
    List<Figure.Point> times = new ArrayList<>();
    List<Figure.Point> rates = new ArrayList<>();
    rounds.keySet().stream()
        .map(Cell::place)
        .distinct()
        .forEach(
            place ->
                (place.threads() == 1 ? times : rates)
                    .add(Figure.Point.named(place.label(), scenario(measure(place), place))));
    List<String> labels = rows.stream().map(ConstantServer::label).toList();
    return new BenchReport(
        "",
        Map.of(),
        all,
        List.of(NOTE),
        List.of(
            Figure.ofNames("Floors of servers: p50 of a call", times, labels),
            Figure.ofNames("Floors of servers: calls in a second", rates, labels)));
  }

  /** What stands in a table of a place: the time of a call where one thread calls. */
  private static String measure(CallPlace place) {
    return place.threads() == 1 ? "p50" : "calls in a second";
  }

  private static String scenario(String measure, CallPlace place) {
    return "floor of a server: " + measure + ", " + place.label();
  }

  private static BenchRow row(Cell cell, Map<Integer, List<FloorRound>> forks) {
    boolean isTime = cell.place().threads() == 1;
    ListStatistics medians = new ListStatistics();
    for (List<FloorRound> ofFork : forks.values()) {
      ListStatistics values = new ListStatistics();
      ofFork.forEach(round -> values.addValue(isTime ? round.p50() : round.perSecond()));
      medians.addValue(values.getPercentile(50));
    }
    double range = forks.size() < 2 ? Double.NaN : medians.getMax() - medians.getMin();
    return new BenchRow(
        cell.row().label(),
        scenario(measure(cell.place()), cell.place()),
        medians.getPercentile(50),
        isTime ? "µs" : "calls/s",
        range / 2);
  }
}

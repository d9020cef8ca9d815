package io.castile.bench.calls;

import io.castile.bench.harness.ChildJvm;
import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Environment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The suite {@code calls}: whole calls over loopback, beside what users would take instead. Client
 * and server of every row are processes of their own. All rows of a fork are there at once, and
 * each has its round before any has the next.
 *
 * @param rows the clients and servers that are measured
 * @param operations what is called
 * @param threads how many call at once
 */
public record Calls(List<LoopbackRow> rows, List<CallOperation> operations, List<Integer> threads) {
  public static final String SUITE = "calls";

  private static final int MANY = 16;

  /** The operations that are called by foreign HTTP clients: enough to choose one by. */
  private static final List<CallOperation> TRANSPORT_OPERATIONS =
      List.of(CallOperation.SIMPLE, CallOperation.SEARCH, CallOperation.RATINGS);

  /** A heap in which the garbage of a round has to be collected. */
  private static final List<String> HEAP = List.of("-Xms256m", "-Xmx512m");

  /**
   * What a JVM that will be pinned to one core is started with, so that it is what it would be on a
   * machine of one. It warms up on all cores: on one the compiler takes half a minute and more, in
   * slices of some milliseconds that calls have to wait for.
   */
  private static final List<String> ONE_CORE = List.of("-XX:ActiveProcessorCount=1");

  /** Rounds of each operation after that, on the one core. */
  private static final int SETTLING = 2;

  private static final String UNPINNED =
      "There is no taskset on this machine: nothing was pinned to one core.";

  private static final String NOT_WARM =
      "A quick run is over before the compiler is through with the larger stacks: its ratios say"
          + " nothing of warm ones.";

  /** The two ends of a row. */
  private record Pair(LoopbackRow row, ChildJvm server, ChildJvm client) implements AutoCloseable {
    @Override
    public void close() {
      client.close();
      server.close();
    }
  }

  /**
   * The suite.
   *
   * @param quick whether the stacks will do, and calls that are small
   */
  static Calls of(boolean quick) {
    return new Calls(
        quick ? LoopbackRow.stacks() : List.of(LoopbackRow.values()),
        quick
            ? List.of(CallOperation.SIMPLE, CallOperation.SEARCH)
            : List.of(CallOperation.values()),
        List.of(1, MANY));
  }

  /** Runs the suite as it is chosen. */
  public static BenchReport run(boolean quick, String command, Consumer<String> progress)
      throws IOException {
    return quick
        ? of(true).run(command, Timing.QUICK_CALLS, progress).saying(rows -> List.of(NOT_WARM))
        : of(false).run(command, Timing.FULL_CALLS, progress);
  }

  /** Runs the suite, where the system likes its processes and, if it can be, on one core. */
  BenchReport run(String command, Timing timing, Consumer<String> progress) throws IOException {
    return new BenchReport(SUITE, Environment.describe(command), List.of(), List.of())
        .and(measure(timing, progress));
  }

  /** Runs the suite, without the environment in its report. */
  BenchReport measure(Timing timing, Consumer<String> progress) throws IOException {
    boolean canPin = CallPlace.canPin();
    List<Boolean> places = canPin ? List.of(false, true) : List.of(false);
    BenchReport report = results(places, timing, progress).report(Map.of());
    return canPin ? report : report.saying(all -> List.of(UNPINNED));
  }

  /** The rows with each pair of processes on one core; none where that cannot be. */
  public List<BenchRow> pinnedRows(Timing timing, Consumer<String> progress) throws IOException {
    return CallPlace.canPin() ? results(List.of(true), timing, progress).rows() : List.of();
  }

  private CallResults results(List<Boolean> places, Timing timing, Consumer<String> progress)
      throws IOException {
    CallSizes sizes = CallSizes.count();
    CallResults results = new CallResults(this);
    for (int fork = 0; fork < timing.forks(); fork++) {
      for (boolean pinned : places) {
        String where = "fork " + (fork + 1) + " of " + timing.forks() + (pinned ? ", pinned" : "");
        run(fork, pinned, sizes, timing, results, line -> progress.accept(where + ": " + line));
      }
    }
    return results;
  }

  private void run(
      int fork,
      boolean pinned,
      CallSizes sizes,
      Timing timing,
      CallResults results,
      Consumer<String> progress)
      throws IOException {
    List<Pair> pairs = new ArrayList<>();
    try {
      for (LoopbackRow row : rows) {
        progress.accept("starting " + row.label());
        Pair pair = start(row, pinned ? ONE_CORE : List.of(), sizes);
        pairs.add(pair);
        warmUp(pair, timing.warmups(), timing);
        if (pinned) {
          CallPlace.pin(pair.server());
          CallPlace.pin(pair.client());
          warmUp(pair, SETTLING, timing);
        }
      }
      for (int round = 0; round < timing.rounds(); round++) {
        for (int many : threads) {
          for (CallOperation operation : operations) {
            progress.accept("round " + (round + 1) + " of " + operation.label());
            for (Pair pair : pairs) {
              if (calls(pair.row(), operation)) {
                CallRound calls = new CallRound(operation, many, timing.roundMillis());
                CallPlace place = new CallPlace(pinned, many);
                results.add(pair.row(), operation, place, fork, play(pair, calls));
              }
            }
          }
        }
      }
    } finally {
      pairs.forEach(Pair::close);
    }
  }

  /** Whether a row is measured with that operation. */
  boolean calls(LoopbackRow row, CallOperation operation) {
    return !row.isOtherTransport() || TRANSPORT_OPERATIONS.contains(operation);
  }

  private static Pair start(LoopbackRow row, List<String> options, CallSizes sizes)
      throws IOException {
    List<String> serverOptions = new ArrayList<>(HEAP);
    serverOptions.addAll(options);
    serverOptions.addAll(List.of(RmiNames.LOOPBACK, MetroServer.NO_DELAY));
    List<String> clientOptions = new ArrayList<>(HEAP);
    clientOptions.addAll(options);
    // As many as call at once, where the JDK's own client keeps five.
    clientOptions.add("-Dhttp.maxConnections=32");
    clientOptions.addAll(row.clientOptions());
    ChildJvm server =
        ChildJvm.start(
            List.of(),
            serverOptions,
            row.classPath(),
            LoopbackServer.class,
            List.of(row.name(), sizes.text()));
    ChildJvm client = null;
    try {
      String address =
          server.hear(LoopbackServer.ADDRESS, "address of the server of " + row.label());
      client =
          ChildJvm.start(
              List.of(),
              clientOptions,
              row.classPath(),
              LoopbackClient.class,
              List.of(row.name(), address, sizes.text()));
      client.hear(LoopbackClient.READY, "right answers of " + row.label());
      return new Pair(row, server, client);
    } catch (IOException | RuntimeException e) {
      if (client != null) {
        client.close();
      }
      server.close();
      throw e;
    }
  }

  private void warmUp(Pair pair, int warmups, Timing timing) throws IOException {
    for (int i = 0; i < warmups; i++) {
      for (CallOperation operation : operations) {
        if (calls(pair.row(), operation)) {
          int many = threads.get(i % threads.size());
          play(pair, new CallRound(operation, many, timing.roundMillis()));
        }
      }
    }
  }

  private static CallRound.Result play(Pair pair, CallRound round) throws IOException {
    allocated(pair); // what there was before
    pair.client().say(round.line());
    String what = "result of '" + round.operation().label() + "' of " + pair.row().label();
    CallRound.Result result =
        CallRound.Result.parse(pair.client().hear(LoopbackClient.RESULT, what));
    return result.withServer(allocated(pair));
  }

  private static long allocated(Pair pair) throws IOException {
    pair.server().say("");
    String what = "bytes that the server of " + pair.row().label() + " has allocated";
    return Long.parseLong(pair.server().hear(LoopbackServer.ALLOCATED, what));
  }
}

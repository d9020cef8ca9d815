package io.castile.bench.dynamic;

import io.castile.bench.calls.CallOperation;
import io.castile.bench.calls.CallRound;
import io.castile.bench.calls.CallSizes;
import io.castile.bench.calls.LoopbackClient;
import io.castile.bench.calls.LoopbackRow;
import io.castile.bench.calls.LoopbackServer;
import io.castile.bench.harness.ChildJvm;
import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Calls over loopback by clients that know the service by its WSDL, beside one that has its
 * interface. All call one server of Castile; server and clients are processes of their own, and
 * each client has its round before any has the next.
 *
 * @param rows the clients
 */
record DynamicCalls(List<DynamicRow> rows) {
  /** What starts a client, but for those of other languages: a heap with garbage to collect. */
  private static final List<String> OPTIONS =
      List.of("-Xms256m", "-Xmx512m", "-Dstdout.encoding=UTF-8", "-Dsun.stdout.encoding=UTF-8");

  /** A client under way. */
  private record Player(DynamicRow row, ChildJvm process) {}

  /** All rows whose clients are installed here. */
  static DynamicCalls ofAll() {
    return new DynamicCalls(
        Arrays.stream(DynamicRow.values())
            .filter(row -> row.script().map(ScriptPeer::isPresent).orElse(true))
            .toList());
  }

  /** Measures all rows. */
  BenchReport measure(Timing timing, Consumer<String> progress) throws IOException {
    DynamicCallResults results = new DynamicCallResults();
    Path work = Files.createTempDirectory("castile-dynamic");
    try {
      for (int fork = 0; fork < timing.forks(); fork++) {
        String where = "fork " + (fork + 1) + " of " + timing.forks() + ": ";
        run(fork, work, timing, results, line -> progress.accept(where + line));
      }
    } finally {
      WorkFolder.delete(work);
    }
    return results.report();
  }

  private void run(
      int fork, Path work, Timing timing, DynamicCallResults results, Consumer<String> progress)
      throws IOException {
    List<Player> players = new ArrayList<>();
    try (ChildJvm server = server()) {
      String address = server.hear(LoopbackServer.ADDRESS, "address of the server");
      try {
        for (DynamicRow row : rows) {
          progress.accept("starting " + row.label());
          Player player = new Player(row, start(row, address, work));
          players.add(player);
          hearRightAnswers(player);
          for (int i = 0; i < timing.warmups(); i++) {
            for (CallOperation operation : DynamicFacts.OPERATIONS) {
              play(player, operation, timing);
            }
          }
        }
        for (int round = 0; round < timing.rounds(); round++) {
          for (CallOperation operation : DynamicFacts.OPERATIONS) {
            progress.accept("round " + (round + 1) + " of " + operation.label());
            for (Player player : players) {
              results.add(player.row(), operation, fork, play(player, operation, timing));
            }
          }
        }
      } finally {
        players.forEach(player -> player.process().close());
      }
    }
  }

  private static ChildJvm server() throws IOException {
    // Only the row of a bare socket looks at how many bytes there are.
    String sizes = new CallSizes(List.of(0), List.of(0)).text();
    return ChildJvm.start(
        LoopbackServer.class, OPTIONS, List.of(LoopbackRow.CASTILE.name(), sizes));
  }

  private static ChildJvm start(DynamicRow row, String address, Path work) throws IOException {
    Optional<ScriptPeer> script = row.script();
    return script.isPresent()
        ? ChildJvm.start(script.get().command(work, "calls", address))
        : ChildJvm.start(DynamicProgram.class, OPTIONS, List.of(row.name(), address));
  }

  /**
   * @throws IllegalStateException if an answer is wrong
   */
  private static void hearRightAnswers(Player player) throws IOException {
    for (CallOperation operation : DynamicFacts.OPERATIONS) {
      String what = "answer of " + player.row().label() + " to '" + operation.label() + "'";
      String facts = player.process().hear(DynamicFacts.FACTS, what);
      String expected = DynamicFacts.expected(operation);
      if (!facts.equals(expected)) {
        throw new IllegalStateException(
            "wrong " + what + ": expected '" + expected + "', found '" + facts + "'");
      }
    }
    player.process().hear(LoopbackClient.READY, "start of " + player.row().label());
  }

  private static CallRound.Result play(Player player, CallOperation operation, Timing timing)
      throws IOException {
    player.process().say(new CallRound(operation, 1, timing.roundMillis()).line());
    String what = "result of '" + operation.label() + "' of " + player.row().label();
    return CallRound.Result.parse(player.process().hear(LoopbackClient.RESULT, what));
  }
}

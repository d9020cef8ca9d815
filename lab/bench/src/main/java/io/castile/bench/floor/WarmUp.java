package io.castile.bench.floor;

import io.castile.bench.calls.CallOperation;
import io.castile.bench.calls.MetroServer;
import io.castile.bench.harness.ChildJvm;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Figure;
import io.castile.demo.portal.PortalData;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.openjdk.jmh.util.ListStatistics;

/**
 * How many calls are answered in each of the first seconds of a JVM: a fresh client calls a fresh
 * server of the same stack, which has just been started.
 */
final class WarmUp implements FloorSection {
  private static final int SECONDS = 10;
  private static final int ROUNDS = 5;
  private static final int QUICK_ROUNDS = 1;
  private static final List<Integer> THREADS = List.of(1, 16);

  private static final String NOTE =
      "Warm-up: answers in each second since the client's JVM was started, to a simple call, a"
          + " search and one for 195 ratings in turn. The server has its address and no more; both"
          + " ends warm up at once.";

  /** A place in the tables. */
  private record Cell(WarmUpRow row, int threads, int second) {
    String scenario() {
      return title(threads) + ", second " + second;
    }
  }

  private final Map<Cell, ListStatistics> values = new LinkedHashMap<>();

  @Override
  public BenchReport measure(boolean quick, Consumer<String> progress) throws IOException {
    return measure(
        List.of(WarmUpRow.values()), THREADS, SECONDS, quick ? QUICK_ROUNDS : ROUNDS, progress);
  }

  /** Measures some rows. */
  BenchReport measure(
      List<WarmUpRow> rows,
      List<Integer> threads,
      int seconds,
      int rounds,
      Consumer<String> progress)
      throws IOException {
    values.clear();
    List<String> digests = digests();
    for (WarmUpRow row : rows) { // so that all libraries have been read from the disk before
      play(row, 1, 1, digests);
    }
    for (int round = 0; round < rounds; round++) {
      for (int many : threads) {
        for (WarmUpRow row : rows) {
          progress.accept(title(many) + ": " + row.label());
          List<Integer> counts = play(row, many, seconds, digests);
          for (int i = 0; i < seconds; i++) {
            values
                .computeIfAbsent(new Cell(row, many, i + 1), key -> new ListStatistics())
                .addValue(counts.get(i));
          }
        }
      }
    }
    List<String> notes = new ArrayList<>(List.of(NOTE));
    notes.addAll(goals(threads, seconds));
    List<Figure> figures = threads.stream().map(many -> figure(many, seconds)).toList();
    return new BenchReport(Floor.SUITE, Map.of(), rows(), notes, figures);
  }

  /** What the answers are, without a stack. */
  private static List<String> digests() {
    PortalData data = PortalData.standard();
    return List.of(
        FirstAnswerProbe.digest(data.simple()),
        FirstAnswerProbe.digest(data.search(CallOperation.SEARCH.query(0))),
        FirstAnswerProbe.digest(data.ratings()));
  }

  private static List<Integer> play(WarmUpRow row, int threads, int seconds, List<String> digests)
      throws IOException {
    String path = row.classPath();
    try (ChildJvm server =
        ChildJvm.start(
            List.of(),
            List.of(MetroServer.NO_DELAY),
            path,
            WarmUpServer.class,
            List.of(row.name()))) {
      String address = server.hear(WarmUpServer.ADDRESS, "address of " + row.label());
      List<String> arguments =
          List.of(
              row.name(),
              address,
              Integer.toString(threads),
              Integer.toString(seconds),
              Long.toString(System.currentTimeMillis()));
      try (ChildJvm client =
          ChildJvm.start(List.of(), List.of(), path, WarmUpClient.class, arguments)) {
        String counts = client.hear(WarmUpClient.SECONDS, "answers of " + row.label());
        for (String digest : digests) {
          String given = client.hear(WarmUpClient.DIGEST, "digest of " + row.label());
          if (!digest.equals(given)) {
            throw new IllegalStateException(row.label() + " gives a wrong answer: " + given);
          }
        }
        return Stream.of(counts.split(" ", -1)).map(Integer::valueOf).toList();
      }
    }
  }

  private List<BenchRow> rows() {
    List<BenchRow> rows = new ArrayList<>();
    values.forEach(
        (cell, counts) ->
            rows.add(
                new BenchRow(
                    cell.row().label(),
                    cell.scenario(),
                    counts.getPercentile(50),
                    "calls/s",
                    (counts.getMax() - counts.getMin()) / 2)));
    return rows;
  }

  private static String title(int threads) {
    return "warm-up, " + (threads == 1 ? "1 thread" : threads + " threads");
  }

  private static Figure figure(int threads, int seconds) {
    List<Figure.Point> points =
        IntStream.rangeClosed(1, seconds)
            .mapToObj(i -> new Figure.Point(i, new Cell(WarmUpRow.CASTILE, threads, i).scenario()))
            .toList();
    return new Figure(
        title(threads), new Figure.Axis("second of the JVM", false), points, WarmUpRow.labels());
  }

  /** Says of each number of threads whether no other stack has had more answers in any second. */
  private List<String> goals(List<Integer> threads, int seconds) {
    List<String> notes = new ArrayList<>();
    for (int many : threads) {
      for (WarmUpRow other : List.of(WarmUpRow.CXF, WarmUpRow.METRO)) {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 1; i <= seconds; i++) {
          ListStatistics ours = values.get(new Cell(WarmUpRow.CASTILE, many, i));
          ListStatistics theirs = values.get(new Cell(other, many, i));
          if (ours != null && theirs != null && theirs.getPercentile(50) > 0) {
            least = Math.min(least, ours.getPercentile(50) / theirs.getPercentile(50));
          }
        }
        if (least < Double.POSITIVE_INFINITY) {
          notes.add(
              String.format(
                  Locale.ROOT,
                  "%s: %s: Castile has at least %.2f× the answers of %s in each second (at least"
                      + " 1×).",
                  least >= 1 ? "Goal met" : "Goal missed",
                  title(many),
                  least,
                  other.label()));
        }
      }
    }
    return notes;
  }
}

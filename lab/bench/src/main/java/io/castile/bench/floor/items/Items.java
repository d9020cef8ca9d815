package io.castile.bench.floor.items;

import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Figure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.openjdk.jmh.util.ListStatistics;

/**
 * What an item of a message costs, of one to a million: time, what both ends allocate, and the
 * memory that each end needs. Client and server have a process each.
 */
public final class Items {
  static final String TIME = "time an item";
  static final String ALLOCATION = "allocation an item";

  /** What it must be compared with. */
  static final String OBJECTS = "objects";

  private static final int FORKS = 5;
  private static final List<Integer> COUNTS = List.of(1, 10, 100, 1000, 10_000, 100_000, 1_000_000);
  private static final int MIB = 1 << 20;

  private static final List<String> NOTES =
      List.of(
          "Items: a value is the median over forks of the median call of a round, allocation that of"
              + " all calls of a round at both ends without the objects that the application sends;"
              + " the error in the JSON is half the range of the forks. The same message is sent again"
              + " and again, which Castile's templates find equal up to 4 MiB; \"templates off\""
              + " writes and reads each anew. gRPC's ratings are its own messages, ready to be sent.",
          "Memory of an end: the least -Xmx, to 2 MiB or a 16th, with which three calls succeed, less"
              + " that for one item; the other end has 3 GiB. All JVMs have the parallel collector,"
              + " which ends where it gets nowhere. gRPC's buffers outside the heap are not counted;"
              + " of gSOAP it is the most that the process has held, less that for one item.");

  private record Cell(ItemsRow row, String scenario, String unit) {}

  private final Map<Cell, ListStatistics> values = new LinkedHashMap<>();
  private final List<ItemsRow> rows;
  private final List<Integer> counts;
  private final GsoapItems gsoap;
  private final Consumer<String> progress;

  private Items(
      List<ItemsRow> rows, List<Integer> counts, GsoapItems gsoap, Consumer<String> progress) {
    this.rows = rows;
    this.counts = counts;
    this.gsoap = gsoap;
    this.progress = progress;
  }

  /**
   * Measures all stacks.
   *
   * @param quick whether fewer rounds will do
   * @param progress is told what is about to be measured, one line at a time
   * @return rows, notes and figures; the environment is the suite's
   */
  public static BenchReport measure(boolean quick, Consumer<String> progress) throws IOException {
    List<ItemsRow> rows = List.of(ItemsRow.values());
    ItemsTiming timing = quick ? ItemsTiming.QUICK : ItemsTiming.FULL;
    return measure(rows, COUNTS, quick ? 1 : FORKS, timing, true, progress);
  }

  /**
   * Measures some stacks and numbers of items.
   *
   * @param withMemory whether the memory of the ends is measured, too
   */
  static BenchReport measure(
      List<ItemsRow> rows,
      List<Integer> counts,
      int forks,
      ItemsTiming timing,
      boolean withMemory,
      Consumer<String> progress)
      throws IOException {
    try (GsoapItems gsoap = GsoapItems.build(progress)) {
      List<ItemsRow> present =
          rows.stream().filter(row -> row.isJava() || gsoap.isPresent()).toList();
      Items items = new Items(present, counts, gsoap, progress);
      for (int fork = 1; fork <= forks; fork++) {
        items.playFork(fork, timing);
      }
      if (withMemory) {
        items.measureMemory();
      }
      List<String> notes = new ArrayList<>(NOTES);
      notes.addAll(gsoap.notes());
      List<BenchRow> measured = items.rows();
      notes.addAll(ItemGoals.of(measured));
      return new BenchReport("floor", Map.of(), measured, notes, items.figures());
    }
  }

  private void playFork(int fork, ItemsTiming timing) throws IOException {
    for (ItemOperation operation : ItemOperation.values()) {
      for (ItemsRow row : rows) {
        progress.accept(
            String.format("items, fork %d: %s, %s", fork, operation.label(), row.label()));
        try (ItemEnds ends = ItemEnds.start(row, gsoap)) {
          for (ItemsRound round : timing.beforeAll(operation)) {
            ends.play(round);
          }
          for (int items : counts) {
            ends.play(timing.before(operation, items));
            ItemEnds.Cost cost = ends.play(timing.measured(operation, items));
            add(row, scenario(TIME, operation, items), "ns", cost.nanos() / items);
            if (!Double.isNaN(cost.bytes())) {
              add(row, scenario(ALLOCATION, operation, items), "B", cost.bytes() / items);
            }
          }
        }
      }
    }
  }

  private void add(ItemsRow row, String scenario, String unit, double value) {
    values
        .computeIfAbsent(new Cell(row, scenario, unit), cell -> new ListStatistics())
        .addValue(value);
  }

  private void measureMemory() throws IOException {
    HeapSearch heaps = new HeapSearch();
    try (ItemEnds ends = ItemEnds.start(ItemsRow.CASTILE, gsoap)) {
      for (ItemOperation operation : ItemOperation.values()) {
        long bytes = ends.objects(operation, operation.mostHeld());
        add(ItemsRow.CASTILE, memory(OBJECTS, operation), "MiB", (double) bytes / MIB);
      }
    }
    for (ItemOperation operation : ItemOperation.values()) {
      for (ItemsRow row : rows) {
        if (row == ItemsRow.CASTILE_PLAIN) {
          continue; // Templates let such messages pass.
        }
        for (boolean isClient : new boolean[] {true, false}) {
          String scenario = memory(end(isClient), operation);
          progress.accept(scenario + ": " + row.label());
          int memory =
              row.isJava()
                  ? heaps.search(row, operation, isClient)
                  : gsoapMemory(operation, isClient);
          add(row, scenario, "MiB", memory);
        }
      }
    }
  }

  private int gsoapMemory(ItemOperation operation, boolean isClient) throws IOException {
    int calls = 3;
    return gsoap.peak(new ItemsRound(operation, operation.mostHeld(), calls, 0), isClient)
        - gsoap.peak(new ItemsRound(operation, 1, calls, 0), isClient);
  }

  /** What tables call an end. */
  static String end(boolean isClient) {
    return isClient ? "client" : "server";
  }

  static String scenario(String measure, ItemOperation operation, int items) {
    return measure + ", " + operation.label() + " of " + items;
  }

  /** The memory of an end, or of {@link #OBJECTS}. */
  static String memory(String of, ItemOperation operation) {
    return scenario("memory of the " + of, operation, operation.mostHeld());
  }

  private List<BenchRow> rows() {
    List<BenchRow> all = new ArrayList<>();
    values.forEach(
        (cell, each) ->
            all.add(
                new BenchRow(
                    cell.row().label(),
                    cell.scenario(),
                    each.getPercentile(50),
                    cell.unit(),
                    each.getN() > 1 ? (each.getMax() - each.getMin()) / 2 : Double.NaN)));
    return all;
  }

  private List<Figure> figures() {
    List<String> labels = rows.stream().map(ItemsRow::label).toList();
    List<Figure> figures = new ArrayList<>();
    for (ItemOperation operation : ItemOperation.values()) {
      for (String measure : List.of(TIME, ALLOCATION)) {
        List<Figure.Point> points =
            counts.stream()
                .map(count -> new Figure.Point(count, scenario(measure, operation, count)))
                .toList();
        figures.add(
            new Figure(
                measure + ", " + operation.label(),
                new Figure.Axis("items of a message", true),
                points,
                labels));
      }
    }
    List<Figure.Point> memories =
        Stream.of(ItemOperation.values())
            .flatMap(
                operation ->
                    Stream.of(OBJECTS, end(true), end(false))
                        .map(
                            of ->
                                Figure.Point.named(
                                    operation.label() + ", " + of, memory(of, operation))))
            .toList();
    figures.add(Figure.ofNames("memory that an end needs", memories, labels));
    return figures;
  }

  /** Runs this section alone; {@code --quick} for fewer rounds. */
  public static void main(String[] arguments) throws IOException {
    boolean quick = List.of(arguments).contains("--quick");
    BenchReport report = measure(quick, System.err::println);
    System.out.println(report.markdown());
    System.out.println(report.json());
  }
}

package io.castile.bench.floor;

import io.castile.bench.harness.ChildJvm;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Figure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What an item of a message costs, of one to a million: time, what both ends allocate, and the
 * smallest heap that does. Client and server have a JVM each. To be run alone by {@link #main}.
 */
final class Items implements FloorSection {
  private static final List<String> OPERATIONS =
      List.of("getDoubles", "putDoubles", "getRatings", "putRatings");

  private static final String STACK = "Castile";
  private static final int MAX_ITEMS = 1_000_000;
  private static final int MAX_RATINGS = 100_000;
  private static final int LARGE_HEAP = 3072;
  private static final int HEAP_STEP = 4;

  /** Calls are repeated until so many items have passed, within the bounds below. */
  private static final int ITEMS_A_CELL = 3_000_000;

  private static final int MAX_CALLS = 3000;

  /** After so many calls, and some more, codecs are compiled. */
  private static final int COMPILED_AFTER = 22_000;

  private static final int MIN_CALLS = 5;

  private static final List<String> NOTES =
      List.of(
          "Time is of the median call, allocation that of all calls at both ends without the objects"
              + " that the application sends. The smallest heap is the least -Xmx of one end, by steps"
              + " of 4 MiB, with which three calls succeed, less that for one item; the other end has"
              + " 3 GiB. All JVMs have the parallel collector, which ends where it gets nowhere.");

  /** Both ends. */
  private record Ends(ChildJvm server, ChildJvm client) implements AutoCloseable {
    static Ends start(int serverHeap, int clientHeap) throws IOException {
      ChildJvm server = ChildJvm.start(ItemsServer.class, options(serverHeap), List.of());
      try {
        String address = server.hear("address ", "address");
        return new Ends(
            server, ChildJvm.start(ItemsClient.class, options(clientHeap), List.of(address)));
      } catch (IllegalStateException e) {
        server.close();
        throw e;
      }
    }

    private static List<String> options(int heap) {
      return List.of("-Xmx" + heap + "m", "-XX:+UseParallelGC");
    }

    /** Nanoseconds of the median call and bytes of a call at both ends. */
    double[] call(String operation, int items, int calls) throws IOException {
      server.say("begin");
      server.hear("allocated ", "allocation of the server");
      client.say(operation + " " + items + " " + calls);
      String[] said = client.hear("done ", "calls of " + operation).split(" ");
      server.say("end");
      long served = Long.parseLong(server.hear("allocated ", "allocation of the server"));
      return new double[] {
        Double.parseDouble(said[0]), Double.parseDouble(said[1]) + (double) served / calls
      };
    }

    @Override
    public void close() {
      client.close();
      server.close();
    }
  }

  @Override
  public BenchReport measure(boolean quick, Consumer<String> progress) throws IOException {
    List<BenchRow> rows = new ArrayList<>();
    List<Integer> counts = new ArrayList<>();
    for (int items = 1; items <= MAX_ITEMS; items *= 10) {
      counts.add(items);
    }
    for (String operation : OPERATIONS) {
      try (Ends ends = Ends.start(LARGE_HEAP, LARGE_HEAP)) {
        ends.call(operation, 10, COMPILED_AFTER); // in the background, while others go on
        ends.call(operation, 1000, MAX_CALLS);
        for (int items : counts) {
          progress.accept("items: " + operation + " of " + items);
          int budget = quick ? ITEMS_A_CELL / 3 : ITEMS_A_CELL;
          int calls = Math.max(MIN_CALLS, Math.min(MAX_CALLS, budget / items));
          ends.call(operation, items, Math.min(calls, 100));
          double[] measured = ends.call(operation, items, calls);
          rows.add(row("time", operation, items, measured[0] / items, "ns/item"));
          rows.add(row("allocation", operation, items, measured[1] / items, "B/item"));
        }
      }
      int items = operation.endsWith("Doubles") ? MAX_ITEMS : MAX_RATINGS;
      for (boolean isClient : new boolean[] {true, false}) {
        String end = isClient ? "client" : "server";
        progress.accept("items: heap of the " + end + ", " + operation + " of " + items);
        int heap = smallestHeap(operation, items, isClient) - smallestHeap(operation, 1, isClient);
        rows.add(row("smallest heap of the " + end, operation, items, heap, "MiB"));
      }
    }
    return new BenchReport("floor", Map.of(), rows, NOTES, figures(counts));
  }

  private static BenchRow row(
      String measure, String operation, int items, double value, String unit) {
    return new BenchRow(STACK, scenario(measure, operation, items), value, unit, Double.NaN);
  }

  private static String scenario(String measure, String operation, int items) {
    return measure + ", " + operation + " of " + items;
  }

  private static List<Figure> figures(List<Integer> counts) {
    List<Figure> figures = new ArrayList<>();
    for (String operation : OPERATIONS) {
      for (String measure : List.of("time", "allocation")) {
        List<Figure.Point> points = new ArrayList<>();
        for (int items : counts) {
          points.add(Figure.Point.named(items + " items", scenario(measure, operation, items)));
        }
        figures.add(Figure.ofNames(measure + " an item, " + operation, points, List.of(STACK)));
      }
    }
    return figures;
  }

  /** In MiB. */
  private static int smallestHeap(String operation, int items, boolean isClient)
      throws IOException {
    int enough = HEAP_STEP;
    while (!fits(operation, items, isClient, enough)) {
      enough *= 2;
    }
    int little = enough / 2;
    while (enough - little > HEAP_STEP) {
      int heap = (little + enough) / 2;
      if (fits(operation, items, isClient, heap)) {
        enough = heap;
      } else {
        little = heap;
      }
    }
    return enough;
  }

  private static boolean fits(String operation, int items, boolean isClient, int heap)
      throws IOException {
    try (Ends ends = Ends.start(isClient ? LARGE_HEAP : heap, isClient ? heap : LARGE_HEAP)) {
      ends.call(operation, items, 3);
      return true;
    } catch (IllegalStateException e) {
      return false; // an end has run out of memory and said so
    }
  }

  public static void main(String[] arguments) throws IOException {
    boolean quick = List.of(arguments).contains("--quick");
    System.out.println(new Items().measure(quick, System.err::println).markdown());
  }
}

package io.castile.bench.portal;

import io.castile.bench.harness.PageLoad;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Scanner;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The load simulator, a program of its own: hears a {@link PageLoad} on a line, and says its result
 * on one; ends with its input.
 */
final class LoadGenerator {
  /** What stands before a result. */
  static final String RESULT = "result ";

  private static final int FIRST_CAPACITY = 1 << 12;

  private LoadGenerator() {}

  /** Runs the simulator. */
  public static void main(String[] arguments) throws Exception {
    try (Scanner loads = new Scanner(System.in, StandardCharsets.UTF_8)) {
      while (loads.hasNextLine()) {
        System.out.println(RESULT + play(PageLoad.parse(loads.nextLine())).line());
      }
    }
  }

  /**
   * Plays a round. The page of the common query is asked for once before, as it may be old.
   *
   * @throws IOException if a page is missing or wrong
   */
  static PageLoad.Result play(PageLoad load) throws IOException, InterruptedException {
    List<PageConnection> connections = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(load.connections());
    try {
      for (int i = 0; i < load.connections(); i++) {
        connections.add(new PageConnection(load.port()));
      }
      connections.get(0).get(PageConnection.request(PageLoad.QUERY));
      return play(load, connections, threads);
    } finally {
      threads.shutdownNow();
      for (PageConnection connection : connections) {
        connection.close();
      }
    }
  }

  private static PageLoad.Result play(
      PageLoad load, List<PageConnection> connections, ExecutorService threads)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    List<Future<long[]>> all = new ArrayList<>();
    for (int i = 0; i < connections.size(); i++) {
      int number = i;
      all.add(threads.submit(() -> ask(load, connections.get(number), number, start)));
    }
    List<long[]> times = new ArrayList<>();
    for (Future<long[]> each : all) {
      try {
        times.add(each.get());
      } catch (ExecutionException e) {
        throw new IOException("a page cannot be had: " + e.getCause().getMessage(), e.getCause());
      }
    }
    long elapsed = System.nanoTime() - start;
    return PageLoad.Result.of(times.stream().flatMapToLong(Arrays::stream).toArray(), elapsed);
  }

  /** Asks for page after page until the round is over; at least for one. */
  private static long[] ask(PageLoad load, PageConnection connection, int number, long start)
      throws IOException {
    SplittableRandom random = new SplittableRandom(load.seed() * 31 + number);
    byte[] common = PageConnection.request(PageLoad.QUERY);
    String fresh = "never seen " + load.seed() + "-" + number + "-";
    long end = start + load.millis() * 1_000_000L;
    long[] times = new long[FIRST_CAPACITY];
    int count = 0;
    long before = System.nanoTime();
    do {
      boolean isHit = random.nextInt(100) < load.hits();
      connection.get(isHit ? common : PageConnection.request(fresh + count));
      long after = System.nanoTime();
      if (count == times.length) {
        times = Arrays.copyOf(times, 2 * count);
      }
      times[count++] = after - before;
      before = after;
    } while (before < end);
    return Arrays.copyOf(times, count);
  }
}

package io.castile.bench.floor;

import io.castile.bench.calls.CallOperation;
import io.castile.demo.portal.Portal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The client of a {@link WarmUpRow}, a program of its own: calls from the first moment on, by
 * several threads, the operations of {@link FirstAnswers} in turn; says how many answers there were
 * in each second since the JVM was started, and what the last ones were.
 */
final class WarmUpClient {
  /** What stands before the number of answers in each second. */
  static final String SECONDS = "seconds ";

  /** What stands before the digest of the last answer to each operation. */
  static final String DIGEST = "digest ";

  private final Portal portal;
  private final long start;
  private final int seconds;

  private WarmUpClient(Portal portal, long start, int seconds) {
    this.portal = portal;
    this.start = start;
    this.seconds = seconds;
  }

  /**
   * Runs the client.
   *
   * @param arguments the name of the row, the address, how many threads call, for how many seconds,
   *     and when the JVM was started, in milliseconds since 1970
   */
  public static void main(String[] arguments) throws Exception {
    Portal portal = WarmUpRow.valueOf(arguments[0]).open(arguments[1]);
    int threads = Integer.parseInt(arguments[2]);
    int seconds = Integer.parseInt(arguments[3]);
    WarmUpClient client = new WarmUpClient(portal, Long.parseLong(arguments[4]), seconds);
    System.out.println(SECONDS + line(client.play(threads)));
    for (CallOperation operation : FirstAnswers.OPERATIONS) {
      Object answer = FirstAnswerProbe.call(portal, operation);
      System.out.println(DIGEST + FirstAnswerProbe.digest(answer));
    }
    System.exit(0); // What stacks leave running shall not keep it.
  }

  private int[] play(int threads) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<int[]>> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      all.add(pool.submit(this::call));
    }
    int[] sum = new int[seconds];
    for (Future<int[]> each : all) {
      int[] counts = each.get();
      for (int i = 0; i < seconds; i++) {
        sum[i] += counts[i];
      }
    }
    pool.shutdown();
    return sum;
  }

  private int[] call() {
    List<CallOperation> operations = FirstAnswers.OPERATIONS;
    int[] counts = new int[seconds];
    for (int turn = 0; ; turn++) {
      FirstAnswerProbe.call(portal, operations.get(turn % operations.size()));
      int second = (int) ((System.currentTimeMillis() - start) / 1000);
      if (second >= seconds) {
        return counts;
      }
      counts[second]++;
    }
  }

  private static String line(int[] counts) {
    StringBuilder line = new StringBuilder();
    for (int count : counts) {
      line.append(count).append(' ');
    }
    return line.toString().strip();
  }
}

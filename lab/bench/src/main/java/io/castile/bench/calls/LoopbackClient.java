package io.castile.bench.calls;

import io.castile.bench.harness.AllocationMeter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The client of a {@link LoopbackRow}, a program of its own: looks at its answers, hears a {@link
 * CallRound} on a line, and says its result on one; ends with its input.
 */
public final class LoopbackClient implements AutoCloseable {
  /** What it says when all answers are right. */
  public static final String READY = "ready";

  /** What stands before a result. */
  public static final String RESULT = "result ";

  private static final int FIRST_CAPACITY = 1 << 12;

  private final CallEnd end;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AllocationMeter meter = new AllocationMeter();

  /** Plays the rounds of a client that stays its owner's. */
  public LoopbackClient(CallEnd end) {
    this.end = end;
  }

  /**
   * Runs the client.
   *
   * @param arguments the name of the row, the address, and {@link CallSizes#text}
   */
  public static void main(String[] arguments) throws Exception {
    LoopbackRow row = LoopbackRow.valueOf(arguments[0]);
    try (CallEnd end = row.open(arguments[1], CallSizes.parse(arguments[2]));
        Scanner rounds = new Scanner(System.in, StandardCharsets.UTF_8)) {
      CallAnswers.check(row.label(), end, List.of(CallOperation.values()));
      System.out.println(READY);
      play(new LoopbackClient(end), rounds);
    }
    System.exit(0); // What stacks leave running shall not keep it.
  }

  public static void play(LoopbackClient client, Scanner rounds) throws InterruptedException {
    try (client) {
      while (rounds.hasNextLine()) {
        System.out.println(RESULT + client.play(CallRound.parse(rounds.nextLine())).line());
      }
    }
  }

  /**
   * Plays a round.
   *
   * @throws IllegalStateException if a call fails
   */
  public CallRound.Result play(CallRound round) throws InterruptedException {
    meter.sinceLast();
    long start = System.nanoTime();
    List<Future<long[]>> all = new ArrayList<>();
    for (int i = 0; i < round.threads(); i++) {
      all.add(threads.submit(() -> call(round, start)));
    }
    List<long[]> times = new ArrayList<>();
    for (Future<long[]> each : all) {
      try {
        times.add(each.get());
      } catch (ExecutionException e) {
        throw new IllegalStateException("a call failed: " + e.getCause(), e.getCause());
      }
    }
    long elapsed = System.nanoTime() - start;
    long bytes = meter.sinceLast();
    long[] nanos = times.stream().flatMapToLong(Arrays::stream).toArray();
    return CallRound.Result.of(nanos, elapsed, bytes);
  }

  /** Calls again and again until the round is over; at least once. */
  private long[] call(CallRound round, long start) throws Exception {
    long over = start + round.millis() * 1_000_000L;
    long[] times = new long[FIRST_CAPACITY];
    int count = 0;
    long before = System.nanoTime();
    do {
      end.call(round.operation(), count);
      long after = System.nanoTime();
      if (count == times.length) {
        times = Arrays.copyOf(times, 2 * count);
      }
      times[count++] = after - before;
      before = after;
    } while (before < over);
    return Arrays.copyOf(times, count);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}

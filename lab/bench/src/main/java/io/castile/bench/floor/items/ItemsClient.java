package io.castile.bench.floor.items;

import io.castile.bench.harness.AllocationMeter;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * The client of an {@link ItemsRow}: hears an {@link ItemsRound} on a line, and says on one what
 * its median call took and what its calls have allocated, without the objects that it sends; ends
 * with its input.
 */
final class ItemsClient {
  /** What stands before a result: nanoseconds of the median call, calls, and bytes of them all. */
  static final String DONE = "done ";

  private ItemsClient() {}

  /**
   * Runs the client.
   *
   * @param arguments the name of the row, and the address
   */
  public static void main(String[] arguments) throws Exception {
    ItemCalls calls = ItemsRow.valueOf(arguments[0]).open(arguments[1]);
    AllocationMeter meter = new AllocationMeter();
    try (Scanner rounds = new Scanner(System.in, StandardCharsets.UTF_8)) {
      while (rounds.hasNextLine()) {
        ItemsRound round = ItemsRound.parse(rounds.nextLine());
        ItemCalls.Call call = calls.prepare(round.operation(), round.items());
        meter.sinceLast();
        long[] nanos = play(call, round);
        long allocated = meter.sinceLast();
        long median =
            LongStream.of(nanos).sorted().skip(nanos.length / 2).findFirst().orElseThrow();
        System.out.println(DONE + median + " " + nanos.length + " " + allocated);
      }
    }
    System.exit(0); // What stacks leave running shall not keep it.
  }

  private static long[] play(ItemCalls.Call call, ItemsRound round) throws Exception {
    LongStream.Builder nanos = LongStream.builder();
    long before = System.nanoTime();
    long over = before + TimeUnit.MILLISECONDS.toNanos(round.millis());
    for (int i = 0; i < round.least() || before < over; i++) {
      int items = call.items();
      if (items != round.items()) {
        throw new IllegalStateException("expected " + round.items() + " items, found " + items);
      }
      long after = System.nanoTime();
      nanos.add(after - before);
      before = after;
    }
    return nanos.build().toArray();
  }
}

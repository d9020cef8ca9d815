package io.castile.bench.floor;

import io.castile.Castile;
import io.castile.bench.harness.AllocationMeter;
import io.castile.bench.message.RatedStock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The client of {@link Items}, told the address of the server, then lines of an operation, a number
 * of items and a number of calls. Says the nanoseconds of the median call and the bytes that the
 * calls have allocated, without those of the objects that it sends.
 */
final class ItemsClient {
  private ItemsClient() {}

  public static void main(String[] arguments) throws IOException {
    ItemsPort port =
        Castile.client(ItemsPort.class).endpoint(arguments[0]).limits(ItemsServer.limits()).build();
    AllocationMeter meter = new AllocationMeter();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ");
      int count = Integer.parseInt(words[1]);
      Call call = call(port, words[0], count);
      long[] nanos = new long[Integer.parseInt(words[2])];
      meter.sinceLast();
      for (int i = 0; i < nanos.length; i++) {
        long start = System.nanoTime();
        if (call.items() != count) {
          throw new IllegalStateException("expected " + count + " items in answer to " + line);
        }
        nanos[i] = System.nanoTime() - start;
      }
      long allocated = meter.sinceLast();
      java.util.Arrays.sort(nanos);
      System.out.println("done " + nanos[nanos.length / 2] + " " + allocated / nanos.length);
    }
  }

  private interface Call {
    int items();
  }

  private static Call call(ItemsPort port, String operation, int count) {
    switch (operation) {
      case "getDoubles":
        return () -> port.getDoubles(count).length;
      case "putDoubles":
        double[] doubles = ItemsService.doubles(count);
        return () -> port.putDoubles(doubles);
      case "getRatings":
        return () -> port.getRatings(count).size();
      case "putRatings":
        List<RatedStock> ratings = ItemsService.ratings(count);
        return () -> port.putRatings(ratings);
      default:
        throw new IllegalArgumentException("no operation " + operation);
    }
  }
}

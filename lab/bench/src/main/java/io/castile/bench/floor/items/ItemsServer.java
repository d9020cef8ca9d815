package io.castile.bench.floor.items;

import io.castile.bench.calls.CallRow;
import io.castile.bench.harness.AllocationMeter;
import io.castile.bench.harness.HeldBytes;
import io.castile.xml.XmlLimits;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;

/**
 * The server of an {@link ItemsRow}. Says its address, then for each line {@link #ALLOCATED} what
 * it has allocated since the last one, and for each line {@link #OBJECTS} with an operation and a
 * number of items the bytes of the objects that such a message is made of; ends with its input.
 */
final class ItemsServer {
  /** What stands before the address. */
  static final String ADDRESS = "address ";

  static final String ALLOCATED = "allocated ";
  static final String OBJECTS = "objects ";

  /** Enough for a million ratings. */
  static final int MAX_BYTES = 1 << 30;

  private ItemsServer() {}

  static XmlLimits limits() {
    return XmlLimits.builder().maxBytes(MAX_BYTES).build();
  }

  /**
   * Runs the server.
   *
   * @param arguments the name of the row
   */
  public static void main(String[] arguments) throws Exception {
    AllocationMeter meter = new AllocationMeter();
    try (CallRow.Served server = ItemsRow.valueOf(arguments[0]).serve(new ItemsService());
        Scanner questions = new Scanner(System.in, StandardCharsets.UTF_8)) {
      System.out.println(ADDRESS + server.address());
      while (questions.hasNextLine()) {
        String[] words = questions.nextLine().split(" ", -1);
        if (words[0].equals(ALLOCATED.strip())) {
          System.out.println(ALLOCATED + meter.sinceLast());
        } else {
          System.out.println(
              OBJECTS + objects(ItemOperation.valueOf(words[1]), Integer.parseInt(words[2])));
        }
      }
    }
    System.exit(0); // What stacks leave running shall not keep it.
  }

  private static long objects(ItemOperation operation, int count) {
    Object objects =
        operation.isOfDoubles() ? ItemsService.doubles(count) : ItemsService.ratings(count);
    return new HeldBytes().add(objects);
  }
}

package io.castile.bench.calls;

import io.castile.bench.harness.AllocationMeter;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;

/**
 * The server of a {@link LoopbackRow}, a program of its own: says its address, and what it has
 * allocated since the last time whenever it hears a line; ends with its input.
 */
public final class LoopbackServer {
  /** What stands before the address. */
  public static final String ADDRESS = "address ";

  /** What stands before the number of bytes. */
  static final String ALLOCATED = "allocated ";

  private LoopbackServer() {}

  /**
   * Runs the server.
   *
   * @param arguments the name of the row, and {@link CallSizes#text}
   */
  public static void main(String[] arguments) throws Exception {
    CallSizes sizes = CallSizes.parse(arguments[1]);
    AllocationMeter meter = new AllocationMeter();
    try (CallRow.Served server = LoopbackRow.valueOf(arguments[0]).serve(new ReadyPortal(), sizes);
        Scanner questions = new Scanner(System.in, StandardCharsets.UTF_8)) {
      System.out.println(ADDRESS + server.address());
      while (questions.hasNextLine()) {
        questions.nextLine();
        System.out.println(ALLOCATED + meter.sinceLast());
      }
    }
    System.exit(0); // What stacks leave running shall not keep it.
  }
}

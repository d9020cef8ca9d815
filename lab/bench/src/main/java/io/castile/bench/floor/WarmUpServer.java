package io.castile.bench.floor;

import io.castile.bench.calls.ReadyPortal;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;

/**
 * The server of a {@link WarmUpRow}, a program of its own: says its address; ends with its input.
 */
final class WarmUpServer {
  /** What stands before the address. */
  static final String ADDRESS = "address ";

  private WarmUpServer() {}

  /**
   * Runs the server.
   *
   * @param arguments the name of the row
   */
  public static void main(String[] arguments) throws Exception {
    String address = WarmUpRow.valueOf(arguments[0]).serve(new ReadyPortal());
    System.out.println(ADDRESS + address);
    try (Scanner questions = new Scanner(System.in, StandardCharsets.UTF_8)) {
      while (questions.hasNextLine()) {
        questions.nextLine();
      }
    }
    System.exit(0); // What stacks leave running shall not keep it.
  }
}

package io.castile.bench.dynamic;

import io.castile.bench.calls.CallEnd;
import io.castile.bench.calls.CallOperation;
import io.castile.bench.calls.LoopbackClient;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;

/**
 * The client of a {@link DynamicRow}, a program of its own: says its answers, hears rounds and says
 * their results; ends with its input.
 */
final class DynamicProgram {
  private DynamicProgram() {}

  /**
   * Runs the client.
   *
   * @param arguments the name of the row, and the address
   */
  public static void main(String[] arguments) throws Exception {
    try (CallEnd end = DynamicRow.valueOf(arguments[0]).open(arguments[1]);
        Scanner rounds = new Scanner(System.in, StandardCharsets.UTF_8)) {
      for (CallOperation operation : DynamicFacts.OPERATIONS) {
        Object answer = end.plain(end.call(operation, 0));
        System.out.println(DynamicFacts.FACTS + DynamicFacts.of(operation, answer));
      }
      System.out.println(LoopbackClient.READY);
      LoopbackClient.play(new LoopbackClient(end), rounds);
    }
    System.exit(0); // What stacks leave running shall not keep it.
  }
}

package io.castile.bench.path;

import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import java.util.concurrent.Callable;

/**
 * A program that makes calls of one path: some to warm up, and one more for each line that it
 * reads.
 */
final class PathProgram {
  /** The line that it writes when it is warm, and after each call. */
  static final String READY = "ready";

  private PathProgram() {}

  /**
   * Runs the program until its input ends.
   *
   * @param arguments the name of the {@link CallPath}, and how many calls warm it up
   */
  public static void main(String[] arguments) throws Exception {
    Callable<String> call = CallPath.valueOf(arguments[0]).prepare();
    for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
      call.call();
    }
    try (Scanner lines = new Scanner(System.in, StandardCharsets.UTF_8)) {
      System.out.println(READY);
      while (lines.hasNextLine()) {
        lines.nextLine();
        call.call();
        System.out.println(READY);
      }
    }
    System.exit(0); // servers do not keep it
  }
}

package io.castile.bench.gateway;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Asks what each line of its input says, a {@link LoadOrder}, and says what came of it. */
final class LoaderProgram {
  static final String SAYS = "load ";
  static final String FAILED = "failed ";

  private LoaderProgram() {}

  /** Runs until its input ends. */
  public static void main(String[] arguments) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      LoadOrder order = LoadOrder.parse(line);
      System.gc(); // so that it does not collect in the midst
      System.out.println(SAYS + said(order));
    }
    System.exit(0);
  }

  private static String said(LoadOrder order) {
    try {
      return order.run().line();
    } catch (RuntimeException e) {
      return FAILED + e.getMessage().replaceAll("\\s+", " ");
    }
  }
}

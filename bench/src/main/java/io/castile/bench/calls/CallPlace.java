package io.castile.bench.calls;

import java.io.IOException;
import java.util.List;

/**
 * Where calls of the suite {@code calls} are made.
 *
 * @param isPinned whether both ends share one core, so that no core that sleeps has to be waked
 * @param threads how many call at once
 */
public record CallPlace(boolean isPinned, int threads) {
  private static final List<String> TASKSET = List.of("taskset", "-c", "0");

  /** What tables call it. */
  public String label() {
    return (threads == 1 ? "1 thread" : threads + " threads")
        + (isPinned ? ", pinned to one core" : ", not pinned");
  }

  /** What starts a JVM there. */
  public static List<String> launcher(boolean isPinned) {
    return isPinned ? TASKSET : List.of();
  }

  /** Whether this machine can pin. */
  public static boolean canPin() {
    try {
      ProcessBuilder builder = new ProcessBuilder("taskset", "-c", "0", "true");
      return builder.start().waitFor() == 0;
    } catch (IOException e) {
      return false; // There is no such program.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}

package io.castile.bench.calls;

import io.castile.bench.harness.ChildJvm;
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

  /** Has all threads of a JVM, and those that it starts from now on, share one core. */
  static void pin(ChildJvm jvm) throws IOException {
    List<String> command = List.of("taskset", "-a", "-c", "-p", "0", Long.toString(jvm.pid()));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException(command + " failed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
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

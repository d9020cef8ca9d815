package io.castile.interop.peers;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Programs of other languages, and where they are. */
public final class Programs {
  /** A program that takes longer has hung; long enough for a compiler on a busy machine. */
  private static final long TIMEOUT_SECONDS = 300;

  private Programs() {}

  /** The folder of this module; tests are run from there, but for some editors. */
  public static Path module() {
    return Path.of(System.getProperty("basedir", "")).toAbsolutePath();
  }

  public static boolean isOnPath(String name) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
  }

  /** A program that has been told nothing of a proxy: what it calls is on this machine. */
  public static ProcessBuilder program(Path folder, List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.toLowerCase(Locale.ROOT).endsWith("_proxy"));
    return builder;
  }

  /**
   * Runs a program to its end.
   *
   * @return what it has printed
   * @throws IllegalStateException with what it has printed, if it fails
   */
  public static String run(Path folder, String... command)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("castile-peer", ".out");
    Path errors = Files.createTempFile("castile-peer", ".err");
    try {
      Process process =
          program(folder, List.of(command))
              .redirectOutput(output.toFile())
              .redirectError(errors.toFile())
              .start();
      process.getOutputStream().close();
      boolean ended = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      process.destroyForcibly();
      if (!ended || process.exitValue() != 0) {
        throw new IllegalStateException(
            String.join(" ", command)
                + (ended ? " ended with " + process.exitValue() : " did not end")
                + ":\n"
                + Files.readString(errors)
                + Files.readString(output));
      }
      return Files.readString(output, StandardCharsets.UTF_8);
    } finally {
      Files.delete(output);
      Files.delete(errors);
    }
  }
}

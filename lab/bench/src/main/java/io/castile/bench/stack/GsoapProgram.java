package io.castile.bench.stack;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A program of C++ on gSOAP, compiled in a folder of its own where the Debian packages for that are
 * installed.
 */
public final class GsoapProgram implements AutoCloseable {
  /** What tables call the stack. */
  public static final String NAME = "gSOAP";

  /** The name under which the last command of {@link #build} leaves the program. */
  public static final String BINARY = "program";

  private static final String ABSENT =
      "gSOAP is absent: its rows are left out (Debian: apt install gsoap libgsoap-dev g++).";

  private static final Pattern RELEASE = Pattern.compile("release (\\S+)");

  private final Path folder;
  private final String version;

  private GsoapProgram(Path folder, String version) {
    this.folder = folder;
    this.version = version;
  }

  /**
   * Compiles the program; one that is not present if the tools for that are missing.
   *
   * @param owner where the sources are resources
   * @param commands what is run with the sources, one after the other
   */
  @SafeVarargs
  public static GsoapProgram build(
      Consumer<String> progress, Class<?> owner, List<String> sources, List<String>... commands)
      throws IOException {
    for (String tool : List.of("wsdl2h", "soapcpp2", "g++")) {
      if (!isOnPath(tool)) {
        return new GsoapProgram(null, null);
      }
    }
    progress.accept("compile " + NAME);
    Path folder = Files.createTempDirectory("castile-gsoap");
    for (String source : sources) {
      try (InputStream in = owner.getResourceAsStream(source)) {
        Files.copy(in, folder.resolve(source));
      }
    }
    StringBuilder said = new StringBuilder();
    for (List<String> command : commands) {
      said.append(run(folder, command));
    }
    Matcher release = RELEASE.matcher(said);
    return new GsoapProgram(folder, release.find() ? release.group(1) : "of unknown version");
  }

  private static boolean isOnPath(String tool) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
  }

  /** Whether there is a program. */
  public boolean isPresent() {
    return folder != null;
  }

  /** What to tell the reader of a report. */
  public List<String> notes() {
    return isPresent() ? List.of(NAME + " " + version + ", g++ -O2.") : List.of(ABSENT);
  }

  /** Where the program is and works. */
  public Path folder() {
    return folder;
  }

  /** What starts the program. */
  public List<String> command(String... arguments) {
    List<String> command = new ArrayList<>(List.of(folder.resolve(BINARY).toString()));
    command.addAll(Arrays.asList(arguments));
    return command;
  }

  /**
   * Runs the program to its end.
   *
   * @return what it has said
   * @throws IllegalStateException if it fails; has what it said
   */
  public String run(String... arguments) throws IOException {
    return run(folder, command(arguments));
  }

  private static String run(Path folder, List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      int exit = process.waitFor();
      if (exit != 0) {
        throw new IllegalStateException(
            String.format(Locale.ROOT, "%s ended with %d: %s", command.get(0), exit, output));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + command.get(0), e);
    }
    return output;
  }

  @Override
  public void close() throws IOException {
    if (isPresent()) {
      try (Stream<Path> tree = Files.walk(folder)) {
        for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}

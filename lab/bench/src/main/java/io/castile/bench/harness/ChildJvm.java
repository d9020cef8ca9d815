package io.castile.bench.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program of this module in a JVM of its own, with this one's class path; ends with its input.
 */
public final class ChildJvm implements AutoCloseable {
  /**
   * Names the system property with options, separated by spaces, that every program's JVM gets: for
   * tests, which time nothing and need no optimising compiler.
   */
  private static final String OPTIONS = "castile.bench.jvm.options";

  private static final int PATIENCE_SECONDS = 5;

  private final Process process;
  private final BufferedReader out;
  private final PrintWriter in;

  private ChildJvm(Process process) {
    this.process = process;
    this.out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.in =
        new PrintWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
  }

  /** Starts the program; what it says on its error output comes with its output. */
  public static ChildJvm start(Class<?> program, List<String> options, List<String> arguments)
      throws IOException {
    return start(List.of(), options, ownClassPath(), program, arguments);
  }

  /**
   * Starts the program by a launcher, with another class path.
   *
   * @param launcher what starts the JVM, as {@code taskset} does; empty for nothing
   * @param classPath with the program in it
   */
  public static ChildJvm start(
      List<String> launcher,
      List<String> options,
      String classPath,
      Class<?> program,
      List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>(launcher);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(sharedOptions());
    command.addAll(options);
    command.add("-cp");
    command.add(classPath);
    command.add(program.getName());
    command.addAll(arguments);
    return start(command);
  }

  /** The options that the JVM of every program gets. */
  public static List<String> sharedOptions() {
    String shared = System.getProperty(OPTIONS, "").strip();
    return shared.isEmpty() ? List.of() : List.of(shared.split(" +"));
  }

  /** The class path of this JVM. */
  public static String ownClassPath() {
    return System.getProperty("java.class.path");
  }

  /** Starts any command that begins a JVM. */
  public static ChildJvm start(List<String> command) throws IOException {
    return new ChildJvm(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  /** Says a line to the program. */
  public void say(String line) {
    in.println(line);
    in.flush();
  }

  /** The next line that the program says; null at its end. */
  public String hear() throws IOException {
    return out.readLine();
  }

  /**
   * The rest of the next line that begins so; libraries may say something too.
   *
   * @param what what is expected, for the message
   * @throws IllegalStateException if the program ends without it; has what it said instead
   */
  public String hear(String beginning, String what) throws IOException {
    StringBuilder said = new StringBuilder();
    String line = hear();
    while (line != null && !line.startsWith(beginning)) {
      said.append(line).append('\n');
      line = hear();
    }
    if (line == null) {
      throw new IllegalStateException("no " + what + ": " + said);
    }
    return line.substring(beginning.length());
  }

  /** The number by which the system knows the process. */
  public long pid() {
    return process.pid();
  }

  /** The processor time that the program has taken; zero where the system does not tell. */
  public Duration cpu() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Ends the program, by its input or else by force. */
  @Override
  public void close() {
    in.close();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }
}

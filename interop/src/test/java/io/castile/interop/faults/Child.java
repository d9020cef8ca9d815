package io.castile.interop.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A Java process that runs a class of these tests, and ends with this one. */
final class Child implements AutoCloseable {
  private final Process process;
  private final BufferedReader lines;

  private Child(Process process) {
    this.process = process;
    this.lines = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  static Child start(Class<?> main, Object... args) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", // it shall start soon
                "-Dfile.encoding=UTF-8",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error", // warnings are expected
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    for (Object arg : args) {
      command.add(arg.toString());
    }
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    // What it calls is on this machine.
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.toLowerCase(Locale.ROOT).endsWith("_proxy"));
    return new Child(builder.start());
  }

  /** Returns the next line that it prints; null if it has ended. */
  String readLine() throws IOException {
    return lines.readLine();
  }

  /** Says something to it. */
  void println(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(UTF_8));
    process.getOutputStream().flush();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Kills it, and returns when it is no more. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }
}

package io.castile.interop.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.BindException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** A Java process that runs a class of these tests, and ends with this one. */
public final class Child implements AutoCloseable {
  private static final int FIRST_PORT = 21_000;
  private static final int PORTS = 1_000;
  private static final AtomicInteger portsGiven = new AtomicInteger();

  private final Process process;
  private final BufferedReader lines;

  private Child(Process process) {
    this.process = process;
    this.lines = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  /** Starts the main method of a class, which may be package-private. */
  public static Child start(Class<?> main, Object... args) throws IOException {
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

  /**
   * A port that is not given to anybody while its server is dead: below those that the kernel
   * gives, in a range of this JVM, of which the tests of a module may have two, and only once.
   */
  public static int freePort() throws IOException {
    int first = FIRST_PORT + PORTS * Integer.getInteger("castile.fork", 0);
    while (portsGiven.get() < PORTS) {
      try (ServerSocket free = new ServerSocket(first + portsGiven.getAndIncrement())) {
        return free.getLocalPort();
      } catch (BindException e) {
        // The next one, then.
      }
    }
    throw new IOException("no port is free from " + first + " on");
  }

  /** Returns the next line that it prints; null if it has ended. */
  public String readLine() throws IOException {
    return lines.readLine();
  }

  /** Says something to it. */
  public void println(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(UTF_8));
    process.getOutputStream().flush();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Kills it, and returns when it is no more. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Says nothing more to it, and returns when it has ended by itself. */
  public void end() throws IOException, InterruptedException {
    process.getOutputStream().close();
    process.waitFor();
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }
}
